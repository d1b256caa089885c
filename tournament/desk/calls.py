"""What tables ask for while they play: the queue of their calls, the badge that counts them, and the clocks (R27, R30).

The form that gives a player time on the table's clock, or takes it (R27).
"""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.day.at_table import in_short
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.models.at_table import waiting_of
from tournament.services.calls import answer_call, calls_of
from tournament.services.changes import RefusedError
from tournament.services.on_devices.following import games_at_tables
from tournament.tellings.hall import book_of
from wording import gettext as _
from wording.digits import whole_number


@never_cache
@desk_form
def queue(desk: Desk) -> HttpResponse:
    """Show which tables wait for a director and since when, the longest first, then the answered calls; a POST answers a call."""
    if desk.is_post:
        return _answer(desk)
    calls, now = calls_of(desk.event), timezone.now()
    open_calls = [call for call in calls if call.is_open]
    games = games_at_tables().at_calls(desk.event, {(call.round, call.table) for call in open_calls})
    waiting = [
        {"call": call, "minutes": call.waited(now), "game": games.get((call.round, call.table))} for call in open_calls
    ]
    return desk.page("director/at_table/calls.html", "calls", waiting=waiting, book=book_of(calls, now))


def _answer(desk: Desk) -> HttpResponse:
    """Answer the call whose button was pressed."""
    key, note = whole_number(desk.request.POST.get("call")) or 0, desk.request.POST.get("note", "")
    try:
        call = answer_call(desk.event, desk.actor, key, note)
    except RefusedError as refusal:
        return desk.refused(str(refusal), desk.request.path)
    return desk.done(_("The call from table {number} has been answered.", number=call.table_number), desk.request.path)


@never_cache
@desk_page
def waiting_badge(desk: Desk) -> HttpResponse:
    """Return the badge that counts waiting calls; status 204 where its text is what the page shows already (parameter ``shown``)."""
    words = in_short(waiting_of(desk.event), timezone.now())
    if words == desk.request.GET.get("shown", ""):
        return HttpResponse(status=204)
    shown = {"calls_said": words, "calls_url": desk.address("desk_calls")}
    return render(desk.request, "director/at_table/_badge.html", shown)
