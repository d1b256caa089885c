"""Times: planned ones, shown until the clock of the round is started, and the clock."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client, override_settings
from django.urls import reverse
from pypdf import PdfReader

from tests.build import director_of, make_event, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.pages import desk, said, words
from tests.tournament.pages.words import press_undo, told
from tests.tournament.pages.words import words as plain_words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import RoundRecord
from tournament.record.rounds import Pause, PlannedStart
from tournament.services.changes import Actor
from tournament.services.changes.refusals import ConflictError, RefusedError
from tournament.services.copying import copy_event, plan_times
from tournament.services.tables import let_clock_go_on, pause_clock, start_clock
from tournament.tellings.diary import sentence_of
from tournament.tellings.times import end_of

pytestmark = pytest.mark.django_db


TYPED = {"r1-time": "10:00", "r2-time": "13:30", "r2-hall": " Hall  B ", "r4-day": "2026-08-21", "r4-time": "09:15"}


@pytest.fixture
def event(db: None) -> Event:
    """Eight players before the draw."""
    return make_event(8)


def plan(director: Client, event: Event, typed: dict[str, str]) -> str:
    return words(press(director, director.get(desk(event, "times/")), "Save", typed))


def test_planned_times_are_typed_on_a_page_of_the_settings_and_seen_by_everybody(
    event: Event, director: Client
) -> None:
    settings = director.get(desk(event, "settings/"))
    assert f'<a href="{desk(event, "times/")}">Planned times</a>' in settings.content.decode()
    public = f"/{event.slug}/"
    assert "planned for" not in words(Client().get(public)) + words(director.get(desk(event)))
    plan(director, event, TYPED)
    assert [(row.number, row.hall) for row in record_of(event).planned_starts] == [(1, ""), (2, "Hall B"), (4, "")]
    for page in (words(Client().get(public)), words(director.get(desk(event)))):
        assert "Round 1: planned for 10:00<" in page
        assert "Round 2: planned for 13:30, Hall B<" in page
        assert "Round 4: planned for 21 August 2026, 09:15<" in page
        assert "Round 3: planned" not in page
    assert "Round 1: planned for 10:00" in words(Client().get(f"{public}players/1/"))
    assert "planned round times set" in words(director.get(desk(event, "changes/"))).lower()


def test_the_real_start_takes_the_place_of_the_planned_one(event: Event, director: Client) -> None:
    plan(director, event, TYPED)
    publish(event, 1)
    public = f"/{event.slug}/"
    assert "· planned for 10:00" in words(Client().get(public))
    assert "planned for 10:00" in words(director.get(desk(event, "rounds/1/")))
    assert "Round 1: planned for 10:00" in words(Client().get(f"{public}players/1/"))
    assert "planned for 10:00" in words(Client().get(f"{public}rounds/1/tables/1/"))
    start_clock(event, director_of(event), 1)
    for page in (public, f"{public}players/1/", f"{public}rounds/1/tables/1/"):
        shown = words(Client().get(page)).lower()
        assert "planned for 10:00" not in shown, page
        assert "starts " in shown, page
    assert "lanned for 10:00" not in words(director.get(desk(event, "rounds/1/")))


def test_sheets_of_a_round_say_when_and_where_it_is_planned_and_do_not_age_by_the_clock(
    event: Event, director: Client
) -> None:
    plan(director, event, TYPED | {"r1-hall": "Hall A"})
    publish(event, 1)
    pack = director.get(desk(event, "sheets/round-pack.pdf?round=1"))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pack.content)).pages]
    assert sum("Planned start: 10:00, Hall A." in page for page in pages) >= 3
    start_clock(event, director_of(event), 1)
    assert "changed since: " not in words(director.get(desk(event, "sheets/")))
    plan(director, event, {"r1-hall": "Hall C"})
    assert "changed since: " in words(director.get(desk(event, "sheets/")))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            {"r1-time": "10:00", "r2-time": "09:00"},
            "Round 2 must start after round 1, which starts at 10:00 on 20 August 2026.",
        ),
        ({"r1-time": "10 o'clock"}, "Enter a time such as 14:00."),
        ({"r1-hall": "x" * 61}, "60"),
    ],
)
def test_a_plan_that_makes_no_sense_is_kept_as_typed_with_what_is_wrong(
    event: Event, director: Client, typed: dict[str, str], sentence: str
) -> None:
    page = plan(director, event, typed)
    assert sentence in page
    assert all(f'value="{value}"' in page.replace("&#x27;", "'") for value in typed.values())
    assert record_of(event).planned_starts == ()


def test_two_pages_that_plan_the_same_round_show_both_values(event: Event, director: Client) -> None:
    form = form_with(director.get(desk(event, "times/")), "r1-hall")
    plan_times(event, director_of(event), {1: PlannedStart(1, None, "Hall A")})
    answer = director.post(desk(event, "times/"), form.filled() | {"r1-hall": "Hall B"})
    assert answer.status_code == 409
    assert '<th scope="row">Round 1, planned hall</th><td>Hall A</td><td>Hall B</td>' in words(answer)
    seen = Actor(director_of(event), seen=event.version)
    plan_times(event, seen, {2: PlannedStart(2, None, "Hall D")})  # another round does not collide
    with pytest.raises(ConflictError):
        plan_times(event, Actor(director_of(event), seen=1), {1: PlannedStart(1, None, "Hall E")})


def test_a_copy_keeps_the_times_of_day_on_its_own_day(event: Event, director: Client) -> None:
    plan(director, event, TYPED)
    made = copy_event(event, director_of(event), "Next Cup", date(2027, 1, 5))
    assert [(row.number, f"{row.starts_at:%m-%d %H:%M}" if row.starts_at else "") for row in _local(made)] == [
        *((1, "01-05 10:00"), (2, "01-05 13:30"), (4, "01-06 09:15")),
    ]


def _local(event: Event) -> list[PlannedStart]:
    from django.utils import timezone

    return [
        PlannedStart(row.number, timezone.localtime(row.starts_at) if row.starts_at else None, row.hall)
        for row in record_of(event).planned_starts
    ]


def test_a_time_that_does_not_exist_is_refused_and_nothing_is_planned(event: Event, director: Client) -> None:
    """In the night to 28 March 2027 the clocks of London go from 01:00 to 02:00."""
    told = plan(director, event, {"r1-day": "2027-03-28", "r1-time": "01:30"})
    assert "01:30 does not exist on 28 March 2027: the clocks go forward that night. Enter another time." in told
    assert record_of(event).planned_starts == ()
    plan(director, event, {"r1-day": "2027-03-28", "r1-time": "02:00"})
    assert [f"{row.starts_at:%H:%M}" for row in record_of(event).planned_starts if row.starts_at] == ["01:00"]


def test_a_time_that_comes_twice_is_the_first_and_the_page_says_so(event: Event, director: Client) -> None:
    """In the night to 25 October 2026 the clocks of London go from 02:00 back to 01:00."""
    page = director.get(desk(event, "times/"))
    answer = press(director, page, "Save", {"r1-day": "2026-10-25", "r1-time": "01:30"})
    assert said(answer)[-1] == (
        "The clocks go back that night. The first occurrence of 01:30 on 25 October 2026 is used."
    )
    assert [f"{row.starts_at:%H:%M}" for row in record_of(event).planned_starts if row.starts_at] == ["00:30"]


def test_a_copy_for_a_day_on_which_a_planned_time_does_not_exist_is_refused(event: Event, director: Client) -> None:
    plan(director, event, {"r1-day": "2026-08-21", "r1-time": "01:30"})
    page = director.get(f"/desk/copy/?event={event.slug}")
    typed = {"name": "Copy Cup", "date": "2027-03-27"}
    refused = press(director, page, "Copy an event", typed)
    assert "01:30 does not exist on 28 March 2027" in words(refused)
    assert Event.objects.count() == 1
    press(director, refused, "Copy an event", typed | {"date": "2027-03-28"})
    assert Event.objects.count() == 2


def test_who_is_elsewhere_reads_the_time_zone_and_programs_the_offset(event: Event, director: Client) -> None:
    public = f"/{event.slug}/"
    assert "Time zone" not in words(Client().get(public))
    assert "Time zone: British Summer Time." in words(director.get(desk(event, "times/")))
    plan(director, event, {"r1-time": "10:00", "r2-hall": "Hall B"})
    assert "Time zone: British Summer Time.</p>" in words(Client().get(public))
    told = Client().get(f"{public}event.json").json()
    assert told["time_zone"] == "Europe/London"
    assert [(row["planned_start"], row["planned_hall"]) for row in told["rounds"]] == [
        ("2026-08-20T10:00:00+01:00", ""),
        (None, "Hall B"),
        (None, ""),
        (None, ""),
    ]
    publish(event, 1)
    assert "Time zone" not in words(Client().get(public))


def test_clocks_that_change_between_two_rounds_make_two_zones(event: Event, director: Client) -> None:
    plan(director, event, {"r1-day": "2026-10-24", "r1-time": "20:00", "r2-day": "2026-10-25", "r2-time": "10:00"})
    both = "Time zones: British Summer Time and Greenwich Mean Time."
    assert both in words(Client().get(f"/{event.slug}/"))
    assert both in words(director.get(desk(event, "times/")))
    with override_settings(TIME_ZONE="Europe/Berlin"):
        assert "Central European Summer Time and Central European" in words(director.get(desk(event, "times/")))


# The clock of a round pauses and goes on for all its tables at once, on every page that shows it; starting it again is asked first


START = datetime(2026, 8, 20, 13, 15, tzinfo=UTC)  # 14:15 in the hall


@pytest.fixture
def paused() -> Event:
    """Eight players at two tables; the clock of round 1 started at 14:15 and had run for ten minutes when it was paused."""
    paused = make_event(8, rounds_planned=2)
    with time_machine.travel(START, tick=False):
        publish(paused)
        start_clock(paused, director_of(paused), 1)
    with at(10):
        pause_clock(paused, director_of(paused), 1)
    return paused


def at(minutes: int) -> Any:
    return time_machine.travel(START + timedelta(minutes=minutes), tick=False)


def played(event: Event) -> RoundRecord:
    return record_of(Event.objects.get(pk=event.pk)).round(1)


def last_line(event: Event) -> str:
    return sentence_of(event.changes.latest("version"), record_of(Event.objects.get(pk=event.pk)))


def test_every_page_that_shows_the_clock_shows_its_pause(director: Client, paused: Event) -> None:
    with at(30):
        for page in (director.get(desk(paused)), director.get(desk(paused, "rounds/1/"))):
            assert "100 minutes paused at 14:25" in plain_words(page)
            assert 'data-paused-at="2026-08-20T14:25:00+01:00"' in page.content.decode()
        screen = director.get(desk(paused, "screen/"), {"show": "clock"})
        assert "paused 14:25 The director paused the clock at 14:25." in plain_words(screen)
        assert 'data-paused="2026-08-20T14:25:00+01:00"' in screen.content.decode()
        assert "paused since 14:25" in plain_words(director.get(desk(paused, "rounds/1/clocks/")))
        phone = phone_of(paused)
        assert "paused all clocks at 14:25" in plain_words(phone.get(reverse("mine", args=[paused.slug, 1, 1])))
        clock = phone.get(reverse("device_clock", args=[paused.slug, 1, 1]))
        assert "The director has paused all clocks." in plain_words(clock)
        assert "clock paused at 14:25" in plain_words(Client().get(reverse("event", args=[paused.slug])))
        rounds = Client().get(reverse("json_event", args=[paused.slug])).json()["rounds"]
        assert [row["paused_at"] for row in rounds] == ["2026-08-20T13:25:00+00:00", None]


def test_it_goes_on_where_it_stood_and_the_round_ends_as_much_later(director: Client, paused: Event) -> None:
    with at(30):
        answer = press(director, director.get(desk(paused)), "Go on")
    assert told(answer) == ["Round 1: clock resumed."]
    assert end_of(record_of(paused), played(paused)) == START + timedelta(minutes=110 + 20)
    assert last_line(paused) == "Round 1: clock resumed"
    with at(40):
        page = plain_words(director.get(desk(paused)))
        assert "90 minutes left; ends at 16:25" in page
        answer = press(director, director.get(desk(paused, "rounds/1/clocks/")), "Pause")
    assert (answer["Location"], last_line(paused)) == (desk(paused, "rounds/1/clocks/"), "Round 1: clock paused")
    with at(45):
        let_clock_go_on(paused, director_of(paused), 1)
    assert end_of(record_of(paused), played(paused)) == START + timedelta(minutes=110 + 20 + 5)


def test_a_pause_and_its_end_are_undone_beside_the_message(director: Client, paused: Event) -> None:
    before = played(paused).pauses
    with at(30):
        answer = press(director, director.get(desk(paused)), "Go on")
        press_undo(director, answer)
    assert played(paused).pauses == before == (Pause(START + timedelta(minutes=10)),)
    with at(31):
        press(director, director.get(desk(paused)), "Go on")
        answer = press(director, director.get(desk(paused)), "Pause")
        press_undo(director, answer)
    assert played(paused).pauses == (Pause(START + timedelta(minutes=10), START + timedelta(minutes=31)),)
    assert played(paused).starts_at == START


def test_starting_it_again_is_asked_first_and_ends_a_pause(director: Client, paused: Event) -> None:
    with at(30):
        answer = press(director, director.get(desk(paused, "rounds/1/")), "Start again")
        assert "Start the clock again?" in plain_words(answer)
        assert (played(paused).starts_at, played(paused).paused_at) == (START, START + timedelta(minutes=10))
        answer = press(director, answer, "Start the clock again")
        assert (played(paused).starts_at, played(paused).pauses) == (START + timedelta(minutes=30), ())
        press_undo(director, answer)
    assert (played(paused).starts_at, played(paused).paused_at) == (START, START + timedelta(minutes=10))


def test_it_pauses_once_and_goes_on_once(paused: Event) -> None:
    with pytest.raises(RefusedError, match="This has already been done"):
        pause_clock(paused, director_of(paused), 1)
    let_clock_go_on(paused, director_of(paused), 1)
    with pytest.raises(RefusedError, match="This has already been done"):
        let_clock_go_on(paused, director_of(paused), 1)
