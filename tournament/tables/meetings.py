"""The matrix of meetings: how often each two players have shared a table, round by round."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from tournament.records import EventRecord, RoundRecord
from tournament.standings import in_the_field
from tournament.vocabulary import PlayerId, RoundState


@dataclass(frozen=True, slots=True)
class Cell:
    """A pair: ``count`` meetings, the rounds in words; ``is_self`` on the diagonal."""

    count: int
    rounds: str
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A player's meetings with everybody in the order of numbers, and with how many different opponents."""

    player: PlayerId
    name: str
    cells: tuple[Cell, ...]
    opponents: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """All rows, the pairs that met more than once most often first, and the repeats in all."""

    rows: tuple[MatrixRow, ...]
    again: tuple[tuple[str, str, Cell], ...]
    repeats: int


def meetings_table(record: EventRecord, rounds: tuple[RoundRecord, ...] | None = None) -> Matrix:
    """Who has met whom over these rounds, all drawn ones unless named, a draft included."""
    players = in_the_field(record)
    met = pairs_met(record.rounds if rounds is None else rounds)
    names = {entry.player: entry.name for entry in record.entries}

    def cell(one: PlayerId, other: PlayerId) -> Cell:
        numbers = met.get((min(one, other), max(one, other)), [])
        return Cell(len(numbers), ", ".join(numbers), one == other)

    rows = tuple(
        MatrixRow(
            entry.player,
            entry.name,
            cells := tuple(cell(entry.player, other.player) for other in players),
            sum(each.count > 0 for each in cells),
        )
        for entry in players
    )
    again = sorted(((pair, numbers) for pair, numbers in met.items() if len(numbers) > 1), key=lambda row: -len(row[1]))
    return Matrix(
        rows,
        tuple((names[one], names[other], Cell(len(n), ", ".join(n))) for (one, other), n in again),
        sum(len(numbers) - 1 for numbers in met.values()),
    )


def pairs_met(rounds: tuple[RoundRecord, ...]) -> dict[tuple[PlayerId, PlayerId], list[str]]:
    """The rounds in which each two players, the lower number first, shared a table; a draft is marked."""
    met: dict[tuple[PlayerId, PlayerId], list[str]] = {}
    for played in rounds:
        mark = f"{played.number}{' (draft)' if played.state is RoundState.DRAFT else ''}"
        for table in played.tables:
            for pair in combinations(sorted(seat.player for seat in table.seats), 2):
                met.setdefault(pair, []).append(mark)
    return met

