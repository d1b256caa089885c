"""What a person has played in this installation: the events that everybody may read, and how often they met whom at a table.

Only entries that the desk or the organiser's number has joined are one person's, and of each event only what is public counts.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date
from functools import partial

from tournament.access import shown_events
from tournament.models import Entry, Event
from tournament.public.cache import cached_value
from tournament.public.pentamind import has_pentamind
from tournament.public.results import public_scores
from tournament.public.site import open_site
from tournament.record.vocabulary import NameShown
from tournament.services.joining import persons_in
from tournament.tellings.standings import place_in_words
from tournament.tellings.words import thousandths

MOST_MET = 20
"""How many of those whom somebody met are named."""


@dataclass(frozen=True, slots=True)
class Played:
    """An event that somebody plays or played: how far it is, the place there among how many, and the points; empty before there are any."""

    name: str
    date: date
    progress: str
    url: str
    place: str
    total: str
    pentamind: str


@dataclass(slots=True)
class Met:
    """Somebody whom a person met: at how many tables, and how often the person was placed before and behind them there."""

    name: str
    tables: int = 0
    before: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class Past:
    """The events of a person, the latest first, and whom they met, the longest known first; ``more`` is how many others they met."""

    events: tuple[Played, ...]
    met: tuple[Met, ...]
    more: int


Told = tuple[dict[int, tuple[Played, NameShown, str]], list[dict[int, int]]]
"""What everybody may read of an event: of each player the line, how much of the name is public, and the name; and the places at each table.

A place at a table is 0 where nobody is placed: for a fill-in, and everywhere after a ruling of equal shares.
"""


def _told(event: Event) -> Told:
    """Return what everybody may read of an event, as far as somebody's past needs it."""
    site = open_site(event)
    rows = {row.player: row for row in site.rows} if site.through else {}
    points = {each.player: thousandths(each.points) for each in site.scores.pentamind} if has_pentamind(event) else {}
    people = {}
    for entry in site.record.entries:
        row, url = rows.get(entry.player), site.address("player", entry.player)
        place, total = (place_in_words(site.scores, row), thousandths(row.total)) if row else ("", "")
        points_here = points.get(entry.player, "")
        played = Played(site.record.name, site.record.date, site.progress, url, place, total, points_here)
        people[int(entry.player)] = played, entry.shown_as, entry.name
    return people, [
        {int(row.player): 0 if score.ruled_equal or row.fills_in else row.place for row in score.rows}
        for round_ in site.record.rounds
        for score in public_scores(site, round_)
    ]


def past_of(entry: Entry) -> Past | None:
    """Return what the person of an entry has played in the events that everybody may read; None without another event than the entry's.

    The page is the person's own, so it also has events that show a number in place of their name. Of others it joins entries only
    where as much of the name is public in each event, and nobody who is shown as a number, so that nobody reads here what an event keeps
    to itself.
    """
    events = list(shown_events().filter(entries__person=entry.person or 0).order_by("date", "slug"))
    if all(event.pk == entry.event_id for event in events):
        return None
    persons = persons_in(events)
    mine = {event: number for (event, number), person in persons.items() if person == entry.person}
    played: list[Played] = []
    met: dict[Hashable, Met] = {}
    for event in events:
        people, tables = cached_value(event, "past", partial(_told, event))
        own = mine.get(event.pk, 0)
        played += [people[own][0]] if own in people else []
        for table in tables:
            for other in [player for player in table if own in table and player != own]:
                _line, shown_as, name = people[other]
                person = None if shown_as is NameShown.NUMBER else persons.get((event.pk, other))
                who = met.setdefault((person, shown_as) if person else (event.pk, other), Met(name))
                who.tables += 1
                who.before += 0 < table[own] < table[other]
                who.behind += 0 < table[other] < table[own]
    found = list(met.values())
    return Past(tuple(reversed(played)), tuple(found[:MOST_MET]), len(found[MOST_MET:]))
