"""The reference pages for players: prices, bonuses and rules, with each rule's number.

The page of all help topics; open to everybody, because it is no secret and is needed by those who cannot log in.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games.acquire.editions.labels import LABEL_SETS, LabelSet
from tournament.access import event_to_see
from tournament.access.languages import other_languages
from tournament.public.cache import without_indents
from tournament.public.front import preview_of
from tournament.public.site import PRICES as HERE
from tournament.public.site import open_site
from tournament.record.books import helpbook, rulebook
from tournament.record.formats import MSO_ACQUIRE, Format
from tournament.record.vocabulary import LARGEST_TABLE
from tournament.tellings.floor import MERGERS, SPLIT_NOTE, TIERS, price_lines, sections, set_in_words
from tournament.tellings.running import how_it_runs as chapters
from wording import gettext as _
from wording.figures import listed


@login_not_required
@require_safe
def reference(request: HttpRequest, chain_set: str = "classic") -> HttpResponse:
    """Show prices and rules with the names of a chain set; Http404 that lists the sets for an unknown one."""
    labels = LABEL_SETS.get(chain_set)
    if labels is None:
        raise Http404(_("There is no chain set “{name}”. Choose from {sets}.", name=chain_set, sets=listed(LABEL_SETS)))
    frame = {
        "event": {"name": _("Acquire"), "slug": ""},
        "event_url": reverse("home"),
        "menu": [
            {"label": set_in_words(name), "url": reverse("floor_set", args=[name]), "current": name == chain_set}
            for name in LABEL_SETS
        ],
    }
    return _page(request, labels, MSO_ACQUIRE, frame)


@login_not_required
@require_safe
def of_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the reference with an event's chains, minutes and fine."""
    site = open_site(event_to_see(request, slug))
    labels = LABEL_SETS.get(site.record.chain_set, LABEL_SETS["classic"])
    preview = {"preview": preview_of(site, HERE, request.path)}
    return _page(request, labels, site.record.format, site.frame(HERE) | preview)


@login_not_required
@require_safe
def how_it_runs(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how an event runs: its tables and times, rounds, scores, ties and medals."""
    site = open_site(event_to_see(request, slug))
    record = site.record
    page = {"chapters": chapters(record.format, record.rounds_planned), "format": record.format}
    frame = site.frame("") | {"preview": preview_of(site, "", request.path), "languages": other_languages(request)}
    return HttpResponse(without_indents(render_to_string("public/running.html", page | frame)))


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show every rule of the tournament by its number, with our rulings; all rule numbers on pages link to it."""
    groups = groupby(rulebook().values(), key=lambda each: each.group)
    page = {
        "event": {"name": _("Acquire"), "slug": ""},
        "event_url": reverse("home"),
        "menu": [{"label": _("Prices and rules in brief"), "url": reverse("floor"), "current": False}],
        "groups": [(group, slugify(group), list(found)) for group, found in groups],
    }
    return HttpResponse(
        without_indents(render_to_string("public/rules.html", {**page, "languages": other_languages(request)}))
    )


def _page(request: HttpRequest, labels: LabelSet, rules: Format, frame: Mapping[str, Any]) -> HttpResponse:
    """Render the reference; ``frame`` is the context of the page's frame."""
    page = {
        **frame,
        "chains": set_in_words(labels.name),
        "tiers": [[chain.name for chain in labels.chains if chain.tier == tier] for tier in TIERS],
        "lines": price_lines(),
        "split_note": _(SPLIT_NOTE),
        "minutes": sorted(rules.tables.minutes.items()),
        "six_minutes": "" if LARGEST_TABLE in rules.tables.minutes else rules.tables.suggested.get(LARGEST_TABLE, ""),
        "sections": [MERGERS, *sections(rules)],
    }
    return HttpResponse(
        without_indents(render_to_string("public/floor.html", {**page, "languages": other_languages(request)}))
    )


@login_not_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show all help topics by group; ``?topic=late`` gives one topic alone, to be inserted below a page of the desk.

    With ``without=chains,tiles`` it does not speak of what a format lacks (`lacked_by`).
    """
    if topic := helpbook().get(request.GET.get("topic", "")):
        lacked = request.GET.get("without", "").split(",")
        return render(request, "help/_topic.html", {"topic": topic.without(lacked)})
    topics = (topic.without(()) for topic in helpbook().values())
    groups = groupby(topics, key=lambda topic: topic.group)
    page = {
        "event": {"name": _("Top Table"), "slug": ""},
        "event_url": reverse("home"),
        "menu": [
            {"label": _("The rules"), "url": reverse("rules"), "current": False},
            {"label": _("Prices and rules in brief"), "url": reverse("floor"), "current": False},
            {"label": _("The desk"), "url": reverse("desk"), "current": False},
        ],
        "groups": [(title, list(found)) for title, found in groups],
    }
    return render(request, "help/page.html", {**page, "languages": other_languages(request)})
