"""Short words and sentences for values of the record, as pages and paper write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournament.draw.naming import name_of
from tournament.record.event import ApartRecord, EventRecord, RoundRecord
from tournament.record.printing import PartKind, SheetPart
from tournament.record.vocabulary import PlayerId
from tournament.scores.totals import TotalChange
from tournament.tellings.figures import rank_text

MOST_PLACES = 6
"""The most changes of rank that a message lists after an action; the standings show all."""


def strength(rule: ApartRecord) -> str:
    """Return whether a rule to keep players apart is strict: "never" or "if it can be avoided"."""
    return "never" if rule.is_hard else "if it can be avoided"


def listed(names: Sequence[str]) -> str:
    """Return names joined with commas and "and": "A", "A and B", "A, B and C"; empty for none."""
    return " and ".join([*([", ".join(names[:-1])] if names[1:] else []), *names[-1:]])


def tables_named(numbers: Sequence[int]) -> str:
    """Return tables in words: "table 3", "tables 3 and 5"."""
    return f"table{'s' if len(numbers) > 1 else ''} {listed([str(number) for number in numbers])}"


def places_moved(moves: Sequence[TotalChange]) -> str:
    """Return a sentence about everybody whose rank changed: "Places: Ada Demo 3 → 1.", or that nobody's did."""
    places = [
        f"{move.name} {_place(move.before, move.rank_before, is_shared=move.is_shared_before)} → "
        f"{_place(move.after, move.rank_after, is_shared=move.is_shared_after)}"
        for move in moves
        if move.rank_before != move.rank_after or not move.is_counted_both
    ]
    if not places:
        return "Nobody's place changed."
    more = f" and {len(places) - MOST_PLACES} more" if len(places) > MOST_PLACES else ""
    return f"Places: {', '.join(places[:MOST_PLACES])}{more}."


def _place(total: int | None, rank: int | None, *, is_shared: bool) -> str:
    """Return a rank as text; a player without a total is not in the standings."""
    return "not in the standings" if total is None else rank_text(rank, is_shared)


def round_head(number: int) -> str:
    """Return the short heading of a round: "Rd 4", since "R4" would be taken for the number of a rule."""
    return f"Rd {number}"


MOST_TABLES = 6
MOST_NAMES = 3


def parts_in_words(parts: Sequence[SheetPart], record: EventRecord) -> str:
    """Return the parts of a printed sheet in words: tables, players and rounds first, each once, then all other parts."""
    numbers: dict[PartKind, dict[int, None]] = {PartKind.TABLE: {}, PartKind.PLAYER: {}, PartKind.ROUND: {}}
    others: dict[str, None] = {}
    for part in parts:
        if part.kind in numbers and part.number is not None:
            numbers[part.kind][part.number] = None
        else:
            others[part.kind.words] = None
    tables, players, rounds = (list(found) for found in numbers.values())
    words = (_tables(tables), _players(players, record), _rounds(rounds), *others)
    return ", ".join(filter(None, words))


def _tables(numbers: list[int]) -> str:
    """Return table numbers in words; many tables only as their count."""
    if not numbers:
        return ""
    return tables_named(sorted(numbers)) if len(numbers) <= MOST_TABLES else f"{len(numbers)} tables"


def _players(numbers: list[int], record: EventRecord) -> str:
    """Return the names of players; many players, or unknown ones, only as their count."""
    names = [record.name_of(PlayerId(number)) for number in numbers if PlayerId(number) in record.people]
    return listed(names) if len(numbers) == len(names) <= MOST_NAMES else f"{len(numbers)} players"


def _rounds(numbers: list[int]) -> str:
    """Return round numbers in words."""
    return f"round{'s' if numbers[1:] else ''} {listed(list(map(str, numbers)))}" if numbers else ""


def disputed_in(rounds: Iterable[RoundRecord]) -> str:
    """Return a sentence such as "Round 1, table 3 is disputed; its result may change."; empty if no result is disputed (R11)."""
    disputed = [(name_of(round_), [table.number for table in round_.disputed]) for round_ in rounds if round_.disputed]
    if not disputed:
        return ""
    places = listed([f"{name}, {tables_named(tables)}" for name, tables in disputed])
    is_one = sum(len(tables) for _, tables in disputed) == 1
    ending = "is disputed; its result may change." if is_one else "are disputed; their results may change."
    return f"{places[:1].upper()}{places[1:]} {ending}"
