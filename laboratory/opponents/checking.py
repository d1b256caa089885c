"""Compares the core (the fast program for playing) with the engine (the rules): both play the same games, action by action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from games.acquire.actions import Action, ActKind, Card
from games.acquire.board import TILES, column_of
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.acquire.rules.ending import worths
from games.acquire.rules.game import is_over, push_trusted
from games.acquire.rules.legal import iter_legal
from games.acquire.rules.lenient import next_to_deal, start, starting_order
from games.acquire.state import EndReason, Phase, State
from games.opponents.core import layout
from games.opponents.core import layout as at
from games.opponents.core.board import source
from games.opponents.core.layout import Numbers, numbers
from games.opponents.core.legal import acts_room, any_act, write_legal
from games.opponents.core.money import final_cash as core_cash
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, position_room, step

_CARDS = tuple(Card)
_REASONS = (None, *EndReason)
#: The phases of a game in which the engine asks for an action that the core carries out by itself.
_FORCED = frozenset({Phase.REPLACE, Phase.SHOW, Phase.LAY, Phase.RETURN, Phase.EXCHANGE, Phase.MARKET})


class DifferenceError(AssertionError):
    """Core and engine do not agree; the message says in what, and after which action of which game."""


@dataclass(slots=True)
class GamePair:
    """One game in the core and in the engine.

    ``e``, ``s`` and ``r`` are the core's edition, position and source of random numbers; ``state`` is the engine's position. ``seat_of`` is
    the core's seat of each of the engine's players.
    """

    edition: Edition
    e: Numbers
    s: Numbers
    r: Numbers
    state: State
    seat_of: tuple[int, ...]

    def player(self, seat: int) -> int:
        """The engine's player who has this seat in the core."""
        return self.state.order[seat]


def check_game(edition: Edition, seats: int, seed: object) -> int:
    """Play one game at random by core and engine, and return the number of actions.

    Raises:
        DifferenceError: at the first difference.
        EditionError: if the core does not play the edition.
    """
    pair, room, random = opened(edition, seats, seed), acts_room(), Random(f"{seed} sampled")
    count = 0
    compare(pair, "the deal")
    while not is_over(pair.state):
        listed = compared_acts(pair, room)
        # Half of the actions are chosen as the core's random playouts choose them, so that this is checked too.
        act = int(any_act(pair.s, pair.e, pair.r, room)) if random.random() < 0.5 else random.choice(listed)
        if act not in listed:
            raise DifferenceError(f"{edition.name}, {seats} players, game {seed}: {act} was chosen but is not legal")
        both(pair, act)
        compare(pair, f"act {count} ({act}) of {seats} players in game {seed}")
        count += 1
    if pair.s[at.PHASE] != at.OVER:
        raise DifferenceError(f"{edition.name}, {seats} players, game {seed}: the core plays on after the end")
    return count


def check_numbered(question: tuple[str, int, int]) -> int:
    """`check_game` for a tuple of the edition's name, the number of seats and the seed."""
    name, seats, number = question
    return check_game(EDITIONS[name], seats, number)


def opened(edition: Edition, seats: int, seed: object) -> GamePair:
    """A game that the core has dealt, with the same starting tiles and hands in the engine."""
    e, s, r = parameters(edition), position_room(), source(seed)
    deal_game(s, e, r, seats)
    state = start(edition, seats)
    lying = [tile for tile, mark in enumerate(_some(s, at.SPACES, TILES)) if mark]
    Random(str(seed)).shuffle(lying)
    for player, tile in enumerate(lying):
        push_trusted(state, Action(ActKind.START, player, tile))
    order = starting_order(state)
    seat_of = tuple(order.index(player) for player in range(seats))
    while state.phase is Phase.DEAL:
        player = next_to_deal(state)
        tile = hand_of(s, seat_of[player])[state.count(player)]
        push_trusted(state, Action(ActKind.DRAW, player, (tile,)))
    return GamePair(edition, e, s, r, state, seat_of)


def hand_of(s: Numbers, seat: int) -> list[int]:
    """The tiles in the hand of a seat of the core, in the core's order."""
    return _some(s, at.HANDS + at.HAND_AT_MOST * seat, int(s[at.HELD + seat]))


def both(pair: GamePair, act: int) -> None:
    """Carry out an action of the core in both; the engine is given the tiles that the core draws."""
    state, s = pair.state, pair.s
    bag = _some(s, at.BAG, int(s[at.BAGGED]))
    push_act(pair, act, bag)
    step(s, pair.e, pair.r, act)
    while not is_over(state):
        action = forced(pair, bag)
        if action is None:
            return
        push_trusted(state, action)


def push_act(pair: GamePair, act: int, bag: list[int]) -> None:
    """Carry out an action of the core in the engine. ``bag`` are the core's tiles, the next one last; a drawn tile is removed from it.

    Of several tiles only the first is drawn here; `forced` draws the others.
    """
    state = pair.state
    if act == layout.DRAWS:
        if not any(action.act is ActKind.DRAW for action in iter_legal(state)):
            push_trusted(state, Action(ActKind.CLOCK, state.player))
        else:
            push_trusted(state, Action(ActKind.DRAW, state.player, (bag.pop(),)))
    else:
        push_trusted(state, action_of(pair, act))


def forced(pair: GamePair, bag: list[int]) -> Action | None:
    """The engine's next action that the core carries out by itself; None where a player has to decide. A drawn tile leaves ``bag``."""
    state = pair.state
    if state.phase is Phase.DRAW:
        listed = list(iter_legal(state))
        if any(action.act is ActKind.END for action in listed):
            return None
        return Action(ActKind.DRAW, state.player, (bag.pop(),))
    if state.phase not in _FORCED:
        return None
    if state.phase is Phase.EXCHANGE:
        return Action(ActKind.DRAW, state.player, (bag.pop(),))
    listed = list(iter_legal(state))
    if state.phase is not Phase.MARKET:
        return listed[0]
    chain = listed[0].value[0]
    place = at.M_MARKET if state.merger is not None else at.MARKET
    column = int(pair.s[place + chain])
    return next(action for action in listed if column_of(action.value[1]) == column)


def action_of(pair: GamePair, act: int) -> Action:
    """The engine's action for an action of the core, which is a number."""
    state = pair.state
    player = pair.player(int(pair.s[at.ACTOR]))
    if act < layout.PASS:
        return Action(ActKind.PLAY, player, act)
    if act >= layout.PURCHASE:
        return Action(ActKind.BUY, player, tuple(layout.decoded_purchase(act)))
    if act >= layout.DISPOSAL:
        chain = int(pair.s[at.M_CURRENT])
        sell, trade = layout.decoded_disposal(act)
        return Action(ActKind.DISPOSE, player, (chain, sell, trade, state.shares[chain][player] - sell - trade))
    if act >= layout.SWAP:
        return Action(ActKind.SWAP, player, divmod(act - layout.SWAP, 7))
    if act == layout.END:
        return Action(ActKind.END, player)
    if act >= layout.CARD:
        return Action(ActKind.CARD, player, _CARDS[act - layout.CARD])
    if act >= layout.ORDERS:
        return Action(ActKind.ORDER, player, (act - layout.ORDERS,))
    if act >= layout.SURVIVORS:
        return Action(ActKind.SURVIVOR, player, act - layout.SURVIVORS)
    return Action(ActKind.FOUND, player, act - layout.FOUNDS) if act >= layout.FOUNDS else Action(ActKind.PASS, player)


def compared_acts(pair: GamePair, room: Numbers) -> list[int]:
    """The legal actions, as the core's numbers, after comparing those of core and engine.

    Raises:
        DifferenceError: if they differ.
    """
    ours = _some(room, 0, write_legal(pair.s, pair.e, room))
    drawing = {ActKind.DRAW, ActKind.CLOCK}
    listed = [action for action in iter_legal(pair.state) if action.act not in drawing]
    theirs = {action_key(action) for action in listed}
    mine = {action_key(action_of(pair, act)) for act in ours if act != layout.DRAWS}
    asked = pair.state.phase is Phase.DRAW
    if theirs != mine or len(mine) + asked != len(ours) or asked != (layout.DRAWS in ours):
        raise DifferenceError(f"{pair.edition.name}: legal acts differ in {sorted(map(str, theirs ^ mine))[:5]}")
    return ours


def action_key(action: Action) -> tuple[ActKind, int, object]:
    """A value that is the same for equal actions: the chains of a purchase are sorted."""
    value = tuple(sorted(action.value)) if action.act is ActKind.BUY else action.value
    return action.act, action.player, value


def compare(pair: GamePair, when: str) -> None:
    """Compare everything that core and engine store of the game; ``when`` says in words after which action, for the message.

    Raises:
        DifferenceError: if anything differs.
    """
    for what, ours, theirs in differences(pair):
        if ours != theirs:
            raise DifferenceError(
                f"{pair.edition.name}, {what} after {when}: {ours} in the core, {theirs} by the rules"
            )


def differences(pair: GamePair) -> Iterator[tuple[str, object, object]]:
    """Everything that core and engine store of the game: what it is, the core's value and the engine's."""
    s, state = pair.s, pair.state
    seats = range(state.seats)
    of = [pair.player(seat) for seat in seats]
    yield "the board", _some(s, at.SPACES, TILES), list(state.spaces[:TILES])
    yield "tiles out of the game", {tile for tile, gone in enumerate(_some(s, at.GONE, TILES)) if gone}, state.dead
    yield "the bag", int(s[at.BAGGED]), state.bag
    yield "the bag's tiles", sorted(_some(s, at.BAG, int(s[at.BAGGED]))), state.unseen()
    yield "hands", [set(hand_of(s, seat)) for seat in seats], [state.hands[player] for player in of]
    yield "cash", _some(s, at.CASH, state.seats), [state.cash[player] for player in of]
    for chain in range(at.CHAINS):
        held = _some(s, at.SHARES + at.SEATS_AT_MOST * chain, state.seats)
        yield "shares", held, [state.shares[chain][player] for player in of]
    yield "the bank", _some(s, at.BANK, at.CHAINS), state.bank
    yield "sizes", _some(s, at.SIZES, at.CHAINS), [state.size(chain) for chain in range(at.CHAINS)]
    yield "prices", _some(s, at.PRICES, at.CHAINS), list(state.price)
    yield "chains and safe ones", _some(s, at.ON_BOARD, 2), [state.on_board, state.safe]
    yield "the turn", int(s[at.TURN]), state.turn
    yield "the player", pair.player(int(s[at.PLAYER])), state.player
    worth = numbers([0] * state.seats)
    core_cash(s, pair.e, worth)
    cash = worths(state)
    yield "final cash", _some(worth, 0, state.seats), [cash[player] for player in of]
    yield "the reason", _REASONS[int(s[at.REASON])], state.reason
    if is_over(state):
        return
    yield "the phase", int(s[at.PHASE]), int(state.phase)
    yield "who decides", pair.player(int(s[at.ACTOR])), _decides(state)
    yield "blocked turns", _some(s, at.BLOCKED, 2), [state.blocked, state.still]
    yield "the tile placed", int(s[at.PLACED]), state.placed
    if state.edition.cards:
        cards = [sum(1 << place for place, card in enumerate(_CARDS) if card in state.cards[player]) for player in of]
        yield "cards", _some(s, at.CARDS, state.seats), cards
        yield "tiles to place", int(s[at.MORE]), state.more_tiles


def _decides(state: State) -> int:
    """The engine's player who has to decide now."""
    if state.phase is Phase.DISPOSE and state.merger is not None:
        return state.merger.queue[0][0]
    return state.player


def _some(s: Numbers, first: int, count: int) -> list[int]:
    """So many numbers of an array of the core from an index on, as a list."""
    found: Any = s[first : first + count]
    return found if isinstance(found, list) else found.tolist()
