"""Finding oneself: who is meant by a number or a part of a name, and what a script needs to offer everybody while one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.public.draws import PublicDraw
from tournament.public.site import Site
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId
from tournament.tellings.figures import thousandths
from tournament.tellings.standings import standings_listing

SHOWN = 8
_ANY = 987_654_321  # stands in an address for a number to come


@dataclass(frozen=True, slots=True)
class Pinned:
    """What a found player wants to know first: a line, what more there is to say, and the page with the scores."""

    line: str
    more: str
    url: str


@dataclass(frozen=True, slots=True)
class Findable:
    """Somebody who can be found: number and name, the name as it is compared, and what is pinned."""

    player: PlayerId
    name: str
    key: str
    line: str
    """Table and seat, or the place in the standings; may be empty."""
    pin: Pinned


@dataclass(frozen=True, slots=True)
class Index:
    """What "Find me" answers from: everybody who can be found, and the page around what was typed and what was found."""

    people: tuple[Findable, ...]
    page: tuple[str, str, str]


def candidates(people: Sequence[Findable], typed: str) -> tuple[Findable, ...]:
    """Who is meant by what was typed: a number or whole name, else the start of a word, else any part of a name."""
    wanted = name_key(typed)
    if not wanted:
        return ()
    tests: tuple[Callable[[Findable], bool], ...] = (
        lambda one: wanted in (one.key, str(one.player)),
        lambda one: f" {wanted}" in f" {one.key}",
        lambda one: wanted in one.key,
    )
    for fits in tests:
        found = tuple(one for one in people if fits(one))
        if found:
            return found
    return ()


def findable(site: Site, draw: PublicDraw | None) -> tuple[Findable, ...]:
    """Everybody of the event, with table, seat and company in the draw that is played, else the place in the standings."""
    places = _places(draw) if draw else {}
    said = {row.key: row.spoken for row in standings_listing(site.scores).rows} if site.through else {}
    found = []
    for entry in site.record.entries:
        line, more = places.get(entry.player, (said.get(entry.player, ""), ""))
        pin = _pinned(site, entry.player, line, more)
        found.append(Findable(entry.player, entry.name, name_key(entry.name), line, pin))
    return tuple(found)


def pinned(site: Site, player: PlayerId, draw: PublicDraw | None) -> Pinned:
    """Table, seat and company of a player in the draw that is played, else the place in the standings."""
    return next(one.pin for one in findable(site, draw) if one.player == player)


def _pinned(site: Site, player: PlayerId, line: str, more: str) -> Pinned:
    name = site.name(player)
    return Pinned(f"You, {name}: {line}" if line else f"You, {name}", more, site.address("player", player))


def _places(draw: PublicDraw) -> dict[PlayerId, tuple[str, str]]:
    """Where everybody of a draw plays, in words, and with whom."""
    places = {}
    for table in draw.tables:
        for each in table.seats:
            others = ", ".join(other.name for other in table.seats if other.player != each.player)
            seat = f", seat {each.seat}" if each.seat else ""
            more = " · ".join(filter(None, (draw.starts, f"with {others}")))
            places[each.player] = f"table {table.number}{seat}", more
    return places | {idle.player: (idle.words, thousandths(idle.score)) for idle in draw.idle}


def findable_json(site: Site, draw: PublicDraw | None) -> dict[str, Any]:
    """Everybody who can be found, as `static/tournament/me.js` reads it: number, name, country, what is to be known first, and the table.

    Who shares a table stands there in the order of its slip; 0 is no table.
    """
    places: dict[PlayerId, tuple[str, int]] = {}
    if draw is not None:
        for table in draw.tables:
            for each in table.seats:
                words = f"table {table.number}{f', seat {each.seat}' if each.seat else ''}"
                places[each.player] = words, table.number
        places |= {idle.player: (f"{idle.words}, {thousandths(idle.score)}", 0) for idle in draw.idle}
    said = {row.key: row.spoken for row in standings_listing(site.scores).rows} if site.through else {}
    people = site.record.people
    order = [*places, *(player for player in people if player not in places)]
    return {
        "starts": draw.starts if draw else "",
        "page": site.address("player", _ANY).replace(str(_ANY), "{}"),
        "players": [
            [player, people[player].name, people[player].country, *places.get(player, (said.get(player, ""), 0))]
            for player in order
        ],
    }
