"""The report on a draw, what a change by hand costs, and who sits at another table after it (R44).

Lines about a draw as they are stored: why a table is as it is, and which wishes or rules a draw breaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import msgspec

from tournament.draw.lines import line, said
from tournament.draw.pairings.proof import Minimum
from tournament.draw.pairings.request import DrawnRound, DrawRequest, RoundPlan, Table, places_of
from tournament.draw.seating import span_in_words
from tournament.record.vocabulary import PlayerId, Reading
from wording import gettext as _
from wording import ngettext
from wording.figures import whole

METHOD = "annealing 2"
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
    """Why one planned table is as it is: ``lines`` are the reasons as they are stored, empty if there is nothing to explain."""

    round: int
    table: int
    lines: tuple[str, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons in the reader's language, one sentence each."""
        return tuple(map(said, self.lines))


@dataclass(frozen=True, slots=True)
class DrawReport:
    """The report on a draw, rounds already played included.

    ``reading`` is the interpretation of R44 that the draw follows. ``repeats`` sums every meeting of a pair after the first;
    ``most_pairs`` pairs meet ``max_meetings`` times; ``opponents`` is the least and the greatest number of different opponents of a
    player, ``smaller_tables`` the same for rounds at a table below the largest size. ``seat_repeats`` and ``first_seats`` (least and
    greatest number of first seats of a player) are None if starting tiles decide the seats. ``broken`` lists broken wishes and
    rules as they are stored: for a draw as planned only soft wishes, for a draw edited by hand whatever must be corrected or accepted.
    ``by_round`` counts the repeats that each random round adds, rounds played first; ``first`` is the number of the first planned round.
    ``least_seat_repeats``
    is the number of repeated seats that the table sizes force at least. Reports made before version 2.8 have none of these three. ``steps``
    is the number of steps after which somebody stopped the search, None where it ended by itself.
    ``has_ranked`` is whether a round played before was not drawn.
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
    broken: tuple[str, ...]
    seed: int
    fingerprint: str
    method: str = METHOD
    by_round: tuple[int, ...] = ()
    first: int = 1
    least_seat_repeats: int | None = None
    steps: int | None = None
    has_ranked: bool = False

    @property
    def is_least(self) -> bool:
        """Whether it is proved that no draw has fewer repeats."""
        return self.minimum.value is not None and self.repeats <= self.minimum.value

    @property
    def objections(self) -> tuple[str, ...]:
        """The broken wishes and rules in the reader's language."""
        return tuple(map(said, self.broken))

    @property
    def verdict(self) -> str:
        """The number of repeats and whether fewer are possible, as a sentence.

        Example: "Repeat meetings over the 4 random rounds: 15, 0 of them in round 1; ...".
        """
        return said(self._verdict)

    @property
    def _verdict(self) -> str:
        """The verdict as it is stored."""
        is_of_rounds = bool(self.repeats) and len(self.by_round) > 1
        span = {"rounds": len(self.by_round), "plan": self._is_plan} if is_of_rounds else {"rounds": 0, "plan": False}
        where = {"here": self.by_round[self.first - 1] if is_of_rounds else 0, "round": self.first}
        where |= {"ranked": True} if self.has_ranked else {}
        if self.minimum.value is None:
            ends: dict[str, Any] = {"ends": "impossible", "reading": self.reading.value, "proof": self.minimum.line}
        elif self.repeats == 0:
            ends = {"ends": "zero"}
        elif self.is_least:
            ends = {"ends": "least", "proof": self.minimum.line}
        else:
            ends = {"ends": "found", "least": self.minimum.value}
        return line("report.verdict", repeats=self.repeats, **span, **where, **ends)

    @property
    def plain(self) -> str:
        """The quality of the draw in words for players: of this round, and of the whole plan if there is more than one round.

        "No repeat meetings in this round. Over the 4 random rounds: 15 meetings are repeats; ...".
        """
        said_of_it = [*self._scope, self._repeats_in_words()]
        if self.repeats == 0 or self.is_least:
            said_of_it.append(_("No draw can do better."))
        else:
            least = whole(self.minimum.value or 0)
            said_of_it.append(
                _(
                    "This is the best draw found. There may be one with fewer repeats, but none can have fewer than {least}.",
                    least=least,
                )
            )
        return " ".join(said_of_it)

    def _repeats_in_words(self) -> str:
        """Return a sentence on the repeats of the whole plan, with the rounds over which they count if there are several."""
        if self.repeats == 0:
            return _("Nobody meets the same opponent twice.")
        return ngettext(
            "Over {span}, {n} meeting is a repeat; no pair meets more than {most} times.",
            "Over {span}, {n} meetings are repeats; no pair meets more than {most} times.",
            self.repeats,
            span=self.span,
            most=self.max_meetings,
        )

    @property
    def _is_plan(self) -> bool:
        """Whether more than one round is planned."""
        return self.first < len(self.by_round)

    @property
    def span(self) -> str:
        """The rounds over which the figures count, in words: "the 3 random rounds".

        It is "all random rounds" in a report made before version 2.8.
        """
        return span_in_words(len(self.by_round), has_ranked=self.has_ranked)

    @property
    def _scope(self) -> tuple[str, ...]:
        """A sentence on the repeats of the first planned round, where there is more than one round and any repeat; else empty."""
        if len(self.by_round) < 2 or self.repeats == 0:
            return ()
        repeats = self.by_round[self.first - 1]
        if not repeats:
            return (_("No repeat meetings in this round."),)
        return (ngettext("One pair meets again in this round.", "{n} pairs meet again in this round.", repeats),)

    @property
    def seats(self) -> str:
        """Whether a player has a seat number twice by the movement chart, and whether that is inevitable.

        It is empty if starting tiles decide the seats (R6).
        """
        if self.seat_repeats is None or self.least_seat_repeats is None:
            return ""
        if not self.seat_repeats:
            return _("Nobody has the same seat number twice.")
        if self.seat_repeats <= self.least_seat_repeats:
            return _(
                "Repeated seat numbers over {span}: {repeats}; there cannot be fewer.",
                span=self.span,
                repeats=whole(self.seat_repeats),
            )
        return _(
            "Repeated seat numbers over {span}: {repeats}; the table sizes alone would allow {least}.",
            span=self.span,
            repeats=whole(self.seat_repeats),
            least=whole(self.least_seat_repeats),
        )

    @property
    def price(self) -> str:
        """How many more repeats the chosen interpretation of R44 costs than the literal one, as a sentence; empty if it costs none."""
        literal = next((row.minimum for row in self.readings if row.reading is Reading.LITERAL), None)
        if literal is None or literal.value is None or self.minimum.value is None:
            return ""
        if self.reading is Reading.LITERAL or self.minimum.value <= literal.value:
            return ""
        values = {
            "reading": self.reading.words,
            "unavoidable": whole(self.minimum.value),
            "literal": whole(literal.value),
        }
        return _(
            "The reading “{reading}” means more repeats: {unavoidable} are unavoidable, compared with at least "
            "{literal} when read literally (R44).",
            **values,
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """The report as sentences, without the reasons of the tables."""
        return tuple(map(said, self.stored_lines))

    @property
    def stored_lines(self) -> tuple[str, ...]:
        """The report as lines of a draw record, as they are stored, without the reasons of the tables."""
        fewest, largest = self.opponents
        return (
            self._verdict,
            line("report.opponents", meetings=self.max_meetings, fewest=fewest, largest=largest),
            *self.broken,
            line("report.reading", reading=self.reading.value),
            line("report.seed", seed=self.seed, mark=self.fingerprint),
            *([] if self.steps is None else [line("report.steps", steps=self.steps)]),
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
    broken: tuple[str, ...]
    is_plan: bool = False

    @property
    def objections(self) -> tuple[str, ...]:
        """The objections in the reader's language."""
        return tuple(map(said, self.broken))

    @property
    def sentence(self) -> str:
        """The cost in words: "The change adds 2 repeat meetings."."""
        return said(self.line)

    @property
    def line(self) -> str:
        """The cost as a draw record stores it."""
        return line("edit.cost", repeats=self.repeats, plan=self.is_plan, broken=self.broken)


def report_as_stored(report: DrawReport) -> dict[str, Any]:
    """Return a report in its stored form, which `read_report` reads; its keys are those of the first version."""
    stored: dict[str, Any] = msgspec.to_builtins(report)
    return {
        **{key: value for key, value in stored.items() if key != "broken" and (value or key != "has_ranked")},
        "objections": stored["broken"],
        "minimum": _with_renamed_key(stored["minimum"], "line", "proof"),
        "readings": [
            {**row, "minimum": _with_renamed_key(row["minimum"], "line", "proof")} for row in stored["readings"]
        ],
        "tables": [_with_renamed_key(row, "lines", "reasons") for row in stored["tables"]],
    }


def read_report(stored: Mapping[str, Any]) -> DrawReport | None:
    """Return a report from its stored form (see `report_as_stored`); None for a cut of the final, which has no report."""
    if "minimum" not in stored:
        return None
    wanted = {
        **stored,
        "broken": stored["objections"],
        "minimum": _with_renamed_key(stored["minimum"], "proof", "line"),
        "readings": [
            {**row, "minimum": _with_renamed_key(row["minimum"], "proof", "line")} for row in stored["readings"]
        ],
        "tables": [_with_renamed_key(row, "reasons", "lines") for row in stored["tables"]],
    }
    return msgspec.convert(wanted, DrawReport)


def _with_renamed_key(row: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Return a stored row with one key under another name."""
    return {new if key == old else key: value for key, value in row.items()}


def edit_cost(before: DrawReport, after: DrawReport) -> EditCost:
    """Return what an edit costs: ``before`` and ``after`` are the reports on the draw before and after it, for the same request."""
    known = set(before.broken)
    return EditCost(
        repeats=after.repeats - before.repeats,
        max_meetings=after.max_meetings - before.max_meetings,
        most_pairs=after.most_pairs - before.most_pairs,
        seat_repeats=(after.seat_repeats or 0) - (before.seat_repeats or 0),
        broken=tuple(each for each in after.broken if each not in known),
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


Meetings = Mapping[tuple[PlayerId, PlayerId], Sequence[int]]
"""The numbers of the rounds in which two players, the lower number first, share a table."""


def pairs_at(table: Iterable[PlayerId]) -> Iterator[tuple[PlayerId, PlayerId]]:
    """Yield every pair of a table, the lower number first."""
    return combinations(sorted(table), 2)


def explain_tables(
    request: DrawRequest, rounds: Sequence[DrawnRound], meetings: Meetings, repeats: int, minimum: Minimum
) -> tuple[TableReasons, ...]:
    """Return the reasons for every planned table, as they are stored; ``repeats`` and ``minimum`` are those of the whole draw."""
    why = _why_repeated(repeats, minimum, request.total_rounds)
    explained = []
    for index, (plan, drawn) in enumerate(zip(request.rounds, rounds, strict=True)):
        number = request.number_of(index)
        places = places_of(request, plan)
        for table, players in enumerate(drawn.tables, start=1):
            reasons = [
                *_placement_lines(request, plan, places, players, table),
                *(_repeat_lines(request, players, meetings, number, why) if repeats else ()),
            ]
            explained.append(TableReasons(number, table, tuple(reasons)))
    return tuple(explained)


def _why_repeated(repeats: int, minimum: Minimum, rounds: int) -> str:
    """Return why players meet again: it is unavoidable, or no better draw was found; ``rounds`` counts all random rounds."""
    if minimum.value is not None and repeats <= minimum.value:
        return line("again.least", least=minimum.value, rounds=rounds)
    if minimum.value:
        return line("again.found", least=minimum.value, rounds=rounds, repeats=repeats)
    return line("again.best")


def _placement_lines(
    request: DrawRequest, plan: RoundPlan, places: Mapping[PlayerId, int], players: Table, table: int
) -> Iterator[str]:
    """Yield a line for each player who is fixed at this table; ``places`` are the given tables of the round."""
    for player in players:
        if places.get(player) == table:
            yield line("table.fixed", name=player, table=table)


def _repeat_lines(request: DrawRequest, players: Table, meetings: Meetings, number: int, why: str) -> Iterator[str]:
    """Yield a line for each pair at a table of round ``number`` that has met before; ``why`` is the reason for repeats."""
    for one, other in pairs_at(players):
        earlier = [met for met in meetings[one, other] if met < number]
        if earlier:
            yield line("table.again", name=one, other=other, met=earlier, why=why)


def list_objections(request: DrawRequest, rounds: Sequence[DrawnRound]) -> tuple[str, ...]:
    """Return every broken wish or rule of the planned rounds, each as a line that is stored."""
    rested = set(request.sat_out)
    objections: list[str] = []
    for index, (plan, drawn) in enumerate(zip(request.rounds, rounds, strict=True)):
        number = request.number_of(index)
        objections += _broken_sizes(plan, drawn, number)
        objections += _broken_places(request, plan, drawn, number)
        objections += _broken_wishes(request, drawn, number)
        again = [player for player in drawn.sit_outs if player in rested]
        objections += [line("broken.twice-out", round=number, name=player) for player in again]
        rested |= set(drawn.sit_outs)
    return tuple(objections)


def _broken_sizes(plan: RoundPlan, drawn: DrawnRound, number: int) -> Iterator[str]:
    """Yield a line if the tables do not have the sizes of the arrangement."""
    sizes = tuple(map(len, drawn.tables))
    if sizes != plan.sizes:
        yield line("broken.sizes", round=number, sizes=_spaced_sizes(sizes), wanted=_spaced_sizes(plan.sizes))


def _spaced_sizes(sizes: Iterable[int]) -> str:
    """Return sizes separated by blanks."""
    return " ".join(map(str, sizes))


def _broken_places(request: DrawRequest, plan: RoundPlan, drawn: DrawnRound, number: int) -> Iterator[str]:
    """Yield a line for each player who is not at the given table, or plays though named to sit out."""
    seated = {player: table for table, players in enumerate(drawn.tables, start=1) for player in players}
    for player, table in places_of(request, plan).items():
        if player in seated and seated[player] != table:
            yield line("broken.table", round=number, name=player, wanted=table, table=seated[player])
    for player in plan.sitting_out:
        if player in seated:
            yield line("broken.plays", round=number, name=player, table=seated[player])


def _broken_wishes(request: DrawRequest, drawn: DrawnRound, number: int) -> Iterator[str]:
    """Yield a line for each table that seats players together who are to be kept apart."""
    for wish in request.apart:
        avoiding = set(wish.players)
        for at, table in enumerate(drawn.tables, start=1):
            together = [player for player in table if player in avoiding]
            if len(together) > 1:
                code = "broken.must" if wish.is_hard else "broken.should"
                yield line(code, round=number, names=together, table=at)
