"""How long a player, a table and a round may take (R29-R30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tournament.record.rulesets import LARGEST_TABLE, SMALLEST_TABLE, SUGGESTED_SIX_MINUTES, Ruleset
from wording import gettext as _


class ClockError(ValueError):
    """Raised if no time per player is known for a table; the message says what to set."""


@dataclass(frozen=True, slots=True)
class RoundTime:
    """The minutes of a round: time on the clocks, and an allowance for bonuses, during which clocks are stopped (R30, R35)."""

    play: int
    allowance: int

    @property
    def total(self) -> int:
        """The minutes from the start of the round to its end."""
        return self.play + self.allowance

    @property
    def length(self) -> timedelta:
        """The time from the start of the round to its end."""
        return timedelta(minutes=self.total)


def minutes_per_player(size: int, ruleset: Ruleset) -> int:
    """Return the minutes on each player's clock at a table of ``size`` players (R29).

    Raises ClockError if there is no time for that size: for six until the director has confirmed one, and for sizes that do not exist.
    """
    minutes = ruleset.minutes.get(size)
    if minutes is not None:
        return minutes
    if size == 6:
        raise ClockError(
            _(
                "The time per player at a table of six has not been confirmed (R29); set it for the event, usually {minutes} minutes.",
                minutes=SUGGESTED_SIX_MINUTES,
            )
        )
    raise ClockError(
        _(
            "A table of {size} is not possible: tables have {least} to {most} players (R41).",
            size=size,
            least=SMALLEST_TABLE,
            most=LARGEST_TABLE,
        )
    )


def round_time(sizes: Sequence[int], ruleset: Ruleset) -> RoundTime:
    """Return the time of a round with these tables (R30); raises ClockError where a table has no time per player."""
    # Ruling: the schedule allows a full table of the preferred size, 4 x 25 = 100 minutes, even where threes would be done in 99.
    preferred = ruleset.preferred_size
    longest = max(size * minutes_per_player(size, ruleset) for size in (preferred, *sizes))
    return RoundTime(longest, ruleset.allowance_minutes)
