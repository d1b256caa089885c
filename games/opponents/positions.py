"""Convert a position of `games.acquire` to one of the core, whose seats are in turn order."""

from __future__ import annotations

from games.acquire.actions import Card
from games.acquire.board import TILES
from games.acquire.errors import AcquireError
from games.acquire.state import EndReason, Merger, Phase, State
from games.opponents.core import layout as at
from games.opponents.core.layout import Numbers, numbers
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import set_out

_CARDS, _REASONS = tuple(Card), tuple(EndReason)
#: The phases in which a player decides.
DECISIONS = frozenset(map(Phase, (at.PLAY, at.FOUND, at.SURVIVOR, at.ORDER, at.DISPOSE, at.BUY, at.DRAW)))


def position_of(state: State) -> tuple[Numbers, Numbers]:
    """Return the arrays of a position and of its edition. Tiles that are not known are put into hands and bag in any order.

    Raises:
        AcquireError: if nobody has to decide in the position, or the core does not play its edition.
    """
    if state.phase not in DECISIONS:
        raise AcquireError("Nobody decides in this position; take one in which a player does.")
    e = parameters(state.edition, state.labels.name)
    s = numbers([0] * at.POSITION)
    set_out(s, e, state.seats)
    _write_board(s, state)
    _write_players(s, state)
    _write_turn(s, state)
    if state.merger is not None:
        _write_merger(s, state, state.merger)
    return s, e


def _write_board(s: Numbers, state: State) -> None:
    """Write the board, the chains and the bank."""
    s[at.SPACES : at.SPACES + TILES] = numbers(state.spaces[:TILES])
    for tile in state.dead:
        s[at.GONE + tile] = 1
    for chain in range(at.CHAINS):
        s[at.SIZES + chain], s[at.PRICES + chain] = state.size(chain), state.price[chain]
        s[at.BANK + chain] = state.bank[chain]
        s[at.MARKET + chain] = state.market.get(chain, -1)
    s[at.ON_BOARD], s[at.SAFE] = state.on_board, state.safe


def _write_players(s: Numbers, state: State) -> None:
    """Write cash, cards, shares and hands by seat, and the bag."""
    unseen = state.unseen()
    for seat, player in enumerate(state.order):
        s[at.CASH + seat] = int(state.cash[player])
        s[at.CARDS + seat] = sum(1 << place for place, card in enumerate(_CARDS) if card in state.cards[player])
        s[at.OUT] |= (player in state.timed_out) << seat
        for chain in range(at.CHAINS):
            s[at.SHARES + at.SEATS_AT_MOST * chain + seat] = state.shares[chain][player]
        hand = sorted(state.hands[player]) + unseen[: state.hidden[player]]
        unseen = unseen[state.hidden[player] :]
        for place, tile in enumerate(hand):
            s[at.HANDS + at.HAND_AT_MOST * seat + place] = tile
        s[at.HELD + seat] = len(hand)
    for place, tile in enumerate(unseen):
        s[at.BAG + place] = tile
    s[at.BAGGED] = len(unseen)


def _write_turn(s: Numbers, state: State) -> None:
    """Write whose turn it is and what was done in it."""
    s[at.PLAYER] = s[at.ACTOR] = state.order.index(state.player)
    s[at.PHASE], s[at.PLACED], s[at.TURN] = int(state.phase), state.placed, state.turn
    s[at.PASSED], s[at.DREW], s[at.EXCHANGED] = state.passed, state.drew, state.exchanged
    s[at.GOAL], s[at.BLOCKED], s[at.STILL] = bool(state.goal), state.blocked, state.still
    s[at.MORE], s[at.SWAPS] = state.more_tiles, state.swaps
    s[at.REASON] = 0 if state.reason is None else 1 + _REASONS.index(state.reason)
    s[at.EARLY] = 0 if state.early_card is None else 1 + _CARDS.index(state.early_card)
    s[at.LATE] = 0 if state.late_card is None else 1 + _CARDS.index(state.late_card)


def _write_merger(s: Numbers, state: State, merger: Merger) -> None:
    """Write the merger that goes on, and which holder has to decide."""
    s[at.M_ON], s[at.M_SURVIVOR], s[at.M_CURRENT] = 1, merger.survivor, merger.current
    s[at.M_CHOICES] = sum(1 << chain for chain in merger.choices)
    waiting = merger.waiting if merger.survivor >= 0 else list(merger.sizes)
    s[at.M_WAITING] = sum(1 << chain for chain in waiting)
    s[at.M_PAID] = sum(1 << chain for chain in merger.bonuses)
    for chain in range(at.CHAINS):
        s[at.M_SIZES + chain] = merger.sizes.get(chain, state.size(chain))
        s[at.M_PRICES + chain] = merger.prices.get(chain, state.price[chain])
        s[at.M_MARKET + chain] = merger.market.get(chain, -1)
    if state.phase is Phase.DISPOSE:
        s[at.ACTOR] = state.order.index(merger.queue[0][0])
        s[at.M_ASKED] = (s[at.ACTOR] - s[at.PLAYER]) % state.seats
