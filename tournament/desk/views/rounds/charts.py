"""The movement chart on the desk: publish it, take the next round from it, take it back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournament.access import event_to_direct
from tournament.desk.acting import act_and_go, actor_of, page
from tournament.models.queries import record_of
from tournament.record.vocabulary import whole_number
from tournament.services.charts import chart_order, publish_chart, withdraw_chart
from tournament.services.draws import new_seed
from tournament.services.rounds import draft_round


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish the random rounds after this one as they are planned (R6)."""
    event = event_to_direct(request, slug)
    return act_and_go(
        request,
        lambda: publish_chart(event, actor_of(request), number),
        "The movement chart is public.",
        page("desk_round", event, number),
        undo=page("desk_withdraw_chart", event),
    )


@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the movement chart off the public pages."""
    event = event_to_direct(request, slug)
    return act_and_go(
        request,
        lambda: withdraw_chart(event, actor_of(request)),
        "The movement chart is taken back.",
        page("desk_event", event),
    )


@require_POST
def take(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draft the next round as the public chart has it."""
    event = event_to_direct(request, slug)
    seen = whole_number(request.POST.get("replaces", "")) or None  # the draft that the page showed, if any

    def draft() -> None:
        draft_round(event, actor_of(request), chart_order(record_of(event), number, new_seed(), seen))

    return act_and_go(
        request, draft, f"Round {number} is drafted as on the movement chart.", page("desk_round", event, number)
    )
