"""Shares of a defunct chain sold, traded and held."""

from __future__ import annotations

from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.completing import complete_choice, leave_shares
from games.acquire.replay.phases.dues import note_dues
from games.acquire.replay.phases.merging import was_merged
from games.acquire.replay.phases.untold import is_chain_open, leave_open
from games.acquire.replay.telling import Kind
from games.acquire.rules import merger as mergers
from games.acquire.rules.lenient import bring_forward, dispose_early
from games.acquire.state import Merger, Phase

DISPOSE = Phase.DISPOSE
_CHOICES = (Phase.FOUND, Phase.SURVIVOR, Phase.ORDER, Phase.MARKET)


def on_dispose(arbiter: Arbiter, player: int, disposal: tuple[int, int, int, int | None]) -> None:
    """A holder sells, trades and holds shares of a defunct chain."""
    state = arbiter.state
    chain, sell, trade, hold = disposal
    if state.phase in _CHOICES:
        complete_choice(arbiter)
    merger = state.merger
    refusal = mergers.disposal_refusal(state, player, chain, sell, trade)
    if refusal is not None and merger is not None and state.phase is DISPOSE:
        _pass_over_untold(arbiter, merger, player, chain)
        refusal = mergers.disposal_refusal(state, player, chain, sell, trade)
    owned = state.shares[chain][player]
    if refusal is None:
        mergers.dispose(state, player, chain, sell, trade)
        if hold is not None and hold != owned - sell - trade and (player, chain) not in arbiter.purse.untold:
            left = owned - sell - trade
            message = f"{arbiter.ids[player]} holds {hold} of {arbiter.names[chain]}; {left} are left."
            arbiter.report("dispose-hold", player, message, left, hold)
        note_dues(arbiter)
        return
    forced = state.settled.forced.get((player, chain)) if state.settled is not None else None
    if forced is not None and was_merged(arbiter, chain):
        _compare_forced(arbiter, player, disposal, forced)
        return
    if _may_be_untold(arbiter, player, chain, refusal.code):
        _dispose_untold(arbiter, player, chain, sell, trade)
        return
    if merger is None or not _find_disposal(arbiter, merger, player, chain, refusal.code):
        # Selling nothing of nothing is no disposal and no mistake.
        if sell or trade or hold:
            arbiter.refuse(refusal, player, None, [sell, trade, hold])
            if merger is None and not was_merged(arbiter, chain):
                arbiter.reporter.doubt()
        return
    _dispose_as_possible(arbiter, merger, player, chain, sell, trade)


def _pass_over_untold(arbiter: Arbiter, merger: Merger, player: int, chain: int) -> None:
    """Before a disposal told: of those in front of it whose shares or disposals nobody tells, there is nothing to tell."""
    queue, untold = merger.queue, arbiter.purse.untold
    has_place = (player, chain) in queue or (player, chain) in untold
    while has_place and queue and queue[0] != (player, chain) and arbiter.state.merger is merger:
        first = queue[0]
        if first not in untold and not arbiter.tells.is_untold(Kind.DISPOSALS, first[0]):
            break
        leave_shares(arbiter, merger, *first)


def _may_be_untold(arbiter: Arbiter, player: int, chain: int, code: str) -> bool:
    """Whether a disposal is refused only because the log leaves out what the player holds or what the bank got."""
    if not arbiter.purse.untold:
        return False
    if code == "dispose-no-stock":
        merger = arbiter.state.merger
        return merger is not None and is_chain_open(arbiter, merger.survivor)
    is_open = (player, chain) in arbiter.purse.untold
    return is_open and (code == "dispose-too-many" or was_merged(arbiter, chain))


def _dispose_untold(arbiter: Arbiter, player: int, chain: int, sell: int, trade: int) -> None:
    """Carry out a disposal of shares that nobody told, as far as the books have them; the rest stays open."""
    state = arbiter.state
    merger, settled = state.merger, state.settled
    if settled is not None:
        leave_open(arbiter, player, chain, settled.survivor)
    if merger is None or state.phase is not DISPOSE or merger.queue[0] != (player, chain):
        return
    trade = min(max(trade, 0), state.shares[chain][player], 2 * state.bank[merger.survivor]) // 2 * 2
    mergers.dispose(state, player, chain, min(max(sell, 0), state.shares[chain][player] - trade), trade)
    note_dues(arbiter)


def _compare_forced(arbiter: Arbiter, player: int, disposal: tuple[int, int, int, int | None], forced: int) -> None:
    """Shares of a player out of time were sold already (R34): the log may say so, and nothing else."""
    state = arbiter.state
    chain, sell, trade, hold = disposal
    if (sell, trade, hold or 0) == (forced, 0, 0):
        return
    name, company = arbiter.ids[player], arbiter.names[chain]
    message = f"{name} is out of time: his {forced} shares of {company} are sold, not sell {sell} trade {trade} hold {hold or 0}."
    arbiter.report("dispose-out-of-time", player, message, [forced, 0, 0], [sell, trade, hold or 0])
    price = state.settled.prices[chain] if state.settled is not None else 0
    arbiter.purse.loosen(player, (sell - forced) * price)
    arbiter.purse.loose.add((player, chain))


def _find_disposal(arbiter: Arbiter, merger: Merger, player: int, chain: int, code: str) -> bool:
    """Bring a disposal out of order to the front, if the player has one to make; say what was wrong."""
    state = arbiter.state
    if code != "dispose-order":
        return state.phase is DISPOSE and merger.queue[0] == (player, chain)
    first, of = merger.queue[0]
    turn_of = f"{arbiter.ids[first]} with {arbiter.names[of]}"
    if (player, chain) not in merger.queue:
        same = [entry for entry in merger.queue if entry[0] == player]
        if chain in merger.waiting and state.shares[chain][player] > 0:
            dispose_early(state, merger, chain)
        elif same:
            chain = same[0][1]
        else:
            return False
    if arbiter.purse.disordered is not merger:
        arbiter.purse.disordered = merger
        message = f"{arbiter.ids[player]} disposes of {arbiter.names[chain]} before his time; first comes {turn_of}."
        arbiter.report("dispose-order", player, message, turn_of, f"{arbiter.ids[player]} with {arbiter.names[chain]}")
    bring_forward(merger, player, chain)
    return True


def _dispose_as_possible(arbiter: Arbiter, merger: Merger, player: int, chain: int, sell: int, trade: int) -> None:
    """Carry out a disposal that the rules refuse, as far as there are shares; the rest stays open."""
    state = arbiter.state
    chain = merger.queue[0][1]
    refusal = mergers.disposal_refusal(state, player, chain, sell, trade)
    if refusal is not None:
        purse = arbiter.purse
        if (player, chain) not in purse.loose:
            arbiter.refuse(refusal, player, state.shares[chain][player], [sell, trade])
        purse.loose |= {(player, chain), (player, merger.survivor)}
        price = merger.prices[chain]
        owned = state.shares[chain][player]
        wanted = sell * price
        trade = min(max(trade, 0), owned, 2 * state.bank[merger.survivor]) // 2 * 2
        sell = min(max(sell, 0), owned - trade)
        purse.loosen(player, wanted - sell * price)
    mergers.dispose(state, player, chain, sell, trade)
    note_dues(arbiter)
