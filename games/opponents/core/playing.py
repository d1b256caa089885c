"""One act in a position, and everything that follows until the next decision."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.acts import CARD, DISPOSAL, DRAWS, END, FOUNDS, ORDERS, PASS, PURCHASE, SURVIVORS, SWAP
from games.opponents.core.board import absorb, leave_hand, touched
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.ending import call_end
from games.opponents.core.merging import begin_merger, dispose, lowest, next_defunct, settle, take_defunct
from games.opponents.core.turning import draw_and_close, fill, pass_turn, reach_draw, resume


@compiled
def step(s: Numbers, e: Numbers, r: Numbers, act: int) -> None:
    """Do a legal act in a position, and go on to the next decision or the end of the game."""
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
        if s[at.PHASE] != at.DISPOSE:
            next_defunct(s, e, r)
    elif act >= SURVIVORS:
        settle(s, e, r, act - SURVIVORS)
    elif act >= FOUNDS:
        found(s, e, act - FOUNDS)
    else:
        pass_turn(s, e, r)


@compiled
def decide(s: Numbers, e: Numbers, r: Numbers, act: int) -> None:
    """Do an act of the kinds card, trade by a card, draw or end."""
    if act >= SWAP:
        swap(s, (act - SWAP) // 7, (act - SWAP) % 7)
    elif act == DRAWS:
        draw_and_close(s, e, r)
    elif act == END:
        call_end(s, e, r)
    else:
        play_card(s, e, r, act - CARD)


@compiled
def place(s: Numbers, e: Numbers, r: Numbers, tile: int) -> None:
    """Place a tile of the player in turn on the board; it may found a chain, let one grow or begin a merger."""
    leave_hand(s, s[at.PLAYER], tile)
    bits = touched(s, e, tile)
    if s[at.MORE] and s[at.PLACED] >= 0:
        s[at.MORE] -= 1
    s[at.PLACED] = tile
    chains = bits & at.ALL_CHAINS
    if chains & (chains - 1):
        begin_merger(s, e, r, tile, chains)
        return
    if chains:
        absorb(s, e, lowest(chains), tile)
    else:
        s[at.SPACES + tile] = at.LONE
        if bits and s[at.ON_BOARD] != at.ALL_CHAINS:
            s[at.PHASE] = at.FOUND
            return
    s[at.PHASE] = at.PLAY if s[at.MORE] else at.BUY


@compiled
def found(s: Numbers, e: Numbers, chain: int) -> None:
    """Found a chain with the placed tile; the player in turn gets a share if the bank has one."""
    absorb(s, e, chain, s[at.PLACED])
    s[at.ON_BOARD] |= 1 << chain
    if s[at.BANK + chain]:
        s[at.BANK + chain] -= 1
        s[at.SHARES + at.SEATS_AT_MOST * chain + s[at.PLAYER]] += 1
    s[at.PHASE] = at.PLAY if s[at.MORE] else at.BUY


@compiled
def buy(s: Numbers, act: int) -> None:
    """Buy the shares that a purchase encodes for the player in turn."""
    player = s[at.PLAYER]
    paid = s[at.LATE] != at.FREE_3 + 1
    for chain in range(at.CHAINS):
        count = act >> 3 * chain & 7
        if count:
            s[at.BANK + chain] -= count
            s[at.SHARES + at.SEATS_AT_MOST * chain + player] += count
            if paid:
                s[at.CASH + player] -= count * s[at.PRICES + chain]


@compiled
def swap(s: Numbers, given: int, taken: int) -> None:
    """Give two shares of one chain for one of another (card TRADE_2_STOCK)."""
    player = s[at.PLAYER]
    s[at.SHARES + at.SEATS_AT_MOST * given + player] -= 2
    s[at.BANK + given] += 2
    s[at.SHARES + at.SEATS_AT_MOST * taken + player] += 1
    s[at.BANK + taken] -= 1
    s[at.SWAPS] -= 1


@compiled
def play_card(s: Numbers, e: Numbers, r: Numbers, card: int) -> None:
    """Play a power-up card; the acts that it allows follow in the same turn."""
    player = s[at.PLAYER]
    s[at.CARDS + player] &= ~(1 << card)
    if card > at.PLACE_4:
        s[at.LATE] = card + 1
        s[at.SWAPS] = 3 if card == at.TRADE_2 else 0
        return
    s[at.EARLY] = card + 1
    if card == at.DRAW_5:
        fill(s, player, s[at.HELD + player] + 5)
        resume(s, e, r)
    else:
        s[at.MORE] = 3
