"""The views of a screen, each from what everybody may know: a heading and what stands below it, or a sentence where there is nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.utils import timezone

from tournament.desk.screens.showing import Show, View
from tournament.draw.naming import title_of_round
from tournament.models import Event
from tournament.public.live import current_draw
from tournament.public.site import Site, site_of
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId
from tournament.tellings.drawn.draw import places_listing, shown_draw
from tournament.tellings.listing import Row
from tournament.tellings.medals import medal_listing
from tournament.tellings.news.climbed import climb_in_words, climbed
from tournament.tellings.news.clock import ClockState, RoundClock, round_clock
from tournament.tellings.standings import standings_listing

LETTERS = 2
"""Letters of a name by which the head of a page says how far it reaches."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One view as its template takes it; ``rows`` are empty where only ``sentence`` stands."""

    view: View
    title: str
    rows: tuple[Any, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A whole screen: its views, and what the foot says it stands for."""

    views: tuple[Shown, ...]
    stands_for: str
    version: int
    at: datetime
    notice: str


def framed(event: Event, record: EventRecord, show: Show) -> Frame:
    """The screen of an event as it is now; a view with nothing to show is passed over, but for the first where none has anything."""
    site = site_of(event, record)
    built = [_BUILD[view](site, record) for view in show.views]
    there = tuple(shown for shown in built if shown.rows) or tuple(built[:1])
    return Frame(
        there, f"{_round_in_words(site)}, version {event.version}", event.version, timezone.now(), event.notice
    )


def _round_in_words(site: Site) -> str:
    if site.record.is_final_published:
        return "final list"
    begun = site.record.rounds
    return title_of_round(site.record, begun[-1].number).lower() if begun else "before round 1"


def _playing(site: Site) -> RoundRecord | None:
    """The round that is being played, None between rounds."""
    return site.record.rounds[-1] if current_draw(site) is not None else None


def _no_round(site: Site) -> str:
    if site.record.is_final_published:
        return "The final list is public."
    if site.awaits_final_list:
        return "All rounds are played."
    begun = site.record.rounds
    coming = title_of_round(site.record, begun[-1].number + 1 if begun else 1)
    return f"{coming} will stand here as soon as the director publishes it."


def _names(site: Site, _: EventRecord) -> Shown:
    played = _playing(site)
    if played is None:
        return Shown(View.NAMES, "Seats from A to Z", sentence=_no_round(site))
    title = f"{title_of_round(site.record, played.number)}, A to Z"
    listing = places_listing(site.record, played, title)
    people = site.record.people
    rows = tuple(
        {
            "name": cells["name"].text,
            "table": cells["table"].text,
            "seat": cells["seat"].text if "seat" in cells else "",
            "is_seated": played.table_of(PlayerId(row.key)) is not None,
            "letters": people[PlayerId(row.key)].sort_key[0][:LETTERS].title(),
        }
        for row, cells in zip(listing.rows, listing.records(), strict=True)
    )
    return Shown(View.NAMES, title, rows)


def _tables(site: Site, _: EventRecord) -> Shown:
    played = _playing(site)
    if played is None:
        return Shown(View.TABLES, "Seats by table", sentence=_no_round(site))
    draw = shown_draw(site.record, played)
    return Shown(View.TABLES, f"{title_of_round(site.record, played.number)}, by table", draw.tables)


def _clock(site: Site, _: EventRecord) -> Shown:
    clock = (
        RoundClock("All rounds are played", ClockState.BETWEEN, "")
        if site.awaits_final_list
        else round_clock(site.record, timezone.get_current_timezone())
    )
    return Shown(View.CLOCK, clock.title, (clock,))


def _missing(site: Site, record: EventRecord) -> Shown:
    """The tables of the round being played that have said nothing yet; which they are is no result, so the last round has it too."""
    title = "Tables that have not reported"
    played = _playing(site)
    if played is None:
        return Shown(View.MISSING, title, sentence="No round is being played.")
    missing = tuple(table.number for table in record.round(played.number).tables if not table.has_reported)
    name = title_of_round(site.record, played.number)
    if not missing:
        return Shown(View.MISSING, title, sentence=f"All tables have reported: {name}.")
    return Shown(View.MISSING, f"{name}: not reported yet", tuple(sorted(missing)))


def _standings(site: Site, _: EventRecord) -> Shown:
    if not site.through:
        return Shown(View.STANDINGS, "Standings", sentence="The standings begin when round 1 is complete.")
    listing = standings_listing(site.scores)
    moves = climbed(site.scores)
    rows = tuple(
        {
            "rank": cells["rank"].text,
            "name": cells["name"].text,
            "tags": cells["name"].tags,
            "total": cells["total"].text,
            "above": _cut(row),
            **_moved(moves.get(PlayerId(row.key))),
        }
        for row, cells in zip(listing.rows, listing.records(), strict=True)
    )
    return Shown(View.STANDINGS, listing.caption, rows)


def _cut(row: Row) -> str:
    words = row.above.text if row.above else ""
    return words[:1].upper() + words[1:]


def _moved(places: int | None) -> dict[str, Any]:
    """The sign of a movement and its words; both empty where there is none to tell."""
    if places is None:
        return {"move": "", "moved": "", "way": ""}
    way = "up" if places > 0 else "down" if places < 0 else ""
    sign = {"up": "▲", "down": "▼", "": "="}[way]
    return {"move": f"{sign}{abs(places) or ''}", "moved": climb_in_words(places), "way": way}


def _medals(site: Site, _: EventRecord) -> Shown:
    if not site.record.is_final_published:
        return Shown(View.MEDALS, "Medals", sentence="The medals stand here once the final list is public.")
    won = tuple(row for row in medal_listing(site.scores).records() if row["medal"].mark)
    return Shown(View.MEDALS, "Medals", won)


_BUILD: Mapping[View, Callable[[Site, EventRecord], Shown]] = MappingProxyType(
    {
        View.NAMES: _names,
        View.TABLES: _tables,
        View.CLOCK: _clock,
        View.MISSING: _missing,
        View.STANDINGS: _standings,
        View.MEDALS: _medals,
    }
)
