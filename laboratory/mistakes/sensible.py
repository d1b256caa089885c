"""A short policy that plays as people do: it founds, grows and merges what it owns, buys what pays, and ends the game when it leads."""

from __future__ import annotations

from random import Random
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS_IN, LONE, marks_around
from games.acquire.play.chance import CHANCE, actor, sample
from games.acquire.play.questions import purchase_range
from games.acquire.rules.ending import worths
from games.acquire.rules.game import is_legal
from games.acquire.rules.legal import legal_actions
from games.acquire.state import Phase, State

#: How many dollars the value of a tile may be off, so that games differ.
WHIM: Final = 400.0
#: Below so much cash a player sells rather than holds.
SHORT: Final = 2000
#: What players keep in hand, now more, now less.
RESERVES: Final = (0, 600, 1200, 2400)
#: How often a player who does not lead ends the game nevertheless, and how often somebody buys less than he could.
WEARY: Final = 0.1
THRIFTY: Final = 0.15

#: Acts that are not weighed: the end has been, and power-up cards are left in the hand.
_NOT_CHOSEN: Final = frozenset({ActKind.END, ActKind.CARD})


def choose(state: State, random: Random) -> Action:
    """Return what a sensible player does now, or what the bag brings; the state must not be over."""
    player = actor(state)
    if player == CHANCE or player is None:
        return sample(state, random)
    if (end := Action(ActKind.END, player)) and is_legal(state, end):
        worth = worths(state)
        if worth[player] == max(worth) or random.random() < WEARY:
            return end
    if state.phase is Phase.BUY:
        return _purchase(state, random)
    if state.phase is Phase.DISPOSE:
        return _disposal(state, random)
    actions = [action for action in legal_actions(state) if action.act not in _NOT_CHOSEN]
    if state.phase is Phase.PLAY:
        return max(actions, key=lambda action: _worth_of_tile(state, action) + random.random() * WHIM)
    if state.phase is Phase.FOUND:
        return max(actions, key=lambda action: state.shares[action.value][player] + random.random() * 3)
    if state.phase is Phase.SURVIVOR:
        # Who holds more of the other chain wants to be paid for that one.
        return min(actions, key=lambda action: state.shares[action.value][player] + random.random())
    return random.choice(actions)


def _worth_of_tile(state: State, action: Action) -> float:
    """A guess in dollars of what placing a tile brings to the player in turn."""
    if action.act is not ActKind.PLAY:
        return 0.0
    marks = marks_around(state.spaces, action.value)
    chains = sorted(CHAINS_IN[marks & ~LONE], key=state.size)
    player = state.player
    if not chains:
        return 900.0 if marks & LONE else 100.0
    if len(chains) == 1:
        return 60.0 * state.shares[chains[0]][player]
    return sum(_bonus_guess(state, chain, player) for chain in chains[:-1])


def _bonus_guess(state: State, chain: int, player: int) -> float:
    """A guess of the bonus in dollars that a player gets if the chain is taken over; less than nothing where others are paid."""
    held = state.shares[chain]
    price = state.price[chain]
    if not held[player]:
        return -1.0 * price
    rank = sum(count > held[player] for count in held)
    return price * (10.0, 5.0, 1.0)[min(rank, 2)] * (2 if state.cash[player] < SHORT else 1)


def _purchase(state: State, random: Random) -> Action:
    """Buy shares of the chain of which the player holds most, or of the dearest that he can pay, up to the limit."""
    asked = purchase_range(state)
    if asked is None or not asked.limit:
        return Action(ActKind.BUY, state.player, ())
    bought: list[int] = []
    limit = random.randrange(asked.limit) if random.random() < THRIFTY else asked.limit
    by_holding = random.random() < 0.5
    liked = {chain: state.shares[chain][state.player] if by_holding else price / 100 for chain, price in asked.prices}
    reserve = random.choice(RESERVES)
    while len(bought) < limit and state.cash[state.player] - sum(state.price[chain] for chain in bought) > reserve:
        counts = tuple((chain, bought.count(chain)) for chain in sorted(set(bought)))
        chains = asked.next_chains(counts)
        if not chains:
            break
        bought.append(max(chains, key=lambda chain: liked[chain] + random.random() * 3))
    purchase = tuple((chain, bought.count(chain)) for chain in sorted(set(bought)))
    return Action(ActKind.BUY, state.player, purchase)


def _disposal(state: State, random: Random) -> Action:
    """Trade for a dear survivor, sell when short of cash, keep a few shares for the next chain of that name."""
    merger = state.merger
    if merger is None:
        return sample(state, random)
    player, chain = merger.queue[0]
    held, old, new = state.shares[chain][player], merger.prices[chain], state.price[merger.survivor]
    trade = 0
    if 2 * old < new or random.random() < 0.4:
        trade = 2 * random.randint(0, min(held // 2, state.bank[merger.survivor]))
    left = held - trade
    sell = left if state.cash[player] < SHORT else random.randint(0, left)
    return Action(ActKind.DISPOSE, player, (chain, sell, trade, left - sell))
