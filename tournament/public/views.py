"""The pages that players see: no log-in, no script needed, nothing that is not published."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from tournament.access import event_to_see
from tournament.access.devices import player_of_code
from tournament.access.languages import other_languages
from tournament.draw.forecast import does_not_fit
from tournament.models import Entry
from tournament.public.cache import (
    answer,
    answer_with_page,
    cached_page,
    cached_text,
    cached_value,
    let_share,
)
from tournament.public.exports import CHART_FILES, STANDINGS_FILES, export_list, final_list, results_of
from tournament.public.front import preview_of
from tournament.public.lists import longest_page, part_of, requested_page, wants_export
from tournament.public.player import SHOWN, candidates, findable_entries, findable_json, player_part
from tournament.public.polled_parts import LIVE_PARTS, current_draw, draw_part
from tournament.public.replay import replay_part
from tournament.public.results import public_draw, results_part, table_part
from tournament.public.shared import shared_part
from tournament.public.site import CHART, EVENT, MEDALS, RESULTS, STANDINGS, Site, open_site, round_name
from tournament.record.event import RoundRecord
from tournament.replays.table_log import MAX_EVENTS
from tournament.tellings.draw import chart_listing
from tournament.tellings.listing import Listing
from tournament.tellings.medals import junior_listing, medal_listing, pentamind_listing
from wording import gettext as _
from wording.digits import whole_number

ON_MEDALS = 100
"""Lines of each list on a page of the medals, of which there are up to three."""

STOP_POLLING = 286
"""The status by which htmx inserts the answer as usual and stops polling."""

LONGEST_TURN = 40
"""The most steps of a turn in an address; the longest turn is one in which four chains merge and six players dispose of three."""


def event_page(
    request: HttpRequest, slug: str, here: str, template: str, build: Callable[[Site], Mapping[str, Any]], part: int = 1
) -> HttpResponseBase:
    """Return an event's page, from the cache or rendered and cached.

    ``here`` is the page's English label in the menu, ``build`` makes its context, ``part`` is the number of the page of a long list.
    """
    event = event_to_see(request, slug)

    def written() -> str:
        site = open_site(event)
        frame = {**site.frame(here), "languages": other_languages(request)}
        return render_to_string(template, {**frame, "preview": preview_of(site, here, request.path), **build(site)})

    return cached_page(request, event, written, part)


@login_not_required
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the event's first page; “Find me” (``?me=``) leads to the page of the player who is meant, or asks who it is.

    A typed code of a place card leads to the page of that code.
    """
    typed = request.GET.get("me", "").strip()[:120]
    if not typed:
        part = requested_page(request)
        return event_page(request, slug, EVENT, "public/event.html", lambda site: _event(site, part), part)
    found = event_to_see(request, slug)
    everybody = cached_value(found, "find-me", lambda: findable_entries(site := open_site(found), current_draw(site)))
    people = candidates(everybody, typed)
    if len(people) == 1:
        return redirect("mine" if found.is_shown else "player", slug, people[0].player)
    if not people and (holder := player_of_code(found, typed)):
        return redirect("claim_player", slug, *holder)
    context = {"event": found, "event_url": reverse("event", args=[slug]), "notice": found.notice}
    context |= {"me": typed, "choices": people[:SHOWN]}
    answer_now = render(request, "public/finding/found.html", context)
    patch_cache_control(answer_now, private=True, no_cache=True)  # every reader types something else
    return answer_now


def _event(site: Site, number: int = 1) -> dict[str, Any]:
    """Return the context of the event's first page; ``number`` is the page of a long list."""
    record = site.record
    offers = record.extras.self_check_in and record.check_in_from is not None and not record.rounds
    return {**LIVE_PARTS["event"].build(site, number), "live": "event", "here": offers}


@login_not_required
@require_safe
def find(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return all findable entries as JSON for the script of “Find me”, which loads it once when somebody types."""
    event = event_to_see(request, slug)

    def written() -> str:
        site = open_site(event)
        return json.dumps(findable_json(site, current_draw(site)), ensure_ascii=False, separators=(",", ":"))

    response = cached_page(request, event, written)
    response["Content-Type"] = "application/json"
    return response


@login_not_required
@require_safe
def all_players(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show all players by name, each with their table: “Find me” without anything to type, and without a server."""
    return event_page(request, slug, "", "public/finding/everybody.html", _all_players_context)


def _all_players_context(site: Site) -> dict[str, Any]:
    """Return the context of the list of all players."""
    return {"people": findable_entries(site, current_draw(site))}


@login_not_required
@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the polled part ``on`` of a page: 204 where version ``v`` is the present one, 286 with the part once the event is over."""
    found = event_to_see(request, slug)
    on = request.GET.get("on", "event")
    part = LIVE_PARTS.get(on)
    if part is None:
        raise Http404(_("This page does not update by itself."))
    if request.GET.get("v") == str(found.public_version) and not found.is_final_published:
        nothing = HttpResponse(status=204)
        patch_cache_control(nothing, no_store=True)  # a cached 204 would be wrong after the next change
        return nothing

    number = requested_page(request)

    def written() -> str:
        site = open_site(found)
        shown = part.build(site, number)
        return render_to_string(part.template, {**site.frame(""), **shown, "live": on, "is_swap": True})

    status = STOP_POLLING if found.is_final_published else 200
    part_of_page = answer_with_page(request, cached_text(found, f"live:{on}:{number}", written), status)
    let_share(part_of_page, found)
    return part_of_page


@login_not_required
@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show the draw of a round by table and by player."""
    part = requested_page(request)
    return event_page(request, slug, "", "public/round.html", lambda site: _round(site, site.round(number), part), part)


def _round(site: Site, round_: RoundRecord, number: int) -> dict[str, Any]:
    """Return the context of a round's draw; ``number`` is the page of its lists."""
    return {
        **draw_part(site, round_, public_draw(site, round_), number),
        "name": round_name(round_),
        "played": round_,
        "results_url": site.address("results", round_.number) if round_.is_closed else "",
    }


@login_not_required
@require_safe
def results(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show every table of a round with each step from cash to score."""
    if wants_export(request):
        return export_list(request, slug, results_of(number))
    part = requested_page(request)
    return event_page(
        request, slug, RESULTS, "public/results.html", lambda site: results_part(site, site.round(number), part), part
    )


@login_not_required
@require_safe
def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponseBase:
    """Show one table: seats, chains, and the result once it is public. The QR codes on its papers lead here."""
    return event_page(request, slug, "", "public/table.html", lambda site: table_part(site, *site.table(number, table)))


@login_not_required
@require_safe
def replay(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponseBase:
    """Show the published log of a table's game at a step (``?turn=``, ``&step=``), with its final cash and the findings in it."""
    event = event_to_see(request, slug)
    typed = request.GET.get("turn", "")
    # Larger numbers are cut to the largest possible ones, so that nobody can fill the cache with pages of steps that do not exist.
    turn = min(whole_number(typed), MAX_EVENTS) if typed else MAX_EVENTS
    step = min(whole_number(request.GET.get("step")), LONGEST_TURN)

    def written() -> str:
        site = open_site(event)
        part = replay_part(site, *site.table(number, table), turn, step)
        return render_to_string("public/replay.html", {**site.frame(""), "languages": other_languages(request), **part})

    return answer(request, event, cached_text(event, f"replay:{number}:{table}:{turn}:{step}", written))


@login_not_required
@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show a player's page: place, total, and every round with the arithmetic of its score."""
    return event_page(request, slug, "", "public/player.html", lambda site: player_part(site, number))


@login_not_required
@require_safe
def shared_result(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """Show a result that its player shares; Http404 with a sentence once it was taken back, and while the final list is not public."""
    event = event_to_see(request, slug)
    number = Entry.objects.filter(event=event, shared=token).values_list("number", flat=True).first()
    if number is None or not event.is_final_published:
        raise Http404(_("No result is shared at this address any more."))
    template, path = "public/sharing/result.html", request.path
    page = event_page(request, slug, "", template, lambda site: shared_part(site, number, path))
    request.lets_robots_in = False  # type: ignore[attr-defined]  # its player decides who finds it
    return page


@login_not_required
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the standings over the rounds whose results are public."""
    if wants_export(request):
        return export_list(request, slug, STANDINGS_FILES)
    part = requested_page(request)
    return event_page(request, slug, STANDINGS, "public/standings.html", lambda site: _standings(site, part), part)


def _standings(site: Site, number: int) -> dict[str, Any]:
    """Return the context of the standings; ``number`` is the page of the list."""
    return {**LIVE_PARTS["standings"].build(site, number), "live": "standings"}


@login_not_required
@require_safe
def chart(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the movement chart: each player's table in every public random round, and the seat where the chart decides it (R6)."""
    if wants_export(request):
        return export_list(request, slug, CHART_FILES)
    part = requested_page(request)
    return event_page(request, slug, CHART, "public/chart.html", lambda site: _chart(site, part), part)


def _chart(site: Site, number: int) -> dict[str, Any]:
    """Return the context of the chart; ``number`` is the page of the list. Its table is None where no chart is public."""
    if not site.record.chart:
        return {"table": None}
    listing, page = part_of(chart_listing(site.record).without("number"), number)
    return {"table": site.page_list(listing), "page": page, "misfit": does_not_fit(site.record)}


@login_not_required
@require_safe
def medals(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the medal list, the Pentamind list and the juniors, once the final list is published; as CSV the one named by ``?list=``."""
    name = request.GET.get("list", "") or "medals"
    if wants_export(request):
        return export_list(request, slug, final_list(name))
    part = requested_page(request)
    return event_page(request, slug, MEDALS, "public/medals.html", lambda site: _medals(site, part), part)


def _medals(site: Site, number: int) -> dict[str, Any]:
    """Return the context of the final lists; on page ``number`` above 1, only those that are long enough to have it."""
    parts = [part_of(listing, number, ON_MEDALS) for listing in final_lists(site)]
    shown = [(listing, page) for listing, page in parts if page.number == number or number == 1]
    lists = [site.page_list(listing) for listing, _page_of in shown or parts]
    page = longest_page(*[page for _listing, page in parts]) if parts else None
    return {"lists": lists, "page": page, "changed": site.say(site.changes.of_medals()) if parts else []}


def final_lists(site: Site) -> list[Listing]:
    """Return the lists of the final page; none before the final list is published, no list of juniors where there are none."""
    if not site.record.is_final_published:
        return []
    listings = (
        medal_listing(site.scores, in_lines=True).without("nation"),
        pentamind_listing(site.scores).without("player", "nation"),
        junior_listing(site.scores, in_lines=True).without("nation"),
    )
    return [listing for listing in listings if listing.rows or listing.key == "medals"]
