"""Previews by doing, measured: whether an act that is done and rolled back leaves what a pure second way to it leaves, and for how long.

SQLite has one writer at a time, so a preview keeps others waiting from its BEGIN until its ROLLBACK; that time is measured.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from laboratory.desk import ROUNDS, SEED
from tournament.day.agenda import with_closed_rounds_only
from tournament.day.correcting import ActualSeats, event_as_corrected, with_seats
from tournament.day.leaving import if_rounds_count
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord, TableRecord
from tournament.record.rounds import PenaltyRecord
from tournament.record.settings import with_settings
from tournament.record.vocabulary import FineTiming, PenaltyKind, PlayerId, RoundState, Status
from tournament.services.attendance import check_in
from tournament.services.changes.previewing import previewed
from tournament.services.events import change_settings, end_event
from tournament.services.results.reports import correct_result, restore_result
from tournament.services.results.seating import correct_seats
from tournament.services.rounds import publish_round, withdraw_round
from tournament.slices.leaving import disqualify
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty
from tournament.slices.practice.playing import draft_next, make_practice_event, play_round
from tournament.tellings.moves import moves_of

MOST_HELD = 20
"""The most milliseconds for which a preview may hold the lock of writing at 250 players."""

WHY = "Measured"


@dataclass(frozen=True, slots=True)
class PreviewFigures:
    """One act: how many previews were equal to the pure way, of how many, and the medians of the lock and of both ways.

    ``held`` are milliseconds by the clock, ``processor`` those of the processor, ``pure`` those of the pure way.
    """

    what: str
    equal: int
    compared: int
    held: float
    processor: float
    pure: float


@dataclass(frozen=True, slots=True)
class _Case:
    """An act with its pure way."""

    act: Callable[[Event], object]
    pure: Callable[[EventRecord], EventRecord]


def measure_previews(players: int, times: int) -> Iterator[PreviewFigures]:
    """Make a practice event in the current database, and preview each act ``times`` times with other players or tables."""
    chance = random.Random(SEED)
    director = User.objects.create_user(f"previews-{players}")
    event = make_practice_event(director, f"Previewed with {players} players", players, ROUNDS)
    check_in(event, director, range(1, players + 1))
    for _ in range(ROUNDS - 1):
        play_round(event, director, chance)
    record = record_of(event)
    yield _measured("penalty given", event, [_given(record, director, place) for place in range(times)])
    for place in range(times):
        give_penalty(event, director, _order(record_of(event), place))
    record = record_of(event)
    yield _measured("penalty cancelled", event, [_cancelled(director, row) for row in record.penalties])
    yield _measured("result corrected", event, [_corrected(record, director, place) for place in range(times)])
    yield _measured("seats corrected", event, [_reseated(record, director, place) for place in range(times)])
    correct_result(event, director, 1, _other_cash(record.round(1).tables[0], 1), WHY)
    yield _measured("result restored", event, [_restored(event, record, director)] * times)
    yield _measured(
        "player disqualified", event, [_disqualified(director, place % players + 1) for place in range(times)]
    )
    yield _measured(
        "event ended", event, [_Case(lambda tried: end_event(tried, director), with_closed_rounds_only)] * times
    )
    fines = _Case(
        lambda tried: change_settings(tried, director, {"fine_timing": FineTiming.AFTER_BONUS.value}), _fines_after
    )
    yield _measured("settings changed", event, [fines] * times)
    draft_next(event, director, chance)
    publish_round(event, director, ROUNDS)
    yield _measured(
        "round withdrawn", event, [_Case(lambda tried: withdraw_round(tried, director, ROUNDS), _drafted)] * times
    )


def _measured(what: str, event: Event, cases: list[_Case]) -> PreviewFigures:
    """Preview each case, compare it with its pure way, and return the figures."""
    record = record_of(event)
    equal, held, processor, pure = 0, [], [], []
    for case in cases:
        began = time.process_time()
        with _locked() as lock:
            then = previewed(event, case.act)
        processor.append(time.process_time() - began)
        held.append(lock[-1])
        began = time.process_time()
        reckoned = case.pure(record)
        pure.append(time.process_time() - began)
        equal += _moved(record, then) == _moved(record, reckoned)
    assert record_of(event) == record, "a preview has left something"  # noqa: S101
    return PreviewFigures(what, equal, len(cases), 1000 * median(held), 1000 * median(processor), 1000 * median(pure))


def _moved(before: EventRecord, after: EventRecord) -> tuple[Any, ...]:
    """Return everything that a page shows of a change."""
    return moves_of(before, after), if_rounds_count(before, after)


@contextmanager
def _locked() -> Iterator[list[float]]:
    """Give a list to which the seconds from the first BEGIN in the block to its end are added."""
    began: list[float] = []
    lasted: list[float] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if sql.startswith("BEGIN"):
            began.append(time.perf_counter())
        return answer

    with connection.execute_wrapper(note):
        yield lasted
    lasted.append(time.perf_counter() - began[0])


def _order(record: EventRecord, place: int) -> PenaltyOrder:
    """Return a fine, each time for another player."""
    player = record.entries[place % len(record.entries)].player
    timing = None if record.is_fine_timing_settled else FineTiming.BEFORE_BONUS
    return PenaltyOrder(player, 1, PenaltyKind.FINE, WHY, 1_000 + 1_000 * (place % 5), timing=timing)


def _given(record: EventRecord, director: User, place: int) -> _Case:
    """Return a fine that is given."""
    order = _order(record, place)
    given = PenaltyRecord(PlayerId(order.number), order.round_number, order.kind, order.amount, order.reason)
    rules = record.format if order.timing is None else with_settings(record.format, {"fine_timing": order.timing})
    return _Case(
        lambda tried: give_penalty(tried, director, order),
        lambda now: replace(now, format=rules, penalties=(*now.penalties, given)),
    )


def _cancelled(director: User, row: PenaltyRecord) -> _Case:
    """Return a penalty that is cancelled."""

    def without(record: EventRecord) -> EventRecord:
        turned = (replace(each, is_cancelled=True) if each.key == row.key else each for each in record.penalties)
        return replace(record, penalties=tuple(turned))

    return _Case(lambda tried: cancel_penalty(tried, director, row.key, WHY), without)


def _other_cash(table: TableRecord, place: int) -> TableRecord:
    """Return a table at which the first player has more."""
    first, *others = table.seats
    more = replace(first, cash=(first.cash or 0) + 100 * (place + 1))
    return table.with_result(replace(table, seats=(more, *others)))


def _corrected(record: EventRecord, director: User, place: int) -> _Case:
    """Return a result of the first round that is corrected, each time that of another table."""
    round_ = record.round(1)
    table = _other_cash(round_.tables[place % len(round_.tables)], place)
    return _Case(
        lambda tried: correct_result(tried, director, 1, table, WHY),
        lambda now: now.with_round(round_.with_table(table)),
    )


def _reseated(record: EventRecord, director: User, place: int) -> _Case:
    """Return two players who sat in each other's seats in the first round."""
    round_ = record.round(1)
    one, other = (round_.tables[(place + each) % len(round_.tables)] for each in (0, 1))
    first, second = one.seats[0], other.seats[0]
    tables = (
        with_seats(one, [replace(first, player=second.player), *one.seats[1:]]),
        with_seats(other, [replace(second, player=first.player), *other.seats[1:]]),
    )
    sat = ActualSeats(tuple(sorted(tables, key=lambda table: table.number)))
    return _Case(
        lambda tried: correct_seats(tried, director, 1, sat, WHY), lambda now: event_as_corrected(now, round_, sat)
    )


def _restored(event: Event, before: EventRecord, director: User) -> _Case:
    """Return the earlier result of the first table of the first round, which was corrected since."""
    table = before.round(1).tables[0]
    version = (
        event.changes.filter(act__in=("results.confirm", "results.record"), round_number=1)
        .order_by("version")
        .values_list("version", flat=True)
    )
    made = [number for number in version if str(table.number) in event.changes.get(version=number).after["tables"]]
    return _Case(
        lambda tried: restore_result(tried, director, 1, table.number, made[0], WHY),
        lambda now: now.with_round(now.round(1).with_table(table)),
    )


def _disqualified(director: User, number: int) -> _Case:
    """Return a player who is disqualified."""

    def without(record: EventRecord) -> EventRecord:
        rows = (replace(row, status=Status.DISQUALIFIED) if row.player == number else row for row in record.entries)
        return replace(record, entries=tuple(rows))

    return _Case(lambda tried: disqualify(tried, director, number, WHY), without)


def _drafted(record: EventRecord) -> EventRecord:
    """Return the event with its last round as a draft again."""
    return record.with_round(replace(record.round(ROUNDS), state=RoundState.DRAFT))


def _fines_after(record: EventRecord) -> EventRecord:
    """Return the event with fines that count after the bonus."""
    return replace(record, format=with_settings(record.format, {"fine_timing": FineTiming.AFTER_BONUS}))
