"""Insight into the published log of an event's table, where the director lets everybody read it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_see
from tournament.play.programs.insight.page import InsightPage
from tournament.public.replays.page import published_game
from tournament.public.site import open_site, round_name
from tournament.replays import UnreadableLogError


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What everybody was worth, and what the search makes of each decision; its replay alone where the event does not show more."""
    site = open_site(event_to_see(request, slug))
    played, here = site.table(number, table)
    try:
        log, reading = published_game(site, played, here)
    except UnreadableLogError as error:
        raise Http404(str(error)) from None
    replay = site.address("replay", number, table)
    if not site.record.shows_insight:
        return redirect(replay)
    page = InsightPage(reading, log, site.address("insight", number, table), replay)
    frame = {**site.frame(""), "name": round_name(played), "table": here}
    return page.answer(request, "insight/public.html", frame)
