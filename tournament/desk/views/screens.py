"""What is shown to the whole hall: screens for a projector, and the prize-giving, which ends by publishing the final list."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.desk.acting import REFUSALS
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.desk.hall_screens import LONGEST, SHORTEST, THEMES, USUAL, USUAL_SHOWS, View, read_show, screen_of
from tournament.models import Event
from tournament.record.event import EventRecord
from tournament.record.vocabulary import whole_number
from tournament.services.changes import Actor, DoneBeforeError, done_since
from tournament.services.events import acts_moving_medals, publish_final_list
from tournament.tellings.diary import sentence_of
from tournament.tellings.news.prizes import Award, awards, not_given, still_waiting
from wording import gettext as _

HALL_TIME = "X-Hall-Time"
"""The header that tells a screen the server's time, so that it does not depend on the clock of its own machine."""

DESPITE = "prize-giving despite a dispute"
"""What the reason to begin despite a dispute is signed for."""


@never_cache
@desk_page
def show(desk: Desk) -> HttpResponse:
    """Show a screen with the views that ``?show=`` names; without any, the page on which to choose them."""
    wanted = read_show(desk.request.GET)
    if wanted is None:
        return render(desk.request, "director/screens/choose.html", _choice(desk.event))
    context = {"about": desk.event, "frame": screen_of(desk, wanted), "show": wanted}
    return _timed(render(desk.request, "director/screens/screen.html", context))


@never_cache
@desk_page
def since(desk: Desk) -> HttpResponse:
    """Return the new content of a screen where the event has changed since version ``v``, else 204; both with the server's time."""
    wanted = read_show(desk.request.GET)
    if wanted is None or desk.request.GET.get("v", "") in {"", str(desk.event.version)}:
        return _timed(HttpResponse(status=204))
    context = {"about": desk.event, "frame": screen_of(desk, wanted)}
    return _timed(render(desk.request, "director/screens/_screen.html", context))


def _choice(event: Event) -> dict[str, object]:
    """Return the context for choosing views, without the event's state, for a screen's account only sees what players see."""
    return {
        "event": event,
        "event_url": reverse("event", args=[event.slug]),
        "views": [(view.value, view.words) for view in View],
        "usual": [(_(words), wanted) for words, wanted in USUAL_SHOWS],
        "themes": [(theme, _(words)) for theme, words in THEMES.items()],
        "seconds": {"least": SHORTEST, "most": LONGEST, "usual": USUAL},
    }


def _timed(answer: HttpResponse) -> HttpResponse:
    """Add the header with the server's time to an answer."""
    answer[HALL_TIME] = timezone.localtime().isoformat(timespec="seconds")
    return answer


@desk_page
def prizes(desk: Desk) -> HttpResponse:
    """Show the director alone the awards of the prize-giving in their order, and what must be decided before."""
    record = desk.record
    called = awards(record)
    return desk.page(
        "director/screens/prizes.html",
        called=[_beside_full_names(award, record) for award in called],
        waiting=still_waiting(record),
        not_given=not_given(record),
        has_juniors=any(award.is_junior for award in called),
        has_ties=any(award.waits_for_ruling for award in called),
        disputes=record.open_disputes,
        is_open=bool(still_waiting(record)) and not record.is_final_published,
    )


def _beside_full_names(award: Award, record: EventRecord) -> dict[str, Any]:
    """Return an award with the full name of each winner whose public name is shorter (empty for others), for reading out."""
    winners = [(winner, record.name_of(winner.player)) for winner in award.winners]
    return {"award": award, "winners": [(winner, name if name != winner.name else "") for winner, name in winners]}


@never_cache
@desk_form
def give_prizes(desk: Desk) -> HttpResponse:
    """Show the steps of the prize-giving for the hall; a POST publishes the final list and leads to the last step.

    It begins only when no dispute is open, or with the reason to begin despite it (a POST with ``begin``), which nobody sees in the hall.
    """
    if desk.is_post:
        return _begin(desk) if "begin" in desk.request.POST else _publish(desk)
    record = desk.record
    called, reason = awards(record), _reason_to_begin(desk.request.GET.get("despite", ""))
    if not called or (record.open_disputes and not reason and not record.is_final_published):
        return redirect(desk.address("desk_prizes"))
    context = {
        "event": record,
        "slug": desk.slug,
        "called": called,
        "is_hidden": not desk.event.is_shown,
        "reason": reason,
    }
    return render(desk.request, "director/screens/give.html", context)


def _begin(desk: Desk) -> HttpResponse:
    """Lead to the steps with the reason to begin despite an open dispute; nobody can read it in the address."""
    reason = signing.dumps(desk.typed("over_dispute"), salt=DESPITE)
    return redirect(f"{desk.address('desk_give_prizes')}?{urlencode({'despite': reason})}")


def _reason_to_begin(signed: str) -> str:
    """Return the reason that `_begin` put into an address; empty where it is not one."""
    try:
        return str(signing.loads(signed, salt=DESPITE))
    except signing.BadSignature:
        return ""


def _publish(desk: Desk) -> HttpResponse:
    """Publish the final list; a refusal is shown on the director's page of the prize-giving."""
    try:
        publish_final_list(desk.event, desk.actor, desk.request.POST.get("over_dispute", ""))
    except REFUSALS as refusal:
        return desk.refused(str(refusal), desk.address("desk_prizes"))
    except DoneBeforeError:
        pass
    return redirect(f"{desk.address('desk_give_prizes')}#public")


@never_cache
@desk_page
def prizes_since(desk: Desk) -> HttpResponse:
    """Return a sentence about the latest change since version ``v`` that may affect the medals; 204 where there is none."""
    seen = whole_number(desk.request.GET.get("v"))
    later = done_since(desk.event, Actor(desk.user, "", seen or None), acts_moving_medals()) if seen else []
    if not later:
        return HttpResponse(status=204)
    act = sentence_of(later[0], desk.record)
    words = _("Somebody has made a change: {change}. Check the prize-giving again before you go on.", change=act)
    return HttpResponse(words, content_type="text/plain; charset=utf-8")
