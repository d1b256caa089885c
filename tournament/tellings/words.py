"""Short words and sentences for values of the record, as pages and paper write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from tournament.draw.naming import name_of
from tournament.record.event import ApartRecord, EventRecord, RoundRecord
from tournament.record.printing import PartKind, SheetPart
from tournament.record.vocabulary import PlayerId
from tournament.scores.totals import TotalChange
from tournament.tellings.figures import rank_text
from wording import gettext as _
from wording import ngettext, pgettext
from wording.figures import listed
from wording.languages import SOURCE_LANGUAGE, speaking
from wording.some import listed_some

Told = ParamSpec("Told")
Value = TypeVar("Value")


def in_english(function: Callable[Told, Value]) -> Callable[Told, Value]:
    """Decorate a function that returns a file or values for programs, so that its words are English in every language."""

    @wraps(function)
    def english(*values: Told.args, **named: Told.kwargs) -> Value:
        with speaking(SOURCE_LANGUAGE):
            return function(*values, **named)

    return english


MOST_PLACES = 6
"""The most changes of rank that a message lists after an action; the standings show all."""


def strength(rule: ApartRecord) -> str:
    """Return whether a rule to keep players apart is strict: "without exception" or "if it can be avoided"."""
    return strength_words(is_hard=rule.is_hard)


def strength_words(*, is_hard: bool) -> str:
    """Return how strict a rule to keep players apart is: "without exception" or "if it can be avoided"."""
    return _("without exception") if is_hard else _("if it can be avoided")


def tables_named(numbers: Sequence[int]) -> str:
    """Return tables in words: "table 3", "tables 3 and 5"."""
    return ngettext("table {tables}", "tables {tables}", len(numbers), tables=listed(numbers))


def places_moved(moves: Sequence[TotalChange]) -> str:
    """Return a sentence about everybody whose rank changed: "Places: Ada Demo 3 → 1.", or that nobody's did."""
    places = [
        _(
            "{name} {before} → {after}",
            name=move.name,
            before=_place(move.before, move.rank_before, is_shared=move.is_shared_before),
            after=_place(move.after, move.rank_after, is_shared=move.is_shared_after),
        )
        for move in moves
        if move.rank_before != move.rank_after or not move.is_counted_both
    ]
    if not places:
        return _("Nobody's place changed.")
    return _("Places: {moves}.", moves=listed_some(places, MOST_PLACES))


def _place(total: int | None, rank: int | None, *, is_shared: bool) -> str:
    """Return a rank as text; a player without a total is not in the standings."""
    return _("not in the standings") if total is None else rank_text(rank, is_shared)


def round_head(number: int) -> str:
    """Return the short heading of a round: "Rd 4", since "R4" would be taken for the number of a rule."""
    return _("Rd {number}", number=number)


MOST_TABLES = 6
MOST_NAMES = 3


def parts_in_words(parts: Sequence[SheetPart], record: EventRecord) -> str:
    """Return the parts of a printed sheet in words: tables and players first, each once, then all other parts."""
    numbers: dict[PartKind, dict[int, None]] = {PartKind.TABLE: {}, PartKind.PLAYER: {}}
    others: dict[str, None] = {}
    for part in parts:
        if part.kind in numbers and part.number is not None:
            numbers[part.kind][part.number] = None
        else:
            others[_(part.kind.words)] = None
    tables, players = (list(found) for found in numbers.values())
    words = (_tables(tables), _players(players, record), *others)
    return ", ".join(filter(None, words))


def _tables(numbers: list[int]) -> str:
    """Return table numbers in words; many tables only as their count."""
    if not numbers:
        return ""
    return (
        tables_named(sorted(numbers))
        if len(numbers) <= MOST_TABLES
        else ngettext("{n} table", "{n} tables", len(numbers))
    )


def _players(numbers: list[int], record: EventRecord) -> str:
    """Return the names of players; many players, or unknown ones, only as their count."""
    names = [record.name_of(PlayerId(number)) for number in numbers if PlayerId(number) in record.people]
    if len(numbers) == len(names) <= MOST_NAMES:
        return listed(names)
    return ngettext("{n} player", "{n} players", len(numbers))


def disputed_in(rounds: Iterable[RoundRecord]) -> str:
    """Return a sentence such as "Some results are disputed and may change: round 1, table 3."; empty if no result is disputed (R11)."""
    disputed = [(round_, [table.number for table in round_.disputed]) for round_ in rounds if round_.disputed]
    if not disputed:
        return ""
    places = [
        pgettext("a place in the hall", "{round}, {tables}", round=name_of(round_), tables=tables_named(tables))
        for round_, tables in disputed
    ]
    return _("Some results are disputed and may change: {places}.", places="; ".join(places))
