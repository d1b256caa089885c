"""The entries of an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tournament.desk.lists import NUM, PageTable
from tournament.desk.statuses import status_word
from tournament.public.lists import link
from tournament.public.lists.names import bold
from tournament.record.event import EntryRecord
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


def status_tag(status: Status) -> SafeString:
    """Return a status as a coloured tag with its word."""
    return format_html('<span class="tag {}">{}</span>', TONES.get(status, ""), status_word(status))  # not said


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry with the key by which its name is sorted: by surname, without accents and capitals."""

    entry: EntryRecord
    sort_name: NameKey


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

    # Of the file alone, so that a list that is read again finds everybody by number and with the parts of the name.
    contestant_id = tables.Column(
        accessor="entry__contestant_id", verbose_name=gettext_lazy("Organiser's number"), visible=False
    )
    given_name = tables.Column(accessor="entry__given_name", verbose_name=gettext_lazy("Given name"), visible=False)
    family_name = tables.Column(accessor="entry__family_name", verbose_name=gettext_lazy("Surname"), visible=False)

    class Meta:
        template_name = "django_tables2/table.html"
        attrs = {"id": "entries", "class": "wide cards"}  # not said
        empty_text = gettext_lazy("No entries yet.")

    def __init__(
        self, rows: Iterable[EntryRecord], *, slug: str, remarks: Mapping[PlayerId, Sequence[str]], **options: Any
    ) -> None:
        """``remarks`` are words about an entry by its number: fixed table, keep-apart, note, what paper cannot print."""
        super().__init__([EntryLine(entry, entry.sort_key[0]) for entry in rows], **options)
        self.slug = slug
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

    def render_first_round(self, record: EntryLine) -> str:
        """Return the remarks about the entry."""
        return "; ".join(self.remarks.get(record.entry.player, ()))
