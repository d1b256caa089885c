"""The queue of tables that called, answered with one press, and the badge by which every page of the desk tells of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct
from tournament.day.calls import in_short
from tournament.desk.acting import actor_of, page
from tournament.desk.frame import desk_context
from tournament.models.at_table.calls import waiting_of
from tournament.models.queries import record_of
from tournament.public.lists import csv_file, wants_csv
from tournament.record.vocabulary import whole_number
from tournament.services.at_table.calls import answer_call, calls_of
from tournament.services.changes import RefusedError
from tournament.services.on_devices.following import games_at_tables
from tournament.tellings.news.calls import book_of, calls_csv


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """Who waits and since when, the longest first; below it the calls that were answered."""
    event = event_to_direct(request, slug)
    if request.method == "POST":
        try:
            call = answer_call(
                event, actor_of(request), whole_number(request.POST.get("call")) or 0, request.POST.get("note", "")
            )
            messages.success(request, f"The call of table {call.table_number} is answered.")
        except RefusedError as refusal:
            messages.error(request, str(refusal))
        return redirect(page("desk_calls", event))
    calls, now = calls_of(event), timezone.now()
    if wants_csv(request):
        return csv_file(calls_csv(calls, now), f"{slug}-calls")
    games = games_at_tables().at_calls(event, {(call.round, call.table) for call in calls if call.is_open})
    waiting = [
        {"call": call, "minutes": call.waited(now), "game": games.get((call.round, call.table))}
        for call in calls
        if call.is_open
    ]
    context = desk_context(event, record_of(event), "calls", waiting=waiting, book=book_of(calls, now))
    return render(request, "director/at_table/calls.html", context)


@require_safe
@never_cache
def waiting(request: HttpRequest, slug: str) -> HttpResponse:
    """The badge as it is now; nothing (204) where it says what the page shows already."""
    event = event_to_direct(request, slug)
    words = in_short(waiting_of(event), timezone.now())
    if words == request.GET.get("shown", ""):
        return HttpResponse(status=204)
    shown = {"calls_said": words, "calls_url": page("desk_calls", event)}
    return render(request, "director/at_table/_badge.html", shown)
