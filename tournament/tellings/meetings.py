"""Who met whom: how often each two players have shared a table, and in which rounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from tournament.draw.naming import label_of_round
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.scores import in_the_field
from tournament.tellings.cells import by_name
from wording import pgettext
from wording.directions import by_itself
from wording.figures import listed

LARGEST_MATRIX = 100
"""The most players for whom the matrix is shown; with more, each row has only the number of opponents."""


@dataclass(frozen=True, slots=True)
class Pair:
    """How often two players have met, and in which rounds, as text; ``is_self`` is true on the diagonal of the matrix."""

    count: int
    rounds: str
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One player's meetings with every other player, from A to Z, and the number of different opponents."""

    player: PlayerId
    name: str
    cells: tuple[Pair, ...]
    opponents: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """Who met whom: ``again`` are the pairs that met more than once, most frequent first, with the names of both.

    ``repeats`` counts the meetings that were not the first of their pair. ``is_square`` is false if the field is too large, and rows have
    no cells.
    """

    rows: tuple[MatrixRow, ...]
    is_square: bool
    again: tuple[tuple[str, str, Pair], ...]
    repeats: int


def meetings_table(record: EventRecord) -> Matrix:
    """Return who has met whom over all drawn rounds, including a draft."""
    players = by_name(in_the_field(record))
    met = pairs_met(record.rounds)
    names = {entry.player: by_itself(entry.name) for entry in record.entries}
    opponents = Counter(player for pair in met for player in pair)
    is_square = len(players) <= LARGEST_MATRIX

    def cell(one: PlayerId, other: PlayerId) -> Pair:
        rounds = met.get((min(one, other), max(one, other)), [])
        return Pair(len(rounds), ", ".join(_named(record, round_) for round_ in rounds), one == other)

    rows = tuple(
        MatrixRow(
            entry.player,
            entry.name,
            tuple(cell(entry.player, other.player) for other in players) if is_square else (),
            opponents[entry.player],
        )
        for entry in players
    )
    again = sorted(((pair, numbers) for pair, numbers in met.items() if len(numbers) > 1), key=lambda row: -len(row[1]))
    return Matrix(
        rows,
        is_square,
        tuple(
            (names[one], names[other], Pair(len(rounds), listed([_named(record, round_) for round_ in rounds])))
            for (one, other), rounds in again
        ),
        repeats_of(record.rounds),
    )


def repeats_of(rounds: tuple[RoundRecord, ...]) -> int:
    """Return the number of meetings in these rounds that are not the first of their pair."""
    return sum(len(numbers) - 1 for numbers in pairs_met(rounds).values())


def pairs_met(rounds: tuple[RoundRecord, ...]) -> dict[tuple[PlayerId, PlayerId], list[RoundRecord]]:
    """Return for each pair (lower number first) the rounds in which they shared a table."""
    met: dict[tuple[PlayerId, PlayerId], list[RoundRecord]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for pair in combinations(sorted(seat.player for seat in table.seats), 2):
                met.setdefault(pair, []).append(round_)
    return met


def _named(record: EventRecord, round_: RoundRecord) -> str:
    """Return the name of a round as a page has it: "Round 3", "Final", "Final (draft)"."""
    name = label_of_round(record, round_.number)
    return pgettext("a round", "{name} (draft)", name=name) if round_.state is RoundState.DRAFT else name
