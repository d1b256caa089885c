"""The parts of public pages that a script polls while an event is played, each with its name, template and context."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from tournament.draw.seating import title_of_round
from tournament.public.lists import FIRST, MANY, NAMES, SEATED, longest_page, page_of, part_of
from tournament.public.results import PublicDraw, public_draw
from tournament.public.site import Site, round_name
from tournament.record.event import EntryRecord, RoundRecord
from tournament.record.formats import Part
from tournament.record.vocabulary import Status
from tournament.scores.totals import final_cut
from tournament.tellings.draw import places_listing
from tournament.tellings.medals import medal_listing
from tournament.tellings.standings import FOR_FILES, standings_listing
from tournament.tellings.times import plans_to_come, starts_to_come, zone_in_words
from tournament.tellings.words import by_name
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

PLACES = frozenset({"name", "table", "seat"})
COMING = frozenset({Status.REGISTERED, Status.PRESENT, Status.LATE})


@dataclass(frozen=True, slots=True)
class PolledPart:
    """A polled part of a page: its template, and the function that makes its context."""

    template: str
    build: Callable[[Site, int], Mapping[str, Any]]
    """The function that returns the template's context for an event and the number of the page of a long list."""


def standings_part(site: Site, number: int = 1) -> dict[str, Any]:
    """Return the context of the standings with the lines where a final is cut (R46); ``number`` is the page of the list.

    There is no table before the results of the first round are public.
    """
    if not site.through:
        return {"standings": None, "held": held_sentence(site)}
    listing, page = part_of(standings_listing(site.scores, with_moves=True).without(*FOR_FILES), number)
    changed = site.say(site.changes.of_standings())
    return {"standings": site.page_list(listing), "page": page, "changed": changed, "held": held_sentence(site)}


def held_sentence(site: Site) -> str:
    """Return which rounds are over without public results, and when these appear; empty where there is none."""
    if not site.held:
        return ""
    if site.awaits_final_list:
        return _("The results of the last round will appear with the final list, after the prize-giving.")
    return ngettext(
        "The results of round {rounds} will appear here once the director shows them.",
        "The results of rounds {rounds} will appear here once the director shows them.",
        len(site.held),
        rounds=listed(site.held),
    )


def event_part(site: Site, number: int = 1) -> dict[str, Any]:
    """Return the context of the event's present state; ``number`` is the page of a long list.

    It shows the entries before the first round, the draw during a round, the standings between rounds, the medals at the end.
    """
    playing, zone = round_in_play(site), timezone.get_current_timezone()
    part: dict[str, Any] = {
        "heading": _heading(site),
        "sentence": what_comes(site),
        "rounds": [
            {
                "name": round_name(round_),
                "url": site.address("round", round_.number),
                "results": site.address("results", round_.number) if round_.is_closed else "",
            }
            for round_ in site.record.rounds
        ],
        "planned": plans_to_come(site.record, zone),
        "zone": zone_in_words(starts_to_come(site.record), zone),
    }
    has_many = len(site.record.entries) > MANY
    if playing is not None:
        shown = _in_short(site, playing) if has_many else draw_part(site, playing, public_draw(site, playing))
        return {**part, **shown}
    if site.record.is_final_published:
        places = medal_listing(site.scores).records() if site.record.has(Part.MEDALS) else []
        part["won"] = [line for line in places if line["medal"].mark]
        part["changed"] = site.say(site.changes.of_medals())
    if site.through and has_many:
        first = standings_listing(site.scores, with_moves=True).without(*FOR_FILES).part(0, FIRST)
        changed = site.say(site.changes.of_standings())
        shown = {"standings": site.page_list(first), "shown": FIRST}
        return {"changed": changed, **part, **shown}
    if site.through:
        return {**standings_part(site), **part}
    page = page_of(by_name(_entries_expected(site)), number, NAMES)
    return {**part, "entered": page.object_list, "page": page}


def _in_short(site: Site, round_: RoundRecord) -> dict[str, Any]:
    """Return the context of the draw of a large event: only links to its lists, for players find their seat by “Find me”."""
    return {"draw_url": site.address("round", round_.number)}


def draw_part(site: Site, round_: RoundRecord, draw: PublicDraw, number: int = 1) -> dict[str, Any]:
    """Return the context of a draw by table and by player; ``number`` is the page of both lists."""
    listing = places_listing(site.record, round_, _("{round} from A to Z", round=round_name(round_)))
    places, names = part_of(
        listing.only(column.key for column in listing.columns if column.key in PLACES), number, NAMES
    )
    tables = page_of(draw.tables, number, SEATED)
    is_last = tables.number == tables.paginator.num_pages
    return {
        "draw": replace(draw, tables=tuple(tables.object_list), idle=draw.idle if is_last else ()),
        "places": site.page_list(places),
        "round_number": round_.number,
        "page": longest_page(tables, names),
    }


def current_draw(site: Site) -> PublicDraw | None:
    """Return the draw of the round that is being played, None between rounds."""
    playing = round_in_play(site)
    return None if playing is None else public_draw(site, playing)


def round_in_play(site: Site) -> RoundRecord | None:
    """Return the round that is being played, None between rounds."""
    last = site.record.rounds[-1] if site.record.rounds else None
    return None if last is None or last.is_over else last


def _entries_expected(site: Site) -> list[EntryRecord]:
    """Return the entries that are expected to play."""
    return [entry for entry in site.record.entries if entry.status in COMING]


def _heading(site: Site) -> str:
    """Return the heading of the event's present state."""
    if site.record.is_final_published:
        return _("Final list")
    if not site.record.rounds:
        return _("Round 1 has not been drawn yet")
    last = site.record.rounds[-1]
    if site.awaits_final_list:
        return _("All rounds have been played")
    if not last.is_over:
        return round_name(last)
    if last.top_table_wins:
        return _("The final is complete")
    return _("Round {number} is complete", number=last.number)


def what_comes(site: Site) -> str:
    """Return the sentence below the heading: what comes next, or where gold comes from in the final; empty for nothing to say."""
    if site.record.is_final_published:
        return ""
    if not site.record.rounds:
        return ngettext(
            "{n} player has entered. Tables will appear here once the director publishes them.",
            "{n} players have entered. Tables will appear here once the director publishes them.",
            len(_entries_expected(site)),
        )
    last = site.record.rounds[-1]
    if last.is_over and not site.awaits_final_list:
        coming = title_of_round(site.record, last.number + 1)
        appears = _("{round} will appear here once the director publishes it.", round=coming)
        return " ".join(filter(None, (held_sentence(site), appears)))
    if site.awaits_final_list and not site.record.has(Part.MEDALS):
        return _("The last results and the final list will appear here once the director publishes them.")
    if site.awaits_final_list:
        return _("The last results, medals and the final list will appear here once the director publishes them.")
    cut = final_cut(site.record)
    if cut is not None and cut.round == last.number and site.record.gold_from_room:
        return _("Gold goes to the best total in the room, because a player at the top table was disqualified.")
    if cut is not None and cut.round == last.number:
        return _("Gold goes to a player at table 1, the top table.")
    return ""


LIVE_PARTS: Mapping[str, PolledPart] = {
    "event": PolledPart("public/_event.html", event_part),
    "standings": PolledPart("public/_standings.html", standings_part),
}
