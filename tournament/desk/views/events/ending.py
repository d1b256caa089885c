"""The event ends here: what follows from playing no more rounds, and one button that does it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.day.ending import if_ended, reason_to_play_on
from tournament.desk.acting import act_and_go, actor_of, page
from tournament.desk.collisions import confirmed
from tournament.desk.hall.questions import Question, put
from tournament.models.queries import record_of
from tournament.services.events import end_event


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """End the event after the rounds that are closed, after showing what follows."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: end_event(event, actor_of(request)),
            "The event ends here. Look through the final list, then publish it.",
            page("desk_final", event),
            refused_to=page("desk_end", event),
            undoes_on=event,
        )
    wrong = reason_to_play_on(record)
    return put(
        request,
        event,
        record,
        Question(
            f"End {record.name} here?",
            "End the event here",
            page("desk_end", event),
            page("desk_event", event),
            follows=() if wrong else if_ended(record, is_shown=event.is_shown),
            problem=wrong,
            is_grave=True,
        ),
    )
