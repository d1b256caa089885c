"""Insight into a table's log for the director alone, once its round is closed; whether everybody reads it is a setting of the event."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.cache import never_cache

from tournament.desk.desk import Desk, desk_form
from tournament.desk.papers import at_table, log_or_404
from tournament.play.programs.insight.page import InsightPage
from tournament.replays import UnreadableLogError


@never_cache
@desk_form
def show(desk: Desk, number: int, table: int, log: int) -> HttpResponse:
    """What everybody was worth, and what the search makes of each decision; Http404 before the round is closed."""
    found = log_or_404(desk.event, number, table, log)
    round_, table_ = desk.round_(number), desk.table(number, table)
    if not round_.is_closed:
        raise Http404("Insight into a game is shown once its round is closed.")
    try:
        reading = at_table(found, desk.record, round_, table_).reading
    except UnreadableLogError as error:
        raise Http404(str(error)) from None
    address, replay = desk.address("desk_insight", number, table, log), desk.address("desk_log", number, table, log)
    page = InsightPage(reading, found, address, replay, goes_first=True)
    return page.answer(desk.request, "insight/desk.html", desk.context(number=number, table=table_, log=found))
