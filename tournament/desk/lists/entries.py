"""The entries of an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.public.lists import NUM, PageTable, link
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import PlayerId, Status

TONES = {
    Status.PRESENT: "done",
    Status.LATE: "doubt",
    Status.WITHDRAWN: "loss",
    Status.DISQUALIFIED: "loss",
}
"""How a status is marked beside its word."""


def status_tag(status: Status) -> SafeString:
    """A status as word and sign."""
    return format_html('<span class="tag {}">{}</span>', TONES.get(status, ""), status.value)


class EntryTable(PageTable):
    """Every entry with its status; a name leads to the entry's page."""

    player = tables.Column(verbose_name="No.", attrs=NUM)
    name = tables.Column(attrs={"td": {"scope": "row"}})
    country = tables.Column(default="", attrs={"td": {"data-label": "Country"}})
    is_junior = tables.Column(
        verbose_name="Junior", default="", empty_values=(), attrs={"td": {"data-label": "Junior"}}
    )
    status = tables.Column(order_by=("status", "player"), attrs={"td": {"data-label": "Status"}})
    first_round = tables.Column(
        verbose_name="Remarks", orderable=False, empty_values=(), attrs={"td": {"data-label": "Remarks"}}
    )

    class Meta:
        """In the order of the numbers."""

        template_name = "django_tables2/table.html"
        attrs = {"id": "entries", "class": "wide cards"}
        empty_text = "Nobody is entered yet."

    def __init__(
        self, rows: Iterable[EntryRecord], *, slug: str, remarks: Mapping[PlayerId, Sequence[str]], **options: Any
    ) -> None:
        """``remarks`` are words about an entry by its number: fixed table, keep-apart, note, what paper cannot print."""
        super().__init__(rows, **options)
        self.slug = slug
        self.remarks = remarks

    def render_name(self, record: EntryRecord) -> SafeString:
        """The name, leading to the entry."""
        return link(record.name, "desk_entry", self.slug, record.player)

    def value_name(self, record: EntryRecord) -> str:
        """The bare name for CSV."""
        return record.name

    def render_is_junior(self, record: EntryRecord) -> str:
        """The mark of the entrant list."""
        return "JNR" if record.is_junior else ""

    def render_status(self, record: EntryRecord) -> SafeString:
        """Word and sign."""
        return status_tag(record.status)

    def value_status(self, record: EntryRecord) -> str:
        """The bare word for CSV."""
        return record.status.value

    def render_first_round(self, record: EntryRecord) -> str:
        """What is to be known about the entry."""
        return "; ".join(self.remarks.get(record.player, ()))
