"""The front page of the installation: who runs it, and the events being played, those of today, those to come and those past.

What a link to a public page says of its event where people share it: Open Graph, a description, and schema.org's facts as data.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from tournament.access import public_events
from tournament.access.accounts import has_accounts
from tournament.access.languages import follow_browser, other_languages
from tournament.day.agenda import is_meant, next_first
from tournament.installation.addresses import asks_for_the_code, is_at_the_machine
from tournament.installation.copies.taking_over import may_continue
from tournament.models import Event, FrontPage, Round
from tournament.public.cache import cached_value
from tournament.public.pentamind import has_pentamind
from tournament.public.site import EVENT, Site, open_site
from tournament.record.vocabulary import RoundState
from wording import gettext as _
from wording import ngettext, pgettext
from wording.figures import listed, long_date

CARD = "tournament/share/card.png"
"""The picture beside a shared link: 1200 by 630 pixels, the same for every event."""
IN_MARKUP = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
"""How signs that could end a part of a page are written in its data."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a shared link shows; addresses are whole. ``facts`` are schema.org's, on the event's own page alone."""

    title: str
    description: str
    url: str
    card: str
    facts: SafeString


def whole_address(path: str) -> str:
    """Return a path of this installation as a whole address, the same whoever asks: below the public address, else its own."""
    return f"{settings.PUBLIC_ADDRESS or settings.OWN_ADDRESS}{path}"


def preview_of(site: Site, here: str, path: str) -> Preview | None:
    """Return what a link to a page shows; None for a hidden event, of which nothing is told.

    ``here`` is the page's English label in the menu, empty for none; ``path`` is its address without the host.
    """
    if not site.event.is_shown:
        return None
    name = site.record.name
    title = f"{_(here)} · {name}" if here not in ("", EVENT) else name
    facts = facts_of(site) if here == EVENT else SafeString()
    return Preview(title, description_of(site), whole_address(path), whole_address(static(CARD)), facts)


def description_of(site: Site) -> str:
    """Return when and where an event is, how far it has come and how many play: public facts, without any name of a player."""
    record = site.record
    where = ", ".join(filter(None, (long_date(record.date), record.venue)))
    players = ngettext("{n} player", "{n} players", len(record.players_here if record.rounds else record.players))
    return _("{where}. {progress}, {players}.", where=where, progress=site.progress, players=players)


def facts_of(site: Site) -> SafeString:
    """Return an event as schema.org's `Event` in JSON, safe inside a page's markup."""
    record, home = site.record, whole_address(site.address("event"))
    starts = first_start(site)
    facts: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": record.name,
        "startDate": starts.isoformat() if starts else record.date.isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "description": description_of(site),
        "url": home,
        "image": whole_address(static(CARD)),
    }
    if record.venue:
        facts["location"] = {"@type": "Place", "name": record.venue, "address": record.venue}
    if record.organiser:
        facts["organizer"] = {"@type": "Organization", "name": record.organiser}
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).translate(IN_MARKUP)
    return mark_safe(text)  # noqa: S308  `IN_MARKUP` leaves no sign of markup in it


def first_start(site: Site) -> datetime | None:
    """Return when round 1 starts, by its clock or as planned, in the hall's time zone; None where nobody has said."""
    starts = round_start(site, 1)
    return timezone.localtime(starts) if starts else None


def round_start(site: Site, number: int) -> datetime | None:
    """Return when a round starts, by its clock or as planned; None where nobody has said."""
    record = site.record
    started = record.round(number).starts_at if record.has_round(number) else None
    plan = record.plan_of(number)
    return started or (plan.starts_at if plan else None)


EVENTS_PER_PAGE = 30
FEW = 5
"""The front page has a search where there are more events than this."""
LONGEST_QUESTION = 120


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the public events, those being played first, then the next one; ``?q=`` searches by name, date and place.

    Without any account, tell how to make one.
    """
    today = timezone.localdate()
    typed = request.GET.get("q", "").strip()[:LONGEST_QUESTION]
    played = Round.objects.filter(event=OuterRef("pk"), state=RoundState.PUBLISHED.value)
    listed = next_first(public_events().annotate(is_playing=Exists(played)), today)
    playing = frozenset(event.pk for event in listed if event.is_playing)
    there = sorted(listed, key=lambda event: event.pk not in playing)
    page = Paginator([event for event in there if is_meant(event, typed)], EVENTS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    prefetch_related_objects(list(page), "rounds")
    awaits_account = not there and not has_accounts()
    if awaits_account:
        follow_browser(request)
    context = {
        "events": [
            {
                "event": found,
                "state": _state(found),
                "time": _time(found, today, playing),
                "now": _cached_now(found, today),
            }
            for found in page
        ],
        "has_pentamind": sum(map(has_pentamind, there)) > 1,
        "front": None if typed else FrontPage.objects.first(),  # whoever searches wants events
        "home_url": whole_address(request.path),
        "card": whole_address(static(CARD)),
        "page": page,
        "asked": typed,
        "query": f"{urlencode({'q': typed})}&" if typed else "",
        "has_search": len(there) > FEW or bool(typed),
        "awaits_account": awaits_account,
        "is_here": awaits_account and is_at_the_machine(request),
        "asks_for_code": awaits_account and asks_for_the_code(request),
        "may_continue": awaits_account and may_continue(),
        "languages": other_languages(request),
        "is_demo": settings.DEMO,
        "has_games": settings.GAMES,
        "has_programs": settings.GAMES and settings.PROGRAMS,
    }
    answer = render(request, "public/sharing/front.html", context)
    if awaits_account:
        # another page for the browser on this machine and in another language, and another as soon as there is an account
        add_never_cache_headers(answer)
    return answer


def _time(event: Event, today: date, playing: frozenset[int]) -> str:
    """Return the heading under which an event stands; one of those ``playing`` a round is not past, whatever its date."""
    if event.pk in playing:
        return pgettext("events", "Being played")
    if event.date == today:
        return pgettext("events", "Today")
    return pgettext("events", "Coming") if event.date > today else pgettext("events", "Past")


MOST_FIRST = 3
"""More players than this who share the lead are not named."""


def _now(event: Event) -> tuple[str, str]:
    """Return in which hall the round is played that goes on or comes next, and who leads or has won by public results; or empty texts."""
    site = open_site(event)
    record = site.record
    playing = [round_.number for round_ in record.rounds if not (round_.is_closed or round_.is_held)]
    plan = record.plan_of(playing[0] if playing else record.next_round)
    first, is_over = [row.player for row in site.scores.standings() if row.rank == 1], record.is_final_published
    if is_over:
        first = [place.player for place in site.scores.medals if place.place == 1]
    names = listed([site.name(player) for player in first]) if site.through and len(first) <= MOST_FIRST else ""
    won = _("Won by {players}", players=names) if is_over else _("In the lead: {players}", players=names)
    return plan.hall if plan else "", won if names else ""


def _cached_now(event: Event, today: date) -> tuple[str, str]:
    """Return the same from the cache, for events of today and those of which a round is over."""
    is_on = event.date == today or RoundState.CLOSED.value in {round_.state for round_ in event.rounds.all()}
    return cached_value(event, "now", lambda: _now(event)) if is_on else ("", "")


def _state(event: Event) -> str:
    """Return how far an event is, in words, from public facts alone."""
    rounds = [round_ for round_ in event.rounds.all() if round_.state != RoundState.DRAFT.value]
    if event.is_final_published:
        return _("final list")
    if not rounds:
        return _("not started")
    last = rounds[-1]
    if last.state != RoundState.CLOSED.value:
        return _("round {number} being played", number=last.number)
    if len(rounds) == event.rounds_planned:
        return _("all rounds played")
    return _("round {number} complete", number=last.number)
