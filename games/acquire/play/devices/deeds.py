"""The deeds of a game on devices: what was done, its number, and when."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.acquire.actions import NOBODY, Action


class Order(StrEnum):
    """What the arbiter orders that is no act of the game itself."""

    PAUSE = "pause"
    RESUME = "resume"
    REWIND = "rewind"
    TIME = "time"
    PEEK = "peek"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One order: of which player (TIME, PEEK), back to which deed (REWIND), how many ms are given (TIME, less than 0: taken), and why."""

    order: Order
    player: int = NOBODY
    to: int = 0
    given: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """One deed: its number from 1, the moment in ms since the game began, the ms of lag credited for it, and what was done.

    Players are seats in the order in which they joined; the bag's tiles stand in the action, so that nothing is drawn twice.
    Several tiles of one draw are one deed.
    """

    number: int
    at: int
    what: Action | Ruling
    lag: int = 0
