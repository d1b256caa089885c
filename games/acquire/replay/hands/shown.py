"""A hand that cannot be played in a replay: passed, shown and put back (R16, R17, R19)."""

from __future__ import annotations

from games.acquire.actions import ActKind
from games.acquire.editions import NoPlay
from games.acquire.replay.coverage import comes_in_turn, comes_next
from games.acquire.replay.hands.dead import skip_replacement
from games.acquire.replay.omissions import complete_decisions, continue_exchange
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import turn
from games.acquire.rules.hands import holder_of, take_unknown, tell_more
from games.acquire.rules.lenient import pass_by, return_first, skip_to
from games.acquire.rules.placement import legal_tiles
from games.acquire.state import Phase
from games.sentences import gettext_lazy as _

DRAW, TURN_OVER = Phase.DRAW, Phase.TURN_OVER


def on_pass(replayer: Replayer, player: int, nothing: None) -> None:
    """Let a player pass because none of his tiles is legal (R16), or report why he may not."""
    state = replayer.state
    if player != state.player:
        replayer.report_out_of_turn(player)
        return
    continue_exchange(replayer, Phase.PLAY)
    skip_replacement(replayer)
    if state.phase is Phase.BUY and state.passed and state.placed < 0:
        return  # Stated once more, perhaps after the exchange.
    if state.phase is not Phase.PLAY:
        complete_decisions(replayer)
        if state.phase is not Phase.OVER:
            message = _("{player} passed, but a tile had been placed or the turn was over.")
            replayer.report("pass-after-tile", player, message)
        return
    if _has_legal(replayer, player) and state.edition.no_play is NoPlay.ENDS_GAME:
        pass_by(state)  # The pass was none, so it did not end the game either.
        return
    turn.pass_turn(state)


def _has_legal(replayer: Replayer, player: int) -> bool:
    """Whether a player who passes is known to hold a legal tile, which is then reported."""
    if replayer.state.hidden[player]:
        return False
    legal = replayer.tile_names(legal_tiles(replayer.state, player))
    if legal:
        message = _("{player} passed despite holding legal tiles: {tiles}.", tiles=" ".join(legal))
        replayer.report("pass-with-legal", player, message, legal, [])
    return bool(legal)


def on_show(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Compare the hand that is shown (R17) with what is known of it, and then take it as known."""
    state = replayer.state
    shown = {tile for tile in tiles if tile >= 0}
    fresh = shown - state.hands[player]
    if len(tiles) != state.count(player) or (len(shown) == len(tiles) and state.hands[player] - shown):
        hand = replayer.tile_names(sorted(state.hands[player]))
        message = _(
            "{player} showed {tiles}, but the hand is {hand} and {unknown} unknown.",
            tiles=" ".join(replayer.tile_names(tiles)),
            hand=" ".join(hand),
            unknown=state.hidden[player],
        )
        replayer.add("show-differs", player, message, hand, replayer.tile_names(tiles))
    elif len(shown) == len(tiles):
        for tile in sorted(fresh & state.seen):
            replayer.report_holder(player, tile, holder_of(state, tile))
        tell_more(state, player, fresh)
        if fresh and state.phase is Phase.SHOW:
            _has_legal(replayer, player)
    elif len(fresh) <= state.hidden[player] and not fresh & state.seen:
        tell_more(state, player, fresh)
    if state.phase is Phase.SHOW:
        turn.show_hand(state)
        if state.hidden[player] and comes_in_turn(replayer.events, replayer.index, ActKind.DEAD):
            skip_to(state, Phase.LAY)  # Some of the tiles shown turn out to be dead.


def on_return(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Put the remaining exposed tiles back into the bag (R19), and report tiles that differ from them."""
    state = replayer.state
    if player == state.player:
        continue_exchange(replayer, Phase.RETURN)
    if state.phase is Phase.EXCHANGE:
        due = turn.tiles_to_draw(state)
        message = _("{player} put tiles back before drawing {due} new ones.", due=due)
        replayer.report("draw-count", player, message, due, 0)
        if comes_next(replayer.events, replayer.index, ActKind.DRAW):
            return_first(state, player)
            return
        take_unknown(state, player, due)
        turn.after_exchange_draw(state)
    if state.phase is not Phase.RETURN or player != state.player:
        message = _("{player} has no tiles to put back.")
        replayer.add("return-unexpected", player, message, [], replayer.tile_names(tiles))
        return
    if not _returns_rightly(replayer, tiles):
        right = replayer.tile_names(sorted(state.exposed))
        message = _("{player} must put back {tiles}.", tiles=" ".join(right))
        replayer.add("return-differs", player, message, right, replayer.tile_names(tiles))
    turn.put_back(state)


def _returns_rightly(replayer: Replayer, tiles: tuple[int, ...]) -> bool:
    """Whether these tiles can be the remaining exposed ones; an unknown tile may be any of them."""
    state = replayer.state
    named = {tile for tile in tiles if tile >= 0}
    if len(tiles) != len(state.exposed) + state.concealed or len(named - state.exposed) > state.concealed:
        return False
    return not (named - state.exposed) & state.seen
