"""The entries of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tournament.day.office.fees import amount_plain, fee_of
from tournament.desk.lists import NUM, PageTable
from tournament.desk.statuses import status_word
from tournament.public.lists import link
from tournament.public.lists.names import bold
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.names import NameKey
from tournament.record.vocabulary import PlayerId, Status
from wording import gettext as _

TONES = {
    Status.PRESENT: "done",
    Status.LATE: "doubt",
    Status.WITHDRAWN: "loss",
    Status.DISQUALIFIED: "loss",
}
"""The CSS class of the tag that shows a status."""
FOR_FILES = frozenset({"email", "fee_due", "fee_paid", "contestant_id", "given_name", "family_name"})
"""The columns that only a file has."""


def status_tag(status: Status) -> SafeString:
    """Return a status as a coloured tag with its word."""
    return format_html('<span class="tag {}">{}</span>', TONES.get(status, ""), status_word(status))


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry with the key by which its name is sorted, by surname without accents and capitals, and its fee in hundredths."""

    entry: EntryRecord
    sort_name: NameKey
    due: int | None


class EntryTable(PageTable):
    """Every entry with its status; a name leads to the entry's page."""

    player = tables.Column(accessor="entry__player", verbose_name=gettext_lazy("No."), attrs=NUM)
    name = tables.Column(
        accessor="entry__name",
        verbose_name=gettext_lazy("Name"),
        order_by=("sort_name", "entry__player"),
        attrs={"td": {"scope": "row"}},
    )
    country = tables.Column(
        accessor="entry__country",
        verbose_name=gettext_lazy("Country"),
        default="",
        attrs={"td": {"data-label": gettext_lazy("Country")}},
    )
    is_junior = tables.Column(
        accessor="entry__is_junior",
        verbose_name=gettext_lazy("Junior"),
        default="",
        empty_values=(),
        attrs={"td": {"data-label": gettext_lazy("Junior")}},
    )
    status = tables.Column(
        accessor="entry__status",
        verbose_name=gettext_lazy("Status"),
        order_by=("entry__status", "entry__player"),
        attrs={"td": {"data-label": gettext_lazy("Status")}},
    )
    first_round = tables.Column(
        accessor="entry__first_round",
        verbose_name=gettext_lazy("Remarks"),
        orderable=False,
        empty_values=(),
        attrs={"td": {"data-label": gettext_lazy("Remarks"), "class": "whole"}},
    )

    club = tables.Column(
        accessor="entry__club",
        verbose_name=gettext_lazy("Club"),
        default="",
        attrs={"td": {"data-label": gettext_lazy("Club"), "class": "whole"}},
    )
    team = tables.Column(
        accessor="entry__team",
        verbose_name=gettext_lazy("Family or team"),
        default="",
        attrs={"td": {"data-label": gettext_lazy("Family or team"), "class": "whole"}},
    )
    email = tables.Column(accessor="entry__email", verbose_name=gettext_lazy("E-mail address"), default="")
    fee_due = tables.Column(accessor="due", verbose_name=gettext_lazy("Fee"), default="", attrs=NUM)
    fee_paid = tables.Column(accessor="entry__fee_paid", verbose_name=gettext_lazy("Paid"), default="", attrs=NUM)

    # Of the file alone, so that a list that is read again finds everybody by number and with the parts of the name.
    contestant_id = tables.Column(accessor="entry__contestant_id", verbose_name=gettext_lazy("Organiser's number"))
    given_name = tables.Column(accessor="entry__given_name", verbose_name=gettext_lazy("Given name"))
    family_name = tables.Column(accessor="entry__family_name", verbose_name=gettext_lazy("Surname"))

    class Meta:
        template_name = "django_tables2/table.html"
        attrs = {"id": "entries", "class": "wide cards"}
        empty_text = gettext_lazy("No entries yet")

    def __init__(
        self,
        rows: Sequence[EntryRecord],
        event: EventRecord,
        *,
        remarks: Mapping[PlayerId, Sequence[str]],
        is_file: bool = False,
        has_addresses: bool = False,
    ) -> None:
        """``remarks`` are words about an entry by its number: fixed table, keep-apart, note, what paper cannot print.

        A file has every column, but the e-mail addresses only if it ``has_addresses``; the page has the club and the family or team where
        some entry has one.
        """
        hidden = FOR_FILES | {name for name in ("club", "team") if not any(getattr(entry, name) for entry in rows)}
        lines = [EntryLine(entry, entry.sort_key[0], fee_of(event, entry)) for entry in rows]
        super().__init__(lines, exclude=hidden if not is_file else () if has_addresses else ("email",))
        self.slug = event.slug
        self.remarks = remarks

    def render_name(self, record: EntryLine) -> SafeString:
        """Return the name as a link to the entry's page."""
        return link(bold(record.entry.name, record.entry.surname), "desk_entry", self.slug, record.entry.player)

    def value_name(self, record: EntryLine) -> str:
        """Return the name alone, for CSV."""
        return record.entry.as_entered

    def render_is_junior(self, record: EntryLine) -> str:
        """Return "JNR" for a junior, as entrant lists write it."""
        return _("JNR") if record.entry.is_junior else ""

    def render_status(self, record: EntryLine) -> SafeString:
        """Return the status as a tag."""
        return status_tag(record.entry.status)

    def value_status(self, record: EntryLine) -> str:
        """Return the word of the status alone, for CSV."""
        return status_word(record.entry.status)

    def value_fee_due(self, record: EntryLine) -> str:
        """Return what is due with two decimals, for CSV; empty where the event has no fee."""
        return amount_plain(record.due)

    def value_fee_paid(self, record: EntryLine) -> str:
        """Return what was paid with two decimals, for CSV; empty where nothing was due or paid."""
        return amount_plain(record.entry.fee_paid if record.due is not None else record.entry.fee_paid or None)

    def render_first_round(self, record: EntryLine) -> str:
        """Return the remarks about the entry."""
        return "; ".join(self.remarks.get(record.entry.player, ()))
