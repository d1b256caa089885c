"""A walk through a record: event by event to its end, and how the game is closed there."""

from __future__ import annotations

from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases import HANDLERS
from games.acquire.replay.phases.end import conclude


def walk(arbiter: Arbiter, end: int | None = None) -> None:
    """Go on through the record from the event at hand to before the event at ``end``; None for all that is left.

    A place that cannot be read is told when the event is reached before which it stands, one at the end with the end.
    """
    first = arbiter.index
    stop = len(arbiter.events) if end is None else min(end, len(arbiter.events))
    for gap in arbiter.record.unread:
        if first <= gap.before and (gap.before < stop or end is None):
            _walk_on(arbiter, gap.before)
            arbiter.say_unread(gap)
    _walk_on(arbiter, stop)


def _walk_on(arbiter: Arbiter, stop: int) -> None:
    handlers, events = HANDLERS, arbiter.events
    first = arbiter.index
    for index in range(
        first, stop
    ):  # by number: most trials end a few events on, and what lies before is not walked over
        act, player, value = events[index]
        arbiter.index = index
        handlers[act](arbiter, player, value)
    arbiter.index = max(first, stop)


def finish_walk(arbiter: Arbiter) -> None:
    """Walk through the rest of the record and close the game, if it came to its end."""
    walk(arbiter)
    arbiter.index = max(0, arbiter.index - 1)  # what the end of the log brings to light stands at its last event
    arbiter.outcome = conclude(arbiter)
    count = arbiter.reporter.suppressed
    if count:
        message = f"{count} later statements do not fit the board; correct the log and replay it."
        arbiter.add("board-doubtful", -1, message, 0, count)
