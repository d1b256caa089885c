"""The front page of the installation: who runs it, and the events of today, those to come and those past."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournament.access import may_make_events, public_events
from tournament.access.accounts import has_accounts
from tournament.access.languages import follow_browser, other_languages
from tournament.access.trying import director_of_the_demo
from tournament.day.almanac import is_meant, next_first
from tournament.installation.copies.continuing import may_continue
from tournament.installation.this_machine import asks_for_the_code, is_at_the_machine
from tournament.models import Event, FrontPage
from tournament.public.sharing.previews import CARD, absolute
from tournament.record.vocabulary import RoundState
from tournament.services.practice.trying import Trial
from wording import gettext as _
from wording import pgettext

EVENTS_PER_PAGE = 30
FEW = 5
"""The front page has a search where there are more events than this."""
LONGEST_QUESTION = 120


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the public events, the next one first; ``?q=`` searches by name, date and place. Without any account, tell how to make one."""
    today = timezone.localdate()
    typed = request.GET.get("q", "").strip()[:LONGEST_QUESTION]
    there = next_first(public_events(), today)
    page = Paginator([event for event in there if is_meant(event, typed)], EVENTS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    prefetch_related_objects(list(page), "rounds")
    awaits_account = not there and not has_accounts()
    if awaits_account:
        follow_browser(request)
    context = {
        "events": [{"event": found, "state": _state(found), "time": _time(found, today)} for found in page],
        "front": None if typed else FrontPage.objects.first(),  # whoever searches wants events
        "home_url": absolute(request.path),
        "card": absolute(static(CARD)),
        "page": page,
        "asked": typed,
        "query": f"{urlencode({'q': typed})}&" if typed else "",
        "has_search": len(there) > FEW or bool(typed),
        "awaits_account": awaits_account,
        "is_here": awaits_account and is_at_the_machine(request),
        "asks_for_code": awaits_account and asks_for_the_code(request),
        "may_continue": awaits_account and may_continue(),
        "languages": other_languages(request),
        **_offers(request),
    }
    answer = render(request, "public/sharing/front.html", context)
    if awaits_account:
        # another page for the browser on this machine and in another language, and another as soon as there is an account
        add_never_cache_headers(answer)
    return answer


def _offers(request: HttpRequest) -> dict[str, Any]:
    """Return what the page offers beside events: games, and in the demo what this visitor may try."""
    return {
        "is_demo": settings.DEMO,
        "trials": tuple(Trial) if settings.DEMO and _may_try(request) else (),
        "has_games": settings.GAMES,
        "has_programs": settings.GAMES and settings.PROGRAMS,
    }


def _may_try(request: HttpRequest) -> bool:
    """Return whether the demo's home page has buttons for this visitor: at the machine itself, or logged in."""
    return director_of_the_demo(request) is not None or (
        isinstance(request.user, User) and may_make_events(request.user)
    )


def _time(event: Event, today: date) -> str:
    """Return the heading under which an event stands."""
    if event.date == today:
        return pgettext("events", "Today")
    return pgettext("events", "Coming") if event.date > today else pgettext("events", "Past")


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
