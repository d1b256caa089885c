"""Who follows acts hears of each once it is stored: undoing too, nothing of what was refused, and never at the cost of an act."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.dispatch import Signal

from tests.build import director_of, draw_round, make_event
from tournament.models import Change, Event
from tournament.record.acts import Act
from tournament.record.vocabulary import Status
from tournament.services.attendance import set_status
from tournament.services.changes import act_on
from tournament.services.changes.refusals import RefusedError
from tournament.services.changes.signals import (
    ActDone,
    act_done,
    entry_changed,
    result_official,
    round_closed,
    round_published,
)
from tournament.services.events import change_settings, create_event
from tournament.services.rounds import publish_round, withdraw_round
from tournament.services.undoing import undo_changes

pytestmark = pytest.mark.django_db


@contextmanager
def hearing(*signals: Signal) -> Iterator[list[ActDone]]:
    """What is heard meanwhile from these signals."""
    heard: list[ActDone] = []

    def receive(done: ActDone, **_signal: Any) -> None:
        heard.append(done)

    for signal in signals:
        signal.connect(receive)
    try:
        yield heard
    finally:
        for signal in signals:
            signal.disconnect(receive)


def test_an_act_is_heard_of_after_its_commit_with_plain_facts(django_capture_on_commit_callbacks: Any) -> None:
    event = make_event(4)
    director = director_of(event)
    with hearing(act_done) as heard, django_capture_on_commit_callbacks(execute=True):
        with act_on(event, director, Act.MARK, table_number=3, entries=[2, 1]) as act:
            act.round_number = 1
        assert heard == []
    (done,) = heard
    change = Change.objects.latest("pk")
    assert (done.event_id, done.slug, done.act, done.version) == (event.pk, event.slug, "entries.mark", event.version)
    assert (done.round_number, done.table_number, done.entries, done.undoes) == (1, 3, (1, 2), None)
    assert done.done_at == change.made_at
    assert done.is_public is (event.public_version == event.version)


def test_a_refused_act_and_one_that_is_rolled_back_are_never_heard_of(django_capture_on_commit_callbacks: Any) -> None:
    event = make_event(4)
    director = director_of(event)

    def refuse() -> None:
        with act_on(event, director, Act.MARK):
            raise RefusedError("Not now.")

    def roll_back() -> None:
        with transaction.atomic():
            with act_on(event, director, Act.MARK):
                pass
            raise LookupError

    with hearing(act_done) as heard, django_capture_on_commit_callbacks(execute=True):
        with pytest.raises(RefusedError):
            refuse()
        with pytest.raises(LookupError):
            roll_back()
    assert heard == []


def test_acts_within_one_transaction_are_heard_of_in_order(django_capture_on_commit_callbacks: Any) -> None:
    event = make_event(4)
    with hearing(act_done) as heard, django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        for _time in range(2):
            with act_on(event, director_of(event), Act.MARK):
                pass
    assert [done.version for done in heard] == [event.version - 1, event.version]


def test_making_an_event_and_undoing_are_acts_too(django_capture_on_commit_callbacks: Any) -> None:
    director = director_of(make_event(4))
    with hearing(act_done) as heard, django_capture_on_commit_callbacks(execute=True):
        event = create_event(director, {"name": "Another Cup", "date": make_event(4).date})
        change_settings(event, director, {"venue": "Elsewhere"})
        undo_changes(event, director, [event.version])
    assert [(done.act, done.version, done.undoes) for done in heard if done.slug == event.slug] == [
        ("event.create", 1, None),
        ("event.settings", 2, None),
        ("event.settings", 3, 2),
    ]


def test_a_receiver_that_raises_undoes_nothing_and_the_next_one_hears(
    django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture
) -> None:
    event = make_event(4)

    def fail(**_signal: Any) -> None:
        raise ValueError("a receiver's own")

    act_done.connect(fail)
    try:
        with hearing(act_done) as heard, django_capture_on_commit_callbacks(execute=True):
            change_settings(event, director_of(event), {"venue": "Elsewhere"})
    finally:
        act_done.disconnect(fail)
    assert Event.objects.get(pk=event.pk).venue == "Elsewhere"
    assert [done.act for done in heard] == ["event.settings"]
    assert "a receiver's own" in caplog.text


def test_parts_are_heard_of_for_their_acts_alone(django_capture_on_commit_callbacks: Any) -> None:
    event = make_event(8)
    director = director_of(event)
    draw_round(event, 1)
    with (
        hearing(round_published) as published,
        hearing(entry_changed) as entries,
        hearing(round_closed, result_official) as others,
        django_capture_on_commit_callbacks(execute=True),
    ):
        publish_round(event, director, 1)
        withdraw_round(event, director, 1)
        set_status(event, director, [1], Status.ABSENT)
    assert [done.round_number for done in published] == [1]
    assert [done.entries for done in entries] == [(1,)]
    assert others == []
