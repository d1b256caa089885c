"""The report on a draw, what a change by hand costs, and who sits at another table after it (R44)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from tournament.draw.pairings.proof.minima import Minimum
from tournament.draw.pairings.request import DrawnRound, Table
from tournament.record.vocabulary import PlayerId, Reading

NUMBERS = {2: "two", 3: "three", 4: "four"}

METHOD = "annealing 1"
"""The version of the method of drawing: it is raised whenever the same request and seed would give another draw."""


@dataclass(frozen=True, slots=True)
class ReadingOutlook:
    """The minimum or bound under one interpretation of R44 (``reading``).

    ``is_satisfied``: this draw has no more repeats than that, and no pair meets more often than the interpretation allows.
    """

    reading: Reading
    minimum: Minimum
    is_satisfied: bool


@dataclass(frozen=True, slots=True)
class PlayerOutlook:
    """One player over all random rounds: the number of different opponents, and the table size and seat (from 1) in each round.

    ``smaller`` counts the rounds at a table smaller than the largest of that round.
    """

    player: PlayerId
    opponents: int
    sizes: tuple[int, ...]
    seats: tuple[int, ...]
    smaller: int


@dataclass(frozen=True, slots=True)
class TableReasons:
    """The reasons why one planned table is as it is, one sentence each; empty if there is nothing to explain."""

    round: int
    table: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawReport:
    """The report on a draw, rounds already played included.

    ``reading`` is the interpretation of R44 that the draw follows. ``repeats`` sums every meeting of a pair after the first;
    ``most_pairs`` pairs meet ``max_meetings`` times; ``opponents`` is the least and the greatest number of different opponents of a
    player, ``smaller_tables`` the same for rounds at a table below the largest size. ``seat_repeats`` and ``first_seats`` (least and
    greatest number of first seats of a player) are None if starting tiles decide the seats. ``objections`` lists broken wishes and rules:
    for a draw as planned only soft wishes, for a draw edited by hand whatever must be corrected or accepted. ``by_round`` counts the
    repeats that each random round adds, rounds played first; ``first`` is the number of the first planned round. ``least_seat_repeats``
    is the number of repeated seats that the table sizes force at least. Reports made before version 2.8 have none of the last three.
    """

    reading: Reading
    repeats: int
    max_meetings: int
    most_pairs: int
    opponents: tuple[int, int]
    smaller_tables: tuple[int, int]
    seat_repeats: int | None
    first_seats: tuple[int, int] | None
    minimum: Minimum
    readings: tuple[ReadingOutlook, ...]
    players: tuple[PlayerOutlook, ...]
    tables: tuple[TableReasons, ...]
    objections: tuple[str, ...]
    seed: int
    fingerprint: str
    method: str = METHOD
    by_round: tuple[int, ...] = ()
    first: int = 1
    least_seat_repeats: int | None = None

    @property
    def is_least(self) -> bool:
        """Whether it is proved that no draw has fewer repeats."""
        return self.minimum.value is not None and self.repeats <= self.minimum.value

    @property
    def verdict(self) -> str:
        """The number of repeats and whether fewer are possible, as a sentence.

        Example: "Repeat meetings over the four random rounds: 15, none of them in round 1; ...".
        """
        count = f"Repeat meetings: {self.repeats}"
        if self.repeats and len(self.by_round) > 1:
            repeats = self.by_round[self.first - 1] or "none"
            count = f"Repeat meetings over {self.span}: {self.repeats}, {repeats} of them in round {self.first}"
        if self.minimum.value is None:
            return f"{count}; the best found, as the reading “{self.reading.words}” cannot be satisfied ({self.minimum.proof})."
        if self.repeats == 0:
            return f"{count}."
        if self.is_least:
            return f"{count}; fewer is impossible ({self.minimum.proof})."
        return f"{count}; the best found, where at least {self.minimum.value} are unavoidable."

    @property
    def plain(self) -> str:
        """The quality of the draw in words for players: of this round, and of the whole plan if there is more than one round.

        "In this round nobody meets anybody again. Over the four random rounds as planned: 15 meetings are repeats; ...".
        """
        if self.repeats == 0:
            sentence = f"Nobody meets anybody again{', in this round and in those planned after it' * self._is_plan}."
        elif self.max_meetings == 2:
            sentence = f"{self._scope}{_pairs(self.repeats)} twice; nobody meets more often."
        else:
            sentence = (
                f"{self._scope}{self.repeats} meetings are repeats; no pair meets more than {self.max_meetings} times."
            )
        if self.repeats == 0 or self.is_least:
            return f"{sentence} Proven: no draw can do better."
        if self.minimum.value is None:
            return f"{sentence} That is the best that was found."
        return f"{sentence} That is the best that was found; fewer than {self.minimum.value} is impossible."

    @property
    def _is_plan(self) -> bool:
        """Whether more than one round is planned."""
        return self.first < len(self.by_round)

    @property
    def span(self) -> str:
        """The rounds over which the figures count, in words: "the three random rounds as planned".

        It is "all random rounds" in a report made before version 2.8.
        """
        if not self.by_round:
            return "all random rounds"
        count = len(self.by_round)
        rounds = f"the {NUMBERS.get(count, count)} random rounds" if count > 1 else "the one random round"
        return f"{rounds}{' as planned' * self._is_plan}"

    @property
    def _scope(self) -> str:
        """The beginning of `plain`: the repeats of the first planned round, and the rounds over which the rest counts.

        It is empty if there is only one round.
        """
        if len(self.by_round) < 2:
            return ""
        repeats = self.by_round[self.first - 1]
        again = f"{_pairs(repeats)[:1].lower()}{_pairs(repeats)[1:]} again" if repeats else "nobody meets anybody again"
        return f"In this round {again}. Over {self.span}: "

    @property
    def seats(self) -> str:
        """Whether a player has a seat number twice by the movement chart, and whether that is inevitable.

        It is empty if starting tiles decide the seats (R6).
        """
        if self.seat_repeats is None or self.least_seat_repeats is None:
            return ""
        planned = ", in this round and in those planned after it" if self._is_plan else ""
        if not self.seat_repeats:
            return f"Nobody has a seat number twice{planned}."
        count = f"Seat numbers that somebody has again, over {self.span}: {self.seat_repeats}"
        if self.seat_repeats <= self.least_seat_repeats:
            return f"{count}; fewer is impossible."
        return f"{count}; the table sizes alone would allow {self.least_seat_repeats}."

    @property
    def price(self) -> str:
        """How many more repeats the chosen interpretation of R44 costs than the literal one, as a sentence; empty if it costs none."""
        literal = next((row.minimum for row in self.readings if row.reading is Reading.LITERAL), None)
        if literal is None or literal.value is None or self.minimum.value is None:
            return ""
        if self.reading is Reading.LITERAL or self.minimum.value <= literal.value:
            return ""
        least = f"{literal.value}" if literal.is_reached else f"at least {literal.value}"
        return f"That {self.reading.words} costs repeats: {self.minimum.value} are unavoidable, against {least} read literally (R44)."

    @property
    def lines(self) -> tuple[str, ...]:
        """The report as lines of a protocol, without the reasons of the tables."""
        fewest, most = self.opponents
        opponents = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        return (
            self.verdict,
            f"Most meetings of a pair: {self.max_meetings}; different opponents of a player: {opponents}.",
            *self.objections,
            f"Different opponents are meant so (R44): {self.reading.words}.",
            f"Seed {self.seed}: the same players, meetings and settings give the same draw with it; their mark is {self.fingerprint}.",
        )


@dataclass(frozen=True, slots=True)
class PlannedDraw:
    """The planned rounds and the report on them."""

    rounds: tuple[DrawnRound, ...]
    report: DrawReport


@dataclass(frozen=True, slots=True)
class EditCost:
    """What a change by hand costs: the differences of the figures before and after it, and the objections that it adds.

    ``is_plan``: the figures are over more than one planned round.
    """

    repeats: int
    max_meetings: int
    most_pairs: int
    seat_repeats: int
    objections: tuple[str, ...]
    is_plan: bool = False

    @property
    def sentence(self) -> str:
        """The cost in words: "The change adds 2 repeat meetings."."""
        if self.repeats:
            verb = "adds" if self.repeats > 0 else "saves"
            count = abs(self.repeats)
            where = " over the random rounds as planned" if self.is_plan else ""
            text = f"The change {verb} {count} repeat meeting{'s' if count > 1 else ''}{where}."
        else:
            text = "The change adds no repeat meeting."
        return " ".join((text, *self.objections))


def report_as_stored(report: DrawReport) -> dict[str, Any]:
    """Return a report in its stored form, which `read_report` reads."""
    stored: dict[str, Any] = msgspec.to_builtins(report)
    return stored


def read_report(stored: Mapping[str, Any]) -> DrawReport | None:
    """Return a report from its stored form (see `report_as_stored`); None for a cut of the final, which has no report."""
    return msgspec.convert(stored, DrawReport) if "minimum" in stored else None


def _pairs(count: int) -> str:
    """Return a number of pairs with its verb."""
    return "One pair meets" if count == 1 else f"{count} pairs meet"


def edit_cost(before: DrawReport, after: DrawReport) -> EditCost:
    """Return what an edit costs: ``before`` and ``after`` are the reports on the draw before and after it, for the same request."""
    known = set(before.objections)
    return EditCost(
        repeats=after.repeats - before.repeats,
        max_meetings=after.max_meetings - before.max_meetings,
        most_pairs=after.most_pairs - before.most_pairs,
        seat_repeats=(after.seat_repeats or 0) - (before.seat_repeats or 0),
        objections=tuple(text for text in after.objections if text not in known),
        is_plan=after.first < len(after.by_round),
    )


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose table changed; ``before`` or ``after`` is None if the player had or has no table (came, left, or sits out)."""

    player: PlayerId
    before: int | None
    after: int | None


def moved_players(before: Sequence[Table], after: Sequence[Table]) -> tuple[Moved, ...]:
    """Return everybody whose table number changed, by player number.

    Players who stay at their table are not listed, even if they have other opponents now.
    """
    old, new = _table_of(before), _table_of(after)
    return tuple(
        Moved(player, old.get(player), new.get(player))
        for player in sorted(old.keys() | new.keys())
        if old.get(player) != new.get(player)
    )


def _table_of(tables: Sequence[Table]) -> dict[PlayerId, int]:
    """Return the table number of each player, from 1."""
    return {player: number for number, table in enumerate(tables, 1) for player in table}
