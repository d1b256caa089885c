"""A walk through a record: what is done with each event, and how the game is closed at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.acquire.actions import NOBODY, Act
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.buying import on_buy, on_card, on_swap
from games.acquire.replay.end import conclude, on_cash, on_end, on_final, on_market
from games.acquire.replay.hands import on_dead, on_draw, on_pass, on_return, on_show, say_not_in_bag
from games.acquire.replay.merging import on_bonus, on_dispose, on_found, on_order, on_survivor
from games.acquire.replay.start import on_hand, on_start
from games.acquire.replay.turns import on_clock, on_tile, on_timeout, on_turn
from games.acquire.rewinding import Rewound
from games.acquire.rules.hands import hide_hand, tell_more


def on_takeback(arbiter: Arbiter, player: int, nothing: None) -> None:
    """The director lets a player take back the tile he placed (R23-R26)."""
    before = arbiter.course.undo
    if before is None or player != arbiter.state.player or before.turn != arbiter.state.turn:
        arbiter.add("takeback-nothing", player, f"{arbiter.ids[player]} has no tile to take back.")
        return
    settled = arbiter.state.settled
    if settled is not None and settled is not before.settled:
        sizes = sorted(settled.sizes.values())
        if sizes[-1] != sizes[-2]:
            arbiter.add(
                "takeback-late", player, f"{arbiter.ids[player]} takes a tile back whose merger left no choice."
            )
    arbiter.state = before
    arbiter.course.undo = None
    arbiter.reporter.doubtful = arbiter.course.doubted_at_undo
    arbiter.reporter.excused = -1
    arbiter.purse.forget_dues()


def on_redraw(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """A hand goes back into the bag and is drawn anew, as a penalty (R27)."""
    state = arbiter.state
    count = state.count(player)
    if len(tiles) != count:
        arbiter.add(
            "redraw-count", player, f"{arbiter.ids[player]} draws {len(tiles)} tiles for {count}.", count, len(tiles)
        )
    hide_hand(state, player)
    for tile in tiles[:count]:
        if tile < 0:
            continue
        if tile in state.seen:
            say_not_in_bag(arbiter, player, tile, "draw")
        else:
            tell_more(state, player, {tile})


def on_pause(arbiter: Arbiter, player: int, nothing: None) -> None:
    """The director stops the clocks (R35)."""
    if arbiter.course.paused:
        arbiter.add("pause-unexpected", NOBODY, "The game is stopped, though it was stopped already.")
    arbiter.course.paused = True


def on_resume(arbiter: Arbiter, player: int, nothing: None) -> None:
    """The clocks run again."""
    if not arbiter.course.paused:
        arbiter.add("pause-unexpected", NOBODY, "The game goes on, though it was not stopped.")
    arbiter.course.paused = False


def on_beside(arbiter: Arbiter, player: int, value: int | None) -> None:
    """Time given or taken (R27), a hand looked at: nothing on the board changes."""


def on_rewind(arbiter: Arbiter, player: int, rewound: Rewound | None) -> None:
    """The game is taken back: what was undone is not in the record any more, only where it stood; None for that."""
    if rewound is None or rewound.is_possible:
        return
    place = arbiter.index + 1
    message = (
        f"Statement {place} takes the game back to statement {rewound.to}, which is not before it; nothing is undone."
    )
    arbiter.add("rewind-nowhere", NOBODY, message, place - 1, rewound.to)


_BY_ACT: dict[Act, Callable[[Arbiter, int, Any], None]] = {
    Act.START: on_start,
    Act.HAND: on_hand,
    Act.TURN: on_turn,
    Act.PLAY: on_tile,
    Act.FOUND: on_found,
    Act.SURVIVOR: on_survivor,
    Act.ORDER: on_order,
    Act.BONUS: on_bonus,
    Act.DISPOSE: on_dispose,
    Act.BUY: on_buy,
    Act.DRAW: on_draw,
    Act.PASS: on_pass,
    Act.SHOW: on_show,
    Act.DEAD: on_dead,
    Act.RETURN: on_return,
    Act.CLOCK: on_clock,
    Act.TIMEOUT: on_timeout,
    Act.TAKEBACK: on_takeback,
    Act.REDRAW: on_redraw,
    Act.CARD: on_card,
    Act.CASH: on_cash,
    Act.END: on_end,
    Act.FINAL: on_final,
    Act.SWAP: on_swap,
    Act.MARKET: on_market,
    Act.PAUSE: on_pause,
    Act.RESUME: on_resume,
    Act.TIME: on_beside,
    Act.PEEK: on_beside,
    Act.REWIND: on_rewind,
}

#: What to do with an event, by its act; each takes the arbiter, the event's player and its value.
HANDLERS: Final = tuple(_BY_ACT[act] for act in Act)


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
    for index in range(first, stop):  # by number: most trials of a search end a few events on
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
