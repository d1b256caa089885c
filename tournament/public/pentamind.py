"""The Pentamind over all public events of the installation: the best results of each person, added up (2.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from functools import partial
from heapq import nlargest

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import public_events
from tournament.access.languages import other_languages
from tournament.models import Event
from tournament.public.cache import cached_value
from tournament.public.lists import ROWS, page_of, requested_page
from tournament.public.site import open_site
from tournament.record.formats import Part
from tournament.record.vocabulary import NameShown, PlayerId, Thousandths
from tournament.scores.medals import MOST_RESULTS, pentamind_of_events
from tournament.services.joining import persons_in
from tournament.tellings.words import rank_text, thousandths
from wording.figures import in_a_row


def has_pentamind(event: Event) -> bool:
    """Return whether Pentamind points of an event are public."""
    return event.is_final_published and Part.PENTAMIND in event.parts


def _results(event: Event) -> list[tuple[PlayerId, NameShown, str, Thousandths]]:
    """Return of everybody in an event's public Pentamind list how much of the name is public, the name, and the points."""
    site = open_site(event)
    places = [(site.record.people[each.player], each) for each in site.scores.pentamind if not each.is_disqualified]
    return [(entry.player, entry.shown_as, entry.name, place.points) for entry, place in places]


@login_not_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the Pentamind over all public events whose points are public.

    Entries that are joined count together where as much of the name is public in each event, so that nobody reads here what an event keeps
    to itself; who is shown as a number counts alone.
    """
    events = [event for event in public_events().order_by("date", "slug") if has_pentamind(event)]
    persons = persons_in(events)
    results: dict[Hashable, list[tuple[Thousandths, str, str]]] = defaultdict(list)
    for event in events:
        for player, shown_as, name, points in cached_value(event, "pentamind", partial(_results, event)):
            alone = (event.pk, player)
            person = None if shown_as is NameShown.NUMBER else persons.get(alone)
            results[(person, shown_as.value) if person else alone].append((points, name, event.name))
    ranked = pentamind_of_events({who: [points for points, *_ in each] for who, each in results.items()})
    page, shown = page_of(ranked, requested_page(request), ROWS), []
    for rank, is_shared, total, who in page:
        best = nlargest(MOST_RESULTS, results[who])
        told = in_a_row(f"{event} {thousandths(points)}" for points, _name, event in best)
        shown.append((rank_text(rank, is_shared), best[0][1], told, thousandths(total)))
    context = {"rows": shown, "page": page, "languages": other_languages(request)}
    return render(request, "public/sharing/pentamind.html", context)
