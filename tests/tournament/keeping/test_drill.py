"""The drill: the laptop is gone, its backup is brought up on a second one, printed codes hold there and the day goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.tournament.keeping.evening import Evening
from tests.tournament.serving.running import command, fetch, serving, surroundings
from tournament.installation.copies.snapshots import KEY, carry, carry_key, make_snapshot
from tournament.installation.copies.taking_over import TakeOverError, take_over
from tournament.installation.serve_folder import DATABASE, serve_folder
from tournament.migrations import REPLACED


def test_a_second_laptop_goes_on_with_accounts_and_printed_codes(tmp_path: Path, evening: Evening) -> None:
    first, second, backup = tmp_path / "first", tmp_path / "second", tmp_path / "stick" / "evening"
    slug, (of_table, of_player), game = evening.lay(first)
    backup.parent.mkdir()
    assert command(first, "backup", str(backup)).returncode == 0
    key = backup.with_name("evening.key")
    assert key.read_text() == (serve_folder(surroundings(first)) / KEY).read_text()
    assert [path.stat().st_mode & 0o777 for path in (backup, key)] == [0o600, 0o600]
    done = command(second, "take_over", str(backup))
    assert done.stdout.splitlines()[-1] == "Now: python3 manage.py serve", done.stderr
    logs = [command(home, "game", game, "--log").stdout for home in (first, second)]
    assert logs[0] == logs[1] != "", "a game on devices goes on where it was"
    with serving(second) as served:
        served.until_up(f"/{slug}/")
        assert "/let-in/" not in served.said, "the accounts came along, so no first one is asked for"
        for address in (f"/{slug}/c/1/1/{of_table}/", f"/{slug}/c/2/{of_player}/"):
            status, page = fetch(served.port, address)
            assert (status, "method=" in page) == (200, True), address
        assert fetch(served.port, f"/{slug}/c/1/1/abcdefghjkmnpq/")[0] != 200
        played = command(second, "play", slug)
        assert played.stdout.endswith("1 of 2 rounds are closed.\n"), played.stderr
        assert "1." in fetch(served.port, f"/{slug}/standings/")[1] or served.status(f"/{slug}/standings/") == 200
    again = command(second, "take_over", str(backup))
    assert again.returncode == 2
    assert again.stderr.startswith("There is already an installation in ")


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """A database with a row, as an installation holds it."""
    path = tmp_path / "hall.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE tables (number INTEGER)")
        connection.execute("INSERT INTO tables VALUES (7)")
        connection.commit()
    return path


def test_the_latest_snapshot_of_a_stick_serves_as_well(tmp_path: Path, hall: Path) -> None:
    from datetime import UTC, datetime

    stick, folder = tmp_path / "stick", tmp_path / "top-table"
    stick.mkdir()
    for hour in (9, 10):
        carry(
            make_snapshot(hall, tmp_path / "snapshots", "rounds.draw", datetime(2026, 8, 20, hour, tzinfo=UTC)), stick
        )
    carry_key("s" * 40, stick / KEY)
    taken = take_over(stick, folder)
    assert (taken.source.name[:20], taken.has_key, taken.later) == ("n0000002-20260820-10", True, None)
    assert (folder / KEY).read_text() == "s" * 40 + "\n"
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        assert connection.execute("SELECT number FROM tables").fetchall() == [(7,)]


def test_a_copy_that_a_later_version_wrote_is_refused_before_anything_is_made(tmp_path: Path, hall: Path) -> None:
    folder = tmp_path / "top-table"
    with closing(sqlite3.connect(hall)) as connection:
        connection.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        connection.execute("INSERT INTO django_migrations VALUES ('auth', '9999_other')")
        connection.executemany("INSERT INTO django_migrations VALUES ('tournament', ?)", [[new] for new in REPLACED])
        connection.commit()
    assert take_over(hall, tmp_path / "same").has_key is False
    with closing(sqlite3.connect(hall)) as connection:
        connection.execute("INSERT INTO django_migrations VALUES ('tournament', '9999_of_next_year')")
        connection.commit()
    with pytest.raises(TakeOverError, match="Update this machine to the version that wrote it, or a later one"):
        take_over(hall, folder)
    assert not folder.exists()


def test_what_is_no_backup_makes_no_installation(tmp_path: Path, hall: Path) -> None:
    folder, broken = tmp_path / "top-table", tmp_path / "broken"
    broken.write_bytes(hall.read_bytes()[:5000] + b"torn" * 500)
    for source, why in ((broken, "is damaged|cannot be read"), (tmp_path / "nothing", "is neither a backup nor")):
        with pytest.raises(TakeOverError, match=why):
            take_over(source, folder)
    assert not (folder / DATABASE).exists()
    assert take_over(hall, folder).has_key is False
