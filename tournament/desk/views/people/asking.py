"""What players ask by their phones, answered at the desk with one press each."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournament.access import event_to_direct
from tournament.desk.acting import act_and_go, actor_of, page
from tournament.services.people.requests import confirm_request, decline_request

CONFIRM = "confirm"


@require_POST
def answer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm or decline, and go back to the overview, where requests stand."""
    event = event_to_direct(request, slug)
    back = page("desk_event", event)
    by = actor_of(request)
    if request.POST.get("answer") == CONFIRM:
        return act_and_go(
            request, lambda: confirm_request(event, by, pk), "Confirmed; the player's phone says so.", back
        )
    said = request.POST.get("word", "")
    return act_and_go(
        request,
        lambda: decline_request(event, by, pk, said),
        "Declined; the player reads why.",
        back,
    )
