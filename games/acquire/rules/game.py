"""The engine: legal actions of a state, and the state after one of them.

``apply`` never changes the state it is given. Chance is an action like any other: while the player
of the legal actions is the bag's (starting tiles, draws, the market's tile), a caller chooses at
random; a record of the actions replays without a generator.

Besides the legal actions there are `interventions`, which are not moves: the clock (R9, R31), and the
director's take-back (R23) and penalty redraw (R27). ``apply`` accepts both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

from games.acquire.actions import EARLY_CARDS, LATE_CARDS, Act, Action
from games.acquire.board import CHAINS, touched
from games.acquire.editions import DeadTiles, Money, NoPlay, TimeoutPolicy
from games.acquire.errors import IllegalActionError
from games.acquire.rules import ending, merger, placement, purchase, start, turn
from games.acquire.state import NO_TILE, EndReason, Phase, State

CHANCE_PHASES = frozenset({Phase.START, Phase.DEAL, Phase.MARKET, Phase.DRAW, Phase.EXCHANGE})


def is_over(state: State) -> bool:
    """Whether the game is over."""
    return state.phase == Phase.OVER


def outcome(state: State) -> ending.Outcome | None:
    """Why the game is over and with what cash; None while it is not."""
    if state.reason is None or not is_over(state):
        return None
    return ending.Outcome(state.reason, ending.final_cash(state))


def final_cash(state: State) -> tuple[Money, ...]:
    """Each player's cash in dollars, all chains on the board paid out as if the game ended now."""
    return ending.final_cash(state)


def legal_actions(state: State) -> list[Action]:
    """Everything the rules allow now: the decisions of one player, or the bag's chances."""
    return list(_LEGAL[state.phase](state))


def interventions(state: State) -> list[Action]:
    """What the clock and the director may do now, apart from the penalty redraw, which needs its tiles."""
    possible = []
    player = state.player
    if state.phase in (Phase.BUY, Phase.DRAW) and state.edition.timeout_policy is TimeoutPolicy.MSO:
        possible.append(Action(Act.CLOCK, player))
    if _may_time_out(state):
        # In a disposal the clock of the one who disposes runs (R36).
        clocked = state.merger.queue[0][0] if state.merger is not None else player
        possible.append(Action(Act.TIMEOUT, clocked))
    if state.before is not None and state.phase not in (Phase.TURN_OVER, Phase.OVER):
        possible.append(Action(Act.TAKEBACK, player))
    return possible


def apply(state: State, action: Action) -> State:
    """The state after an action.

    Raises:
        IllegalActionError: if it is neither legal nor a possible intervention.
    """
    if action.act is Act.REDRAW:
        return _redraw(state, action)
    if action.act is Act.TAKEBACK and state.before is not None and action in interventions(state):
        return state.before
    if action not in legal_actions(state) and action not in interventions(state):
        raise _refusal(state, action)
    after = state.copy()
    if action.act is Act.PLAY:
        after.before = state
    _APPLY[action.act](after, action)
    while after.phase == Phase.TURN_OVER or (after.phase == Phase.DRAW and _draw_is_void(after)):
        _go_on(after)
    return after


def _refusal(state: State, action: Action) -> IllegalActionError:
    """The most telling reason why an action is refused."""
    value = action.value
    reason: IllegalActionError | None = None
    if action.player == state.player:
        if action.act is Act.PLAY and state.phase == Phase.PLAY and value in state.hands[state.player]:
            reason = placement.placement_refusal(state, value, touched(state.spaces, value))
        elif action.act is Act.BUY and state.phase == Phase.BUY:
            reason = purchase.purchase_refusal(state, action.player, value)
        elif action.act is Act.END:
            reason = ending.end_refusal(state)
    if action.act is Act.DISPOSE:
        reason = merger.disposal_refusal(state, action.player, value[0], value[1], value[2])
    return reason or IllegalActionError(
        f"{action.act.word} of player {action.player} with {value!r} is not allowed in phase {state.phase.name}.",
        "not-allowed",
    )


# Legal actions, phase by phase.


def _start(state: State) -> Iterator[Action]:
    player = len(state.start_tiles)
    return (Action(Act.START, player, tile) for tile in state.unseen())


def _deal(state: State) -> Iterator[Action]:
    player = start.next_to_deal(state)
    return (Action(Act.DRAW, player, (tile,)) for tile in state.unseen())


def _play(state: State) -> Iterator[Action]:
    player = state.player
    tiles = placement.legal_tiles(state, player)
    yield from (Action(Act.PLAY, player, tile) for tile in tiles)
    if not tiles:
        yield Action(Act.PASS, player)
    if state.placed == NO_TILE and state.early_card is None and not state.rushed and state.turn:
        yield from (Action(Act.CARD, player, card) for card in EARLY_CARDS if card in state.cards[player])
    yield from _end(state)


def _end(state: State) -> Iterator[Action]:
    if ending.end_refusal(state) is None:
        yield Action(Act.END, state.player)


def _found(state: State) -> Iterator[Action]:
    return (Action(Act.FOUND, state.player, chain) for chain in state.free_chains())


def _survivor(state: State) -> Iterator[Action]:
    choices = state.merger.choices if state.merger else ()
    return (Action(Act.SURVIVOR, state.player, chain) for chain in choices)


def _order(state: State) -> Iterator[Action]:
    choices = state.merger.choices if state.merger else ()
    return (Action(Act.ORDER, state.player, (chain,)) for chain in choices)


def _market(state: State) -> Iterator[Action]:
    chain = state.merger.unpaid[0] if state.merger else ending.unpriced_market(state)[0]
    return (Action(Act.MARKET, state.player, (chain, tile)) for tile in state.unseen())


def _dispose(state: State) -> Iterator[Action]:
    if state.merger is None:
        return
    player, chain = state.merger.queue[0]
    owned = state.shares[chain][player]
    most = min(owned // 2, state.bank[state.merger.survivor])
    for trade in range(0, 2 * most + 1, 2):
        for sell in range(owned - trade + 1):
            yield Action(Act.DISPOSE, player, (chain, sell, trade, owned - sell - trade))


def _buy(state: State) -> Iterator[Action]:
    player = state.player
    for count in range(purchase.buy_limit(state) + 1):
        for chains in combinations_with_replacement(range(CHAINS), count):
            wanted = tuple((chain, chains.count(chain)) for chain in dict.fromkeys(chains))
            if purchase.purchase_refusal(state, player, wanted) is None:
                yield Action(Act.BUY, player, wanted)
    if state.late_card is None and not state.rushed:
        yield from (Action(Act.CARD, player, card) for card in LATE_CARDS if card in state.cards[player])
    for given in range(CHAINS):
        for taken in range(CHAINS):
            if purchase.swap_refusal(state, player, given, taken) is None:
                yield Action(Act.SWAP, player, (given, taken))
    yield from _end(state)


def _draw(state: State) -> Iterator[Action]:
    if turn.tiles_to_draw(state):
        yield from (Action(Act.DRAW, state.player, (tile,)) for tile in state.unseen())
    else:
        yield Action(Act.CLOCK, state.player)
    yield from _end(state) if state.phase == Phase.DRAW else ()


def _replace(state: State) -> Iterator[Action]:
    dead = placement.dead_tiles(state, state.hands[state.player])
    if state.edition.dead_tiles is DeadTiles.END_OF_TURN_ONCE:
        yield Action(Act.DEAD, state.player, tuple(dead))
    else:
        yield from (Action(Act.DEAD, state.player, (tile,)) for tile in dead)


def _show(state: State) -> Iterator[Action]:
    yield Action(Act.SHOW, state.player, tuple(sorted(state.hands[state.player])))


def _lay(state: State) -> Iterator[Action]:
    whole = state.edition.no_play is NoPlay.REDRAW_ALL
    dead = sorted(state.exposed) if whole else placement.dead_tiles(state, state.exposed)
    yield Action(Act.DEAD, state.player, tuple(dead))


def _return(state: State) -> Iterator[Action]:
    yield Action(Act.RETURN, state.player, tuple(sorted(state.exposed)))


def _nothing(state: State) -> Iterator[Action]:
    return iter(())


_LEGAL: dict[Phase, Callable[[State], Iterator[Action]]] = {
    Phase.START: _start,
    Phase.DEAL: _deal,
    Phase.PLAY: _play,
    Phase.FOUND: _found,
    Phase.SURVIVOR: _survivor,
    Phase.ORDER: _order,
    Phase.MARKET: _market,
    Phase.DISPOSE: _dispose,
    Phase.BUY: _buy,
    Phase.DRAW: _draw,
    Phase.REPLACE: _replace,
    Phase.SHOW: _show,
    Phase.LAY: _lay,
    Phase.EXCHANGE: _draw,
    Phase.RETURN: _return,
    Phase.TURN_OVER: _nothing,
    Phase.OVER: _nothing,
}


# What the actions do to a copy.


def _do_start(state: State, action: Action) -> None:
    start.put_start_tile(state, action.player, action.value)


def _do_draw(state: State, action: Action) -> None:
    for tile in action.value:
        turn.take_tile(state, action.player, tile)
    if state.phase == Phase.DEAL:
        start.after_deal(state)
    else:
        turn.drawn(state)


def _do_play(state: State, action: Action) -> None:
    tile = action.value
    state.hands[action.player].remove(tile)
    placement.place(state, tile, touched(state.spaces, tile))


def _do_dispose(state: State, action: Action) -> None:
    chain, sell, trade, _ = action.value
    merger.dispose(state, action.player, chain, sell, trade)


def _do_market(state: State, action: Action) -> None:
    ending.hold_market(state, *action.value)


def _do_dead(state: State, action: Action) -> None:
    if state.phase == Phase.REPLACE:
        turn.set_aside(state, action.value)
        return
    for tile in action.value:
        turn.lay_out(state, tile)
    turn.begin_exchange(state)


def _do_clock(state: State, action: Action) -> None:
    state.phase = Phase.TURN_OVER


def _may_time_out(state: State) -> bool:
    """Ruling: while a chain is to be named, the director decides first; time is called after that."""
    policy = state.edition.timeout_policy
    if policy is TimeoutPolicy.RANDOM_TILE:
        return state.phase == Phase.PLAY and state.placed == NO_TILE and not state.rushed
    if policy is TimeoutPolicy.NONE:
        return False
    if state.merger is not None:
        return state.phase == Phase.DISPOSE
    return state.phase in (Phase.PLAY, Phase.BUY, Phase.DRAW, Phase.SHOW)


def _redraw(state: State, action: Action) -> State:
    """The penalty of R27: the whole hand goes back first, then as many tiles are drawn."""
    player, tiles = action.player, action.value
    idle = state.merger is None and state.phase in (Phase.PLAY, Phase.BUY, Phase.DRAW)
    if not idle or not 0 <= player < state.seats or len(set(tiles)) != len(tiles) or len(tiles) != state.count(player):
        raise IllegalActionError("A hand can be redrawn between actions, tile for tile.", "redraw-count", "R27")
    after = state.copy()
    for tile in list(after.hands[player]):
        turn.give_back(after, player, tile)
    after.bag += after.hidden[player]
    after.hidden[player] = 0
    for tile in tiles:
        if tile in after.seen:
            raise IllegalActionError("A redrawn tile is not in the bag.", "tile-elsewhere", "R27")
        turn.take_tile(after, player, tile)
    return after


def _draw_is_void(state: State) -> bool:
    """Whether the draw phase offers nothing: no tile to draw and no end to call."""
    return not turn.tiles_to_draw(state) and ending.end_refusal(state) is not None


def _go_on(state: State) -> None:
    """Close a draw without tiles, or a turn; begin the next turn."""
    if state.phase == Phase.DRAW:
        turn.after_draw(state)
        return
    turn.end_turn(state)
    if state.phase in (Phase.OVER, Phase.MARKET):
        return
    turn.begin_turn(state, turn.next_player(state))
    if turn.must_end(state):
        ending.finish(state, EndReason.NO_PLAY)


_APPLY: dict[Act, Callable[[State, Action], None]] = {
    Act.START: _do_start,
    Act.DRAW: _do_draw,
    Act.PLAY: _do_play,
    Act.FOUND: lambda state, action: placement.found(state, action.value),
    Act.SURVIVOR: lambda state, action: merger.settle(state, action.value),
    Act.ORDER: lambda state, action: merger.take_defunct(state, action.value[0]),
    Act.DISPOSE: _do_dispose,
    Act.MARKET: _do_market,
    Act.BUY: lambda state, action: purchase.buy(state, action.player, action.value),
    Act.SWAP: lambda state, action: purchase.swap(state, action.player, *action.value),
    Act.PASS: lambda state, action: turn.pass_turn(state),
    Act.SHOW: lambda state, action: turn.show_hand(state),
    Act.DEAD: _do_dead,
    Act.RETURN: lambda state, action: turn.put_back(state),
    Act.CLOCK: _do_clock,
    Act.TIMEOUT: lambda state, action: turn.time_out(state, action.player),
    Act.CARD: lambda state, action: turn.play_card(state, action.value),
    Act.END: lambda state, action: ending.finish(state, EndReason.CALLED),
}
