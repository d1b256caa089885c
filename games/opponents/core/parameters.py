"""An edition as one array of numbers, and the editions that the core does not play."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

from games.acquire.board import FOUR_NEIGHBOURS
from games.acquire.editions import (
    AllSafeRule,
    BonusOrder,
    DeadTiles,
    Disposal,
    DisposalFirst,
    DisposalOrder,
    Edition,
    EighthChain,
    EndCall,
    NoPlay,
    SoleHolder,
    SplitRounding,
)
from games.acquire.editions.bonus import price_table
from games.acquire.editions.labels import label_set
from games.acquire.errors import EditionError
from games.opponents.core import layout as at
from games.opponents.core.layout import Numbers, numbers

_ROUNDINGS = [SplitRounding.UP100, SplitRounding.NEAREST1, SplitRounding.FLOOR1, SplitRounding.FLOOR100]
_DEAD = [DeadTiles.NONE, DeadTiles.END_OF_TURN_ONCE, DeadTiles.END_OF_TURN_REPEAT, DeadTiles.AUTO]
_NO_PLAY = [NoPlay.SKIP, NoPlay.MSO, NoPlay.REDRAW_ALL, NoPlay.ENDS_GAME]
_CALLS = [
    EndCall.OPTIONAL_ANY_POINT,
    EndCall.OPTIONAL_END_OF_TURN,
    EndCall.MANDATORY,
    EndCall.OPTIONAL_COMPLETES_TURN,
]
#: The most shares of a purchase, because each chain has three bits, and the most tiles of a hand.
MOST_BOUGHT = 7
MOST_HELD = 8


def refusal(edition: Edition) -> str:
    """Return in a sentence why the core does not play an edition; empty where it does."""
    if edition.split_rounding is SplitRounding.EXACT:
        return "Opponents count in whole dollars; choose a rounding of split bonuses."
    if edition.disposal_order is DisposalOrder.BY_PLAYER:
        return "Opponents settle mergers chain by chain; choose disposal_order by_chain."
    if edition.disposal_first is DisposalFirst.MAJORITY_HOLDER:
        return "Opponents let the mergemaker dispose first; choose disposal_first mergemaker."
    if not 1 <= edition.buy_max <= MOST_BOUGHT or not 1 <= edition.hand_size <= MOST_HELD:
        return f"Opponents buy 1 to {MOST_BOUGHT} shares and hold 1 to {MOST_HELD} tiles; change buy_max or hand_size."
    if edition.chain_shares > 31 or edition.max_players > at.SEATS_AT_MOST:
        return f"Opponents know chains of up to 31 shares and up to {at.SEATS_AT_MOST} players; change the rules."
    return ""


@lru_cache(maxsize=64)
def parameters(edition: Edition, labels: str | None = None) -> Numbers:
    """Return the array of an edition. ``labels`` is the name of the label set that tells the price group of each chain, None for the usual.

    Raises:
        EditionError: if the core does not play it.
    """
    if sentence := refusal(edition):
        raise EditionError(sentence)
    values = [0] * at.E_BUYS
    values[: at.E_FIVE] = [
        *(edition.hand_size, edition.chain_shares, edition.start_cash),
        *(edition.majority_factor, edition.minority_factor, edition.buy_max),
        *(edition.buy_one_kind, edition.buy_off_board, edition.safe_size, edition.end_size),
        edition.all_safe_rule is AllSafeRule.ALL_SEVEN,
        *(edition.safe_may_acquire, edition.loose_adjacent_ban),
        edition.eighth_chain is EighthChain.PLACE_LOOSE,
        edition.sole_holder is SoleHolder.BOTH,
        _ROUNDINGS.index(edition.split_rounding),
        edition.disposal is Disposal.HOLD_ONLY,
        edition.bonus_order is BonusOrder.BEFORE_DISPOSAL,
        *(_DEAD.index(edition.dead_tiles), _NO_PLAY.index(edition.no_play), _CALLS.index(edition.end)),
        *(edition.empty_bag_ends, edition.blocked_round_ends, edition.market_holder_2p, edition.cards),
        edition.start_tiles,
    ]
    values[at.E_PRICES : at.E_NEAR] = [
        price for tier in label_set(labels or edition.labels).tiers for price in price_table(edition, tier)
    ]
    values[at.E_NEAR : at.E_WAYS] = [near for four in FOUR_NEIGHBOURS for near in four]
    values[at.E_WAYS : at.E_WAYS_5] = _ways(edition.buy_max)
    values[at.E_WAYS_5 : at.E_BUYS] = _ways(5)
    values += _purchases(edition.buy_max)
    values[at.E_FIVE] = len(values)
    return numbers([int(value) for value in values + _purchases(5)])


def _ways(limit: int) -> list[int]:
    """The numbers of ways to buy up to ``limit`` shares, by number of chains from 0."""
    return [comb(chains + limit, limit) for chains in range(at.CHAINS + 1)]


def _purchases(limit: int) -> list[int]:
    """All ways to buy up to ``limit`` shares as a flat list of ``limit`` numbers each: 0 for no share, else the chain plus one.

    Ways with only the first chains come first, so that for fewer chains only the beginning of the list is needed.
    """
    ways = sorted(combinations_with_replacement(range(at.CHAINS + 1), limit), key=lambda way: way[::-1])
    return [kind for way in ways for kind in way]
