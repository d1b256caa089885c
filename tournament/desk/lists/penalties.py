"""Penalties and warnings as a table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from tournament.desk.lists import PageTable
from tournament.draw.lines import said
from tournament.public.lists import link
from tournament.public.lists.names import bold
from tournament.record.vocabulary import PenaltyKind
from tournament.tellings.figures import dollars
from wording import gettext as _
from wording import gettext_noop, pgettext
from wording.figures import clock_time

AT_ONCE = gettext_noop("undone at once")
"""The reason that is stored by the Undo of a penalty that was just given."""


CSV_HEADS = ("Player", "Round", "Offence", "About", "What", "Reason", "Given", "By")


class PenaltyTable(PageTable):
    """Penalties and warnings in the order of giving; the rows have ``pk``, ``penalty``, ``entry`` and ``count`` (see `views.penalties`)."""

    name = tables.Column(
        verbose_name=gettext_lazy("Player"),
        order_by="entry__sort_key",
        attrs={"td": {"scope": "row"}},
    )
    round = tables.Column(
        accessor="penalty__round",
        verbose_name=gettext_lazy("Round"),
        attrs={"td": {"data-label": gettext_lazy("Round")}},
    )
    count = tables.Column(
        verbose_name=gettext_lazy("No."),
        default="–",
        attrs={"td": {"data-label": gettext_lazy("No."), "class": "num"}, "th": {"class": "num"}},
    )
    subject = tables.Column(
        accessor="penalty__subject__words",
        verbose_name=gettext_lazy("Offence"),
        attrs={"td": {"data-label": gettext_lazy("Offence")}},
    )
    kind = tables.Column(
        accessor="penalty__kind",
        verbose_name=gettext_lazy("Penalty"),
        attrs={"td": {"data-label": gettext_lazy("Penalty"), "class": "whole"}},
    )
    reason = tables.Column(
        accessor="penalty__reason",
        verbose_name=gettext_lazy("Reason"),
        attrs={"td": {"data-label": gettext_lazy("Reason"), "class": "whole"}},
    )
    given_at = tables.Column(
        accessor="penalty__given_at",
        verbose_name=gettext_lazy("Given"),
        attrs={"td": {"data-label": gettext_lazy("Given")}},
    )
    given_by = tables.Column(
        accessor="penalty__given_by", verbose_name=gettext_lazy("By"), attrs={"td": {"data-label": gettext_lazy("By")}}
    )
    pk = tables.Column(verbose_name=gettext_lazy("Change"), orderable=False)

    class Meta:
        template_name = "django_tables2/table.html"
        attrs = {"class": "wide cards", "id": "book"}

    exclude_from_csv = ("pk",)

    def __init__(self, rows: Iterable[Any], *, slug: str, **options: Any) -> None:
        """``rows`` are the offences; ``slug`` is that of the event, for links."""
        super().__init__(rows, **options)
        self.slug = slug

    def csv(self) -> str:
        """Return the whole list as CSV for programs."""
        _heads, end, rows = super().csv().partition("\r\n")
        return f"{','.join(CSV_HEADS)}{end}{rows}"

    def render_name(self, record: Any) -> SafeString:
        """Return the name as a link to the entry's page."""
        return link(bold(record.name, record.entry.surname), "desk_entry", self.slug, record.penalty.player)

    def value_name(self, record: Any) -> str:
        """Return the name alone, for CSV."""
        return str(record.entry.as_entered)

    def render_kind(self, record: Any) -> SafeString | str:
        """Return what was given; a cancelled penalty is struck out and has its reason."""
        if not record.penalty.is_cancelled:
            return spoken(record.penalty)
        return format_html(
            _("{penalty} (cancelled: {reason})"),
            penalty=format_html("<s>{}</s>", spoken(record.penalty)),
            reason=reason_of_cancelling(record.penalty),
        )

    def value_kind(self, record: Any) -> str:
        """Return what was given in words without markup, for CSV."""
        words = spoken(record.penalty)
        if not record.penalty.is_cancelled:
            return words
        return _("{penalty} (cancelled: {reason})", penalty=words, reason=reason_of_cancelling(record.penalty))

    def render_given_at(self, value: datetime) -> str:
        """Return the local time of day."""
        return clock_time(localtime(value))

    def value_given_at(self, value: datetime) -> datetime:
        """Return the moment itself, for CSV."""
        return value

    def render_pk(self, record: Any) -> SafeString:
        """Return a link to the page that cancels the penalty, or restores a cancelled one."""
        words = _("Restore") if record.penalty.is_cancelled else pgettext("a penalty", "Cancel")
        return format_html('<a href="{}">{}</a>', reverse("desk_cancel_penalty", args=[self.slug, record.pk]), words)


def spoken(penalty: Any) -> str:
    """Return a penalty in words: "fine of 5,000"."""
    words = {
        PenaltyKind.WARNING: _("warning"),
        PenaltyKind.NEW_HAND: _("new hand"),
        PenaltyKind.TWO_MINUTES: _("two minutes"),
        PenaltyKind.FINE: _("fine of {amount}", amount=dollars(penalty.amount)),
    }
    return words[penalty.kind]


def reason_of_cancelling(penalty: Any) -> str:
    """Return why a penalty was cancelled: as the director wrote it, or the words for an Undo."""
    return _(AT_ONCE) if penalty.cancel_reason == AT_ONCE else said(str(penalty.cancel_reason))
