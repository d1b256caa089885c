"""The day of a practice event, step by step, with everything that goes wrong on a real day.

A player is late, two sit down in each other's seats, a table ties for first, a result is disputed with a log, a player leaves, another one
sits a round out. Progress is read from the event itself, so a director may do steps by hand and let the rest play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from tournament.draw.allocation import arrangements
from tournament.draw.naming import name_of_round, title_of_round
from tournament.models import Dispute, Event, GameLog
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.rulesets import SMALLEST_EVENT
from tournament.record.vocabulary import DisputeState, Dollars, PlayerId, RoundState, SeatSource, SitOutKind, Status
from tournament.replays import compare, find_seats, header_of, propose_ruling, read_game
from tournament.services.changes import Actor
from tournament.services.disputes import open_dispute, settle_dispute
from tournament.services.draws import DrawOrder
from tournament.services.events.settings import publish_final_list
from tournament.services.gamelogs import apply_cash, attach_log
from tournament.services.hall.seats import set_starting_tiles, swap_players
from tournament.services.people.attendance import check_in
from tournament.services.people.departures import withdraw
from tournament.services.practice.rounds import counted, draft_next, fill_tiles, plausible_cash, settle_six
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, draft_round, publish_round
from wording import gettext as _

DISPUTED_LOG = Path(__file__).parent / "scripts" / "second-holder-underpaid.acq"
LOG_NAMES = ("Ann", "Ben", "Cai", "Dot")  # not said
LOG_TILES = ("2H", "4D", "8G", "9D")
LOG_CASH: tuple[Dollars, ...] = (23_600, 18_000, 37_100, 37_300)
"""What belongs to that log, of a game of four in which a bonus was paid short: players, starting tiles, and cash on the slip.

Tiles and cash are in turn order.
"""

WAITING = frozenset({Status.REGISTERED, Status.LATE})
LATE_ROUND, DISPUTED_ROUND, SAT_OUT_ROUND = 1, 2, 3
"""The round with a late player, wrong seats and a tie; the round with a disputed result; the round with a sit-out."""


@dataclass(frozen=True, slots=True)
class Stand:
    """The progress of a practice event: its record, and the acts done so far with their round numbers."""

    event: Event
    record: EventRecord
    acts: frozenset[tuple[str, int | None]]

    def has_begun(self, number: int) -> bool:
        """Return whether the round with that number is drawn."""
        return self.record.has_round(number)

    def is_closed(self, number: int) -> bool:
        """Return whether the round with that number is closed."""
        return self.record.has_round(number) and self.record.round(number).is_closed

    def is_reported(self, number: int) -> bool:
        """Return whether every table of the round with that number has a result."""
        return self.record.has_round(number) and all(table.has_result for table in self.record.round(number).tables)


Does = Callable[[Stand, Actor, random.Random], object]


@dataclass(frozen=True, slots=True)
class PracticeStep:
    """One step of the day: its key, its outcome in words, whether it is done, and the function that does it.

    Each step is also a stage: a director may let the event play itself up to any of them.
    """

    key: str
    words: str
    is_done: bool
    does: Does


def stand_of(event: Event) -> Stand:
    """Return the progress of an event."""
    acts = frozenset(event.changes.values_list("act", "round_number"))
    return Stand(event, record_of(event), acts)


def steps_of(stand: Stand) -> tuple[PracticeStep, ...]:
    """Return every step of the event's day in order, with those already done."""
    rounds = range(1, stand.record.rounds_planned + 1)
    return (_checked_in(stand), *(step for number in rounds for step in _of_round(stand, number)), _published(stand))


def _checked_in(stand: Stand) -> PracticeStep:
    """Return the step in which players are checked in."""
    record = stand.record
    is_done = bool(record.rounds) or len(record.active) >= max(SMALLEST_EVENT, len(record.entries) - 1)
    words = (
        _("Everybody is checked in")
        if _is_tiny(record)
        else _("Everybody is checked in except one player, who is late")
    )
    return PracticeStep("here", words, is_done, _check_in)


def _is_tiny(record: EventRecord) -> bool:
    """Return whether every entry is needed to play at all, so that nobody can be late, sit out or leave."""
    return len(record.entries) <= SMALLEST_EVENT


def _published(stand: Stand) -> PracticeStep:
    """Return the step in which the final list is published."""
    words = _("The final list is published")
    return PracticeStep("final-list", words, stand.record.is_final_published, _publish_final)


def _of_round(stand: Stand, number: int) -> Iterator[PracticeStep]:
    """Yield the steps of the round with that number."""
    record = stand.record
    is_last = number == record.rounds_planned
    is_published = stand.has_begun(number) and record.round(number).state is not RoundState.DRAFT
    is_reported, is_closed = stand.is_reported(number), stand.is_closed(number)
    is_tiny = _is_tiny(record)
    name, sits_out = title_of_round(record, number), number == SAT_OUT_ROUND and not is_tiny

    def step(key: str, words: str, is_done: bool, does: Does) -> PracticeStep:
        return PracticeStep(f"{key}-{number}", words, is_done, does)

    called = name_of_round(record, number)
    drawn = _draw_with_sit_out if sits_out else _draw
    yield step(
        "draft",
        _("{round} is drawn, only the desk sees it, and somebody sits out", round=name)
        if sits_out
        else _("{round} is drawn, and only the desk sees it", round=name),
        stand.has_begun(number),
        drawn,
    )
    yield step(
        "publish",
        _("{round} is published, and somebody sits out", round=name)
        if sits_out
        else _("{round} is published", round=name),
        is_published,
        _publish,
    )
    if number == LATE_ROUND and not is_tiny:
        is_one_table = is_published and len(record.round(number).tables) == 1
        has_swapped = (Act.SWAP_SEATS.value, number) in stand.acts
        words = _("Two players sat in each other's seats, and the desk knows")
        yield step("seats", words, is_reported or is_one_table or has_swapped, _sit_wrongly)
    results = (
        _("Every table has reported ({round}), with a tie for first at table 1", round=called)
        if number == LATE_ROUND
        else _("Every table has reported ({round})", round=called)
    )
    yield step("results", results, is_reported, _report)
    if number == DISPUTED_ROUND:
        was_opened = is_closed or (Act.OPEN_DISPUTE.value, number) in stand.acts
        is_open = any(dispute.round == number for dispute in record.open_disputes)
        disputed = (
            _("A result is disputed ({round})", round=called)
            if is_tiny
            else _("A result is disputed ({round}), with a game log", round=called)
        )
        yield step("dispute", disputed, was_opened, _dispute)
        yield step(
            "ruling",
            _("The dispute is settled") if is_tiny else _("The dispute is settled by the game log"),
            was_opened and not is_open,
            _rule,
        )
    yield step(
        "close",
        _("{round} is closed; the final list is not public yet", round=name)
        if is_last
        else _("{round} is closed", round=name),
        is_closed,
        _close,
    )
    if number == LATE_ROUND and not is_last and not is_tiny:
        has_come = not any(entry.status in WAITING for entry in record.entries)
        words = _("The player who was late has arrived")
        yield step("late", words, has_come or stand.has_begun(number + 1), _come_late)
    if number == DISPUTED_ROUND and not is_last and not is_tiny:
        has_left = any(entry.status is Status.WITHDRAWN for entry in record.entries)
        is_small = stand.is_closed(number) and len(record.active) <= SMALLEST_EVENT
        is_done = has_left or is_small or stand.has_begun(number + 1)
        yield step("leave", _("A player has withdrawn"), is_done, _leave)


# What the steps do


def _check_in(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Check in everybody, but for one late player where there are enough."""
    coming = [entry.player for entry in stand.record.entries if entry.status in WAITING]
    present = len(stand.record.active)
    check_in(stand.event, by, coming[:-1] if present + len(coming) > SMALLEST_EVENT else coming)


def _draw(stand: Stand, by: Actor, rng: random.Random) -> None:
    """Draw the next round."""
    draft_next(stand.event, by, rng)


def _draw_with_sit_out(stand: Stand, by: Actor, rng: random.Random) -> None:
    """Draw a round with a sit-out, who has asked for it and has not sat out before; an ordinary round where nobody can."""
    record = stand.record
    idle = {row.player for round_ in record.rounds for row in round_.sit_outs if row.kind.counts_as_sit_out}
    free = [entry.player for entry in record.active if entry.player not in idle]
    if len(record.active) <= SMALLEST_EVENT or not free:
        draft_next(stand.event, by, rng)
        return
    sizes = arrangements(len(record.active) - 1)[0].sizes
    settle_six(stand.event, by, record.ruleset, sizes)
    order = DrawOrder(
        sizes,
        rng.randrange(2**31),
        SeatSource(stand.event.seat_source),
        sitting_out=free[-1],
        sit_out_reason=_("asked for a pause"),
    )
    draft_round(stand.event, by, order)


def _current(stand: Stand) -> RoundRecord:
    """Return the round that is drawn and not closed."""
    return next(round_ for round_ in stand.record.rounds if not round_.is_closed)


def _publish(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Publish the current round."""
    publish_round(stand.event, by, _current(stand).number)


def _sit_wrongly(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Swap a player of the first table with one of the second."""
    first, second = (table.seats[0].player for table in _current(stand).tables[:2])
    swap_players(stand.event, by, _current(stand).number, first, second)


@transaction.atomic
def _report(stand: Stand, by: Actor, rng: random.Random) -> None:
    """Store starting tiles and a plausible result for every table without a result.

    In `LATE_ROUND` table 1 has a tie for first; in `DISPUTED_ROUND` a table of four gets the slip that the log contradicts.
    """
    round_ = _current(stand)
    fours = [table for table in round_.tables if table.size == len(LOG_CASH) and not table.has_cash]
    disputed = fours[0] if fours and round_.number == DISPUTED_ROUND else None
    if round_.seat_source is SeatSource.TILES:
        if disputed is not None:
            seats = (seat.player for seat in disputed.seats)
            tiles = {disputed.number: dict(zip(seats, LOG_TILES, strict=True))}
            set_starting_tiles(stand.event, by.user, round_.number, tiles)
        fill_tiles(stand.event, by.user, round_.number, rng)
    figures = []
    for table in (table for table in round_.tables if not table.has_result):
        cash = plausible_cash(table.size, rng)
        if round_.number == LATE_ROUND and table.number == 1:
            cash = _tied(cash)
        if table == disputed:
            cash = LOG_CASH
        figures.append(counted(table, cash))
    for refusal in record_results(stand.event, by, round_.number, figures).values():
        raise refusal


def _tied(cash: tuple[Dollars, ...]) -> tuple[Dollars, ...]:
    """Return the same amounts with the second as high as the first, so that two players share first place."""
    best, _, *others = sorted(cash, reverse=True)
    return (best, best, *others)


@transaction.atomic
def _dispute(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Open a dispute, with the log, at the table with the log's slip; without a log at table 1 where no table has that slip."""
    round_ = _current(stand)
    table = next((table for table in round_.tables if tuple(seat.cash for seat in table.seats) == LOG_CASH), None)
    if table is None:
        open_dispute(stand.event, by, round_.number, 1, _("the second player's final cash"))
        return
    text = _log_of(table, stand.record)
    log = attach_log(stand.event, by.user, round_.number, table.number, text, _("The scribe's sheet"))
    open_dispute(stand.event, by, round_.number, table.number, _("The bonus for Worldwide: was it 1,000 short?"), log)


def _log_of(table: TableRecord, record: EventRecord) -> str:
    """Return the log's text with the names of this table's players."""
    text = DISPUTED_LOG.read_text(encoding="utf-8")
    called = zip(LOG_NAMES, table.seats, strict=True)
    header = ", ".join(f"{name}={record.entry(seat.player).as_entered}" for name, seat in called)
    return text.replace(", ".join(LOG_NAMES), header, 1)


@transaction.atomic
def _rule(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Rule on the open dispute: by the log where one is attached, else the result stays as it was entered."""
    dispute = Dispute.objects.filter(
        table__round__event=stand.event, table__round__number=DISPUTED_ROUND, state=DisputeState.OPEN.value
    ).first()
    assert dispute is not None  # noqa: S101  the step is done where none is open
    cash, words = _ruling(stand, dispute, dispute.log)
    table = stand.record.table(DISPUTED_ROUND, dispute.table.number)
    if dispute.log is None or all(cash.get(seat.player) == seat.cash for seat in table.seats):
        settle_dispute(stand.event, by, dispute, DisputeState.RULED, words or _("The result as entered is correct."))
        return
    apply_cash(stand.event, by, dispute.log, cash, words, [dispute.pk])


def _ruling(stand: Stand, dispute: Dispute, log: GameLog | None) -> tuple[dict[PlayerId, Dollars], str]:
    """Return the cash that a log proves for each player, and the words of the ruling; empty without a log."""
    if log is None:
        return {}, ""
    round_, table = stand.record.round(DISPUTED_ROUND), stand.record.table(DISPUTED_ROUND, dispute.table.number)
    names = {seat.player: stand.record.entry(seat.player).as_entered for seat in table.seats}
    header = header_of(table, names, round_.seat_source, stand.record.chain_set)
    reading = read_game(log.text, header)
    guesses = find_seats(reading, table, names, round_.seat_source)
    seats = {guess.log_player.id: guess.player for guess in guesses if guess.player is not None}
    rows = compare(reading, table, seats)
    proved = {row.player: row.computed for row in rows if row.computed is not None}
    return (proved, propose_ruling(reading, rows, names)) if len(proved) == len(rows) else ({}, "")


def _close(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Close the current round."""
    close_round(stand.event, by, _current(stand).number)


def _come_late(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Check in the late players; the rounds before score as missed."""
    late = [entry.player for entry in stand.record.entries if entry.status in WAITING]
    check_in(stand.event, by, late, SitOutKind.MISSED)


def _leave(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Withdraw a player."""
    withdraw(stand.event, by, stand.record.active[0].player, _("has to catch a train"))


def _publish_final(stand: Stand, by: Actor, _rng: random.Random) -> None:
    """Publish the final list."""
    publish_final_list(stand.event, by)
