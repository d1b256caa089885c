"""Detects jumps of the machine's clock, by comparing it with a steady clock that nobody can set."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta

LONGEST_DRIFT = 90.0
"""Seconds by which the clock may be corrected without a warning: time from the network corrects it by less than one."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump of the machine's clock: ``by`` how much (negative: backwards), and ``at`` which second of the steady clock it was noticed.

    ``before_start`` says that it happened while the program did not run: what is stored is later than the clock.
    """

    by: timedelta
    at: float
    before_start: bool = False

    @property
    def words(self) -> str:
        """The jump as a sentence, with what to do."""
        if self.before_start:
            return (
                f"The clock of this machine is {_spelled(abs(self.by))} behind what is stored here. Set it right: pages and paper show its "
                "time. Results, copies and the order of changes do not depend on it."
            )
        way = "forward" if self.by > timedelta(0) else "back"
        return (
            f"The clock of this machine jumped {way} by {_spelled(abs(self.by))}. Check that it is right: pages and paper show its time. "
            "Results and the order of changes do not depend on it."
        )


def _spelled(span: timedelta) -> str:
    """A span of time in words, such as "1 day 2 hours"; parts that are 0 are left out."""
    minutes = round(span.total_seconds() / 60)
    days, hours, rest = minutes // 1440, minutes % 1440 // 60, minutes % 60
    parts = [(days, "day"), (hours, "hour"), (rest, "minute")]
    return " ".join(f"{count} {word}{'s' * (count != 1)}" for count, word in parts if count)


class WatchedClock:
    """Compares the machine's clock with a steady clock at each call of `look`; ``last`` is the latest jump found."""

    def __init__(self) -> None:
        self._ahead: float | None = None
        self.last: Jump | None = None

    def compare(self, latest: float | None) -> Jump | None:
        """The jump that the clock has made while the program did not run; None unless it is behind ``latest``, seconds since 1970."""
        if latest is None or latest - time.time() < LONGEST_DRIFT:
            return None
        self.last = Jump(timedelta(seconds=round(time.time() - latest)), steady_seconds() or 0, before_start=True)
        return self.last

    def look(self) -> Jump | None:
        """The jump of the clock since the previous call; None where there was none or the machine has no steady clock."""
        steady = steady_seconds()
        if steady is None:
            return None
        ahead = time.time() - steady
        before, self._ahead = self._ahead, ahead
        if before is None or abs(ahead - before) < LONGEST_DRIFT:
            return None
        self.last = Jump(timedelta(seconds=round(ahead - before)), steady)
        return self.last


def steady_seconds() -> float | None:
    """Seconds since this machine was started, including time asleep; None where the system does not count them."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return None if clock is None else time.clock_gettime(clock)
