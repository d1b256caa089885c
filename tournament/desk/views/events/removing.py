"""The page that deletes an event: what is lost, or why it stays."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.desk.acting import REFUSALS, actor_of
from tournament.desk.frame import desk_context
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.services.events.removing import delete_event, reason_to_stay


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what is lost, and delete the event once its name is typed; one for practice by the button alone."""
    event = event_to_direct(request, slug)
    problems: list[str] = []
    if request.method == "POST":
        try:
            delete_event(event, actor_of(request), request.POST.get("name", ""))
        except REFUSALS as refusal:
            problems = [str(refusal)]
        else:
            messages.success(request, f"{event.name} is deleted.")
            return redirect("desk")
    record = record_of(event)
    context = desk_context(
        event,
        record,
        stays=reason_to_stay(event),
        lost=_lost(event, record),
        is_practice=event.is_practice,
        problems=problems,
    )
    return render(request, "director/event/delete.html", context)


def _lost(event: Event, record: EventRecord) -> list[str]:
    """What goes with the event, counted; what there is none of is left out."""
    counted = (
        (len(record.entries), "entry", "entries"),
        (len(record.rounds), "drawn round", "drawn rounds"),
        (sum(table.has_result for played in record.rounds for table in played.tables), "result", "results"),
        (len(record.penalties), "penalty", "penalties"),
        (len(record.logs), "game log", "game logs"),
        (event.changes.count(), "line of its history", "lines of its history"),
    )
    return [f"{count} {one if count == 1 else more}" for count, one, more in counted if count]
