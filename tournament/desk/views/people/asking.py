"""What players ask by their phones, answered at the desk with one press each."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.access import event_to_direct
from tournament.day.leaving import if_withdrawn
from tournament.desk.acting import act_and_go, actor_of, page
from tournament.desk.collisions import is_compared, is_outdated, looks_again
from tournament.models import PlayerRequest
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.services.people.requests import asks_to_go, confirm_request, decline_request, open_requests

CONFIRM = "confirm"


@require_POST
@looks_again
def answer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm or decline, and go back to the overview, where requests stand."""
    event = event_to_direct(request, slug)
    back = page("desk_event", event)
    if request.POST.get("answer") == CONFIRM:
        record = record_of(event)
        asked = next((each for each in open_requests(event) if each.pk == pk), None)
        if asked is not None and is_outdated(request, *what_follows(record, asked)):
            messages.error(
                request, f"What follows from the request of {asked.entry.name} has changed; look at it again."
            )
            return redirect(back)
        is_compared(request, record)
        by = actor_of(request)
        return act_and_go(
            request, lambda: confirm_request(event, by, pk), "Confirmed; the player's phone says so.", back
        )
    by, said = actor_of(request), request.POST.get("word", "")
    return act_and_go(
        request,
        lambda: decline_request(event, by, pk, said),
        "Declined; the player reads why.",
        back,
    )


def what_follows(record: EventRecord, asked: PlayerRequest) -> tuple[str, ...]:
    """What it does to confirm a request, where it is to be withdrawn; nothing to tell of any other."""
    return if_withdrawn(record, record.entry(PlayerId(asked.entry.number))) if asks_to_go(asked) else ()
