"""Oddities of the phones at a table: a browser that had another name before, and a name that several browsers have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.record.vocabulary import PlayerId

ENOUGH = 2
"""The number of browsers from which an agreement counts as that of the table; from fewer it may come from one person alone."""


@dataclass(frozen=True, slots=True)
class PhoneHeld:
    """A phone that was let in for a player of a table, by its browser and the counter of the table's code.

    ``is_in`` says whether it still speaks for the player, ``at`` when it was let in.
    """

    player: PlayerId
    browser: str
    counter: int
    is_in: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class NameChanged:
    """A browser that speaks for one player of a table now, and spoke for others before."""

    player: PlayerId
    before: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class NamedTwice:
    """A player for whom several browsers speak at once; ``since`` has for each when it was let in."""

    player: PlayerId
    since: tuple[datetime, ...]


Oddity = NameChanged | NamedTwice
"""Something unusual about the phones of a table, which its players and the desk are told."""


def oddities_among(phones: Sequence[PhoneHeld]) -> tuple[Oddity, ...]:
    """Return the oddities among the phones of one table.

    Phones with different counters of the code are not compared: after the desk withdraws a code, everything starts anew.
    """
    return (*_changed(phones), *_twice(phones))


def _changed(phones: Sequence[PhoneHeld]) -> Iterable[NameChanged]:
    """Return for each player the earlier names of a browser that speaks for that player now."""
    now = {(row.browser, row.counter): row.player for row in phones if row.is_in}
    before: dict[PlayerId, dict[PlayerId, None]] = defaultdict(dict)
    for row in phones:
        player = now.get((row.browser, row.counter))
        if player is not None and row.player != player:
            before[player][row.player] = None
    return [NameChanged(player, tuple(earlier)) for player, earlier in before.items()]


def _twice(phones: Sequence[PhoneHeld]) -> Iterable[NamedTwice]:
    """Yield each player for whom more than one browser speaks now."""
    since: dict[PlayerId, list[datetime]] = defaultdict(list)
    for row in phones:
        if row.is_in:
            since[row.player].append(row.at)
    for player, times in since.items():
        if len(times) > 1:
            yield NamedTwice(player, tuple(times))
