"""Insight into a table's log for the director alone, once its round is closed; whether everybody reads it is a setting of the event."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.desk.acting import page, round_of, table_of
from tournament.desk.frame import desk_context
from tournament.desk.tablelogs import at_table, log_or_404
from tournament.models.queries import record_of
from tournament.public.games.insight.page import InsightPage
from tournament.replays import UnreadableLogError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show(request: HttpRequest, slug: str, number: int, table: int, log: int) -> HttpResponse:
    """What everybody was worth, and what the search makes of each decision; Http404 before the round is closed."""
    event = event_to_direct(request, slug)
    found = log_or_404(event, number, table, log)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    if not played.is_closed:
        raise Http404("Insight into a game is shown once its round is closed.")
    try:
        reading = at_table(found.text, record, played, here).reading
    except UnreadableLogError as error:
        raise Http404(str(error)) from None
    shown = InsightPage(
        reading,
        found,
        page("desk_insight", event, number, table, log),
        page("desk_log", event, number, table, log),
        goes_first=True,
    )
    frame = desk_context(event, record, number=number, table=here, log=found)
    return shown.answer(request, "insight/desk.html", frame)
