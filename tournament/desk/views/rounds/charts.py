"""The movement chart on the desk: publish it, take the next round from it, unpublish it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import event_to_direct
from tournament.desk.acting import act_and_go, actor_of, page, round_of
from tournament.desk.collisions import confirmed
from tournament.desk.hall.charting import chart_of_round
from tournament.desk.hall.questions import Question, put
from tournament.draw.naming import title_of_round
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundState, whole_number
from tournament.services.charts import chart_order, publish_chart, withdraw_chart
from tournament.services.draws import new_seed
from tournament.services.rounds import draft_round


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish the random rounds after this one as they are planned (R6), after showing what follows."""
    event = event_to_direct(request, slug)
    here = page("desk_publish_chart", event, number)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: publish_chart(event, actor_of(request), number),
            "The movement chart is public.",
            page("desk_round", event, number),
            undo=page("desk_withdraw_chart", event),
        )
    record = record_of(event)
    chart = chart_of_round(record, round_of(record, number))
    rounds = chart.get("chart_offer", "")
    question = Question(
        f"Publish the movement chart of {rounds}?" if rounds else "Publish the movement chart?",
        f"Publish the movement chart of {rounds}",
        here,
        page("desk_round", event, number),
        follows=_if_published(event, record, number, rounds) if rounds else (),
        problem="" if rounds else _no_chart(chart),
    )
    return put(request, event, record, question)


def _if_published(event: Event, record: EventRecord, number: int, rounds: str) -> list[str]:
    """What publishing the chart does, now and when somebody comes or leaves later."""
    is_draft = record.round(number).state is RoundState.DRAFT
    who = (
        "Everybody sees" if event.is_shown else f"{event.name} is hidden from players; once it is shown, everybody sees"
    )
    return [
        f"{who} at once at which table each player sits in {rounds}.",
        *([f"{title_of_round(record, number)} itself stays a draft until you publish it."] * is_draft),
        "If somebody comes or leaves, or a round is drawn otherwise, the chart no longer holds: publishing that round unpublishes it.",
        "It can be unpublished again, but who has read or printed it has seen it (R6).",
    ]


def _no_chart(chart: dict[str, Any]) -> str:
    """Why no chart can be published."""
    if "chart_public" in chart:
        return f"The movement chart of {chart['chart_public']} is public already."
    if "chart_misfit" in chart:
        return str(chart["chart_misfit"])
    return "There is no chart to publish: no random round follows this one, or somebody sits out, and the scores decide who (R50)."


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Unpublish the movement chart, after showing what follows."""
    event = event_to_direct(request, slug)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: withdraw_chart(event, actor_of(request)),
            "The movement chart is unpublished.",
            page("desk_event", event),
        )
    record = record_of(event)
    question = Question(
        "Unpublish the movement chart?",
        "Unpublish the movement chart",
        page("desk_withdraw_chart", event),
        page("desk_event", event),
        follows=[
            "Players no longer see where they sit in the rounds to come; rounds already published stay.",
            "The next round can no longer be taken from the chart; it is drawn again.",
            "Printed movement charts are wrong.",
        ]
        if record.chart
        else (),
        problem="" if record.chart else "No movement chart is public.",
    )
    return put(request, event, record, question)


@require_POST
def take(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draft the next round as the public chart has it."""
    event = event_to_direct(request, slug)
    seen = whole_number(request.POST.get("replaces", "")) or None  # the draft that the page showed, if any

    def draft() -> None:
        draft_round(event, actor_of(request), chart_order(record_of(event), number, new_seed(), seen))

    return act_and_go(
        request,
        draft,
        f"{title_of_round(record_of(event), number)} is drafted as on the movement chart.",
        page("desk_round", event, number),
    )
