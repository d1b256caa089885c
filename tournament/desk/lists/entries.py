"""The entries of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.day.office.fees import amount_plain, fee_of
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, Status
from tournament.tellings.listing import About, Cell, Column, ColumnKind, Link, Listing, Row
from wording import gettext as _

TONES = {
    Status.PRESENT: "done",
    Status.LATE: "doubt",
    Status.WITHDRAWN: "loss",
    Status.DISQUALIFIED: "loss",
}
"""The CSS class of the tag that shows a status."""
FOR_FILES = ("email", "fee_due", "fee_paid", "contestant_id", "given_name", "family_name")
"""The columns that only a file has."""


def status_tag(status: Status) -> SafeString:
    """Return a status as a coloured tag with its word."""
    return format_html('<span class="tag {}">{}</span>', TONES.get(status, ""), status.words)


def entry_listing(
    entries: Sequence[EntryRecord],
    event: EventRecord,
    remarks: Mapping[PlayerId, Sequence[str]],
    *,
    is_file: bool = False,
    has_addresses: bool = False,
) -> Listing:
    """Return entries with their status; ``remarks`` are words about an entry by its number, such as a fixed table or a note.

    A file has every column, but the e-mail addresses only if it ``has_addresses``; the page has the club and the family or team where some
    entry has one.
    """
    listing = Listing(
        key="entries",
        caption="",
        columns=(
            Column("player", _("No."), ColumnKind.NUMBER),
            Column("name", _("Name"), ColumnKind.NAME),
            Column("country", _("Country"), ColumnKind.WORD),
            Column("is_junior", _("Junior"), ColumnKind.WORD),
            Column("status", _("Status"), ColumnKind.WORD),
            Column("remarks", _("Remarks"), ColumnKind.NOTE, is_sorted=False),
            Column("club", _("Club"), ColumnKind.NOTE),
            Column("team", _("Family or team"), ColumnKind.NOTE),
            Column("email", _("E-mail address"), ColumnKind.WORD),
            Column("fee_due", _("Fee")),
            Column("fee_paid", _("Paid")),
            # A list that is read again finds everybody by number and with the parts of the name.
            Column("contestant_id", _("Organiser's number"), ColumnKind.WORD),
            Column("given_name", _("Given name"), ColumnKind.WORD),
            Column("family_name", _("Surname"), ColumnKind.WORD),
        ),
        rows=tuple(_row(entry, event, "; ".join(remarks.get(entry.player, ()))) for entry in entries),
        empty=_("No entries yet"),
    )
    if is_file:
        return listing if has_addresses else listing.without("email")
    return listing.without(*FOR_FILES, *(key for key in ("club", "team") if not any(getattr(e, key) for e in entries)))


def _row(entry: EntryRecord, event: EventRecord, remarks: str) -> Row:
    """Return an entry as a row."""
    due = fee_of(event, entry)
    paid = entry.fee_paid if due is not None else entry.fee_paid or None
    link = Link(About.PLAYER, (entry.player,))
    name = Cell(entry.name, entry.as_entered, link=link, bold=entry.surname, order=(entry.sort_key[0], entry.player))
    status = Cell(entry.status.words, markup=status_tag(entry.status), order=(entry.status.value, entry.player))
    return Row(
        entry.player,
        (
            Cell(str(entry.player), order=entry.player),
            name,
            Cell(entry.country),
            Cell(_("JNR") if entry.is_junior else "", order=entry.is_junior),
            status,
            Cell(remarks),
            Cell(entry.club),
            Cell(entry.team),
            Cell(entry.email),
            Cell(amount_plain(due), order=due or 0),
            Cell(amount_plain(paid), order=entry.fee_paid),
            *(Cell(text) for text in (entry.contestant_id, entry.given_name, entry.family_name)),
        ),
    )
