"""Oddities of the phones at a table: a browser that had another name before, and a name that several browsers have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.record.vocabulary import PlayerId

ENOUGH = 2
"""An agreement from so many browsers is accepted without a look; what came from fewer may be one person's word."""


@dataclass(frozen=True, slots=True)
class PhoneHeld:
    """A phone let in for a player of a table: its browser and code, whether it is still in, and since when."""

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
    """A player for whom several browsers speak at once, and since when each does."""

    player: PlayerId
    since: tuple[datetime, ...]


Oddity = NameChanged | NamedTwice
"""What is to be known of the phones of a table, by those who sit there and by the desk."""


def oddities_among(phones: Sequence[PhoneHeld]) -> tuple[Oddity, ...]:
    """Return the oddities among the phones of one table; a code withdrawn by the desk starts anew."""
    return (*_changed(phones), *_twice(phones))


def _changed(phones: Sequence[PhoneHeld]) -> Iterable[NameChanged]:
    """Yield one oddity for each player with a browser that changed its name; a browser has the name that it took last."""
    now = {(row.browser, row.counter): row.player for row in phones if row.is_in}
    before: dict[PlayerId, dict[PlayerId, None]] = defaultdict(dict)
    for row in phones:
        player = now.get((row.browser, row.counter))
        if player is not None and row.player != player:
            before[player][row.player] = None
    return [NameChanged(player, tuple(earlier)) for player, earlier in before.items()]


def _twice(phones: Sequence[PhoneHeld]) -> Iterable[NamedTwice]:
    since: dict[PlayerId, list[datetime]] = defaultdict(list)
    for row in phones:
        if row.is_in:
            since[row.player].append(row.at)
    for player, times in since.items():
        if len(times) > 1:
            yield NamedTwice(player, tuple(times))
