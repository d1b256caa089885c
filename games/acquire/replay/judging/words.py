"""Edits of a log in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.record import GameRecord
from games.acquire.replay.judging.certainty import turn_at
from games.acquire.replay.judging.edits import Edit, EditKind
from games.acquire.replay.judging.scene import turn_end
from games.acquire.writings.doubles import written_again
from games.sentences import Said, Sentence, all_of, gettext_noop
from games.sentences import gettext_lazy as _

_WORDS: Final = {
    EditKind.RETOLD: gettext_noop("the second version is right: {clauses}"),
    EditKind.NUMBERED: gettext_noop("no turn is missing and the turn numbers are wrong from {here} on"),
    EditKind.SWAPPED: gettext_noop("{here} and {there} are in the wrong order"),
    EditKind.EXCHANGED: gettext_noop("{here} and {there} were each written down for the other's player"),
    EditKind.PLAYER: gettext_noop("{here} is {player}'s turn"),
    EditKind.MISSING: gettext_noop("this turn is missing before {here}: {text}"),
    EditKind.LOST: gettext_noop("{here} should also say: {text}"),
    EditKind.TWICE: gettext_noop("the clause “{text}” in {here} was written twice"),
    EditKind.MOVED: gettext_noop("the clause “{text}” in {here} belongs to {there}"),
    EditKind.VALUE: gettext_noop("{here} should say: {text}"),
    EditKind.PURCHASES: gettext_noop(
        "the purchases in {here} and {there} were each written down for the other's player"
    ),
    EditKind.DISPOSALS: gettext_noop("the disposals of {players} in {here} were swapped"),
    EditKind.TILES: gettext_noop("the tiles of {here} and {there} were swapped"),
    EditKind.UNIT: gettext_noop("cash is written in units of {amount} dollars"),
    EditKind.FINALS: gettext_noop("the final cash of {players} was swapped"),
    EditKind.TRADES: gettext_noop("every trade gives the shares received, not the shares given up"),
    EditKind.SEATS: gettext_noop("from {here} on, {names} were mixed up"),
    EditKind.CHAINS: gettext_noop("from {here} on, {names} were mixed up"),
}
_IN_MERGERS: Final = gettext_noop("from {here} on, {names} were mixed up in mergers")


def in_words(edit: Edit, record: GameRecord) -> Said:
    """Return an edit as words that follow "The rest of the log fits if"."""
    message = _WORDS[edit.kind]
    if edit.kind is EditKind.SEATS:
        changed = zip(edit.put, record.events[edit.index :], strict=False)
        is_of_mergers = {event.act for event, was in changed if event != was} <= {ActKind.BONUS, ActKind.DISPOSE}
        message = _IN_MERGERS if is_of_mergers else message
    values = {name: value for name, value in _values(edit, record).items() if f"{{{name}}}" in message}
    return Sentence(message, values)


def _values(edit: Edit, record: GameRecord) -> Mapping[str, object]:
    """Return all that the words of an edit may say."""
    ids, chains = [player.id for player in record.header.players], record.header.labels().names
    text = _clause_text(edit.clause, record) if edit.clause is not None else ""
    if edit.kind is EditKind.MISSING:
        text = _turn_text(edit.put, record)
    pair = edit.pair if edit.kind in (EditKind.SEATS, EditKind.CHAINS) else ()
    both = [record.events[place].player for place in (edit.at, edit.other)] if edit.other >= 0 else edit.pair
    return {
        "here": _where(record, edit.at),
        "there": _where(record, edit.other) if edit.other >= 0 else "",
        "text": text,
        "player": ids[edit.put[0].player] if edit.put else "",
        "players": all_of(ids[seat] for seat in both if 0 <= seat < len(ids)),
        "names": all_of((chains if edit.kind is EditKind.CHAINS else ids)[number] for number in pair),
        "amount": edit.pair[0],
        "clauses": _chosen(edit, record) if edit.kind is EditKind.RETOLD else "",
    }


def _chosen(edit: Edit, record: GameRecord) -> Said:
    """Return what the second writing says in the places where it is right."""
    left = {other for _place, again in written_again(edit.put) for other in again.differences}
    concerned = written_again(record.events[edit.index : edit.index + edit.removed])
    chosen = [other for _place, again in concerned for other in again.differences if other not in left]
    return all_of(
        _("{text} (line {line})", text=_clause_text(other.instead[0], record), line=other.other_line)
        for other in chosen
    )


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
    return f"{of}: " + "; ".join(_clause_text(event, record) for event in events[1 : turn_end(events, 0)])


def _clause_text(event: Action, record: GameRecord) -> str:
    """Return an event as the notation writes it."""
    names, ids = record.header.labels().names, [player.id for player in record.header.players]
    act, player, value = event
    if act is ActKind.DISPOSE:
        return f"{ids[player]} of {names[value[0]]} sell {value[1]} trade {value[2]}"
    if act in (ActKind.PLAY, ActKind.START):
        told = TILE_NAMES[value]
    elif act in (ActKind.DRAW, ActKind.DEAD):
        told = " ".join(TILE_NAMES[tile] if tile >= 0 else "?" for tile in value)
    elif act in (ActKind.FOUND, ActKind.SURVIVOR):
        told = names[value]
    elif act is ActKind.BUY:
        told = ", ".join(f"{names[chain]} {count}" for chain, count in value) or "-"
    elif act is ActKind.BONUS:
        told = f"{ids[player]} {names[value[0]]} {value[1]}"
    else:
        return act.word
    return f"{act.word} {told}"
