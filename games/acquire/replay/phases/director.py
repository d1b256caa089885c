"""The director's acts: a tile taken back, a hand drawn anew, the game stopped, taken back or watched."""

from __future__ import annotations

from games.acquire.actions import NOBODY
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.drawing import say_not_in_bag
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
