"""The screens of a hall: what to show, the screen itself, and what it asks every few seconds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access import event_to_direct
from tournament.desk.screens.showing import LONGEST, SHORTEST, THEMES, USUAL, USUAL_SHOWS, VIEWS, Show, read_show
from tournament.desk.screens.views import framed
from tournament.models import Event
from tournament.models.queries import record_of

HALL_TIME = "X-Hall-Time"
"""The header that gives a screen the time of the hall, so that it need not trust the clock of its own machine."""


@never_cache
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """A screen with the views that ``?show=`` names; without it the page on which they are chosen."""
    event = event_to_direct(request, slug)
    asked = read_show(request.GET)
    if asked is None:
        return render(request, "director/screens/choose.html", _choice(event))
    answer = render(request, "director/screens/screen.html", {**_screen(event, asked), "show": asked})
    return _timed(answer)


@never_cache
@require_safe
def since(request: HttpRequest, slug: str) -> HttpResponse:
    """What a screen shows, where something was done since version ``v``; 204 where nothing was. Both say the time of the hall."""
    event = event_to_direct(request, slug)
    asked = read_show(request.GET)
    if asked is None or request.GET.get("v", "") in {"", str(event.version)}:
        return _timed(HttpResponse(status=204))
    return _timed(render(request, "director/screens/_screen.html", _screen(event, asked)))


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


def _screen(event: Event, asked: Show) -> dict[str, object]:
    record = record_of(event)
    return {"about": event, "frame": framed(event, record, asked)}


def _timed(answer: HttpResponse) -> HttpResponse:
    answer[HALL_TIME] = timezone.localtime().isoformat(timespec="seconds")
    return answer
