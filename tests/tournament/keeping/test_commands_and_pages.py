"""Archiving and restoring as a director does it: by command, by a button and a form."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from pytest_django import Settings

from tests.build import director_of, make_director, make_event, play_to
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk, said
from tests.tournament.pages.reading import html, words_of
from tournament.installation.copies.snapshots import carry, make_snapshot
from tournament.models import Event
from tournament.record.archive import unpack
from tournament.services.archives.writing import archive_of

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as refusal:
        run(*words)
    assert refusal.value.returncode == 2
    return str(refusal.value)


@pytest.fixture
def event() -> Event:
    """Seven players after their only round."""
    return play_to(make_event(7, rounds_planned=1), round_closed=1)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_commands_write_and_bring_back_an_event(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "cup.toptable"
    told = run("archive", event.slug, str(file))
    assert told.startswith(f"{file}: {event.name} at version {event.version}, ")
    assert told.endswith(" bytes, checked.\n")
    assert file.stat().st_mode & 0o777 == 0o600
    standings = run("standings", event.slug, "--json")
    Event.objects.filter(pk=event.pk).update(slug="moved-away")
    assert run("restore", str(file)) == (
        f"{event.name} has been restored at version {event.version}. "
        "It has no director yet: whoever runs this installation will find it on the desk.\n"
    )
    assert run("standings", event.slug, "--json") == standings
    make_director("anna")
    again = json.loads(run("restore", str(file), "--director", "anna", "--json"))
    assert again == {"event": f"{event.slug}-2", "version": event.version, "shown": False, "lacks": [], "forgotten": 0}
    assert director_of(Event.objects.get(slug=f"{event.slug}-2")).get_username() == "anna"


def test_what_the_commands_cannot_do_is_said_in_a_sentence(event: Event, tmp_path: Path) -> None:
    there, torn = tmp_path / "there", tmp_path / "torn"
    there.write_text("kept")
    torn.write_bytes(archive_of(event)[:-9])
    assert refused("archive", "nobodys-cup", str(tmp_path / "x")) == "There is no event “nobodys-cup”."
    assert refused("archive", event.slug, str(there)) == f"{there} already exists; name another file."
    assert refused("archive", event.slug, str(tmp_path)).startswith(f"{tmp_path} is a folder; name a file in it")
    assert "could not be written" in refused("archive", event.slug, str(tmp_path / "no" / "x"))
    assert refused("restore", str(torn)) == "The archive is damaged. Use another copy of the file."
    assert (
        refused("restore", str(tmp_path / "nothing"))
        == f"{tmp_path / 'nothing'} cannot be read: No such file or directory."
    )
    assert refused("restore", str(torn), "--director", "ghost") == "There is no account “ghost”."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["there", "torn"]


def test_a_director_saves_an_event_and_brings_it_back_by_a_form(event: Event) -> None:
    director = logged_in(director_of(event))
    saved = director.get(desk(event, "archive/"))
    assert saved["Content-Disposition"] == f'attachment; filename="{event.slug}-v{event.version}.toptable"'
    assert unpack(saved.content).header["slug"] == event.slug
    typed = form_with(director.get("/desk/restore/"), "key").filled()
    answer = director.post("/desk/restore/", typed | {"file": SimpleUploadedFile("cup.toptable", saved.content)})
    assert answer.status_code == 302, answer.context["form"].errors
    assert answer["Location"] == f"/desk/{event.slug}-2/"
    assert said(director.get(answer["Location"])) == [
        f"{event.name} has been restored at version {event.version}. "
        f"Its address “{event.slug}” was already taken, so its new address is “{event.slug}-2” and it is hidden."
    ]
    twice = director.post("/desk/restore/", typed | {"file": SimpleUploadedFile("cup.toptable", saved.content)})
    assert twice.status_code == 302
    assert Event.objects.count() == 2, "the same form sent twice restores once"
    assert Client().get(f"/{event.slug}-2/").status_code == 404


def test_a_wrong_file_is_refused_on_the_page(event: Event) -> None:
    director = logged_in(director_of(event))
    for content in (b"", b"no archive", archive_of(event)[:200]):
        answer = director.post("/desk/restore/", {"file": SimpleUploadedFile("cup.toptable", content)})
        assert answer.status_code == 409
        assert "errorlist" in answer.content.decode() or 'class="error' in answer.content.decode()
    assert Event.objects.count() == 1


def test_who_came_by_a_link_restores_nothing_and_a_stranger_saves_nothing(event: Event) -> None:
    guest = User.objects.create_user("guest")
    guest.set_unusable_password()
    guest.save()
    assert logged_in(guest).get("/desk/restore/").status_code == 403
    assert logged_in(make_director("stranger")).get(desk(event, "archive/")).status_code == 404
    assert Client().get(desk(event, "archive/")).status_code == 302


def test_the_event_page_says_when_the_second_place_is_missing_or_behind(settings: Settings, tmp_path: Path) -> None:
    if connection.vendor == "postgresql":
        pytest.skip("of PostgreSQL no copy is kept before acts; the next test says so")
    page, director = desk(make_event(4)), Client()
    director.force_login(make_director())
    missing, behind = f"{tmp_path}/stick is missing: plug in the stick.", "The last snapshot could not be copied to"
    settings.SNAPSHOT_FOLDER = str(tmp_path / "snapshots")
    assert (missing in words_of(html(director, page)), behind in words_of(html(director, page))) == (False, False)
    settings.SECOND_PLACE = str(tmp_path / "stick")
    assert missing in words_of(html(director, page))
    (tmp_path / "stick").mkdir()
    database = tmp_path / "top-table.sqlite3"
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("CREATE TABLE pairs (a INTEGER)")
    made = make_snapshot(database, tmp_path / "snapshots", "rounds.draw", datetime(2026, 8, 20, 14, tzinfo=UTC))
    shown = words_of(html(director, page))
    assert (missing in shown, f"{behind} {tmp_path}/stick, which is full or write-protected." in shown) == (False, True)
    carry(made, tmp_path / "stick")
    assert behind not in words_of(html(director, page))


def test_an_installation_that_keeps_nothing_before_acts_asks_for_no_stick(settings: Settings, tmp_path: Path) -> None:
    page, director = desk(make_event(4)), Client()
    director.force_login(make_director())
    settings.SECOND_PLACE = str(tmp_path / "stick")
    settings.SNAPSHOT_FOLDER = str(tmp_path / "snapshots") if connection.vendor == "postgresql" else ""
    assert "plug in the stick" not in words_of(html(director, page))
