"""A player without a legal tile: the pass, and the exchange of the hand (R16-R19)."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.editions import NoPlay
from games.acquire.replay import lookahead
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.assuming import carry_exchange
from games.acquire.replay.phases.completing import complete_decisions
from games.acquire.replay.phases.drawing import say_not_in_bag
from games.acquire.replay.phases.replacing import skip_replacement
from games.acquire.rules import turn
from games.acquire.rules.hands import take_unknown, tell_more
from games.acquire.rules.lenient import pass_by, return_first, skip_to
from games.acquire.rules.placement import legal_tiles
from games.acquire.state import Phase


def on_pass(arbiter: Arbiter, player: int, nothing: None) -> None:
    """A player says that no tile is legal (R16)."""
    state = arbiter.state
    name = arbiter.ids[player]
    if player != state.player:
        arbiter.say_out_of_turn(player)
        return
    carry_exchange(arbiter, Phase.PLAY)
    skip_replacement(arbiter)
    if state.phase is Phase.BUY and state.passed and state.placed < 0:
        return  # Said once more, perhaps after the exchange.
    if state.phase is not Phase.PLAY:
        complete_decisions(arbiter)
        if state.phase is not Phase.OVER:
            arbiter.report("pass-after-tile", player, f"{name} passes, but a tile was placed or the turn is over.")
        return
    if _has_legal(arbiter, player) and state.edition.no_play is NoPlay.ENDS_GAME:
        pass_by(state)  # The pass was none, so it did not end the game either.
        return
    turn.pass_turn(state)


def _has_legal(arbiter: Arbiter, player: int) -> bool:
    """Whether a player who passes is known to hold a legal tile; says so if he does."""
    if arbiter.state.hidden[player]:
        return False
    legal = arbiter.names_of(legal_tiles(arbiter.state, player))
    if legal:
        message = f"{arbiter.ids[player]} passes with the legal tiles {' '.join(legal)}."
        arbiter.report("pass-with-legal", player, message, legal, [])
    return bool(legal)


def on_show(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """The hand is shown (R17): what it really is becomes known."""
    state = arbiter.state
    name = arbiter.ids[player]
    shown = {tile for tile in tiles if tile >= 0}
    fresh = shown - state.hands[player]
    if len(tiles) != state.count(player) or (len(shown) == len(tiles) and state.hands[player] - shown):
        hand = arbiter.names_of(sorted(state.hands[player]))
        message = f"{name} shows {' '.join(arbiter.names_of(tiles))}; the hand is {' '.join(hand)} and {state.hidden[player]} unknown."
        arbiter.add("show-differs", player, message, hand, arbiter.names_of(tiles))
    elif len(shown) == len(tiles):
        for tile in sorted(fresh & state.seen):
            say_not_in_bag(arbiter, player, tile, "hold")
        tell_more(state, player, fresh)
        if fresh and state.phase is Phase.SHOW:
            _has_legal(arbiter, player)
    elif len(fresh) <= state.hidden[player] and not fresh & state.seen:
        tell_more(state, player, fresh)
    if state.phase is Phase.SHOW:
        turn.show_hand(state)
        if state.hidden[player] and lookahead.is_told(arbiter.events, arbiter.index, Act.DEAD):
            skip_to(state, Phase.LAY)  # Some of the tiles shown turn out to be dead.


def on_return(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """The exposed tiles that are left go back into the bag (R19)."""
    state = arbiter.state
    name = arbiter.ids[player]
    if player == state.player:
        carry_exchange(arbiter, Phase.RETURN)
    if state.phase is Phase.EXCHANGE:
        due = turn.tiles_to_draw(state)
        arbiter.report("draw-count", player, f"{name} puts tiles back before drawing {due} new ones.", due, 0)
        if lookahead.is_next(arbiter.events, arbiter.index, Act.DRAW):
            return_first(state, player)
            return
        take_unknown(state, player, due)
        turn.after_exchange_draw(state)
    if state.phase is not Phase.RETURN or player != state.player:
        arbiter.add("return-unexpected", player, f"{name} has no tiles to put back.", [], arbiter.names_of(tiles))
        return
    if not _returns_rightly(arbiter, tiles):
        right = arbiter.names_of(sorted(state.exposed))
        arbiter.add(
            "return-differs", player, f"{name} must put back {' '.join(right)}.", right, arbiter.names_of(tiles)
        )
    turn.put_back(state)


def _returns_rightly(arbiter: Arbiter, tiles: tuple[int, ...]) -> bool:
    """Whether these tiles can be the exposed ones that are left; ``?`` stands for any of them."""
    state = arbiter.state
    named = {tile for tile in tiles if tile >= 0}
    if len(tiles) != len(state.exposed) + state.concealed or len(named - state.exposed) > state.concealed:
        return False
    return not (named - state.exposed) & state.seen
