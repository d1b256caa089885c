"""What holds whoever writes: the frame of every act, what the database itself refuses, and two clicks at the same time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from tests.build import director_of, draw_round, make_event, play_to
from tournament.models import Change, Event, Seat, SitOut, Table
from tournament.record.vocabulary import SitOutKind
from tournament.services.changes import RefusedError, act_on

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.django_db
def test_an_act_raises_the_version_and_writes_its_change() -> None:
    event = make_event(4)
    before = Event.objects.get(pk=event.pk).version
    with act_on(event, director_of(event), "try", "the frame", "a test") as act:
        act.before, act.after = {"a": 1}, {"a": 2}
    change = Change.objects.latest("pk")
    assert event.version == before + 1
    assert (change.version, change.verb, change.subject, change.reason) == (before + 1, "try", "the frame", "a test")
    assert (change.before, change.after) == ({"a": 1}, {"a": 2})


@pytest.mark.django_db
def test_a_refused_act_changes_nothing() -> None:
    event = make_event(4)
    before = (Event.objects.get(pk=event.pk).version, Change.objects.count())

    def try_and_fail() -> None:
        with act_on(event, director_of(event), "try", "the frame") as act:
            act.event.name = "Another name"
            act.event.save()
            raise RefusedError("Not now.")

    with pytest.raises(RefusedError):
        try_and_fail()
    stored = Event.objects.get(pk=event.pk)
    assert (stored.version, Change.objects.count()) == before
    assert stored.name == "Sample Cup 2026"


@pytest.fixture
def drawn(db: None) -> Event:
    """Seven players at two tables of three, one of them sitting out, in a draft."""
    event = make_event(7)
    draw_round(event, 1, sizes=(3, 3))
    return event


def refused(write: object, *, by: type[DatabaseError] = IntegrityError) -> None:
    """Check that the database refuses a write whatever the code above it thinks."""
    with pytest.raises(by), transaction.atomic():
        write()  # type: ignore[operator]


def test_the_database_seats_nobody_twice_in_a_round(drawn: Event) -> None:
    seat = Seat.objects.filter(round__event=drawn).first()
    assert seat is not None
    other = Table.objects.filter(round__event=drawn).exclude(pk=seat.table_id).get()
    refused(lambda: Seat.objects.create(round=seat.round, table=other, entry=seat.entry, position=4))


def test_the_database_has_no_two_tables_of_one_number_and_no_two_rounds(drawn: Event) -> None:
    played = drawn.rounds.get()
    refused(lambda: Table.objects.create(round=played, number=1))
    refused(lambda: drawn.rounds.create(number=1))


def test_the_database_lets_nobody_both_play_and_sit_out(drawn: Event) -> None:
    played = drawn.rounds.get()
    seat, idle = played.seats.first(), played.sit_outs.get()
    assert seat is not None
    refused(lambda: SitOut.objects.create(round=played, entry=seat.entry, kind=SitOutKind.STANDARD.value))
    refused(lambda: Seat.objects.create(round=played, table=seat.table, entry=idle.entry, position=4))
    refused(lambda: played.seats.filter(pk=seat.pk).update(entry=idle.entry))
    refused(lambda: played.sit_outs.filter(pk=idle.pk).update(entry=seat.entry))


@pytest.mark.django_db
def test_a_seat_lies_in_the_round_of_its_table() -> None:
    event = play_to(make_event(8), round_closed=1)
    draw_round(event, 2)
    seat = Seat.objects.filter(round__event=event, round__number=2).first()
    elsewhere = Table.objects.get(round__event=event, round__number=1, number=1)
    assert seat is not None
    refused(lambda: Seat.objects.filter(pk=seat.pk).update(table=elsewhere, position=6))
    refused(lambda: Seat.objects.filter(pk=seat.pk).update(round=elsewhere.round))


@pytest.mark.django_db
def test_the_cash_of_a_closed_round_does_not_change_in_the_database() -> None:
    event = play_to(make_event(4), round_closed=1)
    seats = Seat.objects.filter(round__event=event)
    refused(lambda: seats.update(cash=100))
    refused(lambda: seats.update(cash=None))
    seats.update(timed_out=True)


def test_the_database_takes_no_negative_cash_and_no_tile_twice(drawn: Event) -> None:
    table = Table.objects.filter(round__event=drawn).first()
    assert table is not None
    refused(lambda: table.seats.update(cash=-100))
    refused(lambda: table.seats.update(starting_tile="1A"))
    refused(lambda: table.seats.update(position=7))


TWO_CLICKS = """
import json, threading
import django
django.setup()
from django.core.management import call_command
from django.db import connection, connections
call_command("migrate", verbosity=0)
from tests.build import director_of, make_event, publish
from tournament.models import Draw, Event, Round, Seat, Table
from tournament.services.changes import RefusedError
from tournament.services.draws import DrawOrder
from tournament.services.reports import SeatFigures, TableFigures, record_result
from tournament.services.rounds import draft_round
from tournament.record.vocabulary import PlayerId, SeatSource

event = make_event(12, name="Two Clicks 2026")
actor = director_of(event)
gate = threading.Barrier(2)
said = {"draw": [], "result": []}

def click(what, act):
    try:
        gate.wait()
        act(Event.objects.get(pk=event.pk))
        said[what].append("done")
    except RefusedError as refusal:
        said[what].append(str(refusal))
    finally:
        connections.close_all()

def together(what, acts):
    clicks = [threading.Thread(target=click, args=(what, act)) for act in acts]
    for thread in clicks: thread.start()
    for thread in clicks: thread.join()

together("draw", [
    lambda here, seed=seed: draft_round(here, actor, DrawOrder((4, 4, 4), seed, SeatSource.TILES)) for seed in (1, 2)
])
drafts = [Round.objects.count(), Draw.objects.count(), Table.objects.count(), Seat.objects.count()]
from tournament.services.rounds import publish_round
publish_round(event, actor, 1)
numbers = list(Seat.objects.filter(table__number=1).values_list("entry__number", flat=True))
entry = lambda top: TableFigures(1, tuple(SeatFigures(PlayerId(n), top - 1000 * i) for i, n in enumerate(numbers)))
together("result", [lambda here, top=top: record_result(here, actor, 1, entry(top)) for top in (40000, 50000)])
print(json.dumps({"said": said, "drafts": drafts}))
"""


def test_of_two_clicks_on_two_connections_one_draws_and_one_reports(tmp_path: Path) -> None:
    settings = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/clicks.sqlite3",
        "PYTHONPATH": str(ROOT),
    }
    outcome = subprocess.run(
        [sys.executable, "-c", TWO_CLICKS], cwd=ROOT, env=os.environ | settings, capture_output=True, text=True
    )
    assert outcome.returncode == 0, outcome.stderr
    told = json.loads(outcome.stdout)
    assert told["drafts"] == [1, 1, 3, 12]
    assert sorted(told["said"]["draw"]) == [
        "Round 1 was drawn on another page meanwhile; look at the round before drawing it again.",
        "done",
    ]
    assert sorted(told["said"]["result"]) == [
        "Table 1 was changed on another page meanwhile; compare both and save the right one.",
        "done",
    ]
