"""Faultless logs of games played at random, told completely, and the same with some kinds of lines cut out."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from functools import lru_cache
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.editions.values import EDITIONS
from games.acquire.play.chance import sample
from games.acquire.record import GameRecord, Header, Player
from games.acquire.rules.game import final_cash, is_over, push
from games.acquire.rules.lenient import start
from games.acquire.state import Phase, State

#: The kinds of lines that a scribe may leave out, and the acts by which a log tells them.
KINDS = {
    "hands": (ActKind.HAND, ActKind.SHOW, ActKind.RETURN),
    "draws": (ActKind.DRAW,),
    "dead": (ActKind.DEAD,),
    "purchases": (ActKind.BUY,),
    "disposals": (ActKind.DISPOSE,),
    "bonuses": (ActKind.BONUS,),
    "counts": (ActKind.CASH, ActKind.FINAL),
}

#: A table counts everybody's cash after so many turns.
TURNS_BETWEEN_COUNTS = 10


@lru_cache(maxsize=256)
def told_game(edition: str, players: int, seed: int) -> GameRecord:
    """The record of a game played at random: everything told, cash counted every ten turns and at the end."""
    random = Random(f"{edition} {players} {seed}")
    state = start(EDITIONS[edition], players)
    events: list[Action] = []
    while not is_over(state):
        before = state.copy()
        action = sample(state, random)
        push(state, action)
        events += told_of(before, action, state)
    seats = [state.order.index(seat) for seat in range(players)]
    told = [event._replace(player=seats[event.player]) for event in events]
    cash = final_cash(state)
    if all(amount == int(amount) for amount in cash):
        told += [Action(ActKind.FINAL, seat, int(cash[player])) for seat, player in enumerate(state.order)]
    names = tuple(Player(f"P{seat + 1}", f"P{seat + 1}") for seat in range(players))
    return GameRecord(Header(edition, names), told, range(1, len(told) + 1))


def told_of(before: State, action: Action, after: State) -> list[Action]:
    """What is written of one action: itself, the bonuses it pays, the turn it begins, the count every ten turns."""
    seats = range(after.seats)
    turn = []
    if after.turn != before.turn:
        turn.append(Action(ActKind.TURN, after.player, after.turn))
        if before.turn and before.turn % TURNS_BETWEEN_COUNTS == 0:
            turn = [*(Action(ActKind.CASH, seat, int(after.cash[seat])) for seat in seats), *turn]
    if before.phase is Phase.DEAL:
        if after.phase is Phase.DEAL:
            return []
        return [*(Action(ActKind.HAND, seat, tuple(sorted(after.hands[seat]))) for seat in seats), *turn]
    told = [action]
    if after.settled is not None and (before.merger is not None or after.settled is not before.settled):
        paid = before.merger.bonuses if before.merger is not None else {}
        told += [
            Action(ActKind.BONUS, player, (chain, int(due)))
            for chain in after.settled.bonuses
            if chain not in paid
            for player, due in after.settled.bonuses[chain]
        ]
    return [*told, *turn]


def cut(record: GameRecord, left_out: Set[tuple[int, str]]) -> GameRecord:
    """A log without the lines of some kinds of some players."""
    gone = {(player, act) for player, kind in left_out for act in KINDS[kind]}
    events = [event for event in record.events if (event.player, event.act) not in gone]
    return replace(record, events=events, lines=range(1, len(events) + 1))
