"""The clauses of each turn in the order of play, which the notation has not and the rules need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.logs.language.diagnostics import Liberty
from games.acquire.logs.writer import clauses_text
from games.acquire.record import GameRecord, Header

#: Acts that follow from the tile and come before the purchase.
_CONSEQUENCES: Final = frozenset({ActKind.FOUND, ActKind.SURVIVOR, ActKind.ORDER, ActKind.BONUS, ActKind.DISPOSE})
_MONEY: Final = frozenset({ActKind.BONUS, ActKind.DISPOSE})
#: Turns with any other act are not reordered, because there the order may mean something.
_PLAIN: Final = _CONSEQUENCES | {
    ActKind.TURN,
    ActKind.PLAY,
    ActKind.BUY,
    ActKind.DRAW,
    ActKind.CASH,
    ActKind.END,
    ActKind.PASS,
    ActKind.SHOW,
    ActKind.DEAD,
    ActKind.RETURN,
    ActKind.CLOCK,
}
#: After these acts a tile may have been placed against the rules, so it is not moved before them.
_LATE: Final = frozenset({ActKind.DRAW, ActKind.PASS, ActKind.CLOCK, ActKind.END})


def in_order(record: GameRecord) -> tuple[GameRecord, list[Liberty]]:
    """Return the record with the clauses of each turn in the order of play, and a note for each turn that was reordered.

    A log with a rewind is returned unchanged, because the rewind counts its events.
    """
    if any(event.act is ActKind.REWIND for event in record.events):
        return record, []
    events, lines, stamps = list(record.events), list(record.lines), list(record.stamps)
    notes = []
    for first, last in _turns(record):
        moved = _ordered(events[first:last])
        if moved is None:
            continue
        before, after = events[first:last], [events[first + place] for place in moved]
        events[first:last] = after
        if lines:
            lines[first:last] = [lines[first + place] for place in moved]
        if stamps:
            stamps[first:last] = [stamps[first + place] for place in moved]
        written, read = _written(record.header, before), _written(record.header, after)
        notes.append(Liberty(record.line_of(first) or 1, 1, written, read))
    if not notes:
        return record, []
    return replace(record, events=events, lines=lines, stamps=tuple(stamps)), notes


def _turns(record: GameRecord) -> Iterator[tuple[int, int]]:
    """Yield the first index of each turn and the one after its last, for turns without a place that cannot be read."""
    ends = [
        place
        for place, event in enumerate(record.events)
        if event.act in (ActKind.TURN, ActKind.FINAL, ActKind.HAND, ActKind.START)
    ]
    unread = {gap.before for gap in record.unread}
    for first, last in pairwise([*ends, len(record.events)]):
        if record.events[first].act is ActKind.TURN and unread.isdisjoint(range(first + 1, last + 1)):
            yield first, last


def _ordered(turn: Sequence[Action]) -> list[int] | None:
    """Return the indices of a turn's events in the order of play, or None if they are in order or the order is not certain."""
    player = turn[0].player
    acts = [event.act for event in turn]
    is_plain = (
        all(event.act in _PLAIN for event in turn) and acts.count(ActKind.PLAY) <= 1 and acts.count(ActKind.BUY) <= 1
    )
    if not is_plain or any(event.player != player for event in turn if event.act not in _MONEY | {ActKind.CASH}):
        return None
    places = list(range(len(turn)))
    if ActKind.PLAY in acts:
        _move_tile(places, acts)
    _move_consequences(places, turn)
    return places if places != sorted(places) else None


def _move_tile(places: list[int], acts: Sequence[ActKind]) -> None:
    """Move the tile directly behind the beginning of the turn, unless it may have been placed late.

    The only survivor named, and a chain founded behind a count of cash, are moved with it.
    """
    at = acts.index(ActKind.PLAY)
    if not _LATE & set(acts[:at]):
        counted = next((place for place in places if acts[place] is ActKind.CASH), len(places))
        named = [place for place in places[counted:] if acts[place] is ActKind.FOUND]
        if acts.count(ActKind.SURVIVOR) == 1:
            named.append(acts.index(ActKind.SURVIVOR))
        first = [at, *named]
        places[1:] = [*first, *(place for place in places[1:] if place not in first)]


def _move_consequences(places: list[int], turn: Sequence[Action]) -> None:
    """Move what follows from the tile before the purchase and the end of the game.

    Counts of cash that stand directly behind the purchase stay behind it; those between two consequences stay between them.
    """
    acts = [turn[place].act for place in places]
    closing = [at for at, act in enumerate(acts) if act in (ActKind.BUY, ActKind.END)]
    if not closing or ActKind.PLAY in acts[closing[0] :]:
        return
    late = [at for at in range(closing[0] + 1, len(places)) if _is_consequence(turn, turn[places[at]])]
    if not late:
        return
    moved = [at for at in range(late[0], late[-1] + 1) if at in late or acts[at] is ActKind.CASH]
    rest = [at for at in range(closing[0], len(places)) if at not in moved]
    places[closing[0] :] = [places[at] for at in (*moved, *rest)]


def _is_consequence(turn: Sequence[Action], event: Action) -> bool:
    """Whether an event follows from the tile; a bonus may be of the end, unless somebody disposes of its chain in this turn."""
    if event.act is not ActKind.BONUS:
        return event.act in _CONSEQUENCES
    return any(other.act is ActKind.DISPOSE and other.value[0] == event.value[0] for other in turn)


def _written(header: Header, events: Sequence[Action]) -> str:
    """The clauses of a turn on one line, as the writer spells them."""
    ids = [player.id for player in header.players]
    return clauses_text(events[1:], events[0].player, ids, header.labels().names)
