"""The installation of `serve`: its folder, its files, what it remembers, and which installation a command means."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import tzlocal

from tests.tournament.serving.running import command, installed
from tournament.installation.addresses import interfaces, is_loopback, own_names
from tournament.installation.local import DEMO_DATABASE, FOLDER, LocalFolderError
from tournament.installation.lookups import environment_for, has_event, slug_in
from tournament.installation.serve_folder import (
    ServeState,
    is_made,
    machine_time_zone,
    read_state,
    serve_environment,
    serve_folder,
    serves_with,
    write_state,
)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def make_events(database: Path, *slugs: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE tournament_event (slug TEXT)")
        connection.executemany("INSERT INTO tournament_event VALUES (?)", [(slug,) for slug in slugs])
        connection.commit()


def test_the_installation_lies_among_the_users_own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert serve_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/top-table")
    assert serve_folder({}) == tmp_path / ".local" / "share" / "top-table"
    assert serve_folder({"XDG_DATA_HOME": "not/whole"}) == tmp_path / ".local" / "share" / "top-table"


def test_everything_the_installation_makes_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "top-table"
    first = serve_environment(folder, {})
    write_state(folder, ServeState(second_place="/media/stick"))
    assert folder.stat().st_mode & 0o777 == 0o700
    assert modes(folder) == {"secret-key": 0o600, "top-table.sqlite3": 0o600, "hall.json": 0o600}
    assert serve_environment(folder, {}) == {**first, "TOPTABLE_SECOND_PLACE": "/media/stick"}
    assert first["DATABASE_URL"] == f"sqlite:///{folder}/top-table.sqlite3"


def test_a_variable_that_is_set_decides_and_no_file_is_made_for_it(tmp_path: Path) -> None:
    given = {"DATABASE_URL": "sqlite:////elsewhere.sqlite3", "TOPTABLE_SECRET_KEY": "s" * 40, "TOPTABLE_DEBUG": "on"}
    made = serve_environment(tmp_path / "top-table", given)
    assert set(made) & set(given) == set()
    assert modes(tmp_path / "top-table") == {}
    assert not is_made(tmp_path / "top-table")


def test_settings_are_completed_as_serve_does_where_it_made_their_secret(tmp_path: Path) -> None:
    given = {"XDG_DATA_HOME": str(tmp_path), "TOPTABLE_GAMES": "on"}
    assert not serves_with(given)
    serve_environment(serve_folder(given), given)
    assert serves_with(given)
    assert not serves_with(given | {"TOPTABLE_SECRET_KEY": "s" * 40})
    assert not serves_with(given | {"TOPTABLE_DEBUG": "on"})


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LocalFolderError, match=r"Cannot create .*: .*; make its parent writable for this user\."):
        serve_environment(tmp_path / "file" / "top-table", {})


def test_what_is_remembered_is_read_again_and_a_broken_file_is_a_sentence(tmp_path: Path) -> None:
    kept = ServeState("http://10.0.0.5:8000", "http://10.0.0.4:8000", "2026-08-20T09:00:00+00:00", "/media/stick")
    assert read_state(tmp_path) == ServeState()
    write_state(tmp_path, kept)
    assert read_state(tmp_path) == kept
    (tmp_path / "hall.json").write_text("{", encoding="utf-8")
    with pytest.raises(
        LocalFolderError, match=r"Cannot read .*hall\.json .*; delete it, and name the backup drive again\."
    ):
        read_state(tmp_path)


@pytest.mark.parametrize(
    ("told", "zone"), [("Europe/Amsterdam", "Europe/Amsterdam"), ("CET-1CEST", ""), ("", ""), (None, "")]
)
def test_the_machines_own_time_zone_is_taken(monkeypatch: pytest.MonkeyPatch, told: str | None, zone: str) -> None:
    monkeypatch.setattr(tzlocal, "get_localzone_name", lambda: told)
    assert machine_time_zone() == zone


@pytest.mark.parametrize(
    ("address", "is_alone"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("127.9.9.9", True),
        ("desk.localhost", True),
        ("http://10.0.0.5:8000", False),
        ("https://acquire.example", False),
        ("http://testserver", False),
        ("fd00::2", False),
    ],
)
def test_an_address_that_leads_every_phone_to_itself_is_known(address: str, is_alone: bool) -> None:
    assert is_loopback(address) is is_alone


def test_the_machine_answers_to_each_of_its_cards_and_to_itself() -> None:
    names = own_names("cup.example")
    assert names[:3] == ["127.0.0.1", "localhost", "[::1]"]
    assert {address for _card, address in interfaces()} < set(names)
    assert names[-1] == "cup.example"
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("standings cup-2026", "cup-2026"),
        ("standings --json cup-2026", "cup-2026"),
        ("play --seed 7 cup-2026 --to-end", "cup-2026"),
        ("paper --round 2 cup-2026 pack -o out.pdf", "cup-2026"),
        ("paper --round=2 cup-2026 pack", "cup-2026"),
        ("draw --rounds 3 --event cup-2026", "cup-2026"),
        ("draw --event=cup-2026 --seed 4", "cup-2026"),
        ("standings", ""),
    ],
)
def test_the_event_of_a_command_line_is_found(line: str, slug: str) -> None:
    assert slug_in(line.split()[1:]) == slug


def test_a_file_holds_an_event_or_not_and_is_never_made_by_asking(tmp_path: Path) -> None:
    make_events(tmp_path / "own.sqlite3", "cup-2026")
    (tmp_path / "broken.sqlite3").write_bytes(b"no database at all" * 100)
    asked = [("own", "cup-2026"), ("own", "other"), ("own", ""), ("broken", "cup-2026"), ("missing", "cup-2026")]
    answers = [has_event(tmp_path / f"{name}.sqlite3", slug) for name, slug in asked]
    assert answers == [True, False, False, False, False]
    assert not (tmp_path / "missing.sqlite3").exists()


def test_an_event_is_looked_for_in_serves_installation_before_the_demos(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL")
    own = tmp_path / "top-table" / "top-table.sqlite3"
    demo = f"sqlite:///{FOLDER / DEMO_DATABASE}"
    found, said = environment_for(["nowhere-2026"])
    assert (found["DATABASE_URL"], said) == (demo, ""), "without an installation everything is the demo's"
    own.parent.mkdir()
    make_events(own, "cup-2026")
    found, said = environment_for(["cup-2026"])
    assert (found["DATABASE_URL"], said) == (f"sqlite:///{own}", f"“cup-2026” is in serve's installation, {own}.")
    found, said = environment_for(["nowhere-2026"])
    assert found["DATABASE_URL"] == f"sqlite:///{own}"
    assert said == f"“nowhere-2026” is neither in serve's installation, {own}, nor in the demo."


def test_a_command_on_an_event_says_where_it_found_it(tmp_path: Path, demo_database: Path) -> None:
    folder = tmp_path / "data" / "top-table"
    folder.mkdir(mode=0o700, parents=True)
    shutil.copyfile(demo_database, folder / "top-table.sqlite3")
    given = installed(folder / "top-table.sqlite3")
    with closing(sqlite3.connect(folder / "top-table.sqlite3")) as connection:
        slug = str(connection.execute("SELECT slug FROM tournament_event ORDER BY slug").fetchone()[0])
    own = command(tmp_path, "standings", slug)
    assert own.stderr == f"“{slug}” is in serve's installation, {folder}/top-table.sqlite3.\n"
    set_by_hand = command(tmp_path, "standings", slug, **given)
    assert (set_by_hand.stdout, set_by_hand.stderr) == (own.stdout, ""), "what is set decides, and needs no word"
    missing = command(tmp_path, "standings", "no-such-cup")
    assert missing.stderr.splitlines() == [
        f"“no-such-cup” is neither in serve's installation, {folder}/top-table.sqlite3, nor in the demo.",
        "There is no event “no-such-cup”.",
    ]
