"""What the arbiter does with chains founded and merged, bonuses and disposals."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.board import TILE_NAMES
from games.acquire.editions import Money
from games.acquire.replay.arbiter import Arbiter
from games.acquire.rules import merger as mergers
from games.acquire.rules import placement
from games.acquire.rules.ending import hold_market, payouts
from games.acquire.state import Merger, Phase

DISPOSE = Phase.DISPOSE


def on_found(arbiter: Arbiter, player: int, chain: int) -> None:
    """A chain is founded."""
    state = arbiter.state
    refusal = placement.founding_refusal(state, chain)
    if refusal is None:
        if player != state.player:
            say_out_of_turn(arbiter, player)
        placement.found(state, chain)
        return
    free = [arbiter.names[c] for c in state.free_chains()] if refusal.code == "found-taken" else []
    arbiter.refuse(refusal, player, free, arbiter.names[chain])
    arbiter.doubt()
    if refusal.code == "found-taken" and free:
        placement.found(state, state.free_chains()[0])


def say_out_of_turn(arbiter: Arbiter, player: int) -> None:
    """Somebody does what only the player in turn can do."""
    name = arbiter.ids[arbiter.state.player]
    arbiter.report(
        "act-out-of-turn", player, f"It is {name}'s turn, not {arbiter.ids[player]}'s.", name, arbiter.ids[player]
    )


def on_survivor(arbiter: Arbiter, player: int, chain: int) -> None:
    """The mergemaker chooses the surviving chain (R14)."""
    state = arbiter.state
    merger = state.merger
    if merger is not None and merger.survivor == chain:
        return  # Named although it was the largest by itself: true, and no choice.
    refusal = mergers.survivor_refusal(state, chain)
    if refusal is None:
        following = arbiter.events[arbiter.index + 1 : arbiter.index + 2]
        if any(act is Act.SURVIVOR for act, _, _ in following):
            return  # The mind was changed before any bonus was paid (R25).
        if player != state.player:
            say_out_of_turn(arbiter, player)
        mergers.settle(state, chain)
        note_dues(arbiter)
        return
    choices = [arbiter.names[c] for c in (merger.choices if merger else ())]
    arbiter.refuse(refusal, player, choices, arbiter.names[chain])
    arbiter.excused = arbiter.number
    if merger is None:
        arbiter.doubt()
    elif state.phase is Phase.SURVIVOR:
        _assume_survivor(arbiter, merger)


def _assume_survivor(arbiter: Arbiter, merger: Merger) -> None:
    """Take for the survivor what the log does not pay out; one of the largest in any case."""
    defunct = {*arbiter.chains_of_turn(Act.BONUS), *arbiter.chains_of_turn(Act.DISPOSE)}
    likely = [chain for chain in merger.choices if chain not in defunct]
    if len(likely) != 1:
        arbiter.doubt()
    mergers.settle(arbiter.state, (likely or merger.choices)[0])
    note_dues(arbiter)


def on_order(arbiter: Arbiter, player: int, chains: tuple[int, ...]) -> None:
    """The mergemaker names which of equal defunct chains is settled next; one choice implies the last."""
    state = arbiter.state
    if player != state.player:
        say_out_of_turn(arbiter, player)
    for place, chain in enumerate(chains):
        merger = state.merger
        refusal = mergers.order_refusal(state, chain)
        if refusal is None:
            mergers.take_defunct(state, chain)
        elif merger is not None and _before_larger(merger, chain, chains[:place], chains[place + 1 :]):
            first = arbiter.names[merger.choices[0] if merger.choices else merger.current]
            message = f"{arbiter.names[chain]} cannot be taken before {first}, which is larger."
            arbiter.report("order-wrong", player, message, first, arbiter.names[chain])
            break
        elif not _was_merged(arbiter, chain):
            choices = [arbiter.names[c] for c in (merger.choices if merger else ())]
            arbiter.refuse(refusal, player, choices, arbiter.names[chain])
            break


def _before_larger(merger: Merger, chain: int, named: tuple[int, ...], later: tuple[int, ...]) -> bool:
    """Whether a waiting chain is put before a larger one.

    The order of equal chains may be told before a larger one is settled, which needs no choice and no name.
    """
    size = merger.sizes[chain] if chain in merger.waiting else 0
    if not size:
        return False
    tied = any(other != chain and merger.sizes[other] == size for other in merger.waiting)
    return any(merger.sizes.get(other, 0) > size for other in later) or not (tied or merger.current in named)


def _was_merged(arbiter: Arbiter, chain: int) -> bool:
    """Whether a chain is one of those taken over in this turn: naming it again is no mistake."""
    settled = arbiter.state.settled
    return settled is not None and chain in settled.sizes and chain != settled.survivor


def note_dues(arbiter: Arbiter) -> None:
    """Remember which bonuses are due, to compare them with what the table paid."""
    merger = arbiter.state.settled
    if merger is None or not arbiter.records_bonuses:
        return
    if merger is not arbiter.noted:
        arbiter.noted = merger
        arbiter.due_chains.clear()
    for chain, payments in merger.bonuses.items():
        if chain not in arbiter.due_chains:
            arbiter.due_chains.add(chain)
            for player, amount in payments:
                arbiter.due[player, chain] = amount


def note_final_dues(arbiter: Arbiter) -> None:
    """At the end, bonuses of the chains on the board are due; few logs write them down."""
    arbiter.due.clear()
    arbiter.due_chains.clear()
    for payout in payouts(arbiter.state):
        for player, amount in payout.bonuses:
            arbiter.due[player, payout.chain] = amount


def on_bonus(arbiter: Arbiter, player: int, chain: int, amount: int) -> None:
    """The table paid a bonus: compared with what is due."""
    if arbiter.state.phase in (Phase.FOUND, Phase.SURVIVOR, Phase.MARKET) and arbiter.state.reason is None:
        complete_choice(arbiter)
    due = arbiter.due.pop((player, chain), None)
    if arbiter.state.reason is not None:
        arbiter.due_chains.add(chain)  # Of a chain whose payment is told at the end, all of it must be.
    if due == amount:
        return
    name, company = arbiter.ids[player], arbiter.names[chain]
    if due is not None:
        price = _price_text(arbiter, chain)
        arbiter.report(
            "bonus-wrong", player, f"{name} was paid {amount} for {company}; the bonus{price} is {due}.", due, amount
        )
        arbiter.loosen(player, amount - due)
        return
    settled = arbiter.state.settled
    if (
        settled is not None
        and any(p == player for p, _ in settled.bonuses.get(chain, ()))
        and arbiter.state.reason is None
        and not any(of == chain and still == amount for (_, of), still in _untold(arbiter).items())
    ):
        arbiter.report("bonus-twice", player, f"{name} is paid a bonus for {company} a second time.", 0, amount)
        arbiter.loosen(player, amount)
        return
    _misdirected(arbiter, player, chain, amount)


def _untold(arbiter: Arbiter) -> dict[tuple[int, int], Money]:
    """The bonuses that are due and have no line of their own later in the turn."""
    told = arbiter.bonuses_of_turn()
    return {key: due for key, due in arbiter.due.items() if key not in told}


def _price_text(arbiter: Arbiter, chain: int) -> str:
    settled = arbiter.state.settled
    if settled is None or chain not in settled.sizes:
        return ""
    return f" at {settled.sizes[chain]} tiles"


def _misdirected(arbiter: Arbiter, player: int, chain: int, amount: int) -> None:
    """A bonus that is not due to this player for this chain: find the one that was meant."""
    name, company = arbiter.ids[player], arbiter.names[chain]
    open_dues = _untold(arbiter)
    other_chain = [key for key in open_dues if key[0] == player]
    other_player = [key for key in open_dues if key[1] == chain]
    meant = [key for key in (*other_chain, *other_player) if arbiter.due[key] == amount] or other_chain or other_player
    if not meant:
        arbiter.report(
            "bonus-unexpected", player, f"{name} was paid {amount} for {company}; no bonus is due.", 0, amount
        )
        arbiter.loosen(player, amount)
        return
    right_player, right_chain = meant[0]
    due = arbiter.due.pop(meant[0])
    right = f"{due} for {arbiter.names[right_chain]} to {arbiter.ids[right_player]}"
    arbiter.report(
        "bonus-misdirected", player, f"{name} was paid {amount} for {company}; due is {right}.", right, amount
    )
    if right_player != player:
        arbiter.loosen(player, amount)
        arbiter.loosen(right_player, -due)


def close_bonuses(arbiter: Arbiter) -> None:
    """A merger is over: bonuses that were due and not paid are missing, one finding a chain."""
    for chain in sorted({chain for _, chain in arbiter.due}):
        unpaid = {player: due for (player, of), due in arbiter.due.items() if of == chain}
        text = ", ".join(f"{arbiter.ids[player]} {due}" for player, due in unpaid.items())
        first = next(iter(unpaid))
        arbiter.report("bonus-missing", first, f"No bonus was recorded for {arbiter.names[chain]}: {text}.", text, 0)
        for player, due in unpaid.items():
            arbiter.loosen(player, -due)
    arbiter.due.clear()
    arbiter.due_chains.clear()


def on_dispose(arbiter: Arbiter, player: int, disposal: tuple[int, int, int, int | None]) -> None:
    """A holder sells, trades and holds shares of a defunct chain."""
    state = arbiter.state
    chain, sell, trade, hold = disposal
    if state.phase in (Phase.FOUND, Phase.SURVIVOR, Phase.ORDER, Phase.MARKET):
        complete_choice(arbiter)
    merger = state.merger
    refusal = mergers.disposal_refusal(state, player, chain, sell, trade)
    owned = state.shares[chain][player]
    if refusal is None:
        mergers.dispose(state, player, chain, sell, trade)
        if hold is not None and hold != owned - sell - trade:
            left = owned - sell - trade
            message = f"{arbiter.ids[player]} holds {hold} of {arbiter.names[chain]}; {left} are left."
            arbiter.report("dispose-hold", player, message, left, hold)
        note_dues(arbiter)
        return
    forced = state.settled.forced.get((player, chain)) if state.settled is not None else None
    if forced is not None and _was_merged(arbiter, chain):
        _compare_forced(arbiter, player, disposal, forced)
        return
    if merger is None or not _find_disposal(arbiter, merger, player, chain, refusal.code):
        # Selling nothing of nothing is no disposal and no mistake.
        if sell or trade or hold:
            arbiter.refuse(refusal, player, None, [sell, trade, hold])
            if merger is None and not _was_merged(arbiter, chain):
                arbiter.doubt()
        return
    _dispose_as_possible(arbiter, merger, player, chain, sell, trade)


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
    arbiter.loosen(player, (sell - forced) * price)
    arbiter.loose_shares.add((player, chain))


def _find_disposal(arbiter: Arbiter, merger: Merger, player: int, chain: int, code: str) -> bool:
    """Bring a disposal out of order to the front, if the player has one to make; say what was wrong."""
    state = arbiter.state
    if code != "dispose-order":
        return state.phase is DISPOSE and merger.queue[0] == (player, chain)
    first, of = merger.queue[0]
    turn_of = f"{arbiter.ids[first]} with {arbiter.names[of]}"
    if (player, chain) not in merger.queue:
        same = [entry for entry in merger.queue if entry[0] == player]
        later = chain in merger.waiting and state.shares[chain][player] > 0
        if later:
            same = []
            merger.waiting.remove(chain)
            merger.queue += [(p, chain) for p in state.from_player(state.player) if state.shares[chain][p]]
        elif not same:
            return False
        chain = same[0][1] if same else chain
    if arbiter.disordered is not merger:
        arbiter.disordered = merger
        message = f"{arbiter.ids[player]} disposes of {arbiter.names[chain]} before his time; first comes {turn_of}."
        arbiter.report("dispose-order", player, message, turn_of, f"{arbiter.ids[player]} with {arbiter.names[chain]}")
    merger.queue.remove((player, chain))
    merger.queue.insert(0, (player, chain))
    return True


def _dispose_as_possible(arbiter: Arbiter, merger: Merger, player: int, chain: int, sell: int, trade: int) -> None:
    """Carry out a disposal that the rules refuse, as far as there are shares; the rest stays open."""
    state = arbiter.state
    chain = merger.queue[0][1]
    refusal = mergers.disposal_refusal(state, player, chain, sell, trade)
    if refusal is not None:
        if (player, chain) not in arbiter.loose_shares:
            arbiter.refuse(refusal, player, state.shares[chain][player], [sell, trade])
        arbiter.loose_shares |= {(player, chain), (player, merger.survivor)}
        price = merger.prices[chain]
        owned = state.shares[chain][player]
        wanted = sell * price
        trade = min(max(trade, 0), owned, 2 * state.bank[merger.survivor]) // 2 * 2
        sell = min(max(sell, 0), owned - trade)
        arbiter.loosen(player, wanted - sell * price)
    mergers.dispose(state, player, chain, sell, trade)
    note_dues(arbiter)


def on_market(arbiter: Arbiter, player: int, draw: tuple[int, int]) -> None:
    """The market of a game of two draws a tile for a chain."""
    state = arbiter.state
    chain, tile = draw
    due = state.merger.unpaid[:1] if state.merger else []
    if state.phase is not Phase.MARKET or (due and due != [chain]):
        message = f"No tile of the market is due for {arbiter.names[chain]}."
        arbiter.report("market-unexpected", player, message, None, TILE_NAMES[tile])
        return
    if tile in state.seen:
        arbiter.add("tile-elsewhere", player, f"The market cannot draw {TILE_NAMES[tile]}: it is not in the bag.")
    hold_market(state, chain, tile)
    if state.reason is None:
        note_dues(arbiter)
    elif arbiter.records_bonuses:
        note_final_dues(arbiter)


def complete_choice(arbiter: Arbiter) -> None:
    """Complete what a placed tile asks for and the log does not tell: chain, survivor, order, market."""
    state = arbiter.state
    player = state.player
    name = arbiter.ids[player]
    if state.phase is Phase.FOUND:
        arbiter.report("found-missing", player, f"{name} founded a chain that is not named.")
        arbiter.doubt()
        placement.found(state, state.free_chains()[0])
    merger = state.merger
    if merger is not None and state.phase is Phase.SURVIVOR:
        names = [arbiter.names[chain] for chain in merger.choices]
        arbiter.report(
            "survivor-missing", player, f"{name} does not say which of {' and '.join(names)} survives.", names
        )
        _assume_survivor(arbiter, merger)
    while merger is not None and state.phase in (Phase.ORDER, Phase.MARKET):
        if state.phase is Phase.ORDER:
            # The order of the disposals shows the order chosen; nothing is missing.
            named = [chain for chain in arbiter.chains_of_turn(Act.DISPOSE) if chain in merger.choices]
            mergers.take_defunct(state, (named or list(merger.choices))[0])
        else:
            chain = merger.unpaid[0]
            arbiter.report(
                "market-missing", player, f"No tile was drawn for the market's shares of {arbiter.names[chain]}."
            )
            merger.market[chain] = 0
            mergers.pay_bonuses(state, merger)
        note_dues(arbiter)


def complete_decisions(arbiter: Arbiter) -> None:
    """Complete everything up to the purchase that the log leaves out; holders not named are taken to hold."""
    state = arbiter.state
    while state.phase is Phase.FOUND or (state.merger is not None and state.reason is None):
        complete_choice(arbiter)
        merger = state.merger
        if merger is not None and state.phase is DISPOSE:
            player, chain = merger.queue[0]
            message = f"Nothing is recorded of {arbiter.ids[player]}'s {state.shares[chain][player]} shares of {arbiter.names[chain]}."
            arbiter.report("dispose-missing", player, message)
            arbiter.loose_shares |= {(player, chain), (player, merger.survivor)}
            mergers.dispose(state, player, chain, 0, 0)
    if arbiter.due:
        close_bonuses(arbiter)
