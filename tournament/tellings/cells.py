"""Cells that several lists share: a name with its tags, a round with its mark, and the order of names from A to Z."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tournament.record.event import EntryRecord, EventRecord
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import CellKind, PlayerId, RoundCell, Status, format_thousandths
from tournament.tellings.figures import thousandths
from tournament.tellings.listing import About, Cell, Link, Mark, Tag, Tone
from wording import gettext as _
from wording import gettext_noop, pgettext
from wording.directions import by_itself

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


def gone(entry: EntryRecord, *, has_left: bool) -> tuple[Tag, ...]:
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
