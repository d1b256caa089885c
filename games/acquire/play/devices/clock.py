"""The clocks of a game on devices: the time that each player has left, computed from the moments of the `Deed`s (R29-R36).

1. Each player has the minutes of the terms (R29); an edition that knows no time-out has no clock.
2. The clock runs for the player who has to decide: in a merger for the one who disposes, after it again for the player in turn
   (R36).
3. It is stopped while starting tiles and hands are drawn, in a pause, and while bonuses are looked at (R35): until the next act
   or until the board is tapped (`ActKind.RESUME`), 10 seconds at most.
4. Lag that was credited for an act is not charged.

All times are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.actions import NOBODY, ActKind
from games.acquire.editions import Edition, TimeoutPolicy
from games.acquire.play.devices.deeds import Deed, Ruling

MINUTE: Final = 60_000
#: How long clocks are stopped at most after bonuses were paid, in ms (R35).
BONUS_STOP: Final = 10_000
#: The most lag that is credited for one act, and to one player in a whole game, in ms.
LAG_OF_AN_ACT: Final = 400
LAG_IN_ALL: Final = 3_000

_STATEMENTS = frozenset({ActKind.TURN, ActKind.FINAL})


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clocks of all players after a `Deed`.

    ``left`` is the time left by seat, ``credit`` the lag that can still be credited by seat, both in ms. ``running`` is the seat whose
    clock is running, -1 for none, and ``since`` the moment from which it runs, which lies in the future after bonuses.
    """

    left: tuple[int, ...]
    credit: tuple[int, ...]
    running: int = NOBODY
    since: int = 0

    def at(self, moment: int) -> tuple[int, ...]:
        """Return the time that each player has left at a moment, both in ms, never less than 0."""
        if self.running == NOBODY:
            return self.left
        return _with_added(self.left, self.running, -max(0, moment - self.since))

    def creditable(self, seat: int, lag: int) -> int:
        """Return how much of a measured lag (ms) is credited to a player for one act."""
        return max(0, min(lag, LAG_OF_AN_ACT, self.credit[seat]))


def new_clock(edition: Edition, seats: int, minutes: int | None) -> GameClock | None:
    """Return the clocks of a new game, or None for a game without clocks.

    ``minutes`` is the time of each player, None for no clock.
    """
    if minutes is None or edition.timeout_policy is TimeoutPolicy.NONE:
        return None
    return GameClock((minutes * MINUTE,) * seats, (LAG_IN_ALL,) * seats)


def _with_added(values: Sequence[int], seat: int, by: int) -> tuple[int, ...]:
    """Return the values with ``by`` added to that of one seat, not below 0."""
    return tuple([max(0, value + by) if place == seat else value for place, value in enumerate(values)])


def clock_after(clock: GameClock, deed: Deed, running_next: int) -> GameClock:
    """Return the clocks after a `Deed`; from its moment on the clock of the seat ``running_next`` runs, none for -1."""
    what, running = deed.what, clock.running
    left, credit = clock.at(deed.at), clock.credit
    if running != NOBODY and deed.lag:
        spent = clock.left[running] - left[running]
        left = _with_added(left, running, min(deed.lag, spent))
        credit = _with_added(credit, running, -deed.lag)
    since = max(clock.since, deed.at)
    if isinstance(what, Ruling):
        if what.order is ActKind.TIME:
            left = _with_added(left, what.player, what.given)
        elif what.order is ActKind.RESUME:
            since = deed.at
    elif what.act is ActKind.BONUS:
        since = deed.at + BONUS_STOP
    elif what.act not in _STATEMENTS:
        since = deed.at
    return GameClock(left, credit, running_next, since)


def clock_after_rewind(
    before: GameClock, now: GameClock, running: int, rulings: Sequence[Ruling], at: int
) -> GameClock:
    """Return the clocks after a rewind to an earlier `Deed`.

    ``before`` are the clocks after that `Deed`, ``now`` those just before the rewind, ``rulings`` the arbiter's orders between: time
    given or taken by them stays so, and credited lag stays used up. From the moment ``at`` the clock of the seat ``running`` runs.
    """
    left = before.left
    for ruling in rulings:
        if ruling.order is ActKind.TIME:
            left = _with_added(left, ruling.player, ruling.given)
    return replace(now, left=left, running=running, since=at)
