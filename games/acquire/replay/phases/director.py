"""The director's acts: a tile taken back, a hand drawn anew."""

from __future__ import annotations

from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.drawing import say_not_in_bag
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
