"""Standings and results as parts of other sites' pages: no form, no cookie, no script, and the only pages that may be framed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.html import escape
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournament.access import event_to_see
from tournament.public.cache import cached_page
from tournament.public.lists.page import PageList, addresses, on_page
from tournament.public.polled_parts import held_in_words
from tournament.public.site import Site, open_site
from tournament.tellings.listing import Listing
from tournament.tellings.results import round_results
from tournament.tellings.standings import standings_listing
from tournament.tellings.words import disputed_in
from wording import gettext as _

LINES = 60
"""The lines that an embedded list has; the whole page, to which it leads, has all of them."""
OF_STANDINGS = frozenset({"rank", "name", "total", "medal"})
OF_RESULTS = frozenset({"place", "name", "score"})
"""The columns that an embedded list has: those for which 320 pixels are enough."""
FRAMED_BY_ALL: Mapping[str, Any] = {"frame-ancestors": ["*"], "script-src": [NONE], "connect-src": [NONE]}
"""What the content security policy of an embedded page says otherwise than that of every other page."""
_LINE = '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>'


def embedding_lines(home: str) -> list[tuple[str, str]]:
    """Return the lines by which another site shows standings and results, each with its title; ``home`` is the event's address."""
    pages = ((_("Standings"), "standings"), (_("Results"), "results"))
    return [(title, _LINE.format(escape(f"{home}embed/{page}/"), escape(title))) for title, page in pages]


def may_be_framed(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let every site show the page of a view inside its own, and let nothing run in it; a refusal of the page cannot be framed."""
    return csp_replace(dict(FRAMED_BY_ALL))(xframe_options_exempt(view))


@login_not_required
@require_safe
@may_be_framed
def standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the first lines of the public standings."""
    return _embedded(request, slug, _standings)


@login_not_required
@require_safe
@may_be_framed
def results(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the results of the last round whose results are public."""
    return _embedded(request, slug, _results)


def _embedded(request: HttpRequest, slug: str, build: Callable[[Site], Mapping[str, Any]]) -> HttpResponseBase:
    """Return an embedded page of an event, from the cache or rendered and cached."""
    event = event_to_see(request, slug)

    def written() -> str:
        site = open_site(event)
        frame = {"event": site.record, "as_of": site.as_of, "event_url": site.address("event")}
        return render_to_string("public/sharing/embedded.html", {**frame, **build(site)})

    return cached_page(request, event, written)


def _standings(site: Site) -> dict[str, Any]:
    """Return the context of the standings; without a list before the results of the first round are public."""
    context = {"title": _("Standings"), "url": site.address("standings"), "held": held_in_words(site)}
    if not site.through:
        return context
    listing = standings_listing(site.scores)
    title = {"title": listing.caption} if site.record.is_final_published else {}
    disputed = {"disputed": disputed_in(site.record.closed_rounds)}
    return context | title | disputed | _shown(site, listing, OF_STANDINGS)


def _results(site: Site) -> dict[str, Any]:
    """Return the context of the last public results; without a list before the results of the first round are public."""
    number = site.through
    if not number:
        return {"title": _("Results"), "url": site.address("event"), "held": held_in_words(site)}
    title = _("Results of round {number}", number=number)
    context = {"title": title, "url": site.address("results", number), "held": held_in_words(site)}
    disputed = disputed_in([site.record.round(number)])
    return {**context, "disputed": disputed} | _shown(site, round_results(site.scores, number), OF_RESULTS)


def _shown(site: Site, listing: Listing, columns: frozenset[str]) -> dict[str, Any]:
    """Return the first lines of a list in these columns, and how many lines the list has if that is more."""
    few = listing.only(column.key for column in listing.columns if column.key in columns).part(0, LINES)
    rows = tuple(replace(row, why="") for row in few.rows)
    leads_to = addresses(site.record.slug, player="player", table="table")
    table: PageList = on_page(replace(few, rows=rows, legend=(), note=""), leads_to)
    return {"table": table, "lines": len(listing.rows) if len(listing.rows) > LINES else 0}
