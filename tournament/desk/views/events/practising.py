"""Practice: an event that plays itself, a round by one button or to a stage of the day, step by step with its progress."""

from __future__ import annotations

from random import Random

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import event_to_direct
from tournament.desk.acting import REFUSALS, act_and_go, actor_of, page
from tournament.desk.frame import desk_context
from tournament.models import Event
from tournament.services.changes import DoneBeforeError, RefusedError
from tournament.services.practice import play_round, play_step, stand_of, steps_of, way_to
from tournament.services.practice.stages import Way


@require_POST
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a practice event play its current or next round by itself."""
    event = _practice_event(request, slug)
    # The event's version as seed: the same event at the same moment plays the same round.
    return act_and_go(
        request,
        lambda: play_round(event, actor_of(request), Random(event.version)),
        "A round has played itself, results and all.",
        page("desk_event", event),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose how far a practice event plays itself (``to``); each form does one step, and the page sends the next by itself."""
    if request.method == "POST":
        return _one_step(request, _practice_event(request, slug))
    event = event_to_direct(request, slug)
    if not event.is_practice:
        return redirect("desk_event", slug)
    stand = stand_of(event)
    steps, way = steps_of(stand), _under_way(event, request.GET.get("to", ""))
    first = next((step.key for step in steps if not step.is_done), "")
    chosen = way.stage.key if way else first
    context = desk_context(event, stand.record, steps=steps, way=way, chosen=chosen)
    return render(request, "director/practice/practice.html", context)


def _practice_event(request: HttpRequest, slug: str) -> Event:
    event = event_to_direct(request, slug)
    if not event.is_practice:
        raise Http404(f"{event.name} is no practice event; it is played by people.")
    return event


def _under_way(event: Event, stage: str) -> Way | None:
    """The way to a stage that is not reached; None where no stage is asked for."""
    if not stage:
        return None
    try:
        way = way_to(event, stage)
    except RefusedError:
        return None
    return way if way.next is not None else None


def _one_step(request: HttpRequest, event: Event) -> HttpResponse:
    stage = request.POST.get("to", "")
    try:
        way = play_step(event, actor_of(request), stage, Random(event.version))
    except DoneBeforeError:
        way = way_to(event, stage)
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
        return redirect("desk_practice", event.slug)
    if way.next is None:
        messages.success(request, f"Played: {way.stage.words[:1].lower()}{way.stage.words[1:]}.")
        return redirect("desk_event", event.slug)
    return redirect(f"{reverse('desk_practice', args=[event.slug])}?{urlencode({'to': stage})}")
