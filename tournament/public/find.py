"""Finding oneself: who is meant by a number or a part of a name, and what a script needs to offer everybody while one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.public.draws import PublicDraw
from tournament.public.site import Site
from tournament.record.event import EntryRecord
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


def candidates(entries: Sequence[EntryRecord], asked: str) -> tuple[EntryRecord, ...]:
    """The entries meant by what was typed: a number or whole name, else the start of a word, else any part of a name."""
    wanted = name_key(asked)
    if not wanted:
        return ()
    tests: tuple[Callable[[EntryRecord], bool], ...] = (
        lambda entry: wanted in (name_key(entry.name), str(entry.player)),
        lambda entry: f" {wanted}" in f" {name_key(entry.name)}",
        lambda entry: wanted in name_key(entry.name),
    )
    for fits in tests:
        found = tuple(entry for entry in entries if fits(entry))
        if found:
            return found
    return ()


def pinned(site: Site, player: PlayerId, draw: PublicDraw | None) -> Pinned:
    """Table, seat and company of a player in the draw that is played, else the place in the standings."""
    line, more = _at_a_table(player, draw) if draw else ("", "")
    if not line and site.through:
        line = next((row.said for row in standings_listing(site.scores).rows if row.key == player), "")
    name = site.name(player)
    return Pinned(f"You, {name}: {line}" if line else f"You, {name}", more, site.address("player", player))


def told_of_all(site: Site, draw: PublicDraw | None) -> dict[str, Any]:
    """Everybody who can be found, as `static/tournament/me.js` reads it: number, name, country, what is to be known first, and the table.

    Who shares a table stands there in order of play; 0 is no table.
    """
    places: dict[PlayerId, tuple[str, int]] = {}
    if draw is not None:
        for table in draw.tables:
            for seat, each in enumerate(table.seats, 1):
                words = f"table {table.number}{f', seat {seat}' if table.is_seated else ''}"
                places[each.player] = words, table.number
        places |= {idle.player: (f"{idle.words}, {thousandths(idle.score)}", 0) for idle in draw.idle}
    said = {row.key: row.said for row in standings_listing(site.scores).rows} if site.through else {}
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


def _at_a_table(player: PlayerId, draw: PublicDraw) -> tuple[str, str]:
    for table in draw.tables:
        here = [seat.player for seat in table.seats]
        if player in here:
            seat = f", seat {here.index(player) + 1}" if table.is_seated else ""
            others = ", ".join(other.name for other in table.seats if other.player != player)
            return f"table {table.number}{seat}", " · ".join(filter(None, (draw.starts, f"with {others}")))
    for idle in draw.idle:
        if idle.player == player:
            return idle.words, thousandths(idle.score)
    return "", ""
