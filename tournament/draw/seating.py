"""Two orders at a table: the one of the slip, and the order of play (R4, R6).

Ruling: pages, phones and sheets list the players of a table in order of play once it is known. The slip, and the grids into which it is
typed, keep the order of the draw in which the slip was printed: starting tiles, which come later, never change it.

The names of rounds: "round 3", or "the final" where the last one is cut from the standings (R45).

How long a player, a table and a round may take (R29-R30).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Protocol

from games.acquire.board import parse_tile, tile_name
from games.acquire.errors import TileError
from tournament.draw.allocation import AllocationError, RoundForm, arrangements, form_by_rule
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.formats import Format
from tournament.record.vocabulary import PlayerId, SeatSource, Status
from wording import gettext as _
from wording import ngettext, pgettext
from wording.digits import plain_digits
from wording.figures import whole

MARKS = {
    SeatSource.CHART: "123456",
    SeatSource.DRAWN: "123456",
    SeatSource.TILES: "ABCDEF",
    SeatSource.CHOSEN: "ABCDEF",
}
"""The marks of the lines of a form: seat numbers if the draw decides seats, letters if starting tiles or the players do (R4-R6)."""


class StartingTileError(ValueError):
    """Raised if a text is not a starting tile, or if two players of a table have the same one."""


def parse_starting_tile(text: str) -> str:
    """Return a typed starting tile as it is printed: "7f", "7-F" and "F7" are "7F"; raises StartingTileError for anything else."""
    try:
        return tile_name(parse_tile(plain_digits(text)))
    except TileError:
        raise StartingTileError(
            _("“{text}” is not a tile. Enter a number and a letter, from 1A to 12I.", text=text)
        ) from None


def seats_by_name(table: TableRecord) -> tuple[SeatRecord, ...]:
    """Return the seats of a table in the order of its slip, which is that of the draw."""
    return tuple(sorted(table.seats, key=lambda seat: seat.position))


def free_position(taken: Iterable[int]) -> int:
    """Return the position for a player who joins a table: the lowest free number; ``taken`` are the positions in use."""
    used = set(taken)
    return next(position for position in count(1) if position not in used)


def order_of_play(table: TableRecord, source: SeatSource) -> tuple[SeatRecord, ...]:
    """Return the seats of a table in order of play, the starting player first.

    By starting tiles: lowest number first, then first letter, so 2H before 3A before 10B (R4). By the chart, or while a tile is missing:
    in the order of the draw (R6). Raises StartingTileError for a tile that does not exist.
    """
    if not source.waits_for_tiles or not table.seats_are_decided(source):
        return seats_by_name(table)
    return tuple(sorted(seats_by_name(table), key=lambda seat: parse_tile(parse_starting_tile(seat.starting_tile))))


def seat_numbers(table: TableRecord, source: SeatSource) -> Mapping[PlayerId, int]:
    """Return the seat of each player, 1 for the starting player; empty while seats are not decided (R4-R6)."""
    if not table.seats_are_decided(source):
        return {}
    return {seat.player: number for number, seat in enumerate(order_of_play(table, source), start=1)}


def marked_seats(table: TableRecord, source: SeatSource) -> tuple[tuple[str, SeatRecord], ...]:
    """Return the seats of a table with the marks of their lines on a form: seat numbers by the chart, letters with starting tiles."""
    return tuple(zip(MARKS[source], seats_by_name(table), strict=False))


def form_of_round(record: EventRecord, number: int) -> RoundForm:
    """Return how round ``number`` is made: as drawn, else as expected from the tables so far or the players expected."""
    if record.has_round(number):
        drawn = record.round(number)
        return RoundForm(drawn.kind, drawn.top_table_wins)
    return form_by_rule(number, announced_sizes(record, number), record.rounds_planned, record.format)


def is_the_final(record: EventRecord, number: int) -> bool:
    """Return whether round ``number`` is the final (`form_of_round`)."""
    return form_of_round(record, number).top_table_wins


def announced_sizes(record: EventRecord, number: int) -> tuple[int, ...]:
    """Return the table sizes from which players expect the format of round ``number``.

    They are those of the last drawn round before it, else those that everybody expected would make; empty if too few are expected.
    """
    drawn = [round_.sizes for round_ in record.rounds if round_.number < number and round_.tables]
    if drawn:
        return drawn[-1]
    expected = sum(entry.status in (Status.PRESENT, Status.REGISTERED, Status.LATE) for entry in record.entries)
    try:
        return arrangements(expected, record.format)[0].sizes
    except AllocationError:
        return ()


class Drawn(Protocol):
    """A drawn round: a `RoundRecord` or a row of the database."""

    @property
    def number(self) -> int:
        """The number of the round."""

    @property
    def top_table_wins(self) -> bool:
        """Whether the round is the final."""


def name_of(round_: Drawn) -> str:
    """Return the name of a drawn round within a sentence: "round 3", "the final"."""
    return _("the final") if round_.top_table_wins else _("round {number}", number=round_.number)


def title_of(round_: Drawn) -> str:
    """Return the name of a drawn round as a heading: "Round 3", "The final"."""
    return _("The final") if round_.top_table_wins else _("Round {number}", number=round_.number)


def name_of_round(record: EventRecord, number: int) -> str:
    """Return the name of any round within a sentence: "round 3", "the final"."""
    return _("the final") if is_the_final(record, number) else _("round {number}", number=number)


def name_after(record: EventRecord, number: int) -> str:
    """Return the name of any round where "after", "since", "from" or "to" stands before it: languages have a form of their own there."""
    if is_the_final(record, number):
        return pgettext("behind after, since, from or to", "the final")
    return _("round {number}", number=number)


def title_of_round(record: EventRecord, number: int) -> str:
    """Return the name of any round as a heading: "Round 3", "The final"."""
    return _("The final") if is_the_final(record, number) else _("Round {number}", number=number)


def label_of_round(record: EventRecord, number: int) -> str:
    """Return the name of a round as a step in the agenda of the day: "Round 3", "Final"."""
    return pgettext("the last round", "Final") if is_the_final(record, number) else _("Round {number}", number=number)


def table_of(size: int) -> str:
    """Return the name of a table by its number of players: "Table of 4"."""
    return _("Table of {size}", size=size)


def span_in_words(rounds: int, *, has_ranked: bool = False) -> str:
    """Return the rounds over which figures count: "the 3 random rounds", or "the 3 rounds" where one was not drawn; 0 is not known."""
    if has_ranked:
        return _("the {count} rounds", count=whole(rounds))
    if not rounds:
        return _("all random rounds")
    return ngettext("the one random round", "the {count} random rounds", rounds, count=whole(rounds))


class ClockError(ValueError):
    """Raised if no time per player is known for a table; the message says what to set."""


@dataclass(frozen=True, slots=True)
class RoundTime:
    """The minutes of a round: time on the clocks, and an allowance for bonuses, during which clocks are stopped (R30, R35)."""

    play: int
    allowance: int

    @property
    def total(self) -> int:
        """The minutes from the start of the round to its end."""
        return self.play + self.allowance

    @property
    def length(self) -> timedelta:
        """The time from the start of the round to its end."""
        return timedelta(minutes=self.total)


def minutes_per_player(size: int, rules: Format) -> int:
    """Return the minutes on each player's clock at a table of ``size`` players (R29).

    Raises ClockError if there is no time for that size: for one that the director has not confirmed yet, and for sizes that do not exist;
    without a message where the format has no times at all.
    """
    minutes = rules.tables.minutes.get(size)
    if minutes is not None:
        return minutes
    if not rules.tables.minutes and rules.tables.least <= size <= rules.tables.most:
        raise ClockError
    if size in rules.tables.suggested:
        raise ClockError(
            _(
                "The time per player at a table of {size} has not been confirmed (R29); set it for the event, usually {minutes} minutes.",
                size=size,
                minutes=rules.tables.suggested[size],
            )
        )
    raise ClockError(
        _(
            "A table of {size} is not possible: tables have {least} to {most} players (R41).",
            size=size,
            least=rules.tables.least,
            most=rules.tables.most,
        )
    )


def round_time(sizes: Sequence[int], rules: Format) -> RoundTime:
    """Return the time of a round with these tables (R30); raises ClockError where a table has no time per player."""
    # Ruling: the schedule allows a full table of the preferred size, 4 x 25 = 100 minutes, even where threes would be done in 99.
    preferred = rules.tables.wished
    longest = max(size * minutes_per_player(size, rules) for size in (preferred, *sizes))
    return RoundTime(longest, rules.tables.allowance)
