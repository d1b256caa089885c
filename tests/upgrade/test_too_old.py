"""A database of before 2.5 is refused wherever one comes in, in a sentence that names what converts it, and nothing is written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.build import director_of, make_event
from tests.tournament.serving.running import command, free_port, installed
from tests.upgrade.versions import EACH_VERSION, VERSIONS, unpack_sqlite
from tournament.installation.copies.taking_over import TakeOverError, take_over
from tournament.migrations import REPLACED, TOO_OLD, why_too_old
from tournament.models import Event
from tournament.services.archives.putting_back import put_back
from tournament.services.changes.refusals import RefusedError

OF_2_4 = "0030_acts_follow_their_game"
OF_1_0 = "0004_cut_tie_break"
OLD = [OF_1_0, OF_2_4]


def older(folder: Path, last: str) -> Path:
    """A database whose last migration is an earlier one, as the table of migrations says; the rest of it nobody reads."""
    file = unpack_sqlite(VERSIONS[0], folder)
    with closing(sqlite3.connect(file)) as database:
        database.execute("DELETE FROM django_migrations WHERE app = 'tournament' AND name > ?", [last])
        database.commit()
    return file


def content_of(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


@pytest.mark.parametrize("last", OLD)
def test_migrating_an_older_database_is_refused_and_leaves_it_as_it_was(last: str, tmp_path: Path) -> None:
    file = older(tmp_path, last)
    before = content_of(file)
    done = command(tmp_path / "home", "migrate", **installed(file))
    assert (done.returncode, done.stderr.strip()) == (1, f"CommandError: {TOO_OLD}")
    assert content_of(file) == before
    assert not (tmp_path / "snapshots").exists(), "a snapshot is made of what is about to change"


def test_serving_an_older_database_is_refused_too(tmp_path: Path) -> None:
    file = older(tmp_path, OF_2_4)
    before = content_of(file)
    ports = ("--port", str(free_port()), "--live-port", str(free_port()))
    done = command(tmp_path / "home", "serve", "--host", "127.0.0.1", *ports, **installed(file))
    assert (done.returncode, done.stderr.strip()) == (1, f"CommandError: {TOO_OLD}")
    assert content_of(file) == before


def test_commands_about_events_refuse_a_database_that_is_to_be_migrated_first(tmp_path: Path) -> None:
    waiting = (
        "The database is from an earlier version; enter first: python3 manage.py serve, or python3 manage.py migrate."
    )
    for words in (["standings", "cup"], ["draw", "--event", "cup"]):
        done = command(tmp_path / "home", *words, **installed(unpack_sqlite("2.7.2", tmp_path)))
        assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", waiting)
    done = command(tmp_path / "home", "standings", "cup", **installed(older(tmp_path, OF_2_4)))
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", TOO_OLD)


@pytest.mark.parametrize("last", OLD)
def test_an_older_backup_is_not_brought_up(last: str, tmp_path: Path) -> None:
    file = older(tmp_path, last)
    with pytest.raises(TakeOverError) as refusal:
        take_over(file, tmp_path / "home")
    assert str(refusal.value) == f"{file} cannot be restored. {TOO_OLD}"
    assert not (tmp_path / "home").exists()


def test_a_server_on_an_older_database_says_that_it_is_not_ready(tmp_path: Path) -> None:
    look = "from django.test import Client; answer = Client(SERVER_NAME='cup.example').get('/readyz')"
    words = ("shell", "--no-imports", "-c", f"{look}; print(answer.status_code, answer.content.decode())")
    done = command(tmp_path / "home", *words, **installed(older(tmp_path, OF_2_4)))
    assert done.stdout.startswith("503 database: not migrated\n"), done.stderr


@pytest.mark.django_db
def test_a_snapshot_of_an_older_version_is_not_put_back(tmp_path: Path, settings: Settings) -> None:
    file = older(tmp_path, OF_2_4)
    with closing(sqlite3.connect(file)) as database:
        (slug,) = database.execute("SELECT slug FROM tournament_event").fetchone()
    event = make_event(4)
    Event.objects.filter(pk=event.pk).update(slug=slug)
    event.refresh_from_db()
    settings.SNAPSHOT_FOLDER = str(tmp_path / "snapshots")
    kept = tmp_path / "snapshots" / "20260820-101500-000000-before-rounds.draw.sqlite3"
    kept.parent.mkdir()
    file.rename(kept)
    with pytest.raises(RefusedError) as refusal:
        put_back(event, director_of(event), kept.name)
    assert str(refusal.value) == f"The copy could not be read: CommandError: {TOO_OLD}"
    assert Event.objects.get().version == event.version


@pytest.mark.parametrize("version", EACH_VERSION)
def test_a_backup_of_every_later_version_is_brought_up(version: str, tmp_path: Path) -> None:
    assert take_over(unpack_sqlite(version, tmp_path), tmp_path / "home").source.is_file()


def test_a_database_is_too_old_where_a_part_alone_was_done_of_what_one_migration_replaces() -> None:
    tables, guards, columns = (list(names) for names in REPLACED.values())
    converted = [[], [*tables, *guards], [*tables, *guards, *columns], list(REPLACED), [*tables, *guards, *REPLACED]]
    assert [why_too_old(applied) for applied in converted] == [""] * len(converted)
    partly = [tables[:1], [*tables[:-1], *guards], [*tables, *guards[:1]], [*tables, *guards, *columns[:2]]]
    assert [why_too_old(applied) for applied in partly] == [TOO_OLD] * len(partly)
