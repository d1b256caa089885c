"""The decisions of a game that was played: where somebody had more than one legal act, and which one was done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from games.acquire.actions import NOBODY, UNKNOWN_TILE, Action, ActKind
from games.acquire.board import tile_name
from games.acquire.editions import LabelSet
from games.acquire.play.questions import question
from games.acquire.record import GameRecord
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import walk
from games.acquire.state import State

#: The units in which a decision is measured: the player's final cash in dollars, or the percentage of the table with the winning bonus
#: (R56, R57) in thousandths of a percent.
DOLLARS: Final = "dollars"
SCORE: Final = "score"
DECIDED = frozenset(
    {
        *(ActKind.PLAY, ActKind.PASS, ActKind.FOUND, ActKind.SURVIVOR, ActKind.ORDER, ActKind.DISPOSE, ActKind.BUY),
        *(ActKind.CARD, ActKind.SWAP, ActKind.END),
    }
)
"""The kinds of acts that a player chooses; draws, statements and rulings are not among them."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a player: the number of its event in the log, the turn from 1, the index of the player, and the act that was done.

    ``done`` is the act as the protocol writes it; ``is_known`` says whether the log tells every tile in the hand of the player.
    """

    event: int
    turn: int
    player: int
    done: dict[str, Any]
    is_known: bool


def decisions_of(record: GameRecord) -> tuple[Decision, ...]:
    """Return the decisions of a game in order, without those that a rewind undid."""
    return tuple(decision for decision, _ in _replayed_decisions(record))


def position_before(record: GameRecord, event: int) -> tuple[Decision, State] | None:
    """Return the decision at an event (by number) of the log and the position in which it was made; None if there is none."""
    return next((found for found in _replayed_decisions(record) if found[0].event == event), None)


def _replayed_decisions(record: GameRecord) -> Iterator[tuple[Decision, State]]:
    """Yield each decision with the position before it; that is the same object each time, which changes when the iteration goes on."""
    replayer = Replayer(record, edition=record.header.rulebook())
    turn = 0
    for number, event in enumerate(replayer.events):
        if event.act is ActKind.TURN:
            turn += 1
        if event.act not in DECIDED or (event.act is ActKind.PLAY and event.value == UNKNOWN_TILE):
            continue
        walk(replayer, number)
        state = replayer.state
        asked = question(state)
        player = _decider(event, asked.actor)
        if player is None or len(list(islice(asked.answers(), 2))) < 2:
            continue
        is_known = state.hidden[player] == 0
        yield Decision(number, turn, player, document_of(event, state.labels), is_known), state


def _decider(event: Action, actor: int | None) -> int | None:
    """Return who decided; None if the log names somebody who was not asked. ``actor`` is who was asked, None if nobody was."""
    if actor is None or actor < 0 or event.player not in (actor, NOBODY):
        return None
    return actor


def document_of(event: Action, labels: LabelSet) -> dict[str, Any]:
    """Return an action of a log as the protocol writes it."""
    names, value = labels.names, event.value
    match event.act:
        case ActKind.PLAY:
            return {"act": "play", "tile": tile_name(value)}
        case ActKind.BUY:
            return {"act": "buy", "shares": {names[chain]: count for chain, count in value if count}}
        case ActKind.DISPOSE:
            chain, sell, trade, hold = value
            return {"act": "dispose", "chain": names[chain], "sell": sell, "trade": trade, "hold": hold}
        case ActKind.ORDER:
            return {"act": "order", "chains": [names[chain] for chain in value]}
        case ActKind.SWAP:
            return {"act": "swap", "give": names[value[0]], "take": names[value[1]]}
        case ActKind.CARD:
            return {"act": "card", "card": value.value}
        case ActKind.FOUND | ActKind.SURVIVOR:
            return {"act": event.act.word, "chain": names[value]}
        case _:
            return {"act": event.act.word}
