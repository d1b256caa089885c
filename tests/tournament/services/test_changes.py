"""What holds whoever acts: the frame of every act, and two clicks at the same time."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.dispatch import Signal

from tests.build import director_of, make_event
from tests.run.programs import run
from tests.tournament.serving.running import put_migrated
from tournament.models import Change, Event
from tournament.record.acts import Act
from tournament.services.changes import act_on
from tournament.services.changes.refusals import RefusedError
from tournament.services.changes.signals import seats_changed, step_taken

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.django_db
def test_an_act_raises_the_version_and_writes_its_change() -> None:
    event = make_event(4)
    before = Event.objects.get(pk=event.pk).version
    with act_on(event, director_of(event), Act.MARK, table_number=3, entries=[2, 1], reason="a test") as act:
        act.round_number = 1
        act.before, act.after = {"clock": {"seconds": 1}}, {"clock": {"seconds": 2}}
    change = Change.objects.latest("pk")
    assert event.version == before + 1
    assert (change.version, change.act, change.reason) == (before + 1, "entries.mark", "a test")
    assert (change.round_number, change.table_number, change.entries) == (1, 3, [1, 2])
    assert (change.before, change.after) == ({"clock": {"seconds": 1}}, {"clock": {"seconds": 2}})
    assert (change.made_by, change.key, change.words) == (director_of(event), None, "")


@pytest.mark.django_db
def test_a_refused_act_changes_nothing() -> None:
    event = make_event(4)
    before = (Event.objects.get(pk=event.pk).version, Change.objects.count())

    def try_and_fail() -> None:
        with act_on(event, director_of(event), Act.MARK) as act:
            act.event.name = "Another name"
            act.event.save()
            raise RefusedError("Not now.")

    with pytest.raises(RefusedError):
        try_and_fail()
    stored = Event.objects.get(pk=event.pk)
    assert (stored.version, Change.objects.count()) == before
    assert stored.name == "Sample Cup 2026"


@contextmanager
def following(signal: Signal, receiver: Any) -> Iterator[None]:
    signal.connect(receiver)
    try:
        yield
    finally:
        signal.disconnect(receiver)


@pytest.mark.django_db
def test_whoever_follows_the_seats_hears_of_each_round_in_which_they_changed_before_the_act_is_stored() -> None:
    event, heard = make_event(4), []

    def follow(event: Event, round_number: int, act: Act, user: object, **_: Any) -> None:
        heard.append((event.version, round_number, act, user))

    before = Event.objects.get(pk=event.pk).version
    with following(seats_changed, follow):
        with act_on(event, director_of(event), Act.MERGE_ENTRIES) as act:
            act.reseated = {2, 1}
            assert heard == []
        with act_on(event, director_of(event), Act.MARK):
            pass
    user = director_of(event)
    assert heard == [(before, 1, Act.MERGE_ENTRIES, user), (before, 2, Act.MERGE_ENTRIES, user)]


@pytest.mark.django_db
def test_an_act_that_somebody_who_follows_the_seats_refuses_changes_nothing() -> None:
    event = make_event(4)
    before = (Event.objects.get(pk=event.pk).version, Change.objects.count())

    def refuse(**_: Any) -> None:
        raise RefusedError("The game has begun.")

    with following(seats_changed, refuse), pytest.raises(RefusedError, match="The game has begun"):  # noqa: SIM117
        with act_on(event, director_of(event), Act.SWAP_SEATS) as act:
            act.reseated.add(1)
    assert (Event.objects.get(pk=event.pk).version, Change.objects.count()) == before


@pytest.mark.django_db
def test_whoever_follows_the_steps_of_a_day_hears_of_each_once_it_is_stored(
    django_capture_on_commit_callbacks: Any,
) -> None:
    event, heard = make_event(4), []

    def follow(event: Event, **_: Any) -> None:
        heard.append(event.version)

    with following(step_taken, follow):
        with django_capture_on_commit_callbacks(execute=True), act_on(event, director_of(event), Act.CLOSE_ROUND):
            pass
        with django_capture_on_commit_callbacks(execute=True), act_on(event, director_of(event), Act.MARK):
            pass
    assert heard == [event.version - 1]


TWO_CLICKS = """
import json, threading
import django
django.setup()
from django.core.management import call_command
from django.db import connection, connections
call_command("migrate", verbosity=0)
from django.dispatch import Signal

from tests.build import director_of, make_event, publish
from tournament.models import Draw, Event, Round, Seat, Table
from tournament.services.changes import Actor, RefusedError
from tournament.services.draws import DrawOrder
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.results.reports import record_result
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
entry = lambda top: TableRecord(1, tuple(SeatRecord(PlayerId(n), cash=top - 1000 * i) for i, n in enumerate(numbers)))
shown = Event.objects.get(pk=event.pk).version
page = Actor(actor, seen=shown)
together("result", [lambda here, top=top: record_result(here, page, 1, entry(top)) for top in (40000, 50000)])
print(json.dumps({"said": said, "drafts": drafts}))
"""


@pytest.mark.server
def test_of_two_clicks_on_two_connections_one_draws_and_one_reports(tmp_path: Path, kept_database: Path) -> None:
    put_migrated(kept_database, tmp_path / "clicks.sqlite3")
    settings = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/clicks.sqlite3",
    }
    outcome = run([sys.executable, "-c", TWO_CLICKS], os.environ | settings)
    assert outcome.returncode == 0, outcome.stderr
    told = json.loads(outcome.stdout)
    assert told["drafts"] == [1, 1, 3, 12]
    assert sorted(told["said"]["draw"]) == ["This has changed since you opened it. Check it, then try again.", "done"]
    assert sorted(told["said"]["result"]) == [
        "Somebody else changed this while you were typing. Compare the two versions and save the right one.",
        "done",
    ]
