"""Short words and sentences for values of the record, as pages and paper write them.

Figures as pages and paper write them: the reader's signs, one minus sign, one sign for a shared place, one word for no place.

Files keep the plain forms of `record.vocabulary`, with the hyphen that spreadsheets read as a minus.

Cells that several lists share: a name with its tags, a round with its mark, and the order of names from A to Z.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from types import MappingProxyType
from typing import ParamSpec, TypeVar

from tournament.draw.seating import name_of
from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.printing import PartKind, SheetPart
from tournament.record.rounds import ApartRecord
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import CellKind, Dollars, PlayerId, RoundCell, Status, Thousandths, format_thousandths
from tournament.scores.totals import TotalChange
from tournament.tellings.listing import About, Cell, Link, Mark, Tag, Tone
from wording import figures, gettext_noop, ngettext, pgettext
from wording import gettext as _
from wording.directions import by_itself
from wording.figures import listed
from wording.languages import SOURCE_LANGUAGE, speaking
from wording.some import listed_some

MINUS = "\N{MINUS SIGN}"
DISQUALIFIED = "DSQ"
_HYPHEN_AS_MINUS = re.compile(r"(?<![\w)\]-])-(?=\d)")


def dollars(value: Dollars) -> str:
    """Return dollars with their thousands grouped, "42,400" in English; negative amounts have a minus sign."""
    return figures.whole(value).replace("-", MINUS)


def thousandths(value: Thousandths) -> str:
    """Return thousandths with three decimals, "31.800" in English; negative values have a minus sign."""
    return figures.decimals(value, 3).replace("-", MINUS)


def fine_as_deduction(fine: Dollars) -> str:
    """Return a fine in dollars as a negative amount, "−5,000"; empty for no fine."""
    return f"{MINUS}{figures.whole(fine)}" if fine else ""


def with_minus_signs(sentence: str) -> str:
    """Return a sentence with a minus sign in place of each hyphen before a number; "R55-R56" and dates stay."""
    return _HYPHEN_AS_MINUS.sub(MINUS, sentence)


def rank_text(rank: int | None, is_shared: bool) -> str:
    """Return a rank as text: "3", "=3" if it is shared, "DSQ" for None, which a disqualified player has (R66-R67)."""
    if rank is None:
        return DISQUALIFIED
    return f"={rank}" if is_shared else str(rank)


def average_place(halves: int) -> str:
    """Return an average place, given in halves, as text: 5 is "2.5", 4 is "2" (R66)."""
    return figures.decimals(halves * 5, 1) if halves % 2 else str(halves // 2)


def rank_cell(rank: int | None, is_shared: bool) -> Cell:
    """Return the cell of a rank; a file holds the bare number, or nothing for the disqualified."""
    return Cell(rank_text(rank, is_shared), "" if rank is None else str(rank))


def dollars_cell(value: Dollars) -> Cell:
    """Return the cell of an amount; a file holds the bare number."""
    return Cell(dollars(value), str(value))


def score_cell(value: Thousandths) -> Cell:
    """Return the cell of a score; a file holds it with a hyphen as minus sign."""
    return Cell(thousandths(value), format_thousandths(value))


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


JUNIOR = "JNR"


def people_of(record: EventRecord) -> dict[PlayerId, EntryRecord]:
    """Return all entries of an event by player number."""
    return {entry.player: entry for entry in record.entries}


def name_cell(entry: EntryRecord, *tags: Tag) -> Cell:
    """Return the cell of a player's name with a link to the player; a file holds the bare name as it was entered.

    Where somebody else plays on in the seat (R71), a tag says who.
    """
    taken = (Tag(words, Tone.NOTE),) if (words := taken_over_words(entry)) else ()
    link = Link(About.PLAYER, (entry.player,))
    return Cell(entry.name, entry.entered or None, link=link, tags=(*taken, *tags), bold=entry.surname)


def taken_over_words(entry: EntryRecord) -> str:
    """Return who plays for an entry, or who played for it before, and from which round on (R71); empty for most."""
    taken = entry.taken
    if taken is None:
        return ""
    name = by_itself(taken.called) if taken.called else pgettext("after by or from", "somebody else")
    if taken.owner is ScoreOwner.FIRST:
        return _("played by {name} from round {round}", name=name, round=taken.round)
    return _("took over from {name} in round {round}", name=name, round=taken.round)


def seated_name(entry: EntryRecord, number: int) -> str:
    """Return the name of who sits in a player's seat in round ``number``, with the entry's own where that owns the score (R71)."""
    sits, taken = entry.at_table(number), entry.taken
    if sits is entry or taken is None or number < taken.round:
        return sits.name
    if not sits.name:
        return entry.name
    return _("{name} for {player}", name=by_itself(sits.name), player=by_itself(entry.name))


def departure_tags(entry: EntryRecord, *, has_left: bool) -> tuple[Tag, ...]:
    """Return the tag "withdrawn" or "disqualified" of a player who left; empty for others.

    ``has_left`` says whether a withdrawal already counts in this list.
    """
    if entry.status is Status.DISQUALIFIED:
        return (Tag(_("disqualified"), Tone.LOSS),)
    return (Tag(pgettext("a player", "withdrawn"), Tone.LOSS),) if has_left and entry.status is Status.WITHDRAWN else ()


def nation(entry: EntryRecord) -> str:
    """Return a player's country and whether he or she is a junior: "NL JNR"."""
    return " ".join(part for part in (entry.country, JUNIOR if entry.is_junior else "") if part)


def by_name(entries: Iterable[EntryRecord]) -> list[EntryRecord]:
    """Return entries sorted from A to Z: by surname, then given name, without accents; equal names by number."""
    return sorted(entries, key=lambda entry: entry.sort_key)


SIGNS: Mapping[Mark, str] = MappingProxyType(
    {
        Mark.SAT_OUT: "S",
        Mark.PAIRING_PROBLEM: "P",
        Mark.MISSED: "-",
        Mark.WITHDRAWN: "W",
        Mark.DISQUALIFIED: "D",
        Mark.WON: "*",
    }
)
LEGEND = gettext_noop(
    "S sat out (R51) · P pairing problem (R52) · - not played (R53) · W withdrawn (R54) · D disqualified (R67) · "
    "* won the table · = equal totals"
)
"""What the signs of the standings mean, for `gettext`."""
_MARKS = {
    CellKind.SIT_OUT: Mark.SAT_OUT,
    CellKind.PAIRING_PROBLEM: Mark.PAIRING_PROBLEM,
    CellKind.MISSED: Mark.MISSED,
    CellKind.WITHDRAWN: Mark.WITHDRAWN,
}


def mark_of(cell: RoundCell, status: Status) -> Mark | None:
    """Return how a player spent a round: sat out, won and so on. None if it was played and not won, or is still to come.

    ``status`` is the player's status in the event: a disqualified player's rounds after leaving are marked as disqualified.
    """
    if cell.kind is CellKind.WITHDRAWN and status is Status.DISQUALIFIED:
        return Mark.DISQUALIFIED
    return Mark.WON if cell.is_winner else _MARKS.get(cell.kind)


def round_cell(cell: RoundCell, status: Status) -> Cell:
    """Return the cell of a round in the standings: "29.794*" or "S 25.000"; empty while the round is pending.

    ``status`` is the player's status in the event.
    """
    if cell.score is None:
        return Cell()
    mark = mark_of(cell, status)
    before = f"{SIGNS[mark]} " if mark and mark is not Mark.WON else ""
    after = SIGNS[Mark.WON] if mark is Mark.WON else ""
    return Cell(f"{before}{thousandths(cell.score)}{after}", format_thousandths(cell.score), mark)
