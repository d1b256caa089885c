"""“Find me”: which players a number or a part of a name may mean, and the same data for the script of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.public.draws import PublicDraw
from tournament.public.site import Site
from tournament.record.names import Sought, Spellings, spellings
from tournament.record.vocabulary import PlayerId
from tournament.tellings.cells import by_name
from tournament.tellings.figures import thousandths
from tournament.tellings.standings import standings_listing
from wording import gettext as _
from wording.figures import listed

SHOWN = 8
_ANY = 987_654_321  # a placeholder for a number in an address


@dataclass(frozen=True, slots=True)
class Pinned:
    """What is shown of a found player at the top of a page: a line, more words below it, and the address of the player's page."""

    line: str
    more: str
    url: str


@dataclass(frozen=True, slots=True)
class Findable:
    """An entry that can be found: number, name, and what is shown once it is found.

    ``names`` are the name as it is found: as it is shown, and as it was entered.
    """

    player: PlayerId
    name: str
    names: tuple[Spellings, ...]
    line: str
    """Table and seat, or the place in the standings; may be empty."""
    pin: Pinned


@dataclass(frozen=True, slots=True)
class Index:
    """The data of “Find me”: all findable entries, and the event's page in three parts, between which typed and found are inserted."""

    people: tuple[Findable, ...]
    page: tuple[str, str, str]


def candidates(people: Sequence[Findable], typed: str) -> tuple[Findable, ...]:
    """Return the entries that a typed text may mean: by number or whole name, else by the start of a word, else by parts of a name."""
    wanted = Sought(typed)
    if not wanted:
        return ()
    tests: tuple[Callable[[Findable], bool], ...] = (
        lambda one: wanted.plain in (*(name.plain for name in one.names), str(one.player)),
        lambda one: any(map(wanted.is_whole, one.names)),
        lambda one: any(map(wanted.begins_in, one.names)),
        lambda one: any(map(wanted.is_in, one.names)),
    )
    for fits in tests:
        found = tuple(one for one in people if fits(one))
        if found:
            return found
    return ()


def findable(site: Site, draw: PublicDraw | None) -> tuple[Findable, ...]:
    """Return all entries from A to Z, with table, seat and opponents in the draw, or without a draw (None) the place in the standings."""
    places, seated = (_places(draw), _seated(draw)) if draw else ({}, {})
    descriptions = {row.key: row.spoken for row in standings_listing(site.scores).rows} if site.through else {}
    found = []
    for entry in by_name(site.record.entries):
        line, more = places.get(entry.player, (descriptions.get(entry.player, ""), ""))
        name = seated.get(entry.player, entry.name)
        pin = _pinned(name, line, more, site.address("player", entry.player))
        names = tuple(map(spellings, entry.names))
        found.append(Findable(entry.player, name, names, line, pin))
    return tuple(found)


def pinned(site: Site, player: PlayerId, draw: PublicDraw | None) -> Pinned:
    """Return what is shown of one player once found: table, seat and opponents, or without a draw the place in the standings."""
    return next(one.pin for one in findable(site, draw) if one.player == player)


def _pinned(name: str, line: str, more: str, url: str) -> Pinned:
    """Return what is shown of a player once found; ``line`` may be empty."""
    return Pinned(_("You, {name}: {line}", name=name, line=line) if line else _("You, {name}", name=name), more, url)


def _seated(draw: PublicDraw) -> dict[PlayerId, str]:
    """Return by player the name of who sits there (R71)."""
    return {seat.player: seat.name for table in draw.tables for seat in table.seats}


def _places(draw: PublicDraw) -> dict[PlayerId, tuple[str, str]]:
    """Return by player the table and seat in words, and the opponents."""
    places = {}
    for table in draw.tables:
        for each in table.seats:
            others = listed(other.name for other in table.seats if other.player != each.player)
            more = " · ".join(filter(None, (draw.starts, _("with {names}", names=others))))
            places[each.player] = _place(table.number, each.seat), more
    return places | {idle.player: (idle.words, thousandths(idle.score)) for idle in draw.idle}


def _place(table: int, seat: int | None) -> str:
    """Return a table, and the seat at it where that is known, in words."""
    if seat:
        return _("table {table}, seat {seat}", table=table, seat=seat)
    return _("table {number}", number=table)


def findable_json(site: Site, draw: PublicDraw | None) -> dict[str, Any]:
    """Return all findable entries for `static/tournament/me.js`: number, name, country, line, table (0 for none) and place from A to Z.

    Where two people share a seat (R71) both names follow. Players of one table are in the order of its result slip.
    """
    places: dict[PlayerId, tuple[str, int]] = {}
    if draw is not None:
        for table in draw.tables:
            for each in table.seats:
                places[each.player] = _place(table.number, each.seat), table.number
        places |= {idle.player: (f"{idle.words}, {thousandths(idle.score)}", 0) for idle in draw.idle}
    descriptions = {row.key: row.spoken for row in standings_listing(site.scores).rows} if site.through else {}
    people = site.record.people
    at = {entry.player: place for place, entry in enumerate(by_name(site.record.entries))}
    seated = _seated(draw) if draw else {}
    order = [*places, *(player for player in people if player not in places)]
    return {
        "starts": draw.starts if draw else "",
        "page": site.address("player", _ANY).replace(str(_ANY), "{}"),
        "players": [
            [
                player,
                seated.get(player, people[player].name),
                people[player].country,
                *places.get(player, (descriptions.get(player, ""), 0)),
                at[player],
                *(filter(None, (people[player].name, taken.called)) if (taken := people[player].taken) else ()),
            ]
            for player in order
        ],
    }
