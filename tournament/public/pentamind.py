"""The Pentamind over all public events of the installation: the best results of each person, added up (2.1)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import public_events
from tournament.access.languages import other_languages
from tournament.models import Entry, Event
from tournament.public.cache import cached_value
from tournament.public.lists import NOWHERE, on_page, part_of, requested_page
from tournament.public.site import open_site
from tournament.record.formats import Part
from tournament.record.vocabulary import NameShown, PlayerId, Thousandths
from tournament.scores.medals import MOST_RESULTS, pentamind_of_events
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.words import rank_cell, score_cell, thousandths
from wording import gettext as _
from wording import pgettext


@dataclass(frozen=True, slots=True)
class PentamindResult:
    """What an event brought one of its players: ``points`` in thousandths; ``shown_as`` is how much of the ``name`` is public."""

    player: PlayerId
    name: str
    shown_as: NameShown
    points: Thousandths


def pentamind_results(event: Event) -> list[PentamindResult]:
    """Return the Pentamind points of an event's players, once its final list is public; the disqualified are left out."""

    def found() -> list[PentamindResult]:
        site = open_site(event)
        people = site.record.people
        return [
            PentamindResult(place.player, people[place.player].name, people[place.player].shown_as, place.points)
            for place in site.scores.pentamind
            if not place.is_disqualified
        ]

    return cached_value(event, "pentamind", found) if has_pentamind(event) else []


def has_pentamind(event: Event) -> bool:
    """Return whether Pentamind points of an event are public."""
    return event.is_final_published and Part.PENTAMIND in event.parts


def pentamind_listing_of(events: Sequence[Event]) -> Listing:
    """Return the Pentamind over several events: of each person the best results, and their sum.

    Entries that are joined count together where as much of the name is public in each event, so that the list tells of nobody what an
    event keeps to itself; who is a number counts alone.
    """
    rows = Entry.objects.filter(event__in=[event.pk for event in events]).exclude(person=None)
    persons = {(event, number): person for event, number, person in rows.values_list("event", "number", "person")}
    results: dict[Hashable, list[tuple[PentamindResult, Event]]] = defaultdict(list)
    for event in events:
        for result in pentamind_results(event):
            alone = event.pk, result.player
            person = None if result.shown_as is NameShown.NUMBER else persons.get(alone)
            results[alone if person is None else (person, result.shown_as.value)].append((result, event))
    best = {who: sorted(each, key=lambda pair: -pair[0].points) for who, each in results.items()}
    sums = pentamind_of_events({who: [result.points for result, _event in each] for who, each in best.items()})
    sharing = Counter(rank for rank, _who, _sum in sums)
    return Listing(
        key="pentamind",
        caption=_("Pentamind list"),
        columns=(
            Column("rank", _("Rank")),
            Column("name", _("Name"), ColumnKind.NAME),
            Column("events", _("Events"), ColumnKind.WORD),
            Column("points", _("Pentamind points"), ColumnKind.TOTAL, pgettext("of the Pentamind", "Points")),
        ),
        rows=tuple(
            Row(
                number,
                (
                    rank_cell(rank, sharing[rank] > 1),
                    Cell(best[who][0][0].name),
                    Cell(
                        ", ".join(
                            f"{event.name} {thousandths(each.points)}" for each, event in best[who][:MOST_RESULTS]
                        )
                    ),
                    score_cell(total),
                ),
                is_shared=sharing[rank] > 1,
            )
            for number, (rank, who, total) in enumerate(sums, 1)
        ),
        legend=(
            _(
                "The best five results of each player count; whether their games are of different kinds is not checked (2.1)."
            ),
        ),
    )


@login_not_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the Pentamind over all public events whose points are public."""
    events = [event for event in public_events().order_by("date", "slug") if has_pentamind(event)]
    listing, page = part_of(pentamind_listing_of(events), requested_page(request))
    context = {"table": on_page(listing, NOWHERE), "page": page, "languages": other_languages(request)}
    return render(request, "public/sharing/pentamind.html", context)
