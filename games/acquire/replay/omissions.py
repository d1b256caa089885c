"""What a log leaves out: the replay goes on without it, and nothing that depends on it is faulted."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.editions import DeadTiles, NoPlay
from games.acquire.replay.coverage import LineKind, chains_of_turn
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import merger as mergers
from games.acquire.rules import placement, turn
from games.acquire.rules.ending import is_stuck, payouts
from games.acquire.rules.hands import lose_unknown, take_unknown
from games.acquire.rules.lenient import break_off, skip_market, skip_to
from games.acquire.rules.placement import dead_tiles
from games.acquire.rules.setup import give_cash
from games.acquire.state import Merger, Phase


def open_untold_players(replayer: Replayer) -> None:
    """Before the first turn: of whom no purchase is told, everything is open but what he starts with."""
    chains = range(len(replayer.names))
    for player in replayer.tells.untold_buyers():
        replayer.purse.untold |= {(player, chain) for chain in chains}


def leave_open(replayer: Replayer, player: int, *chains: int) -> None:
    """A player's cash, and his shares of these chains, are open from here on."""
    replayer.purse.open.add(player)
    replayer.purse.untold |= {(player, chain) for chain in chains}


def is_chain_open(replayer: Replayer, chain: int) -> bool:
    """Whether somebody's shares of a chain are open, and with them its bonuses and the bank."""
    return any(of == chain for _, of in replayer.purse.untold)


def is_cash_open(replayer: Replayer, player: int) -> bool:
    """Whether nobody can compute what a player has: a purchase, a disposal or a bonus of his may be untold."""
    return player in replayer.purse.open or _buys_untold(replayer, player)


def _buys_untold(replayer: Replayer, player: int) -> bool:
    return bool(replayer.purse.untold) and replayer.tells.is_untold(LineKind.PURCHASES, player)


def open_receivers(replayer: Replayer, chain: int) -> None:
    """A chain whose holdings are open pays out: whoever has or may have shares of it is open too."""
    purse = replayer.purse
    holders = {player for player, count in enumerate(replayer.state.shares[chain]) if count}
    purse.open |= holders | {player for player, of in purse.untold if of == chain}


def open_merger(replayer: Replayer, merger: Merger) -> None:
    """The chains of a merger are paid out; see `open_receivers`."""
    for chain in merger.sizes:
        if chain != merger.survivor and is_chain_open(replayer, chain):
            open_receivers(replayer, chain)


def open_finals(replayer: Replayer) -> None:
    """The game is over: who may have shares of a chain on the board is open, and who shares in its bonuses."""
    if not replayer.purse.untold:
        return
    for chain in replayer.state.chains_on_board():
        if is_chain_open(replayer, chain):
            open_receivers(replayer, chain)


def settle_by_count(replayer: Replayer, player: int, amount: int) -> None:
    """Take what was counted for the cash of an open player; the shares stay open."""
    purse = replayer.purse
    give_cash(replayer.state, player, amount)
    purse.open.discard(player)
    purse.slack[player] = {0}


def warn_of_untold(replayer: Replayer, player: int, due: object, recorded: object) -> None:
    """Say once of a player that his cash cannot be checked."""
    purse = replayer.purse
    if player in purse.warned:
        return
    purse.warned.add(player)
    what = "purchases are" if replayer.tells.is_untold(LineKind.PURCHASES, player) else "money is"
    message = f"Not all of {replayer.ids[player]}'s {what} recorded; the cash cannot be checked."
    replayer.report("cash-unrecorded", player, message, due, recorded)


#: What of a player's telling would say that an exchange goes on from each of its phases.
_TOLD_BY = {
    Phase.SHOW: LineKind.HANDS,
    Phase.LAY: LineKind.DEAD_TILES,
    Phase.EXCHANGE: LineKind.DRAWS,
    Phase.RETURN: LineKind.HANDS,
}


def carry_exchange(replayer: Replayer, until: Phase) -> None:
    """Carry an exchange on to a phase, as far as the log does not tell of this player what would be missing."""
    state = replayer.state
    player = state.player
    while state.phase in _TOLD_BY and state.phase is not until:
        if replayer.tells.misses(_TOLD_BY[state.phase], player):
            return
        _carry_on(replayer, player)
        if until is Phase.LAY and state.phase is Phase.EXCHANGE and state.concealed:
            skip_to(state, until)  # The dead tiles are among those that nobody named.


def _carry_on(replayer: Replayer, player: int) -> None:
    state = replayer.state
    if state.phase is Phase.SHOW:
        turn.show_hand(state)
    elif state.phase is Phase.LAY:
        whole = state.edition.no_play is NoPlay.REDRAW_ALL
        for tile in sorted(state.hands[player]) if whole else dead_tiles(state, state.exposed):
            turn.lay_out(state, tile)
        if whole:
            lose_unknown(state, player, state.hidden[player])
        turn.begin_exchange(state)
    elif state.phase is Phase.EXCHANGE:
        take_unknown(state, player, turn.tiles_to_draw(state))
        turn.after_exchange_draw(state)
    else:
        turn.put_back(state)


def least_bag(replayer: Replayer) -> int:
    """How many tiles are in the bag at least: where nobody tells dead tiles, unseen ones may be out of the game."""
    state, tells = replayer.state, replayer.tells
    may_leave = state.edition.dead_tiles is not DeadTiles.NONE or state.edition.no_play in (
        NoPlay.MSO,
        NoPlay.REDRAW_ALL,
    )
    if not may_leave or all(tells.misses(LineKind.DEAD_TILES, player) for player in range(state.seats)):
        return state.bag
    return state.bag - len(dead_tiles(state, state.unseen()))


def note_dues(replayer: Replayer) -> None:
    """Remember which bonuses are due, to compare them with what the table paid."""
    merger = replayer.state.settled
    if merger is None:
        return
    purse = replayer.purse
    if purse.untold:
        open_merger(replayer, merger)
    if not replayer.tells.has(Act.BONUS):
        return
    if merger is not purse.noted:
        purse.noted = merger
        purse.due_chains.clear()
    for chain, payments in merger.bonuses.items():
        if chain not in purse.due_chains:
            purse.due_chains.add(chain)
            for player, amount in payments:
                purse.due[player, chain] = amount


def note_final_dues(replayer: Replayer) -> None:
    """At the end, bonuses of the chains on the board are due; few logs write them down."""
    purse = replayer.purse
    purse.forget_dues()
    for payout in payouts(replayer.state):
        for player, amount in payout.bonuses:
            purse.due[player, payout.chain] = amount


def close_bonuses(replayer: Replayer) -> None:
    """A merger or the game is over: bonuses that were due and not paid are missing, one finding a chain.

    At the end of a game few logs write any down: only a chain of which one was written is looked at.
    """
    purse = replayer.purse
    if replayer.state.reason is not None:
        purse.due = {key: due for key, due in purse.due.items() if key[1] in purse.due_chains}
    for chain in sorted({chain for _, chain in purse.due}):
        unpaid = {
            player: due
            for (player, of), due in purse.due.items()
            if of == chain and replayer.tells.misses(LineKind.BONUSES, player)
        }
        if not unpaid or is_chain_open(replayer, chain):
            continue  # nobody tells what these players were paid, or nobody knows what it is
        text = ", ".join(f"{replayer.ids[player]} {due}" for player, due in unpaid.items())
        first = next(iter(unpaid))
        replayer.report("bonus-missing", first, f"No bonus was recorded for {replayer.names[chain]}: {text}.", text, 0)
        for player, due in unpaid.items():
            purse.loosen(player, -due)
    purse.forget_dues()


DISPOSE, DRAW = Phase.DISPOSE, Phase.DRAW


def assume_survivor(replayer: Replayer, merger: Merger) -> None:
    """Take for the survivor what the log does not pay out; one of the largest in any case."""
    events, index = replayer.events, replayer.index
    defunct = {
        *chains_of_turn(events, index, Act.BONUS),
        *chains_of_turn(events, index, Act.DISPOSE),
    }
    likely = [chain for chain in merger.choices if chain not in defunct]
    if len(likely) != 1:
        replayer.reporter.doubt()
    mergers.settle(replayer.state, (likely or merger.choices)[0])
    note_dues(replayer)


def complete_choice(replayer: Replayer) -> None:
    """Complete what a placed tile asks for and the log does not tell: chain, survivor, order, market."""
    state = replayer.state
    player = state.player
    name = replayer.ids[player]
    if state.phase is Phase.FOUND:
        replayer.report("found-missing", player, f"{name} founded a chain that is not named.")
        replayer.reporter.doubt()
        placement.found(state, state.free_chains()[0])
    merger = state.merger
    if merger is not None and state.phase is Phase.SURVIVOR:
        names = [replayer.names[chain] for chain in merger.choices]
        replayer.report(
            "survivor-missing", player, f"{name} does not say which of {' and '.join(names)} survives.", names
        )
        assume_survivor(replayer, merger)
    while merger is not None and state.phase in (Phase.ORDER, Phase.MARKET):
        if state.phase is Phase.ORDER:
            # The order of the disposals shows the order chosen; nothing is missing.
            disposed = chains_of_turn(replayer.events, replayer.index, Act.DISPOSE)
            named = [chain for chain in disposed if chain in merger.choices]
            mergers.take_defunct(state, (named or list(merger.choices))[0])
        else:
            chain = merger.unpaid[0]
            if least_bag(replayer) > 0:
                message = f"No tile was drawn for the market's shares of {replayer.names[chain]}."
                replayer.report("market-missing", player, message)
            skip_market(state, merger)
        note_dues(replayer)


def complete_decisions(replayer: Replayer) -> None:
    """Complete everything up to the purchase that the log leaves out; holders not named are taken to hold."""
    state = replayer.state
    while state.phase is Phase.FOUND or (state.merger is not None and state.reason is None):
        complete_choice(replayer)
        merger = state.merger
        if merger is not None and state.phase is DISPOSE:
            player, chain = merger.queue[0]
            leave_shares(replayer, merger, player, chain)
    if replayer.purse.due:
        close_bonuses(replayer)


def leave_shares(replayer: Replayer, merger: Merger, player: int, chain: int) -> None:
    """A holder of whose disposal the log says nothing is taken to hold; said once of one whose are never told."""
    state, purse = replayer.state, replayer.purse
    is_known = (player, chain) in purse.untold
    if not is_known and (replayer.tells.misses(LineKind.DISPOSALS, player) or player not in purse.warned):
        owned = state.shares[chain][player]
        message = f"Nothing is recorded of {replayer.ids[player]}'s {owned} shares of {replayer.names[chain]}."
        replayer.report("dispose-missing", player, message)
        purse.warned.add(player)
    purse.loose |= {(player, chain), (player, merger.survivor)}
    leave_open(replayer, player, chain, merger.survivor)
    mergers.dispose(state, player, chain, 0, 0)


def complete_turn_to_draw(replayer: Replayer) -> None:
    """Bring a turn of which the log leaves something out to its draw."""
    state = replayer.state
    player = state.player
    complete_decisions(replayer)
    carry_exchange(replayer, Phase.PLAY)
    if state.phase in (Phase.SHOW, Phase.LAY, Phase.EXCHANGE, Phase.RETURN):
        replayer.report("show-missing", player, f"{replayer.ids[player]} passed without exchanging the hand.")
        break_off(state, player)
    elif state.phase is Phase.PLAY:
        say_no_tile(replayer)
    if state.phase is not DRAW:
        replayer.purse.unrecorded.add(player)
    skip_to(state, DRAW)


def say_no_tile(replayer: Replayer) -> None:
    """A turn goes on without a tile: right only after an exchange, or if no tile could be placed."""
    state = replayer.state
    player = state.player
    if state.exchanged or state.placed >= 0 or is_stuck(state, player):
        return
    replayer.report("place-missing", player, f"{replayer.ids[player]} neither placed a tile nor passed.")
