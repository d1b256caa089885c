"""The prize-giving: what will be called, for the director alone; then step by step for the hall, and the final list published."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct, user_of
from tournament.desk.acting import REFUSALS, actor_of, page
from tournament.desk.frame import desk_context
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import whole_number
from tournament.services.changes import Actor, DoneBeforeError, done_since
from tournament.services.events import acts_moving_medals, publish_final_list
from tournament.tellings.diary import sentence_of
from tournament.tellings.disputes import disputed_in
from tournament.tellings.news.prizes import Award, awards, not_given, still_waiting


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What will be called, in its order, and what is to be settled before; nobody but the director sees it."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    called = awards(record)
    context = desk_context(
        event,
        record,
        called=[_beside_full_names(award, record) for award in called],
        waiting=still_waiting(record),
        not_given=not_given(record),
        has_juniors=any(award.is_junior for award in called),
        has_ties=any(award.waits_for_ruling for award in called),
        disputes=record.open_disputes,
    )
    return render(request, "director/screens/prizes.html", context)


def _beside_full_names(award: Award, record: EventRecord) -> dict[str, Any]:
    """An award with the whole names of those who are shown under another one, for who reads them out."""
    winners = [(winner, record.name_of(winner.player)) for winner in award.winners]
    return {"award": award, "winners": [(winner, name if name != winner.name else "") for winner, name in winners]}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def give(request: HttpRequest, slug: str) -> HttpResponse:
    """The steps for the hall; its form makes the final list public and leads to the last step."""
    event = event_to_direct(request, slug)
    if request.method == "POST":
        return _publish(request, event)
    record = record_of(event)
    called = awards(record)
    if not called:
        return redirect("desk_prizes", slug)
    context = {
        "event": record,
        "slug": slug,
        "called": called,
        "is_hidden": not event.is_shown,
        "disputed": disputed_in(record.closed_rounds) if record.open_disputes else "",
    }
    return render(request, "director/screens/give.html", context)


def _publish(request: HttpRequest, event: Event) -> HttpResponse:
    """Publish; a refusal is said on the page of what will be called, where it can be looked at again."""
    try:
        publish_final_list(event, actor_of(request), request.POST.get("over_dispute", ""))
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
        return redirect("desk_prizes", event.slug)
    except DoneBeforeError:
        pass
    return redirect(f"{page('desk_give_prizes', event)}#public")


@never_cache
@require_safe
def since(request: HttpRequest, slug: str) -> HttpResponse:
    """What was done since version ``v`` that may move the medals, in a sentence; 204 where nothing was."""
    event = event_to_direct(request, slug)
    seen = whole_number(request.GET.get("v"))
    later = done_since(event, Actor(user_of(request), "", seen or None), acts_moving_medals()) if seen else []
    if not later:
        return HttpResponse(status=204)
    said = f"Meanwhile on another page: {sentence_of(later[0], record_of(event))}. Look at the prize-giving again before you go on."
    return HttpResponse(said, content_type="text/plain; charset=utf-8")
