"""The director's events."""

from __future__ import annotations

from collections.abc import Iterable, Set

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.models import Event
from tournament.public.lists import link
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from wording import gettext as _
from wording import ngettext, pgettext
from wording.figures import long_date


def event_listing(events: Iterable[Event], shown_only: Set[int]) -> Listing:
    """Return the events in which the user has a role; they need the annotations ``players`` and ``closed`` (numbers).

    ``shown_only`` are the keys of events in which the user's only role is to show what players see.
    """
    columns = (
        Column("name", _("Event"), ColumnKind.NAME),
        Column("date", _("Date"), ColumnKind.WORD),
        Column("players", _("Players")),
        Column("closed", _("Rounds"), ColumnKind.WORD, is_sorted=False),
        Column("slug", _("For players"), ColumnKind.WORD, is_sorted=False),
    )
    return Listing("events", "", columns, tuple(_row(event, event.pk in shown_only) for event in events))


def _row(event: Event, is_shown_only: bool) -> Row:
    """Return an event as a row."""
    players: int = event.players  # type: ignore[attr-defined]  # annotated by the view
    return Row(
        event.pk,
        (
            Cell(event.name, markup=_name(event, "desk_screen" if is_shown_only else "desk_event")),
            Cell(long_date(event.date), order=event.date),
            Cell(str(players), order=players),
            Cell(_progress(event)),
            Cell(event.slug, markup=_public_page(event, is_marked=not (event.is_shown or is_shown_only))),
        ),
    )


def _name(event: Event, view: str) -> SafeString:
    """Return the name as a link to the event's page, with the venue, and a tag for a practice event."""
    tag = format_html(' <span class="tag">{}</span>', _("practice")) if event.is_practice else ""
    venue = format_html(' <small class="soft">{}</small>', event.venue) if event.venue else ""
    return format_html("<span>{}{}{}</span>", link(event.name, view, event.slug), tag, venue)


def _progress(event: Event) -> str:
    """Return how many rounds are closed, or that the final list is public."""
    if event.is_final_published:
        return _("The final list is public.")
    closed: int = event.closed  # type: ignore[attr-defined]  # annotated by the view
    return ngettext(
        "{closed} of {n} round closed", "{closed} of {n} rounds closed", event.rounds_planned, closed=closed
    )


def _public_page(event: Event, *, is_marked: bool) -> SafeString:
    """Return a link to the public page; for a hidden event it ``is_marked`` with a tag."""
    public = link(_("public page"), "event", event.slug)
    hidden = pgettext("an event", "hidden")
    return format_html('<span><span class="tag">{}</span> {}</span>', hidden, public) if is_marked else public
