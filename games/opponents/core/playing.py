"""One act in a position, and what follows by itself."""

from __future__ import annotations

from games.opponents.core.acts import CARD, DISPOSAL, DRAWS, END, FOUNDS, ORDERS, PASS, PURCHASE, SURVIVORS, SWAP
from games.opponents.core.board import absorb, leave_hand, touched
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.ending import finish
from games.opponents.core.layout import (
    ALL_CHAINS,
    BANK,
    BUY,
    CALLED,
    CARDS,
    CASH,
    CHAINS,
    DISPOSE,
    DRAW_5,
    EARLY,
    FOUND,
    FREE_3,
    HELD,
    LATE,
    LONE,
    MORE,
    ON_BOARD,
    PHASE,
    PLACE_4,
    PLACED,
    PLAY,
    PLAYER,
    PRICES,
    SEATS_AT_MOST,
    SHARES,
    SPACES,
    SWAPS,
    TRADE_2,
)  # fmt: skip
from games.opponents.core.merging import begin_merger, dispose, lowest, next_defunct, settle, take_defunct
from games.opponents.core.turning import draw_and_close, fill, pass_turn, reach_draw, resume


@compiled
def step(s: Numbers, e: Numbers, r: Numbers, act: int) -> None:
    """Change a position by a legal act, up to the next decision or the end."""
    if act < PASS:
        place(s, e, r, act)
    elif act >= PURCHASE:
        buy(s, act)
        reach_draw(s, e, r)
    elif act >= DISPOSAL:
        dispose(s, e, r, (act - DISPOSAL) % 32, (act - DISPOSAL) // 32 * 2)
    elif act >= CARD:
        decide(s, e, r, act)
    elif act >= ORDERS:
        take_defunct(s, e, r, act - ORDERS)
        if s[PHASE] != DISPOSE:
            next_defunct(s, e, r)
    elif act >= SURVIVORS:
        settle(s, e, r, act - SURVIVORS)
    elif act >= FOUNDS:
        found(s, e, act - FOUNDS)
    else:
        pass_turn(s, e, r)


@compiled
def decide(s: Numbers, e: Numbers, r: Numbers, act: int) -> None:
    """Do what is neither a tile nor a chain nor shares for cash: cards and trades by them, the draw, the end."""
    if act >= SWAP:
        swap(s, (act - SWAP) // 7, (act - SWAP) % 7)
    elif act == DRAWS:
        draw_and_close(s, e, r)
    elif act == END:
        finish(s, e, r, CALLED)
    else:
        play_card(s, e, r, act - CARD)


@compiled
def place(s: Numbers, e: Numbers, r: Numbers, tile: int) -> None:
    """Put a tile of the hand of the player in turn on the board."""
    leave_hand(s, s[PLAYER], tile)
    bits = touched(s, e, tile)
    if s[MORE] and s[PLACED] >= 0:
        s[MORE] -= 1
    s[PLACED] = tile
    chains = bits & ALL_CHAINS
    if chains & (chains - 1):
        begin_merger(s, e, r, tile, chains)
        return
    if chains:
        absorb(s, e, lowest(chains), tile)
    else:
        s[SPACES + tile] = LONE
        if bits and s[ON_BOARD] != ALL_CHAINS:
            s[PHASE] = FOUND
            return
    s[PHASE] = PLAY if s[MORE] else BUY


@compiled
def found(s: Numbers, e: Numbers, chain: int) -> None:
    """Found a chain with the placed tile; the founder gets a share if the bank has one."""
    absorb(s, e, chain, s[PLACED])
    s[ON_BOARD] |= 1 << chain
    if s[BANK + chain]:
        s[BANK + chain] -= 1
        s[SHARES + SEATS_AT_MOST * chain + s[PLAYER]] += 1
    s[PHASE] = PLAY if s[MORE] else BUY


@compiled
def buy(s: Numbers, act: int) -> None:
    """Carry out a purchase."""
    player = s[PLAYER]
    paid = s[LATE] != FREE_3 + 1
    for chain in range(CHAINS):
        count = act >> 3 * chain & 7
        if count:
            s[BANK + chain] -= count
            s[SHARES + SEATS_AT_MOST * chain + player] += count
            if paid:
                s[CASH + player] -= count * s[PRICES + chain]


@compiled
def swap(s: Numbers, given: int, taken: int) -> None:
    """Give two shares of one chain for one of another (card TRADE_2_STOCK)."""
    player = s[PLAYER]
    s[SHARES + SEATS_AT_MOST * given + player] -= 2
    s[BANK + given] += 2
    s[SHARES + SEATS_AT_MOST * taken + player] += 1
    s[BANK + taken] -= 1
    s[SWAPS] -= 1


@compiled
def play_card(s: Numbers, e: Numbers, r: Numbers, card: int) -> None:
    """Play a power-up card; what it allows follows in the same turn."""
    player = s[PLAYER]
    s[CARDS + player] &= ~(1 << card)
    if card > PLACE_4:
        s[LATE] = card + 1
        s[SWAPS] = 3 if card == TRADE_2 else 0
        return
    s[EARLY] = card + 1
    if card == DRAW_5:
        fill(s, player, s[HELD + player] + 5)
        resume(s, e, r)
    else:
        s[MORE] = 3
