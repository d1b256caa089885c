"""Hypotheses about a log in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.record import GameRecord
from games.acquire.replay.judging.certainty import turn_at
from games.acquire.replay.judging.hypotheses import ErrorKind, Hypothesis
from games.acquire.writings.doubles import written_again


def in_words(hypothesis: Hypothesis, record: GameRecord) -> str:
    """Return a hypothesis as words that follow "What follows fits if"."""
    return _WORDS[hypothesis.kind](hypothesis, record)


def _swapped(of: Hypothesis, record: GameRecord) -> str:
    return f"{_here(of, record)} and {_where(record, of.other)} stand in the wrong order"


def _exchanged(of: Hypothesis, record: GameRecord) -> str:
    return (
        f"what stands on {_here(of, record)} and on {_where(record, of.other)} was written down for each other's player"
    )


def _of_player(of: Hypothesis, record: GameRecord) -> str:
    return f"{_here(of, record)} is {record.header.players[of.put[0].player].id}'s turn"


def _missing(of: Hypothesis, record: GameRecord) -> str:
    return f"before {_here(of, record)} this turn is missing: {_turn_text(of.put, record)}"


def _lost(of: Hypothesis, record: GameRecord) -> str:
    return f"{_here(of, record)} leaves out: {_clause_text(of.clause, record)}"


def _moved(of: Hypothesis, record: GameRecord) -> str:
    return (
        f"the clause “{_clause_text(of.clause, record)}” of {_here(of, record)} belongs to {_where(record, of.other)}"
    )


def _meant(of: Hypothesis, record: GameRecord) -> str:
    return f"{_here(of, record)} meant: {_clause_text(of.clause, record)}"


def _purchases(of: Hypothesis, record: GameRecord) -> str:
    return (
        f"the purchases of {_here(of, record)} and {_where(record, of.other)} were written down for each other's player"
    )


def _tiles(of: Hypothesis, record: GameRecord) -> str:
    return f"the tiles of {_here(of, record)} and {_where(record, of.other)} were swapped"


def _retold(of: Hypothesis, record: GameRecord) -> str:
    left = {other for _, again in written_again(of.put) for other in again.differences}
    concerned = written_again(record.events[of.index : of.index + of.removed])
    chosen = [other for _, again in concerned for other in again.differences if other not in left]
    said = " and ".join(f"{_clause_text(other.instead[0], record)} (line {other.other_line})" for other in chosen)
    return f"what was written the second time is right: {said}"


def _numbered(of: Hypothesis, record: GameRecord) -> str:
    return f"no turn is missing and the numbers from {_here(of, record)} on are wrong"


def _unit(of: Hypothesis, record: GameRecord) -> str:
    return f"cash is written in units of {of.pair[0]} dollars"


def _finals(of: Hypothesis, record: GameRecord) -> str:
    return f"the final cash of {_both(of, record)} was swapped"


def _trades(of: Hypothesis, record: GameRecord) -> str:
    return "every trade is written as the shares that were received, not as those given up"


def _seats(of: Hypothesis, record: GameRecord) -> str:
    acts = {event.act for event, was in zip(of.put, record.events[of.index :], strict=False) if event != was}
    where = " in mergers" if acts <= {ActKind.BONUS, ActKind.DISPOSE} else ""
    return f"from {_here(of, record)} on {_both(of, record)} were taken for each other{where}"


def _chains(of: Hypothesis, record: GameRecord) -> str:
    names = record.header.labels().names
    return f"from {_here(of, record)} on {' and '.join(names[chain] for chain in of.pair)} were taken for each other"


_WORDS: Final[Mapping[ErrorKind, Callable[[Hypothesis, GameRecord], str]]] = MappingProxyType(
    {
        ErrorKind.RETOLD: _retold,
        ErrorKind.NUMBERED: _numbered,
        ErrorKind.SWAPPED: _swapped,
        ErrorKind.EXCHANGED: _exchanged,
        ErrorKind.PLAYER: _of_player,
        ErrorKind.MISSING: _missing,
        ErrorKind.LOST: _lost,
        ErrorKind.MOVED: _moved,
        ErrorKind.VALUE: _meant,
        ErrorKind.PURCHASES: _purchases,
        ErrorKind.TILES: _tiles,
        ErrorKind.UNIT: _unit,
        ErrorKind.FINALS: _finals,
        ErrorKind.TRADES: _trades,
        ErrorKind.SEATS: _seats,
        ErrorKind.CHAINS: _chains,
    }
)


def _both(of: Hypothesis, record: GameRecord) -> str:
    """Return the two players of a hypothesis in words."""
    return " and ".join(record.header.players[seat].id for seat in of.pair)


def _here(of: Hypothesis, record: GameRecord) -> str:
    """Return where the error was made, in words."""
    return _where(record, of.at)


def _where(record: GameRecord, place: int) -> str:
    """Return the turn and the line of an event, or its number in the log if lines are not known."""
    line, turn = record.line_of(place), turn_at(record.events, place)
    where = f"line {line}" if line is not None else f"event {place + 1}"
    return f"turn {turn} ({where})" if turn else where


def _turn_text(events: Sequence[Action], record: GameRecord) -> str:
    """Return the events of the first turn among these as the notation writes them."""
    of = record.header.players[events[0].player].id
    rest = next((at for at, event in enumerate(events) if at and event.act is ActKind.TURN), len(events))
    return f"{of}: " + "; ".join(_clause_text(event, record) for event in events[1:rest])


def _clause_text(event: Action | None, record: GameRecord) -> str:
    """Return an event as the notation writes it; empty for None."""
    if event is None:
        return ""
    names = record.header.labels().names
    value: Any = event.value
    act = event.act
    if act in (ActKind.PLAY, ActKind.START):
        return f"{act.word} {TILE_NAMES[value]}"
    if act in (ActKind.DRAW, ActKind.DEAD):
        return f"{act.word} {' '.join(TILE_NAMES[tile] if tile >= 0 else '?' for tile in value)}"
    if act in (ActKind.FOUND, ActKind.SURVIVOR):
        return f"{act.word} {names[value]}"
    if act is ActKind.BUY:
        return f"{act.word} " + (", ".join(f"{names[chain]} {count}" for chain, count in value) or "-")
    if act is ActKind.DISPOSE:
        player = record.header.players[event.player].id
        return f"{player} of {names[value[0]]} sell {value[1]} trade {value[2]}"
    return str(act.word)
