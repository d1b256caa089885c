"""What is kept of an event is what would be read anew: after any acts, in any transaction, whoever changes it."""

from __future__ import annotations

from random import Random

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given

from tests.acts.doing import try_act
from tests.acts.games import game_at, play_on
from tests.acts.starts import STARTS, days, starts, taken_back, whole_days
from tests.build import director_of, enter_result, make_event, publish
from tournament.models import Event
from tournament.models.queries import RECORDS, record_before, record_of, whole_record_of
from tournament.models.queries.kept import EVENTS_KEPT, EventKey, Kept, event_key, public_key, record_after
from tournament.models.queries.reading import read_record
from tournament.play.games.models import Game
from tournament.record.event import EventRecord
from tournament.record.public import as_public
from tournament.record.vocabulary import OnDevices, ResultCheck
from tournament.services.undoing import undo_changes
from tournament.slices.notices import set_notice
from tournament.slices.putting_away import delete_event

CASH = (40_000, 30_000, 20_000, 10_000)


@pytest.mark.django_db
@whole_days
@given(start=starts, acts=days)
def test_after_any_acts_a_key_stands_for_one_record_and_a_public_key_for_one_public_record(
    start: str, acts: list[tuple[str, int]]
) -> None:
    with taken_back():
        event = STARTS[start]()
        event.refresh_from_db()
        kept: dict[EventKey, EventRecord] = {}
        seen: dict[tuple[float, int, float], EventRecord] = {}
        before = event_key(event), read_record(event)
        for name, lot in acts:
            try_act(event, name, Random(lot))
            event.refresh_from_db()
            key, record = event_key(event), read_record(event)
            assert key.is_stored
            assert kept.setdefault(key, record) == record, name
            public = as_public(record)
            assert seen.setdefault(public_key(Event.objects.get(pk=event.pk)), public) == public, name
            derived = record_after(before, key)
            assert derived in (None, record), name
            before = key, record


@pytest.fixture
def event(transactional_db: None) -> Event:
    """An event of twelve of which a round is being played, as it is stored; nothing is kept of it yet."""
    event = make_event(12)
    publish(event)
    RECORDS.clear()
    return stored(event)


def stored(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def asked(event: Event) -> int:
    """How many queries it takes to have the record of an event."""
    with CaptureQueriesContext(connection) as queries:
        assert record_of(event) == read_record(event)
    with CaptureQueriesContext(connection) as anew:
        read_record(event)
    return len(queries) - len(anew)


def test_a_record_is_read_once_and_then_asked_for_with_one_query(event: Event) -> None:
    assert [asked(event), asked(event), asked(stored(event))] == [2 + 6, 1, 1]
    assert record_of(event) is record_of(stored(event))


def test_after_typed_results_only_those_are_read(event: Event) -> None:
    record_of(event)
    tables = record_of(event).round(1).tables
    for table in (tables[0], tables[1], tables[0]):
        enter_result(event, 1, table, tuple(cash + table.number for cash in CASH))
    assert asked(stored(event)) == 3
    undo_changes(event, director_of(event), [event.version])
    assert asked(stored(event)) > 3, "an undo may bring back a report that waits"


def test_where_results_are_checked_twice_everything_is_read_again(transactional_db: None) -> None:
    event = make_event(8, result_check=ResultCheck.TABLE.value)
    publish(event)
    record_of(stored(event))
    enter_result(event, 1, record_of(stored(event)).table(1, 1), CASH)
    assert asked(stored(event)) > 3


def test_a_record_of_a_row_that_was_read_before_a_change_is_not_kept(event: Event) -> None:
    earlier = stored(event)
    set_notice(event, director_of(event), "Lunch")
    record, is_whole = whole_record_of(earlier)
    assert (record.version, is_whole) == (event.version - 1, False)
    assert whole_record_of(stored(event)) == (read_record(stored(event)), True)


def test_a_row_that_was_changed_in_memory_finds_nothing_that_was_kept(event: Event) -> None:
    record_of(event)
    renamed = stored(event)
    renamed.name = "Another Cup"
    assert record_of(renamed).name == "Another Cup"
    assert record_of(stored(event)).name == event.name


def test_nothing_is_kept_of_what_a_transaction_takes_back(event: Event) -> None:
    before = record_of(event)
    with transaction.atomic():
        enter_result(event, 1, before.table(1, 1), CASH)
        assert record_of(stored(event)).table(1, 1).has_result
        with transaction.atomic():
            enter_result(event, 1, before.table(1, 2), CASH)
            assert record_of(stored(event)).table(1, 2).has_result
            transaction.set_rollback(True)
        transaction.set_rollback(False)
        assert [table.has_result for table in record_of(stored(event)).round(1).tables] == [True, False, False]
        transaction.set_rollback(True)
    assert record_of(stored(event)) is before


def test_an_act_finds_the_record_as_it_was_before_it(event: Event) -> None:
    before = record_of(event)
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        assert record_before(locked) is before
    RECORDS.clear()
    with transaction.atomic():
        assert record_before(Event.objects.select_for_update().get(pk=event.pk)) == before
    assert RECORDS.latest(event.pk) is None


def test_a_name_that_changes_without_a_version_is_read_anew(event: Event) -> None:
    enter_result(event, 1, record_of(event).table(1, 1), CASH)
    assert asked(stored(event)) > 1
    User.objects.filter(pk=director_of(event).pk).update(username="another-name")
    official = record_of(stored(event)).table(1, 1).official
    assert official is not None
    assert official.official_by == "another-name"


def test_a_game_on_devices_that_moves_without_a_version_is_read_anew(event: Event) -> None:
    game = game_at(event.rounds.get(number=1).tables.get(number=1))
    seen = []
    for moves in (0, 1, 5):
        play_on(game, Random(3), moves)
        seen.append(record_of(stored(event)).table(1, 1).on_devices)
        assert asked(stored(event)) == 1, "how many moves there were is no part of a record"
    version = stored(event).version
    Game.objects.filter(pk=game.pk).update(reported_at=timezone.now())
    seen.append(record_of(stored(event)).table(1, 1).on_devices)
    assert seen == [OnDevices.OPEN, OnDevices.PLAYING, OnDevices.PLAYING, OnDevices.AGREED]
    assert stored(event).version == version


def test_a_deleted_event_and_its_like_are_told_apart(event: Event) -> None:
    event = stored(make_event(8, name="Short Cup 2026"))
    old, key = record_of(event), event.pk
    delete_event(event, director_of(event), event.name)
    Event.objects.create(pk=key, slug=event.slug, name=event.name, date=event.date, created_by=event.created_by)
    again = Event.objects.get(pk=key)
    assert (len(old.entries), record_of(again).entries) == (8, ())


def test_a_change_of_the_same_version_at_another_moment_is_told_apart(event: Event) -> None:
    director, seen = director_of(event), []
    for notice in ("Lunch", "Dinner"):
        with transaction.atomic():
            set_notice(event, director, notice)
            seen.append((event_key(stored(event)), public_key(stored(event))))
            transaction.set_rollback(True)
        event.refresh_from_db()
    (one, public), (other, public_too) = seen
    assert one.row != other.row  # the notice is in the row; without it
    assert one.change != other.change
    assert public != public_too


def test_the_events_that_were_asked_for_last_are_kept() -> None:
    kept: Kept[str] = Kept()
    for event in range(EVENTS_KEPT + 1):
        kept.keep(event, "key", str(event))
        assert kept.found(1, "key") == "1" or event == 0
    assert kept.found(0, "key") is None
    assert kept.found(1, "key") == "1"
    assert kept.found(1, "another key") is None
