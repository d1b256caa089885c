"""A practice event and how it plays itself: rounds drawn, seated and scored plausibly from a seed, by the acts that the pages use.

Plausible cash: a table's total is near 150,000 whatever its size and a player's share spreads by about 8,700 dollars, as in finished online
games of four; amounts are hundreds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from tournament.day.lists.lines import RosterLine
from tournament.draw.allocation import choices
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import RoundRecord, SeatRecord, TableRecord
from tournament.record.rulesets import LARGEST_TABLE, SUGGESTED_SIX_MINUTES, SUGGESTED_SIX_MULTIPLIER, Ruleset
from tournament.record.vocabulary import Dollars, PlayerId, RoundState, SeatSource
from tournament.services.changes import Actor, By, RefusedError, actor_of, check_key
from tournament.services.draws import DrawOrder
from tournament.services.entries import add_entries
from tournament.services.events import confirm_six, create_event
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, draft_round, publish_round
from tournament.services.seats import set_starting_tiles
from wording import gettext as _


@transaction.atomic
def make_practice_event(by: By, name: str, players: int, rounds_planned: int, **more: bool) -> Event:
    """Make a hidden practice event with today's date and that many players entered, none of them checked in.

    ``more`` are further settings of the event, by the names of their columns.
    """
    settings = {
        "name": name,
        "date": timezone.localdate(),
        "rounds_planned": rounds_planned,
        "is_practice": True,
        **more,
    }
    event = create_event(by, settings)
    width = len(str(players))
    lines = [RosterLine(line, _("Player {number}", number=f"{line:0{width}}")) for line in range(1, players + 1)]
    add_entries(event, actor_of(by).user, lines)
    return event


COLUMNS: Final = range(1, 13)
ROWS: Final = "ABCDEFGHI"
TABLE_TOTAL: Final[Dollars] = 150_000
TOTAL_SPREAD: Final[Dollars] = 11_000
SHARE_SPREAD: Final[Dollars] = 8_700
LEAST_CASH: Final[Dollars] = 4_000


def play_round(event: Event, by: By, rng: random.Random) -> int:
    """Play the current or the next round to its end, and return its number.

    That takes several acts, of which the last one carries the one-use key of the form that asked for it. Raises RefusedError where all
    rounds are closed, and where a table has a report that is not official yet.
    """
    actor = actor_of(by)
    check_key(actor)
    by = Actor(actor.user, reason=actor.reason)
    record = record_of(event)
    current = next((round_ for round_ in record.rounds if not round_.is_closed), None)
    if current is None:
        current = draft_next(event, by, rng)
    if reported := [table.number for table in current.tables if table.has_reported and not table.has_result]:
        raise RefusedError(
            _(
                "Table {table} in round {round} has a report that is not official yet. Accept or correct it under “Results” first.",
                table=reported[0],
                round=current.number,
            )
        )
    if current.state is RoundState.DRAFT:
        publish_round(event, by, current.number)
    if current.seat_source is SeatSource.TILES:
        fill_tiles(event, by, current.number, rng)
    report_plausibly(event, by, current.number, [table for table in current.tables if not table.has_result], rng)
    close_round(event, actor, current.number)
    return current.number


def play_to_end(event: Event, by: By, rng: random.Random) -> int:
    """Play all rounds that are not closed, and return how many there were; raises RefusedError where there are none."""
    played = 0
    while len(record_of(event).closed_rounds) < event.rounds_planned:
        play_round(event, by, rng)
        played += 1
    if not played:
        raise RefusedError(_("All rounds of {event} are already closed.", event=event.name))
    return played


def report_plausibly(event: Event, by: By, number: int, tables: Sequence[TableRecord], rng: random.Random) -> None:
    """Report made-up cash for these tables of round ``number``; raises what refuses one of them."""
    figures = [table_with_cash(table, plausible_cash(table.size, rng)) for table in tables]
    for refusal in record_results(event, by, number, figures).values() if figures else ():
        raise refusal


def table_with_cash(table: TableRecord, cash: Sequence[Dollars]) -> TableRecord:
    """Return a table with this final cash, in the order of its seats."""
    return TableRecord(
        table.number,
        tuple(SeatRecord(seat.player, cash=amount) for seat, amount in zip(table.seats, cash, strict=True)),
    )


def draw_tiles(table: TableRecord, rng: random.Random) -> dict[PlayerId, str]:
    """Return a different starting tile for each player of a table; tiles that are stored already stay (R4)."""
    taken = {seat.starting_tile for seat in table.seats}
    free = [f"{column}{row}" for column in COLUMNS for row in ROWS if f"{column}{row}" not in taken]
    rng.shuffle(free)
    return {seat.player: seat.starting_tile or free.pop() for seat in table.seats}


def plausible_cash(size: int, rng: random.Random) -> tuple[Dollars, ...]:
    """Return random final cash for each seat of a table of ``size``, in dollars, rounded to hundreds."""
    total = rng.gauss(TABLE_TOTAL, TOTAL_SPREAD)
    amounts = (rng.gauss(total / size, SHARE_SPREAD) for _ in range(size))
    return tuple(max(round(amount / 100) * 100, LEAST_CASH) for amount in amounts)


def settle_six(event: Event, by: By, ruleset: Ruleset, sizes: Sequence[int]) -> None:
    """Confirm the suggested multiplier and minutes of a six-player table if one is drawn and they are unset (R29, R60)."""
    if LARGEST_TABLE in sizes and LARGEST_TABLE not in ruleset.size_multipliers:
        confirm_six(event, actor_of(by).user, SUGGESTED_SIX_MULTIPLIER, SUGGESTED_SIX_MINUTES)


def draft_next(event: Event, by: By, rng: random.Random) -> RoundRecord:
    """Draw the next round in the first arrangement that the rules allow, and return the draft."""
    record = record_of(event)
    choice = choices(len(record.active), record.rounds_planned, record.ruleset)[0]
    settle_six(event, by, record.ruleset, choice.arrangement.sizes)
    order = DrawOrder(choice.arrangement.sizes, rng.randrange(2**31), SeatSource(event.seat_source))
    made = draft_round(event, by, order)
    return record_of(event).round(made.number)


def fill_tiles(event: Event, by: By, number: int, rng: random.Random) -> None:
    """Draw and store the starting tiles that are missing in round ``number`` (R4)."""
    tiles = {
        table.number: draw_tiles(table, rng)
        for table in record_of(event).round(number).tables
        if not all(seat.starting_tile for seat in table.seats)
    }
    if tiles:
        set_starting_tiles(event, by, number, tiles)
