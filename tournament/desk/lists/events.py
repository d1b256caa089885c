"""The director's events."""

from __future__ import annotations

import datetime

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tournament.desk.lists import PageTable
from tournament.models import Event
from tournament.public.lists import link
from wording import gettext as _
from wording import ngettext, pgettext
from wording.figures import long_date


class EventTable(PageTable):
    """Every event in which the user has a role; the rows need the annotations ``players`` and ``closed`` (numbers).

    ``shown_only`` are the keys of events in which the user's only role is to show what players see.
    """

    shown_only: frozenset[int] = frozenset()

    name = tables.Column(verbose_name=gettext_lazy("Event"), attrs={"td": {"scope": "row"}})
    date = tables.Column(verbose_name=gettext_lazy("Date"), attrs={"td": {"data-label": gettext_lazy("Date")}})
    players = tables.Column(
        verbose_name=gettext_lazy("Players"),
        attrs={"td": {"class": "num", "data-label": gettext_lazy("Players")}, "th": {"class": "num"}},
    )
    closed = tables.Column(
        verbose_name=gettext_lazy("Rounds"), attrs={"td": {"data-label": gettext_lazy("Rounds")}}, orderable=False
    )
    slug = tables.Column(
        verbose_name=gettext_lazy("For players"),
        attrs={"td": {"data-label": gettext_lazy("For players")}},
        orderable=False,
    )

    class Meta:
        template_name = "django_tables2/table.html"
        attrs = {"class": "wide cards"}

    def render_name(self, record: Event) -> SafeString:
        """Return the name as a link to the event's page, with the venue, and a tag for a practice event."""
        tag = format_html(' <span class="tag">{}</span>', _("practice")) if record.is_practice else ""
        venue = format_html(' <small class="soft">{}</small>', record.venue) if record.venue else ""
        return format_html(
            "<span>{}{}{}</span>",
            link(record.name, "desk_screen" if record.pk in self.shown_only else "desk_event", record.slug),
            tag,
            venue,
        )

    def render_date(self, value: datetime.date) -> str:
        """Return the date in words."""
        return long_date(value)

    def render_closed(self, record: Event) -> str:
        """Return how many rounds are closed, or that the final list is public."""
        closed: int = record.closed  # type: ignore[attr-defined]  # annotated by the view
        if record.is_final_published:
            return _("The final list is public.")
        return ngettext(
            "{closed} of {n} round closed", "{closed} of {n} rounds closed", record.rounds_planned, closed=closed
        )

    def render_slug(self, record: Event) -> SafeString:
        """Return a link to the public page; for a hidden event, a tag before it."""
        public = link(_("public page"), "event", record.slug)
        if not record.is_shown and record.pk not in self.shown_only:
            hidden = pgettext("an event", "hidden")
            return format_html('<span><span class="tag">{}</span> {}</span>', hidden, public)
        return public
