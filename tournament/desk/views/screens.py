"""What a hall looks at together: its screens, and the prize-giving, at whose end the final list is published."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.desk.acting import REFUSALS
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.desk.hall_screens import LONGEST, SHORTEST, THEMES, USUAL, USUAL_SHOWS, VIEWS, read_show, screen_of
from tournament.models import Event
from tournament.record.event import EventRecord
from tournament.record.vocabulary import whole_number
from tournament.services.changes import Actor, DoneBeforeError, done_since
from tournament.services.events import acts_moving_medals, publish_final_list
from tournament.tellings.diary import sentence_of
from tournament.tellings.news.prizes import Award, awards, not_given, still_waiting
from tournament.tellings.words import disputed_in

HALL_TIME = "X-Hall-Time"
"""The header that gives a screen the time of the hall, so that it need not trust the clock of its own machine."""


@never_cache
@desk_page
def show(desk: Desk) -> HttpResponse:
    """A screen with the views that ``?show=`` names; without it the page on which they are chosen."""
    wanted = read_show(desk.request.GET)
    if wanted is None:
        return render(desk.request, "director/screens/choose.html", _choice(desk.event))
    context = {"about": desk.event, "frame": screen_of(desk, wanted), "show": wanted}
    return _timed(render(desk.request, "director/screens/screen.html", context))


@never_cache
@desk_page
def since(desk: Desk) -> HttpResponse:
    """What a screen shows, where something was done since version ``v``; 204 where nothing was. Both say the time of the hall."""
    wanted = read_show(desk.request.GET)
    if wanted is None or desk.request.GET.get("v", "") in {"", str(desk.event.version)}:
        return _timed(HttpResponse(status=204))
    context = {"about": desk.event, "frame": screen_of(desk, wanted)}
    return _timed(render(desk.request, "director/screens/_screen.html", context))


def _choice(event: Event) -> dict[str, object]:
    """What can be shown. Nothing of the event's state, for a screen's account sees only what players see."""
    return {
        "event": event,
        "event_url": reverse("event", args=[event.slug]),
        "views": [(view.value, title, words) for view, (title, words) in VIEWS.items()],
        "usual": USUAL_SHOWS,
        "themes": THEMES,
        "seconds": {"least": SHORTEST, "most": LONGEST, "usual": USUAL},
    }


def _timed(answer: HttpResponse) -> HttpResponse:
    answer[HALL_TIME] = timezone.localtime().isoformat(timespec="seconds")
    return answer


@desk_page
def prizes(desk: Desk) -> HttpResponse:
    """What will be called at the prize-giving, in its order, and what is to be settled before; nobody but the director sees it."""
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
    )


def _beside_full_names(award: Award, record: EventRecord) -> dict[str, Any]:
    """An award with the whole names of those who are shown under another one, for who reads them out."""
    winners = [(winner, record.name_of(winner.player)) for winner in award.winners]
    return {"award": award, "winners": [(winner, name if name != winner.name else "") for winner, name in winners]}


@never_cache
@desk_form
def give_prizes(desk: Desk) -> HttpResponse:
    """The steps for the hall; its form makes the final list public and leads to the last step."""
    if desk.is_post:
        return _publish(desk)
    record = desk.record
    called = awards(record)
    if not called:
        return redirect(desk.address("desk_prizes"))
    context = {
        "event": record,
        "slug": desk.slug,
        "called": called,
        "is_hidden": not desk.event.is_shown,
        "disputed": disputed_in(record.closed_rounds) if record.open_disputes else "",
    }
    return render(desk.request, "director/screens/give.html", context)


def _publish(desk: Desk) -> HttpResponse:
    """Publish; a refusal stands on the page of what will be called, where it can be looked at again."""
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
    """What was done since version ``v`` that may move the medals, in a sentence; 204 where nothing was."""
    seen = whole_number(desk.request.GET.get("v"))
    later = done_since(desk.event, Actor(desk.user, "", seen or None), acts_moving_medals()) if seen else []
    if not later:
        return HttpResponse(status=204)
    act = sentence_of(later[0], desk.record)
    words = f"Meanwhile on another page: {act}. Look at the prize-giving again before you go on."
    return HttpResponse(words, content_type="text/plain; charset=utf-8")
