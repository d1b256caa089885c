"""The diary: who, what, before, after and why, newest first."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import event_to_direct
from tournament.desk.frame import desk_context
from tournament.desk.lists import csv_answer
from tournament.desk.lists.changes import ChangeTable, who
from tournament.models.queries import record_of
from tournament.public.lists import wants_csv
from tournament.record.acts import Part, acts_of
from tournament.tellings.diary import is_found

PER_PAGE = 50
MOST_WORDS = 8


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List the changes that fit the filter: a part of the day, and words that stand in what is told."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    kind, words = request.GET.get("kind", ""), request.GET.get("q", "").replace("\x00", "").strip()
    changes = event.changes.select_related("made_by")
    if kind in set(Part):
        changes = changes.filter(act__in=[act.value for act in acts_of(Part(kind))])
    wanted = words.split()[:MOST_WORDS]
    rows = (
        [change for change in changes if is_found(change, record, wanted, (change.reason, who(change)))]
        if wanted
        else changes
    )
    table = ChangeTable(rows, record=record)
    if wants_csv(request):
        return csv_answer(table, f"{slug}-changes")
    table.arrange(request, PER_PAGE)
    context = desk_context(
        event,
        record,
        "changes",
        table=table,
        kinds=[part.value for part in Part],
        kind=kind,
        words=words,
        csv_query=urlencode({"kind": kind, "q": words, "_export": "csv"}),
    )
    return render(request, "director/event/changes.html", context)
