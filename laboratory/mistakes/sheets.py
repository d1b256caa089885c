"""Faultless logs of games played at random, full and as a scribe writes them, for a catalogue of errors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.editions import EDITIONS, Money
from games.acquire.play import final_cash, is_over, push, sample, start
from games.acquire.record import GameRecord, Header, Player
from games.acquire.state import Phase, State

#: After so many turns the cash of all players is counted and written into the log.
TURNS_BETWEEN_COUNTS = 10

#: The kinds of events that a scribe does not see.
_HIDDEN = frozenset({ActKind.HAND, ActKind.DRAW, ActKind.DEAD, ActKind.SHOW, ActKind.RETURN})


@dataclass(frozen=True, slots=True)
class SampleLog:
    """A faultless log, the final cash by player's ID, and for the index of each sale in a merger the price of a share in dollars."""

    record: GameRecord
    final: dict[str, Money]
    prices: dict[int, int]

    @property
    def events(self) -> list[Action]:
        """A copy of the events of the log, which the caller may change."""
        return list(self.record.events)

    def blocks(self) -> list[tuple[int, int]]:
        """For each turn the index of its first event and that after its last; counts of cash after the turn are not part of it."""
        events = self.record.events
        starts = [place for place, event in enumerate(events) if event.act is ActKind.TURN]
        found = []
        for first, end in pairwise([*starts, len(events)]):
            last = end
            while events[last - 1].act in (ActKind.CASH, ActKind.FINAL):
                last -= 1
            found.append((first, last))
        return found

    def of_scribe(self) -> SampleLog:
        """The log as the scribe of a table writes it, without hands, draws and other hidden tiles."""
        seen = [(place, event) for place, event in enumerate(self.record.events) if event.act not in _HIDDEN]
        prices = {at: self.prices[place] for at, (place, _) in enumerate(seen) if place in self.prices}
        events = [event for _, event in seen]
        return SampleLog(replace(self.record, events=events, lines=range(1, len(events) + 1)), self.final, prices)


@lru_cache(maxsize=256)
def full_sheet(seed: int, players: int = 3) -> SampleLog:
    """The complete log of one game played at random by the tournament's rules; the same seed and players give the same log."""
    random = Random(seed)
    state = start(EDITIONS["mso"], players)
    events: list[Action] = []
    prices: dict[int, int] = {}
    while not is_over(state):
        action = sample(state, random)
        before = state.copy()
        push(state, action)
        if action.act is ActKind.DISPOSE and before.merger is not None:
            prices[len(events)] = before.merger.prices[action.value[0]]
        events += _statements_of(before, action, state, players)
    seats = [state.order.index(seat) for seat in range(players)]
    statements = [event._replace(player=seats[event.player]) for event in events]
    final = final_cash(state)
    statements += [Action(ActKind.FINAL, seat, int(final[player])) for seat, player in enumerate(state.order)]
    names = tuple(Player(f"P{seat + 1}", f"P{seat + 1}") for seat in range(players))
    record = GameRecord(Header("mso", names), statements, range(1, len(statements) + 1))
    return SampleLog(record, {names[seat].id: final[player] for seat, player in enumerate(state.order)}, prices)


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
