"""Faultless logs of games, played sensibly or at random, full and as a scribe writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import TypeVar

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS
from games.acquire.editions.bonus import Money
from games.acquire.editions.values import EDITIONS
from games.acquire.play.chance import sample
from games.acquire.record import GameRecord, Header, Player
from games.acquire.rules.ending import payouts
from games.acquire.rules.game import final_cash, is_over, push
from games.acquire.rules.legal import legal_actions
from games.acquire.rules.lenient import start
from games.acquire.state import Phase, State
from laboratory.mistakes.sensible import choose

#: After so many turns the cash of all players is counted and written into the log.
TURNS_BETWEEN_COUNTS = 10

#: The kinds of events that a scribe does not see.
_HIDDEN = frozenset({ActKind.HAND, ActKind.DRAW, ActKind.DEAD, ActKind.SHOW, ActKind.RETURN})


_Known = TypeVar("_Known")


@dataclass(frozen=True, slots=True)
class Closing:
    """How a game was wound up.

    ``prices`` are the dollars a share at the end by chain, 0 for a chain that is not on the board; ``bonuses`` are triples of player,
    chain and dollars.
    """

    prices: tuple[int, ...] = (0,) * CHAINS
    bonuses: tuple[tuple[int, int, int], ...] = ()


def blocks(events: Sequence[Action]) -> list[tuple[int, int]]:
    """For each turn among these events the index of its first and that after its last; counts of cash after it are not part of it."""
    starts = [place for place, event in enumerate(events) if event.act is ActKind.TURN]
    found = []
    for first, end in pairwise([*starts, len(events)]):
        last = end
        while events[last - 1].act in (ActKind.CASH, ActKind.FINAL):
            last -= 1
        found.append((first, last))
    return found


@dataclass(frozen=True, slots=True)
class SampleLog:
    """A faultless log and what is known of its game beside it.

    ``final`` is the final cash by player's ID. ``prices`` has the price of a share in dollars for the index of each sale and each bonus
    in a merger; ``markets`` the prices of all chains for the index of each purchase, 0 for a chain of which nothing can be bought;
    ``purses`` the cash of all players, by seat, after each turn.
    """

    record: GameRecord
    final: dict[str, Money]
    prices: dict[int, int]
    markets: dict[int, tuple[int, ...]] = field(default_factory=dict)
    closing: Closing = field(default_factory=Closing)
    purses: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def events(self) -> list[Action]:
        """A copy of the events of the log, which the caller may change."""
        return list(self.record.events)

    def blocks(self) -> list[tuple[int, int]]:
        """For each turn the index of its first event and that after its last; counts of cash after the turn are not part of it."""
        return blocks(self.record.events)

    def of_scribe(self) -> SampleLog:
        """The log as the scribe of a table writes it, without hands, draws and other hidden tiles.

        The head of a turn is not written if the game had ended by itself before it.
        """
        seen = [(place, event) for place, event in enumerate(self.record.events) if event.act not in _HIDDEN]
        played = max(at for at, (_, event) in enumerate(seen) if event.act not in (ActKind.FINAL, ActKind.CASH))
        if seen[played][1].act is ActKind.TURN:
            del seen[played]
        return self._of(seen)

    def _of(self, seen: list[tuple[int, Action]]) -> SampleLog:
        """The log of some of the events, each with its index."""

        def moved(known: Mapping[int, _Known]) -> dict[int, _Known]:
            return {at: known[place] for at, (place, _) in enumerate(seen) if place in known}

        events = [event for _, event in seen]
        record = replace(self.record, events=events, lines=range(1, len(events) + 1))
        return replace(self, record=record, prices=moved(self.prices), markets=moved(self.markets))


@lru_cache(maxsize=256)
def full_sheet(seed: int, players: int = 3) -> SampleLog:
    """The complete log of one game played at random by the tournament's rules; the same seed and players give the same log."""
    return _sheet(Random(seed), players, "mso", sample)


@lru_cache(maxsize=512)
def sensible_sheet(seed: int, players: int = 3, edition: str = "mso") -> SampleLog:
    """The complete log of one game between sensible players; the same arguments give the same log."""
    return _sheet(Random(f"{edition} {players} {seed}"), players, edition, choose)


@lru_cache(maxsize=256)
def played_on_sheet(seed: int, players: int, edition: str) -> SampleLog:
    """The complete log of one game that nobody ends, played at random until it ends by itself."""
    return _sheet(Random(f"{edition} {players} {seed}"), players, edition, _never_ending)


def _never_ending(state: State, random: Random) -> Action:
    """A random action, the end of the game only where nothing else is possible."""
    action = sample(state, random)
    others = (
        () if action.act is not ActKind.END else [one for one in legal_actions(state) if one.act is not ActKind.END]
    )
    return random.choice(others) if others else action


#: A function that chooses what is done in a position.
Policy = Callable[[State, Random], Action]


def _sheet(random: Random, players: int, edition: str, policy: Policy) -> SampleLog:
    """The complete log of one game played by a policy."""
    state = start(EDITIONS[edition], players)
    events: list[Action] = []
    prices: dict[int, int] = {}
    markets: dict[int, tuple[int, ...]] = {}
    purses: dict[int, tuple[int, ...]] = {}
    while not is_over(state):
        action = policy(state, random)
        before = state.copy()
        push(state, action)
        if action.act is ActKind.DISPOSE and before.merger is not None:
            merger = before.merger
            prices[len(events)] = merger.prices[action.value[0]]
        if action.act is ActKind.BUY:
            markets[len(events)] = tuple(
                before.price[chain] if before.on_board >> chain & 1 else 0 for chain in range(CHAINS)
            )
        if before.turn and (state.turn != before.turn or is_over(state)):
            purses[before.turn] = tuple(int(state.cash[player]) for player in state.order)
        told = _statements_of(before, action, state, players)
        if state.settled is not None:
            for place, event in enumerate(told, len(events)):
                if event.act is ActKind.BONUS:
                    prices[place] = state.settled.prices[event.value[0]]
        events += told
    seats = [state.order.index(seat) for seat in range(players)]
    statements = [event._replace(player=seats[event.player]) for event in events]
    final = final_cash(state)
    if all(amount == int(amount) for amount in final):
        statements += [Action(ActKind.FINAL, seat, int(final[player])) for seat, player in enumerate(state.order)]
    names = tuple(Player(f"P{seat + 1}", f"P{seat + 1}") for seat in range(players))
    record = GameRecord(Header(edition, names), statements, range(1, len(statements) + 1))
    finals: dict[str, Money] = {names[seat].id: final[player] for seat, player in enumerate(state.order)}
    return SampleLog(record, finals, prices, markets, _closing_of(state, seats), purses)


def _closing_of(state: State, seats: Sequence[int]) -> Closing:
    """How a game that is over was wound up; ``seats`` are the places of the players in the order of play."""
    paid = payouts(state)
    prices = {payout.chain: payout.price for payout in paid}
    bonuses = tuple((seats[player], payout.chain, int(amount)) for payout in paid for player, amount in payout.bonuses)
    return Closing(tuple(prices.get(chain, 0) for chain in range(CHAINS)), bonuses)


def _statements_of(before: State, action: Action, after: State, players: int) -> list[Action]:
    """The events that one action adds to a log: itself, the bonuses it pays, the turn it begins, and a count of cash every ten turns.

    ``before`` and ``after`` are the states of the game before and after the action.
    """
    turn = []
    if after.turn != before.turn:
        turn.append(Action(ActKind.TURN, after.player, after.turn))
        if before.turn and before.turn % TURNS_BETWEEN_COUNTS == 0:
            turn = [*(Action(ActKind.CASH, seat, int(after.cash[seat])) for seat in range(players)), *turn]
    if before.phase is Phase.DEAL:
        if after.phase is Phase.DEAL:
            return []
        return [*(Action(ActKind.HAND, seat, tuple(sorted(after.hands[seat]))) for seat in range(players)), *turn]
    statements = [action]
    if after.settled is not None and (before.merger is not None or after.settled is not before.settled):
        paid = before.merger.bonuses if before.merger is not None else {}
        statements += [
            Action(ActKind.BONUS, player, (chain, int(due)))
            for chain in after.settled.bonuses
            if chain not in paid
            for player, due in after.settled.bonuses[chain]
        ]
    return [*statements, *turn]
