"""The clocks of a game on devices: what each player has left, as it follows from the moments of the deeds (R29-R36).

1. Each player has the minutes of the terms (R29); an edition that knows no time-out has no clock.
2. The clock runs for whoever is asked, in a merger for whoever disposes, then for whoever laid the tile again (R36).
3. It stands while starting tiles and hands are drawn, in a pause, and while bonuses are looked at (R35): until the next act
   or until the board is tapped (`Order.RESUME`), 10 seconds at most.
4. Lag that was credited for an act is not charged.

All times are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.actions import NOBODY, ActKind
from games.acquire.editions import Edition, TimeoutPolicy
from games.acquire.play.devices.deeds import Deed, Order, Ruling

MINUTE: Final = 60_000
#: How long clocks stand at most after bonuses were paid (R35).
BONUS_STOP: Final = 10_000
#: The most lag that is credited for one act, and to one player in a whole game.
LAG_OF_AN_ACT: Final = 400
LAG_IN_ALL: Final = 3_000

_STATEMENTS = frozenset({ActKind.TURN, ActKind.FINAL})


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clocks after a deed: ``left`` and ``credit`` (ms) by seat, whose clock is running, and since which moment.

    ``since`` may lie ahead, after bonuses. ``running`` is -1 where nobody's clock does.
    """

    left: tuple[int, ...]
    credit: tuple[int, ...]
    running: int = NOBODY
    since: int = 0

    def at(self, moment: int) -> tuple[int, ...]:
        """Return what each player has left at a moment (ms), never less than 0."""
        if self.running == NOBODY:
            return self.left
        return _changed(self.left, self.running, -max(0, moment - self.since))

    def creditable(self, seat: int, lag: int) -> int:
        """Return how much of a measured lag (ms) is credited to a player for one act."""
        return max(0, min(lag, LAG_OF_AN_ACT, self.credit[seat]))


def new_clock(edition: Edition, seats: int, minutes: int | None) -> GameClock | None:
    """Return the clock of a new game, or None for a game without clocks."""
    if minutes is None or edition.timeout_policy is TimeoutPolicy.NONE:
        return None
    return GameClock((minutes * MINUTE,) * seats, (LAG_IN_ALL,) * seats)


def _changed(values: Sequence[int], seat: int, by: int) -> tuple[int, ...]:
    return tuple([max(0, value + by) if place == seat else value for place, value in enumerate(values)])


def clock_after(clock: GameClock, deed: Deed, running_next: int) -> GameClock:
    """Return the clock after a deed; from then on the clock of the seat ``running_next`` runs, none for -1."""
    what, running = deed.what, clock.running
    left, credit = clock.at(deed.at), clock.credit
    if running != NOBODY and deed.lag:
        spent = clock.left[running] - left[running]
        left = _changed(left, running, min(deed.lag, spent))
        credit = _changed(credit, running, -deed.lag)
    since = max(clock.since, deed.at)
    if isinstance(what, Ruling):
        if what.order is Order.TIME:
            left = _changed(left, what.player, what.given)
        elif what.order is Order.RESUME:
            since = deed.at
    elif what.act is ActKind.BONUS:
        since = deed.at + BONUS_STOP
    elif what.act not in _STATEMENTS:
        since = deed.at
    return GameClock(left, credit, running_next, since)


def clock_after_rewind(
    before: GameClock, now: GameClock, running: int, rulings: Sequence[Ruling], at: int
) -> GameClock:
    """Return the clock after a rewind to a deed at which it stood as in ``before``; ``rulings`` are the orders since that deed.

    From then on the clock of ``running`` runs. Credited lag stays used up as it is ``now``.
    """
    left = before.left
    for ruling in rulings:
        if ruling.order is Order.TIME:
            left = _changed(left, ruling.player, ruling.given)
    return replace(now, left=left, running=running, since=at)
