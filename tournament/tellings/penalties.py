"""The list of penalties and warnings: in words, with how many offences on a subject each player has (R23-R28)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import tzinfo

from tournament.draw.lines import said
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.rounds import PenaltyRecord
from tournament.record.vocabulary import PenaltyKind, PlayerId, Subject
from tournament.tellings.listing import About, Cell, Column, ColumnKind, Link, Listing, Row
from tournament.tellings.words import dollars
from wording import gettext as _
from wording import gettext_noop, pgettext
from wording.figures import clock_time

AT_ONCE = gettext_noop("undone at once")
"""The reason that is stored by the Undo of a penalty that was just given."""
NONE = "–"
NOBODY = "—"
FOR_PAPER = ("bare", "amount", "story")
"""The columns that only paper has: what the page says of a penalty in one cell, in parts."""


@dataclass(frozen=True, slots=True)
class Offence:
    """A line of the list; ``count`` numbers the player's offences on the same subject from 1, None for a cancelled one."""

    pk: int
    penalty: PenaltyRecord
    entry: EntryRecord
    count: int | None

    @property
    def name(self) -> str:
        """The player's name in the form of the event."""
        return self.entry.name


def book(record: EventRecord) -> list[Offence]:
    """Return every penalty and warning in the order of giving; repeated offences are counted for each subject separately (R23-R28)."""
    counted: Counter[tuple[PlayerId, Subject]] = Counter()
    lines = []
    for penalty in record.penalties:
        key = (penalty.player, penalty.subject)
        if not penalty.is_cancelled:
            counted[key] += 1
        count = None if penalty.is_cancelled else counted[key]
        lines.append(Offence(penalty.key, penalty, record.entry(penalty.player), count))
    return lines


def penalty_in_words(penalty: PenaltyRecord) -> str:
    """Return a penalty in words: "fine of 5,000"."""
    if penalty.kind is PenaltyKind.FINE:
        return _("fine of {amount}", amount=dollars(penalty.amount))
    return penalty.kind.words


def reason_of_cancelling(penalty: PenaltyRecord) -> str:
    """Return why a penalty was cancelled: as the director wrote it, or the words for an Undo."""
    return _(AT_ONCE) if penalty.cancel_reason == AT_ONCE else said(penalty.cancel_reason)


def penalty_listing(record: EventRecord, zone: tzinfo) -> Listing:
    """Return the list of penalties for page, file and paper, in the order of giving; ``zone`` is the time zone of the hall."""
    return Listing(
        key="penalties",
        caption="",
        columns=(
            Column("name", _("Player"), ColumnKind.NAME),
            Column("round", _("Round"), ColumnKind.WORD),
            Column("count", _("No."), short=_("How often")),
            Column("subject", _("Offence"), ColumnKind.WORD),
            Column("kind", _("Penalty"), ColumnKind.NOTE),
            Column("reason", _("Reason"), ColumnKind.NOTE),
            Column("given_at", _("Given"), ColumnKind.MOMENT, short=_("Time")),
            Column("given_by", _("By"), ColumnKind.WORD),
            Column("change", _("Change"), ColumnKind.ACT, is_sorted=False),
            Column("bare", _("Penalty"), ColumnKind.WORD),
            Column("amount", _("Amount")),
            Column("story", _("Reason"), ColumnKind.NOTE),
        ),
        rows=tuple(_row(line, zone) for line in book(record)),
    )


def _row(line: Offence, zone: tzinfo) -> Row:
    """Return a line of the list as a row."""
    penalty, words = line.penalty, penalty_in_words(line.penalty)
    given_at = penalty.given_at.astimezone(zone) if penalty.given_at else None
    what = Cell(words, order=penalty.kind.value)
    if penalty.is_cancelled:
        text = _("{penalty} (cancelled: {reason})", penalty=words, reason=reason_of_cancelling(penalty))
        what = Cell(text, struck=words, order=penalty.kind.value)
    player, change = Link(About.PLAYER, (penalty.player,)), Link(About.PENALTY, (line.pk,))
    return Row(
        line.pk,
        (
            Cell(line.name, line.entry.as_entered, link=player, bold=line.entry.surname, order=line.entry.sort_key),
            Cell(str(penalty.round), order=penalty.round),
            Cell(str(line.count), order=line.count) if line.count else Cell(NONE, "", order=0),
            Cell(penalty.subject.words),
            what,
            Cell(penalty.reason),
            Cell(clock_time(given_at), str(given_at), order=given_at) if given_at else Cell(),
            Cell(penalty.given_by or NOBODY, penalty.given_by, order=penalty.given_by),
            Cell(_("Restore") if penalty.is_cancelled else pgettext("a penalty", "Cancel"), link=change),
            Cell(penalty.kind.words),
            Cell(dollars(penalty.amount) if penalty.amount else ""),
            Cell(" · ".join(part for part in (_story(penalty), penalty.given_by) if part)),
        ),
    )


def _story(penalty: PenaltyRecord) -> str:
    """Return why a penalty was given, and of a cancelled one first why that was."""
    if not penalty.is_cancelled:
        return penalty.reason
    why = said(penalty.cancel_reason) or _("no reason given")
    return _("CANCELLED: {why}. Was: {reason}", why=why, reason=penalty.reason)
