"""Bonuses that the table paid, compared with those that are due."""

from __future__ import annotations

from games.acquire.editions import Money
from games.acquire.replay import lookahead
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.completing import complete_choice
from games.acquire.replay.phases.untold import is_chain_open, leave_open
from games.acquire.state import Phase

_CHOICES = (Phase.FOUND, Phase.SURVIVOR, Phase.MARKET)


def on_bonus(arbiter: Arbiter, player: int, payment: tuple[int, int]) -> None:
    """The table paid a bonus: compared with what is due."""
    chain, amount = payment
    purse = arbiter.purse
    if arbiter.state.phase in _CHOICES and arbiter.state.reason is None:
        complete_choice(arbiter)
    due = purse.due.pop((player, chain), None)
    if arbiter.state.reason is not None:
        purse.due_chains.add(chain)  # Of a chain whose payment is told at the end, all of it must be.
    if due == amount:
        return
    if arbiter.purse.untold and is_chain_open(arbiter, chain):
        leave_open(arbiter, player)  # Who holds how much is not told, so nobody knows what is due.
        return
    name, company = arbiter.ids[player], arbiter.names[chain]
    if due is not None:
        price = _price_text(arbiter, chain)
        arbiter.report(
            "bonus-wrong", player, f"{name} was paid {amount} for {company}; the bonus{price} is {due}.", due, amount
        )
        purse.loosen(player, amount - due)
        return
    settled = arbiter.state.settled
    if (
        settled is not None
        and any(p == player for p, _ in settled.bonuses.get(chain, ()))
        and arbiter.state.reason is None
        and not any(of == chain and still == amount for (_, of), still in _untold(arbiter).items())
    ):
        arbiter.report("bonus-twice", player, f"{name} is paid a bonus for {company} a second time.", 0, amount)
        purse.loosen(player, amount)
        return
    _misdirected(arbiter, player, chain, amount)


def _untold(arbiter: Arbiter) -> dict[tuple[int, int], Money]:
    """The bonuses that are due and have no line of their own later in the turn."""
    told = lookahead.bonuses_of_turn(arbiter.events, arbiter.index)
    return {key: due for key, due in arbiter.purse.due.items() if key not in told}


def _price_text(arbiter: Arbiter, chain: int) -> str:
    settled = arbiter.state.settled
    if settled is None or chain not in settled.sizes:
        return ""
    return f" at {settled.sizes[chain]} tiles"


def _misdirected(arbiter: Arbiter, player: int, chain: int, amount: int) -> None:
    """A bonus that is not due to this player for this chain: find the one that was meant."""
    name, company = arbiter.ids[player], arbiter.names[chain]
    purse = arbiter.purse
    open_dues = _untold(arbiter)
    other_chain = [key for key in open_dues if key[0] == player]
    other_player = [key for key in open_dues if key[1] == chain]
    meant = [key for key in (*other_chain, *other_player) if purse.due[key] == amount] or other_chain or other_player
    if not meant:
        arbiter.report(
            "bonus-unexpected", player, f"{name} was paid {amount} for {company}; no bonus is due.", 0, amount
        )
        purse.loosen(player, amount)
        return
    right_player, right_chain = meant[0]
    due = purse.due.pop(meant[0])
    right = f"{due} for {arbiter.names[right_chain]} to {arbiter.ids[right_player]}"
    arbiter.report(
        "bonus-misdirected", player, f"{name} was paid {amount} for {company}; due is {right}.", right, amount
    )
    if right_player != player:
        purse.loosen(player, amount)
        purse.loosen(right_player, -due)
