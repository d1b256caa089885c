"""Edits of a log in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.record import GameRecord
from games.acquire.replay.judging.certainty import turn_at
from games.acquire.replay.judging.edits import Edit, EditKind
from games.acquire.writings.doubles import written_again
from games.sentences import Said, all_of
from games.sentences import gettext_lazy as _


def in_words(edit: Edit, record: GameRecord) -> Said:
    """Return an edit as words that follow "The rest of the log fits if"."""
    return _WORDS[edit.kind](edit, record)


def _swapped(of: Edit, record: GameRecord) -> Said:
    return _("{here} and {there} are in the wrong order", here=_here(of, record), there=_where(record, of.other))


def _exchanged(of: Edit, record: GameRecord) -> Said:
    return _(
        "{here} and {there} were each written down for the other's player",
        here=_here(of, record),
        there=_where(record, of.other),
    )


def _of_player(of: Edit, record: GameRecord) -> Said:
    return _("{here} is {player}'s turn", here=_here(of, record), player=record.header.players[of.put[0].player].id)


def _missing(of: Edit, record: GameRecord) -> Said:
    return _("this turn is missing before {here}: {text}", here=_here(of, record), text=_turn_text(of.put, record))


def _lost(of: Edit, record: GameRecord) -> Said:
    return _("{here} should also say: {text}", here=_here(of, record), text=_clause_text(of.clause, record))


def _twice(of: Edit, record: GameRecord) -> Said:
    return _(
        "the clause “{text}” in {here} was written twice", text=_clause_text(of.clause, record), here=_here(of, record)
    )


def _moved(of: Edit, record: GameRecord) -> Said:
    return _(
        "the clause “{text}” in {here} belongs to {there}",
        text=_clause_text(of.clause, record),
        here=_here(of, record),
        there=_where(record, of.other),
    )


def _meant(of: Edit, record: GameRecord) -> Said:
    return _("{here} should say: {text}", here=_here(of, record), text=_clause_text(of.clause, record))


def _purchases(of: Edit, record: GameRecord) -> Said:
    return _(
        "the purchases in {here} and {there} were each written down for the other's player",
        here=_here(of, record),
        there=_where(record, of.other),
    )


def _disposals(of: Edit, record: GameRecord) -> Said:
    ids = [record.header.players[record.events[place].player].id for place in (of.at, of.other)]
    return _("the disposals of {players} in {here} were swapped", here=_here(of, record), players=all_of(ids))


def _tiles(of: Edit, record: GameRecord) -> Said:
    return _("the tiles of {here} and {there} were swapped", here=_here(of, record), there=_where(record, of.other))


def _retold(of: Edit, record: GameRecord) -> Said:
    left = {other for _place, again in written_again(of.put) for other in again.differences}
    concerned = written_again(record.events[of.index : of.index + of.removed])
    chosen = [other for _place, again in concerned for other in again.differences if other not in left]
    said = [
        _("{text} (line {line})", text=_clause_text(other.instead[0], record), line=other.other_line)
        for other in chosen
    ]
    return _("the second version is right: {clauses}", clauses=all_of(said))


def _numbered(of: Edit, record: GameRecord) -> Said:
    return _("no turn is missing and the turn numbers are wrong from {here} on", here=_here(of, record))


def _unit(of: Edit, record: GameRecord) -> Said:
    return _("cash is written in units of {amount} dollars", amount=of.pair[0])


def _finals(of: Edit, record: GameRecord) -> Said:
    return _("the final cash of {players} was swapped", players=_both(of, record))


def _trades(of: Edit, record: GameRecord) -> Said:
    return _("every trade gives the shares received, not the shares given up")


def _seats(of: Edit, record: GameRecord) -> Said:
    acts = {event.act for event, was in zip(of.put, record.events[of.index :], strict=False) if event != was}
    here, both = _here(of, record), _both(of, record)
    if acts <= {ActKind.BONUS, ActKind.DISPOSE}:
        return _("from {here} on, {names} were mixed up in mergers", here=here, names=both)
    return _("from {here} on, {names} were mixed up", here=here, names=both)


def _chains(of: Edit, record: GameRecord) -> Said:
    names = record.header.labels().names
    return _(
        "from {here} on, {names} were mixed up", here=_here(of, record), names=all_of(names[chain] for chain in of.pair)
    )


_WORDS: Final[Mapping[EditKind, Callable[[Edit, GameRecord], Said]]] = MappingProxyType(
    {
        EditKind.RETOLD: _retold,
        EditKind.NUMBERED: _numbered,
        EditKind.SWAPPED: _swapped,
        EditKind.EXCHANGED: _exchanged,
        EditKind.PLAYER: _of_player,
        EditKind.MISSING: _missing,
        EditKind.LOST: _lost,
        EditKind.TWICE: _twice,
        EditKind.MOVED: _moved,
        EditKind.VALUE: _meant,
        EditKind.PURCHASES: _purchases,
        EditKind.DISPOSALS: _disposals,
        EditKind.TILES: _tiles,
        EditKind.UNIT: _unit,
        EditKind.FINALS: _finals,
        EditKind.TRADES: _trades,
        EditKind.SEATS: _seats,
        EditKind.CHAINS: _chains,
    }
)


def _both(of: Edit, record: GameRecord) -> Said:
    """Return the two players of an edit in words."""
    return all_of(record.header.players[seat].id for seat in of.pair)


def _here(of: Edit, record: GameRecord) -> Said:
    """Return where the error was made, in words."""
    return _where(record, of.at)


def _where(record: GameRecord, place: int) -> Said:
    """Return the turn and the line of an event, or its number in the log if lines are not known."""
    line, turn = record.line_of(place), turn_at(record.events, place)
    if line is None:
        if turn:
            return _("turn {turn} (event {event})", turn=turn, event=place + 1)
        return _("event {event}", event=place + 1)
    return _("turn {turn} (line {line})", turn=turn, line=line) if turn else _("line {line}", line=line)


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
        return f"{player} of {names[value[0]]} sell {value[1]} trade {value[2]}"  # not said
    return str(act.word)
