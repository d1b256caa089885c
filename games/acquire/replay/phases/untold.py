"""Money and shares that a log leaves out: what nobody told is open, and nothing that depends on it is faulted.

A player is open whose cash nobody can compute, a holding whose number of shares nobody knows. A count of cash that
is told settles what an open player has.
"""

from __future__ import annotations

from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.telling import Kind
from games.acquire.rules.setup import give_cash
from games.acquire.state import Merger


def open_untold_players(arbiter: Arbiter) -> None:
    """Before the first turn: of whom no purchase is told, everything is open but what he starts with."""
    chains = range(len(arbiter.names))
    for player in arbiter.tells.untold_buyers():
        arbiter.purse.untold |= {(player, chain) for chain in chains}


def leave_open(arbiter: Arbiter, player: int, *chains: int) -> None:
    """A player's cash, and his shares of these chains, are open from here on."""
    arbiter.purse.open.add(player)
    arbiter.purse.untold |= {(player, chain) for chain in chains}


def is_chain_open(arbiter: Arbiter, chain: int) -> bool:
    """Whether somebody's shares of a chain are open, and with them its bonuses and the bank."""
    return any(of == chain for _, of in arbiter.purse.untold)


def is_cash_open(arbiter: Arbiter, player: int) -> bool:
    """Whether nobody can compute what a player has: a purchase, a disposal or a bonus of his may be untold."""
    return player in arbiter.purse.open or _buys_untold(arbiter, player)


def _buys_untold(arbiter: Arbiter, player: int) -> bool:
    return bool(arbiter.purse.untold) and arbiter.tells.is_untold(Kind.PURCHASES, player)


def open_receivers(arbiter: Arbiter, chain: int) -> None:
    """A chain whose holdings are open pays out: whoever has or may have shares of it is open too."""
    purse = arbiter.purse
    holders = {player for player, count in enumerate(arbiter.state.shares[chain]) if count}
    purse.open |= holders | {player for player, of in purse.untold if of == chain}


def open_merger(arbiter: Arbiter, merger: Merger) -> None:
    """The chains of a merger are paid out; see `open_receivers`."""
    for chain in merger.sizes:
        if chain != merger.survivor and is_chain_open(arbiter, chain):
            open_receivers(arbiter, chain)


def open_finals(arbiter: Arbiter) -> None:
    """The game is over: who may have shares of a chain on the board is open, and who shares in its bonuses."""
    if not arbiter.purse.untold:
        return
    for chain in arbiter.state.chains_on_board():
        if is_chain_open(arbiter, chain):
            open_receivers(arbiter, chain)


def settle_by_count(arbiter: Arbiter, player: int, amount: int) -> None:
    """Take what was counted for the cash of an open player; the shares stay open."""
    purse = arbiter.purse
    give_cash(arbiter.state, player, amount)
    purse.open.discard(player)
    purse.slack[player] = {0}


def warn_of_untold(arbiter: Arbiter, player: int, due: object, recorded: object) -> None:
    """Say once of a player that his cash cannot be checked."""
    purse = arbiter.purse
    if player in purse.warned:
        return
    purse.warned.add(player)
    what = "purchases are" if arbiter.tells.is_untold(Kind.PURCHASES, player) else "money is"
    message = f"Not all of {arbiter.ids[player]}'s {what} recorded; the cash cannot be checked."
    arbiter.report("cash-unrecorded", player, message, due, recorded)
