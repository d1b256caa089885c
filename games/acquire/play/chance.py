"""Who acts next (a seat or the bag), what the bag may bring, and actions at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.board import TILES
from games.acquire.rules import ending, legal, lenient, placement, purchase, turn
from games.acquire.rules.game import push_trusted
from games.acquire.state import Phase, State

#: The bag acts: a starting tile, a draw or the market's tile comes next.
CHANCE: Final = NOBODY

# Reading a member of an enumeration is slow; these are needed at every action.
PLAY, BUY, DRAW, OVER = Phase.PLAY, Phase.BUY, Phase.DRAW, Phase.OVER
ACT_PLAY, ACT_BUY, ACT_DRAW = ActKind.PLAY, ActKind.BUY, ActKind.DRAW

_BAG_PHASES = frozenset({Phase.START, Phase.DEAL, Phase.MARKET, Phase.EXCHANGE})


def actor(state: State) -> int | None:
    """Return the seat that decides now, `CHANCE` if the bag brings a tile, or None when the game is over.

    Where a player may call the end before he draws, he first decides to draw; which tile he draws is then the bag's chance.
    """
    phase = state.phase
    if phase is Phase.OVER:
        return None
    if phase in _BAG_PHASES:
        return CHANCE
    if phase is Phase.DRAW:
        return state.player if is_asked_before_draw(state) else CHANCE
    if phase is Phase.DISPOSE and state.merger is not None:
        return state.merger.queue[0][0]
    return state.player


def is_asked_before_draw(state: State) -> bool:
    """Whether the player in turn decides before a draw: he may end the game instead, or has no tile to draw."""
    return state.phase is DRAW and (not turn.tiles_to_draw(state) or ending.may_end(state))


def draw_tile(state: State, random: Random) -> int:
    """Return a random tile that may be in the bag."""
    seen = state.seen
    # As long as many tiles are unseen, a few tries are quicker than a list of them.
    for _ in range(TRIES):
        tile = int(random.random() * TILES)
        if tile not in seen:
            return tile
    return random.choice(state.unseen())


#: How often something is tried at random before all possibilities are listed.
TRIES: Final = 12


def sample(state: State, random: Random) -> Action:
    """Return one of `legal_actions` at random, each equally likely, in most phases without listing them.

    Raises:
        ValueError: if the game is over.
    """
    draw = _SAMPLES.get(state.phase)
    action = draw(state, random) if draw is not None else None
    return action or random.choice(legal.legal_actions(state))


def play_out(state: State, random: Random) -> State:
    """Play random legal actions until the game is over; the state is changed in place and returned."""
    while state.phase is not OVER:
        push_trusted(state, sample(state, random))
    return state


def _start(state: State, random: Random) -> Action:
    """Return a random starting tile of the next player."""
    return Action(ActKind.START, len(state.start_tiles), draw_tile(state, random))


def _deal(state: State, random: Random) -> Action:
    """Return a random tile for the next player whose first hand is not full."""
    return Action(ACT_DRAW, lenient.next_to_deal(state), (draw_tile(state, random),))


def _play(state: State, random: Random) -> Action | None:
    """Return a random placement, pass, card or end; None if part of the hand is hidden, which needs all actions to be listed."""
    player = state.player
    if state.hidden[player]:
        return None
    tiles = sorted(state.hands[player])
    others = [Action(ActKind.END, player)] if ending.may_end(state) else []
    if state.edition.cards:
        others += [Action(ActKind.CARD, player, card) for card in legal.early_cards(state)]
    if others:
        tiles = [tile for tile in tiles if placement.may_place(state, tile)]
        place = int(random.random() * (len(others) + (len(tiles) or 1)))
        if place < len(others):
            return others[place]
    while tiles:
        tile = tiles[int(random.random() * len(tiles))]
        if placement.may_place(state, tile):
            return Action(ACT_PLAY, player, tile)
        tiles.remove(tile)
    return Action(ActKind.PASS, player)


def _buy(state: State, random: Random) -> Action | None:
    """Return a random action of phase BUY; None if several tries in a row hit purchases that are not affordable."""
    player = state.player
    purchases = purchase.candidate_purchases(state, player)
    others = list(legal.iter_purchase_extras(state)) if state.edition.cards or ending.may_end(state) else ()
    for _ in range(TRIES):
        place = int(random.random() * (len(purchases) + len(others))) - len(others)
        if place < 0:
            return others[place]
        if purchase.is_affordable(state, player, purchases[place]):
            return Action(ACT_BUY, player, purchases[place])
    return None


def _draw(state: State, random: Random) -> Action | None:
    """Return a random draw, or with the right probability the end of the game or the clock where these are possible."""
    player = state.player
    if state.phase is DRAW and ending.may_end(state):
        due = turn.tiles_to_draw(state)
        if not int(random.random() * (1 + (TILES - len(state.seen) if due else 1))):
            return Action(ActKind.END, player)
        if not due:
            return Action(ActKind.CLOCK, player)
    return Action(ACT_DRAW, player, (draw_tile(state, random),))


def _dispose(state: State, random: Random) -> Action | None:
    """Return a random disposal: every pair of numbers sold and traded is equally likely."""
    if state.merger is None:
        return None
    player, chain = state.merger.queue[0]
    owned = state.shares[chain][player]
    pairs = [(trade, owned - trade + 1) for trade in range(0, legal.most_traded(state) + 1, 2)]
    place = int(random.random() * sum(count for _, count in pairs))
    for trade, count in pairs:
        if place < count:
            return Action(ActKind.DISPOSE, player, (chain, place, trade, owned - place - trade))
        place -= count
    return None


_SAMPLES: dict[Phase, Callable[[State, Random], Action | None]] = {
    Phase.START: _start,
    Phase.DEAL: _deal,
    Phase.PLAY: _play,
    Phase.BUY: _buy,
    Phase.DRAW: _draw,
    Phase.EXCHANGE: _draw,
    Phase.DISPOSE: _dispose,
}
