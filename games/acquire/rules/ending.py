"""The end of a game: when it may or must end, and what every player has then.

A game may be ended when a chain has 41 tiles or more, or when all chains on the board, at least one, are safe (sizes by
edition). At the end bonuses are paid for every chain on the board, small ones first, and all its shares are sold (R15); shares
of other chains are worth nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.acquire.board import column_of
from games.acquire.editions import AllSafeRule, EndCall
from games.acquire.editions.bonus import Money, split_bonus
from games.acquire.errors import IllegalActionError
from games.acquire.rules.merger import has_market, pay_bonuses
from games.acquire.rules.placement import legal_tiles, nothing_fits
from games.acquire.state import EndReason, Phase, State
from games.sentences import Sentence, gettext_noop

# Reading a member of an enumeration is slow; these are needed several times a turn.
PLAY, BUY, DRAW = Phase.PLAY, Phase.BUY, Phase.DRAW
MANDATORY, END_OF_TURN, ON_BOARD = EndCall.MANDATORY, EndCall.OPTIONAL_END_OF_TURN, AllSafeRule.ON_BOARD
COMPLETES_TURN = EndCall.OPTIONAL_COMPLETES_TURN


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the reason, and each player's final cash in dollars."""

    reason: EndReason
    cash: tuple[Money, ...]


@dataclass(frozen=True, slots=True)
class ChainPayout:
    """What one chain pays at the end: ``bonuses`` and the proceeds ``sold`` of all shares, as pairs of player and dollars."""

    chain: int
    size: int
    price: int
    bonuses: tuple[tuple[int, Money], ...]
    sold: tuple[tuple[int, int], ...]


def end_condition(state: State) -> bool:
    """Whether the sizes of the chains allow the game to be ended, whatever the phase."""
    on_board, edition = state.on_board, state.edition
    if not on_board or (not state.safe and edition.end_size >= edition.safe_size):
        return False
    if on_board == state.safe and (edition.all_safe_rule is ON_BOARD or state.is_full()):
        return True
    return max(map(len, state.members)) >= edition.end_size


def end_fault(state: State) -> str:
    """Return the code of the reason why the player in turn may not end the game now (R12, R13), or an empty text if he may."""
    edition, phase = state.edition, state.phase
    if edition.end is MANDATORY:
        return "end-not-called"
    if state.merger is not None:
        return "end-in-merger"
    if phase is DRAW:
        if state.goal:
            return "end-after-draw"  # a tile of this draw is in the hand already (R8)
    else:
        if phase is Phase.TURN_OVER or phase is Phase.REPLACE:
            return "end-after-draw"
        early = phase is not PLAY and phase is not BUY
        if early or edition.end is END_OF_TURN:
            return "end-too-early"
    return "" if end_condition(state) or is_standstill(state) else "end-not-reached"


def may_end(state: State) -> bool:
    """Whether the player in turn may end the game now, and has not done so already; quicker than `end_fault`."""
    if state.reason is not None:
        return False
    if state.safe or state.blocked or state.timed_out or state.edition.end_size < state.edition.safe_size:
        return not end_fault(state)
    return False  # No chain is large enough, and the last turn brought a tile.


_CANNOT_END = {
    "end-not-called": gettext_noop("In this edition nobody calls the end; the game ends automatically."),
    "end-not-reached": gettext_noop(
        "The game cannot be ended: no chain has {count} tiles and not all chains are safe."
    ),
}
_END_AFTER_PURCHASE = gettext_noop("The end can only be called at the end of a turn, after the purchase.")


def end_refusal(state: State) -> IllegalActionError | None:
    """Return why the player in turn may not end the game now (R12, R13), or None if he may."""
    code = end_fault(state)
    if not code:
        return None
    message = _CANNOT_END.get(code, _END_AFTER_PURCHASE)
    return IllegalActionError(Sentence(message, {"count": state.edition.end_size}), code, "R13")


def active_players(state: State) -> int:
    """Return the number of players who still have time."""
    return state.seats - len(state.timed_out)


def is_standstill(state: State) -> bool:
    """Whether a whole round passed without a tile and nothing can change any more.

    Ruling: only some editions say what happens then. In the others the director ends the game (R34), since no later turn could
    change the board.
    """
    if not state.blocked and not state.timed_out:
        return False
    if state.blocked < active_players(state):
        return False
    return state.still >= active_players(state) or nothing_fits(state)


def automatic_end(state: State) -> EndReason | None:
    """Return why the game is over between two turns without anybody calling the end, or None."""
    edition = state.edition
    if len(state.timed_out) == state.seats:
        return EndReason.TIMED_OUT
    if edition.end is MANDATORY and end_condition(state):
        return EndReason.AUTOMATIC
    if edition.empty_bag_ends and not state.bag and state.count(state.player) < edition.hand_size:
        return EndReason.EMPTY_BAG
    if edition.blocked_round_ends:
        if state.blocked >= active_players(state):
            return EndReason.BLOCKED_ROUND
        if not state.bag and not any(state.count(player) for player in range(state.seats)):
            return EndReason.NO_TILES
    if state.blocked and is_standstill(state):
        return EndReason.STANDSTILL
    return None


def finish(state: State, reason: EndReason) -> None:
    """End the game; if it has a stock market, the market's tiles for the chains on the board are still drawn."""
    state.reason = reason
    state.merger = None
    state.phase = Phase.OVER
    if has_market(state) and state.bag and unpriced_market(state):
        state.phase = Phase.MARKET


def call_end(state: State) -> None:
    """End the game because the player in turn calls the end.

    Where whoever calls it completes his turn, the game goes on up to the draw; `State.reason` tells that the end is called.
    """
    if state.edition.end is COMPLETES_TURN and (state.phase is PLAY or state.phase is BUY):
        await_end(state)
    else:
        finish(state, EndReason.CALLED)


def await_end(state: State) -> None:
    """Note that the end is called and comes when the player in turn has completed his turn."""
    state.reason = EndReason.CALLED


def unpriced_market(state: State) -> list[int]:
    """List the chains on the board whose market tile is still to be drawn at the end."""
    return [chain for chain in state.chains_on_board() if chain not in state.market]


def hold_market(state: State, chain: int, tile: int) -> None:
    """Give the stock market as many shares of a chain as the column number of the tile drawn for it.

    The tile goes back into the bag.
    """
    if state.merger is not None:
        state.merger.market[chain] = column_of(tile)
        pay_bonuses(state, state.merger)
        return
    state.market[chain] = column_of(tile)
    if not unpriced_market(state):
        state.phase = Phase.OVER


def payouts(state: State) -> list[ChainPayout]:
    """List what each chain on the board would pay if the game ended now, the smallest chain first (R15)."""
    edition = state.edition
    paid = []
    for chain in sorted(state.chains_on_board(), key=lambda c: (state.size(c), c)):
        price = state.price[chain]
        holdings = state.shares[chain]
        market = [state.market[chain]] if chain in state.market else []
        bonuses = split_bonus(
            edition, edition.majority_factor * price, edition.minority_factor * price, holdings + market
        )
        sold = tuple((player, price * count) for player, count in enumerate(holdings) if count)
        players = tuple(payment for payment in bonuses if payment[0] < state.seats)
        paid.append(ChainPayout(chain, state.size(chain), price, players, sold))
    return paid


def worths(state: State) -> tuple[Money, ...]:
    """Return what each player would have in dollars if the game ended now and all chains on the board were paid out."""
    cash = state.cash[:]
    for payout in payouts(state):
        for player, amount in payout.bonuses + payout.sold:
            cash[player] += amount
    return tuple(cash)


def is_stuck(state: State, player: int) -> bool:
    """Whether a player certainly has no legal tile (R16)."""
    return not state.hidden[player] and not legal_tiles(state, player)
