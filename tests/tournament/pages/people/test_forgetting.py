"""Pages about a player's data: what is stored to download, forgetting, and retention by a date."""

from __future__ import annotations

import io
import json
import re
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from tests.build import PASSWORD, director_of, make_director, make_event, play_round
from tests.tournament.pages.reading import words_of
from tournament.models import Change, Entry, Event
from tournament.models.queries import record_of
from tournament.services.gamelogs import attach_log
from tournament.services.people.apart import keep_apart

pytestmark = pytest.mark.django_db

LOG = "edition: mso\nplayers: Ann = Zoe Anfang, Ben, Cai\n\n1 Ann: 1A\n"


@pytest.fixture
def event() -> Event:
    made = make_event(names=["Zoe Anfang", "Ben Demo", "Cai Demo", "Dot Demo"])
    play_round(made, 1)
    keep_apart(made, director_of(made), [[1, 2]], reason="Zoe and Ben are married")
    return made


def html(answer: HttpResponseBase) -> str:
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(event: Event, name: str = "desk_forget", number: int = 1) -> str:
    return reverse(name, args=[event.slug, number])


def test_what_is_stored_is_downloaded_with_the_game_logs(event: Event) -> None:
    desk = browser(director_of(event))
    told = json.loads(desk.post(address(event, "desk_stored")).content)
    (here,) = told["events"]
    assert (here["number"], here["entry"]["name"]) == (1, "Zoe Anfang")
    assert {"Seat", "ReportedSeat"} <= set(here["rows"])
    assert here["kept_apart"] == [{"from": [1, 2], "is_hard": True, "reason": "Zoe and Ben are married"}]
    assert [change["act"] for change in here["changes"]][:2] == ["entries.enter", "entries.check-in"]
    assert all("token" not in key for rows in here["rows"].values() for row in rows for key in row)
    attach_log(event, director_of(event), 1, 1, LOG)
    with ZipFile(io.BytesIO(desk.post(address(event, "desk_stored")).content)) as packed:
        assert [name.rpartition("-log-")[0] for name in packed.namelist()] == ["", f"{event.slug}/round-1-table-1"]
        assert packed.read(packed.namelist()[1]).decode() == LOG


def test_what_would_happen_is_shown_and_done_by_one_press(event: Event) -> None:
    other = make_event(names=["Ben Demo", "Zoe Anfang"], name="Autumn Cup 2026")
    desk = browser(director_of(event))
    page = html(desk.get(address(event)))
    shown = words_of(page)
    assert "Forget Zoe Anfang?" in shown
    assert "Autumn Cup 2026 , 20 August 2026: 2 Zoe Anfang" in shown
    assert "Rewritten: change log (" in shown
    assert "Zoe and Ben are married" in shown
    assert "backups that this machine's owner keeps elsewhere" in shown
    assert Change.objects.filter(act="entries.forget").count() == 0, "looking changes nothing"
    answer = desk.post(address(event), {"who": [f"{event.slug}:1:0"], "also": ["Zoe"], "confirmed": "yes"}, follow=True)
    told = words_of(html(answer))
    assert "N.N.1 is forgotten" in told
    assert "still finds the name in: change log (1), entries (1)." in told  # the other event was not chosen
    assert Entry.objects.get(event=other, number=2).name == "Zoe Anfang"
    log = words_of(html(desk.get(reverse("desk_changes", args=[event.slug]))))
    assert "N.N.1 forgotten: the name is replaced everywhere" in log
    assert "N.N.1 and Ben are married" in log
    assert record_of(event).entries[0].name == "N.N.1"


def test_another_person_of_the_same_name_in_the_event_is_not_chosen(event: Event) -> None:
    Entry.objects.filter(event=event, number=3).update(name="Zoe Anfang")
    page = html(browser(director_of(event)).get(address(event)))
    boxes = {value: bool(on) for value, on in re.findall(r'name="who" value="([^"]*)"( checked)?', page)}
    assert boxes == {f"{event.slug}:1:0": True, f"{event.slug}:3:0": False}
    answer = browser(director_of(event)).post(address(event), {"confirmed": "yes"})
    assert "Choose at least one entry." in words_of(html(answer))


def test_a_form_that_is_sent_twice_forgets_once(event: Event) -> None:
    desk = browser(director_of(event))
    sent = {"who": [f"{event.slug}:1:0"], "confirmed": "yes", "key": "a" * 22}
    for _time in range(2):
        assert desk.post(address(event), sent).status_code == 302
    assert Change.objects.filter(event=event, act="entries.forget").count() == 1


def test_only_the_maker_of_the_event_and_administrators_forget(event: Event) -> None:
    invited = make_director("invited")
    event.helpers.create(account=invited, roles="director")
    assert browser(invited).get(address(event)).status_code == 403
    assert "Forget this player" not in browser(invited).get(address(event, "desk_entry")).content.decode()
    chief = User.objects.create_superuser("chief", password=PASSWORD)
    assert browser(chief).get(address(event)).status_code == 200
    assert browser(invited).get(reverse("desk_retention")).status_code == 403


def test_retention_shows_first_and_deletes_what_it_has_shown(event: Event) -> None:
    desk = browser(User.objects.create_superuser("chief", password=PASSWORD))
    asked = {"before": "2026-08-21", "level": "names"}
    page = html(desk.get(reverse("desk_retention"), asked))
    assert "Sample Cup 2026 , 20 August 2026: 4 players" in words_of(page)
    (mark,) = re.findall(r'name="confirmed" value="([^"]*)"', page)
    Entry.objects.filter(event=event, number=4).update(note="left-handed")
    stale = desk.post(reverse("desk_retention"), {**asked, "confirmed": mark})
    assert stale.status_code == 409
    assert "Something has changed" in words_of(html(stale))
    (mark,) = re.findall(r'name="confirmed" value="([^"]*)"', html(stale))
    done = desk.post(reverse("desk_retention"), {**asked, "confirmed": mark}, follow=True)
    assert "4 players are forgotten." in words_of(html(done))
    assert {entry.name for entry in record_of(event).entries} == {"N.N.1", "N.N.2", "N.N.3", "N.N.4"}
    assert "No event before this date has anything left" in words_of(html(desk.get(reverse("desk_retention"), asked)))


@pytest.mark.parametrize("typed", ["yesterday", "2026-13-01", "9999-01-01", "\x00"])
def test_a_day_that_is_none_is_refused_in_a_sentence(typed: str) -> None:
    desk = browser(User.objects.create_superuser("chief", password=PASSWORD))
    answer = desk.get(reverse("desk_retention"), {"before": typed})
    shown = words_of(html(answer))
    assert answer.status_code == 200
    assert "is not a date" in shown or "is in the future" in shown
