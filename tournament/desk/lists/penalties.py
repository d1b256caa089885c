"""The offence book as a table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from tournament.desk.lists import PageTable
from tournament.draw.lines import said
from tournament.public.lists import link
from tournament.record.vocabulary import PenaltyKind, format_dollars


class PenaltyTable(PageTable):
    """Penalties and warnings in the order of giving; the rows have ``pk``, ``penalty``, ``name`` and ``count`` (see `views.penalties`)."""

    name = tables.Column(verbose_name="Player", attrs={"td": {"scope": "row"}})
    round = tables.Column(accessor="penalty__round", verbose_name="Round", attrs={"td": {"data-label": "Round"}})
    count = tables.Column(
        verbose_name="Offence",
        default="–",
        attrs={"td": {"data-label": "Offence", "class": "num"}, "th": {"class": "num"}},
    )
    subject = tables.Column(
        accessor="penalty__subject__words", verbose_name="About", attrs={"td": {"data-label": "About"}}
    )
    kind = tables.Column(
        accessor="penalty__kind", verbose_name="What", attrs={"td": {"data-label": "What", "class": "whole"}}
    )
    reason = tables.Column(accessor="penalty__reason", attrs={"td": {"data-label": "Reason", "class": "whole"}})
    given_at = tables.Column(accessor="penalty__given_at", verbose_name="Given", attrs={"td": {"data-label": "Given"}})
    given_by = tables.Column(accessor="penalty__given_by", verbose_name="By", attrs={"td": {"data-label": "By"}})
    pk = tables.Column(verbose_name=format_html('<span class="sr">{}</span>', "Cancel"), orderable=False)

    class Meta:
        template_name = "django_tables2/table.html"
        attrs = {"class": "wide cards", "id": "book"}
        caption = "The book"

    exclude_from_csv = ("pk",)

    def __init__(self, rows: Iterable[Any], *, slug: str, **options: Any) -> None:
        """``rows`` are the offences; ``slug`` is that of the event, for links."""
        super().__init__(rows, **options)
        self.slug = slug
        self.caption = "The book"

    def render_name(self, record: Any) -> SafeString:
        """Return the name as a link to the entry's page."""
        return link(record.name, "desk_entry", self.slug, record.penalty.player)

    def value_name(self, record: Any) -> str:
        """Return the name alone, for CSV."""
        return str(record.name)

    def render_kind(self, record: Any) -> SafeString | str:
        """Return what was given; a cancelled penalty is struck out and has its reason."""
        words = self.value_kind(record)
        if not record.penalty.is_cancelled:
            return words
        return format_html(
            '<span><s>{}</s> <span class="small soft">cancelled: {}</span></span>',
            spoken(record.penalty),
            said(record.penalty.cancel_reason),
        )

    def value_kind(self, record: Any) -> str:
        """Return what was given in words without markup, for CSV."""
        words = spoken(record.penalty)
        return f"{words} (cancelled: {said(record.penalty.cancel_reason)})" if record.penalty.is_cancelled else words

    def render_given_at(self, value: datetime) -> str:
        """Return the local time of day."""
        return f"{localtime(value):%H:%M}"

    def value_given_at(self, value: datetime) -> datetime:
        """Return the moment itself, for CSV."""
        return value

    def render_pk(self, record: Any) -> SafeString:
        """Return a link to the page that cancels the penalty, or restores a cancelled one."""
        words = "Restore" if record.penalty.is_cancelled else "Cancel"
        return format_html('<a href="{}">{}</a>', reverse("desk_cancel_penalty", args=[self.slug, record.pk]), words)


def spoken(penalty: Any) -> str:
    """Return a penalty in words: "fine of 5,000"."""
    words = {
        PenaltyKind.WARNING: "warning",
        PenaltyKind.NEW_HAND: "new hand",
        PenaltyKind.TWO_MINUTES: "two minutes",
        PenaltyKind.FINE: f"fine of {format_dollars(penalty.amount)}",
    }
    return words[penalty.kind]
