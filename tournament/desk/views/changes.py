"""The log of changes: who, what, before, after and why, newest first."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import event_to_direct
from tournament.desk.frame import desk_context
from tournament.desk.lists import csv_answer
from tournament.desk.lists.changes import ChangeTable
from tournament.models.queries import record_of
from tournament.public.lists import wants_csv

PER_PAGE = 50

KINDS = {
    "entries": "player|check in|^mark as|^withdraw$|disqualify|reinstate|entry|apart|meet|^undo",
    "draws and rounds": "^draw|draft|round$|seat|tile|clock|no-show|^join|chart",
    "results": "result|shares|log|dispute",
    "penalties": "^give|penalty",
    "settings and medals": "event|settings|final list|tie ruling|^rule tie|^mend",
}
"""What the filter offers: words for people, and the pattern of the verbs they stand for."""


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List the changes that fit the filter."""
    event = event_to_direct(request, slug)
    kind, words = request.GET.get("kind", ""), request.GET.get("q", "").replace("\x00", "").strip()
    changes = event.changes.select_related("made_by")
    if kind in KINDS:
        changes = changes.filter(verb__iregex=KINDS[kind])
    for word in words.split():
        changes = changes.filter(
            Q(subject__icontains=word)
            | Q(verb__icontains=word)
            | Q(reason__icontains=word)
            | Q(made_by__username__icontains=word)
        )
    table = ChangeTable(changes)
    if wants_csv(request):
        return csv_answer(table, f"{slug}-changes")
    table.arrange(request, PER_PAGE)
    context = desk_context(
        event,
        record_of(event),
        "changes",
        table=table,
        kinds=KINDS,
        kind=kind,
        words=words,
        csv_query=urlencode({"kind": kind, "q": words, "_export": "csv"}),
    )
    return render(request, "director/event/changes.html", context)
