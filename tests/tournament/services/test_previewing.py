"""A preview does the act and rolls it back: it shows what the act would leave, and nothing of it is left or heard of."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.dispatch import Signal

from tests.build import director_of, make_event, play_round, play_to, publish
from tests.run.programs import run
from tests.tournament.serving.running import put_migrated
from tournament.models import Change, Event, Penalty
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import EventRecord
from tournament.record.vocabulary import FineTiming, PenaltyKind, PlayerId
from tournament.scores.steps import ScoringError
from tournament.services.changes import Actor, act_on
from tournament.services.changes.previewing import previewed
from tournament.services.changes.refusals import DoneBeforeError, RefusedError
from tournament.services.changes.signals import act_done, round_closed, seats_changed, step_taken
from tournament.services.rounds import withdraw_round
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.moves import moves_of

ROOT = Path(__file__).resolve().parents[3]

FINE = PenaltyOrder(PlayerId(1), 1, PenaltyKind.FINE, "misread a tile", 5_000, timing=FineTiming.AFTER_BONUS)


def stored(event: Event) -> tuple[EventRecord, list[int], int]:
    """Everything of an event that a preview could have changed: its record, its versions and its changes."""
    row = Event.objects.get(pk=event.pk)
    return record_of(row), [row.version, row.public_version], Change.objects.count()


@pytest.mark.django_db
def test_a_preview_is_the_event_as_the_act_leaves_it_and_the_event_stays_as_it_was() -> None:
    event = play_to(make_event(8), round_closed=1)
    before, columns = stored(event), dict(event.__dict__)
    then = previewed(event, lambda tried: give_penalty(tried, director_of(event), FINE))
    assert stored(event) == before
    assert {name: event.__dict__[name] for name in columns if name != "_state"} == {
        name: value for name, value in columns.items() if name != "_state"
    }
    give_penalty(event, director_of(event), FINE)
    moved = moves_of(before[0], record_of(event))
    assert moves_of(before[0], then) == moved
    assert moved.totals


@pytest.mark.django_db
def test_the_key_of_a_form_can_be_used_after_its_preview_and_once_used_is_refused_in_one_too() -> None:
    event = play_to(make_event(8), round_closed=1)
    by = Actor(director_of(event), key="a form's key")
    previewed(event, lambda tried: give_penalty(tried, by, FINE))
    give_penalty(event, by, FINE)
    with pytest.raises(DoneBeforeError):
        previewed(event, lambda tried: give_penalty(tried, by, FINE))
    assert Penalty.objects.count() == 1


@pytest.mark.django_db
def test_nobody_hears_of_a_preview(django_capture_on_commit_callbacks: Any) -> None:
    event = make_event(8)
    heard: list[Signal | None] = []
    publish(event)
    signals = (seats_changed, step_taken, act_done, round_closed)

    def hear(signal: Signal, **_: Any) -> None:
        heard.append(signal)

    def reseat_and_close(tried: Event) -> None:
        with act_on(tried, director_of(event), Act.CLOSE_ROUND) as doing:
            doing.reseated.add(1)
            transaction.on_commit(lambda: heard.append(None))

    for signal in signals:
        signal.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True) as waiting:
            previewed(event, reseat_and_close)
            previewed(event, lambda tried: withdraw_round(tried, director_of(event), 1))
        assert (heard, waiting) == ([], [])
        with django_capture_on_commit_callbacks(execute=True):
            reseat_and_close(event)
        assert {*signals[:-1], None} <= set(heard)
    finally:
        for signal in signals:
            signal.disconnect(hear)


@pytest.mark.django_db
def test_what_the_act_refuses_is_raised_and_the_next_act_is_no_preview() -> None:
    event = play_to(make_event(8), round_closed=1)
    before = stored(event)
    nobody = PenaltyOrder(PlayerId(99), 1, PenaltyKind.WARNING, "talked")
    with pytest.raises(RefusedError, match="There is no entry 99"):
        previewed(event, lambda tried: give_penalty(tried, director_of(event), nobody))
    assert stored(event) == before
    give_penalty(event, director_of(event), FINE)
    assert Event.objects.get(pk=event.pk).version == before[1][0] + 1


@pytest.mark.django_db
def test_what_cannot_be_scored_is_said_by_whoever_compares_the_preview() -> None:
    event = make_event(4)
    play_round(event, cash={1: (4_000, 0, 0, 0)})
    record = record_of(event)
    rich = next(seat.player for seat in record.table(1, 1).seats if seat.cash)
    poor = PenaltyOrder(rich, 1, PenaltyKind.FINE, "misread a tile", 5_000)
    then = previewed(event, lambda tried: give_penalty(tried, director_of(event), poor))
    with pytest.raises(ScoringError) as compared:
        moves_of(record, then)
    with pytest.raises(RefusedError) as refused:
        give_penalty(event, director_of(event), poor)
    assert str(compared.value) == str(refused.value)


@pytest.mark.django_db
def test_a_preview_within_a_transaction_leaves_what_was_done_before_it() -> None:
    event = play_to(make_event(8), round_closed=1)
    with transaction.atomic():
        give_penalty(event, director_of(event), FINE)
        previewed(event, lambda tried: give_penalty(tried, director_of(event), FINE))
    assert Penalty.objects.count() == 1


A_PREVIEW_AND_A_PRESS = """
import json, sys, threading
from pathlib import Path
import django
django.setup()
from django.conf import settings
from django.db import connection, connections
from tests.build import director_of, enter_results, make_event, publish
from tournament.models import Event
from tournament.services.changes.previewing import previewed
from tournament.slices.notices import set_notice
from tournament.services.rounds import close_round

event = make_event(8)
publish(event)
enter_results(event)
actor = director_of(event)
settings.SNAPSHOT_FOLDER = sys.argv[1]
folder = Path(sys.argv[1])
names = lambda: sorted(path.name for path in folder.rglob("*")) if folder.exists() else []
is_closed = lambda here: [round_.state for round_ in Event.objects.get(pk=here.pk).rounds.all()]
before, begun, said = event.version, threading.Event(), []

def press():
    begun.wait()
    set_notice(Event.objects.get(pk=event.pk), actor, "Tea at four")
    said.append(Event.objects.get(pk=event.pk).version)
    connections.close_all()

def close(tried):
    close_round(tried, actor, 1)
    begun.set()

other = threading.Thread(target=press)
other.start()
previewed(event, close)
other.join()
left = {"files": names(), "states": is_closed(event), "versions": [said[0] - before]}
close_round(Event.objects.get(pk=event.pk), actor, 1)
print(json.dumps(left | {"made": bool(names()), "then": is_closed(event)}))
"""


@pytest.mark.server
def test_a_preview_makes_no_snapshot_and_whoever_writes_meanwhile_waits_for_its_end(
    tmp_path: Path, kept_database: Path
) -> None:
    put_migrated(kept_database, tmp_path / "previews.sqlite3")
    settings = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/previews.sqlite3",
    }
    outcome = run([sys.executable, "-c", A_PREVIEW_AND_A_PRESS, str(tmp_path / "snapshots")], os.environ | settings)
    assert outcome.returncode == 0, outcome.stderr
    told = json.loads(outcome.stdout)
    assert told == {"files": [], "states": ["published"], "versions": [1], "made": True, "then": ["closed"]}
