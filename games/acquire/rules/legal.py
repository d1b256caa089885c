"""Everything the rules allow in a state, phase by phase, as generators.

Purchases and disposals are long lists; the functions from which they are built are public, for callers who need only their
parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.acquire.actions import EARLY_CARDS, LATE_CARDS, NOBODY, Action, ActKind, Card
from games.acquire.board import CHAINS
from games.acquire.editions import DeadTiles, NoPlay, TimeoutPolicy
from games.acquire.rules import ending, lenient, placement, purchase, turn
from games.acquire.state import NO_TILE, Phase, State


def iter_legal(state: State) -> Iterator[Action]:
    """Yield everything the rules allow now, one by one: the decisions of one player, or the tiles that the bag may bring."""
    return _LEGAL[state.phase](state)


def legal_actions(state: State) -> list[Action]:
    """List everything the rules allow now: the decisions of one player, or the tiles that the bag may bring."""
    return list(iter_legal(state))


def interventions(state: State) -> list[Action]:
    """List what the clock and the director may do now, except the penalty redraw, which needs its tiles."""
    possible = []
    if may_press_clock(state):
        possible.append(Action(ActKind.CLOCK, state.player))
    clocked = clocked_player(state)
    if clocked != NOBODY:
        possible.append(Action(ActKind.TIMEOUT, clocked))
    if may_take_back(state):
        possible.append(Action(ActKind.TAKEBACK, state.player))
    return possible


def may_press_clock(state: State) -> bool:
    """Whether the player in turn may press the clock instead of buying or before a draw that is due (R9)."""
    if state.edition.timeout_policy is not TimeoutPolicy.MSO:
        return False
    return state.phase is Phase.BUY or (state.phase is Phase.DRAW and turn.tiles_to_draw(state) > 0)


def may_close_draw(state: State) -> bool:
    """Whether there is no tile to draw, so that the player in turn can only end the game or close his turn."""
    return state.phase in (Phase.DRAW, Phase.EXCHANGE) and not turn.tiles_to_draw(state)


def clocked_player(state: State) -> int:
    """Return the player who may run out of time now, or -1 for nobody; in a disposal it is the player who disposes (R36).

    Ruling: while a chain is to be named, the director decides first; time is called after that.
    """
    policy, phase = state.edition.timeout_policy, state.phase
    if policy is TimeoutPolicy.RANDOM_TILE:
        runs = phase is Phase.PLAY and state.placed == NO_TILE and not state.rushed
    elif policy is TimeoutPolicy.NONE:
        runs = False
    elif state.merger is not None:
        return state.merger.queue[0][0] if phase is Phase.DISPOSE else NOBODY
    else:
        runs = phase in (Phase.PLAY, Phase.BUY, Phase.DRAW, Phase.SHOW)
    return state.player if runs else NOBODY


def may_take_back(state: State) -> bool:
    """Whether the director may let the player in turn take back his tile (R23)."""
    return state.before is not None and state.phase not in (Phase.TURN_OVER, Phase.OVER)


def early_cards(state: State) -> list[Card]:
    """List the cards that may be played before the tile."""
    if state.placed != NO_TILE or state.early_card is not None or state.rushed or not state.turn:
        return []
    return [card for card in EARLY_CARDS if card in state.cards[state.player]]


def late_cards(state: State) -> list[Card]:
    """List the cards that may be played with the purchase."""
    if state.late_card is not None or state.rushed:
        return []
    return [card for card in LATE_CARDS if card in state.cards[state.player]]


def swaps(state: State) -> list[tuple[int, int]]:
    """List the trades that the card TRADE_2_STOCK allows, as pairs of the chain given and the chain taken."""
    if not purchase.may_swap(state):
        return []
    player = state.player
    pairs = [(given, taken) for given in range(CHAINS) for taken in range(CHAINS)]
    return [pair for pair in pairs if purchase.swap_refusal(state, player, *pair) is None]


def most_traded(state: State) -> int:
    """Return how many shares the next player to dispose may trade two for one, as an even number; 0 if nobody disposes."""
    merger = state.merger
    if merger is None or not merger.queue:
        return 0
    player, chain = merger.queue[0]
    return 2 * min(state.shares[chain][player] // 2, state.bank[merger.survivor])


def dead_to_lay(state: State) -> tuple[int, ...]:
    """Return the exposed tiles that must be laid out of the game in an exchange (R18), in ascending order."""
    whole = state.edition.no_play is NoPlay.REDRAW_ALL
    return tuple(sorted(state.exposed) if whole else placement.dead_tiles(state, state.exposed))


def market_chain(state: State) -> int:
    """Return the chain for which the market draws its next tile."""
    return state.merger.unpaid[0] if state.merger is not None else ending.unpriced_market(state)[0]


def _start(state: State) -> Iterator[Action]:
    """Yield every starting tile that the next player may draw."""
    player = len(state.start_tiles)
    return (Action(ActKind.START, player, tile) for tile in state.unseen())


def _deal(state: State) -> Iterator[Action]:
    """Yield every tile that may be dealt to the next player."""
    player = lenient.next_to_deal(state)
    return (Action(ActKind.DRAW, player, (tile,)) for tile in state.unseen())


def _play(state: State) -> Iterator[Action]:
    """Yield placements, a pass, early cards and the end of the game."""
    player = state.player
    yield from (Action(ActKind.PLAY, player, tile) for tile in placement.legal_tiles(state, player))
    if placement.may_pass(state, player):
        yield Action(ActKind.PASS, player)
    yield from (Action(ActKind.CARD, player, card) for card in early_cards(state))
    yield from _end(state)


def _end(state: State) -> Iterator[Action]:
    """Yield the end of the game if the player in turn may call it."""
    if ending.may_end(state):
        yield Action(ActKind.END, state.player)


def _foundings(state: State) -> Iterator[Action]:
    """Yield the founding of every chain that is not on the board."""
    return (Action(ActKind.FOUND, state.player, chain) for chain in state.free_chains())


def _survivor(state: State) -> Iterator[Action]:
    """Yield the choice of every chain that may survive."""
    choices = state.merger.choices if state.merger else ()
    return (Action(ActKind.SURVIVOR, state.player, chain) for chain in choices)


def _order(state: State) -> Iterator[Action]:
    """Yield the choice of every defunct chain that may be settled next."""
    choices = state.merger.choices if state.merger else ()
    return (Action(ActKind.ORDER, state.player, (chain,)) for chain in choices)


def _market(state: State) -> Iterator[Action]:
    """Yield every tile that the stock market may draw."""
    chain = market_chain(state)
    return (Action(ActKind.MARKET, state.player, (chain, tile)) for tile in state.unseen())


def _dispose(state: State) -> Iterator[Action]:
    """Yield every disposal of the holder who is next to dispose."""
    if state.merger is None:
        return
    player, chain = state.merger.queue[0]
    owned = state.shares[chain][player]
    for trade in range(0, most_traded(state) + 1, 2):
        for sell in range(owned - trade + 1):
            yield Action(ActKind.DISPOSE, player, (chain, sell, trade, owned - sell - trade))


def _buy(state: State) -> Iterator[Action]:
    """Yield every legal purchase, and what else may be done at that time."""
    player = state.player
    for wanted in purchase.candidate_purchases(state, player):
        if purchase.is_affordable(state, player, wanted):
            yield Action(ActKind.BUY, player, wanted)
    yield from iter_purchase_extras(state)


def iter_purchase_extras(state: State) -> Iterator[Action]:
    """Yield what may be done at the time of a purchase besides buying: cards, trades by a card, the end."""
    player = state.player
    yield from (Action(ActKind.CARD, player, card) for card in late_cards(state))
    yield from (Action(ActKind.SWAP, player, pair) for pair in swaps(state))
    yield from _end(state)


def _draw(state: State) -> Iterator[Action]:
    """Yield the tiles that may be drawn, or the clock if there is none; before a draw also the end of the game."""
    if may_close_draw(state):
        yield Action(ActKind.CLOCK, state.player)
    else:
        yield from (Action(ActKind.DRAW, state.player, (tile,)) for tile in state.unseen())
    if state.phase is Phase.DRAW:
        yield from _end(state)


def _replace(state: State) -> Iterator[Action]:
    """Yield the dead tiles that the player in turn must set aside: all at once or one by one, as the edition has it."""
    dead = placement.dead_tiles(state, state.hands[state.player])
    if state.edition.dead_tiles is DeadTiles.END_OF_TURN_ONCE:
        yield Action(ActKind.DEAD, state.player, tuple(dead))
    else:
        yield from (Action(ActKind.DEAD, state.player, (tile,)) for tile in dead)


def _show(state: State) -> Iterator[Action]:
    """Yield the one way to show the hand."""
    yield Action(ActKind.SHOW, state.player, tuple(sorted(state.hands[state.player])))


def _lay(state: State) -> Iterator[Action]:
    """Yield the one way to lay dead tiles out of the game."""
    yield Action(ActKind.DEAD, state.player, dead_to_lay(state))


def _return(state: State) -> Iterator[Action]:
    """Yield the one way to put the exposed tiles back."""
    yield Action(ActKind.RETURN, state.player, tuple(sorted(state.exposed)))


def _no_actions(state: State) -> Iterator[Action]:
    """Yield nothing: no action is possible in this phase."""
    return iter(())


_LEGAL: dict[Phase, Callable[[State], Iterator[Action]]] = {
    Phase.START: _start,
    Phase.DEAL: _deal,
    Phase.PLAY: _play,
    Phase.FOUND: _foundings,
    Phase.SURVIVOR: _survivor,
    Phase.ORDER: _order,
    Phase.MARKET: _market,
    Phase.DISPOSE: _dispose,
    Phase.BUY: _buy,
    Phase.DRAW: _draw,
    Phase.REPLACE: _replace,
    Phase.SHOW: _show,
    Phase.LAY: _lay,
    Phase.EXCHANGE: _draw,
    Phase.RETURN: _return,
    Phase.TURN_OVER: _no_actions,
    Phase.OVER: _no_actions,
}
