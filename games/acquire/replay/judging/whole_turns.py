"""Edits of whole turns: lost, in the wrong order, of another player, exchanged, wrongly numbered, or written twice and not alike.

Edits of a log in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from games.acquire.actions import UNKNOWN_TILE, Action, ActKind
from games.acquire.board import ALL_CHAINS, CHAINS_IN, FOUR_NEIGHBOURS, LONE, TILE_NAMES
from games.acquire.record import GameRecord
from games.acquire.replay.coverage import LineKind
from games.acquire.replay.judging.certainty import turn_at
from games.acquire.replay.judging.edits import Edit, EditKind
from games.acquire.replay.judging.slots import buyable_purchases, free_tiles, next_count, turn_end
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import walk
from games.acquire.rules.purchase import Purchase, cost
from games.acquire.state import State
from games.acquire.writings import Difference, WrittenAgain, written_again
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
        "here": _place_in_words(record, edit.at),
        "there": _place_in_words(record, edit.other) if edit.other >= 0 else "",
        "text": text,
        "player": ids[edit.put[0].player] if edit.put else "",
        "players": all_of(ids[seat] for seat in both if 0 <= seat < len(ids)),
        "names": all_of((chains if edit.kind is EditKind.CHAINS else ids)[number] for number in pair),
        "amount": edit.pair[0],
        "clauses": _second_writing_words(edit, record) if edit.kind is EditKind.RETOLD else "",
    }


def _second_writing_words(edit: Edit, record: GameRecord) -> Said:
    """Return what the second writing says in the places where it is right."""
    left = {other for _place, again in written_again(edit.put) for other in again.differences}
    concerned = written_again(record.events[edit.index : edit.index + edit.removed])
    chosen = [other for _place, again in concerned for other in again.differences if other not in left]
    return all_of(
        _("{text} (line {line})", text=_clause_text(other.instead[0], record), line=other.other_line)
        for other in chosen
    )


def _place_in_words(record: GameRecord, place: int) -> Said:
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


def whole_turns(record: GameRecord, since: int, place: int) -> Iterator[Edit]:
    """Yield the edits by which a turn is wrong as a whole: in the wrong order, exchanged, or of another player.

    They are about turns since the event at ``since`` and near the one at ``place``.
    """
    events = record.events
    near = _turns_near(events, since, place)
    for (first, last), (second, end) in pairwise(near):
        put = (*events[second:end], *events[last:second], *events[first:last])
        yield Edit(EditKind.SWAPPED, first, end - first, put, first, second)
        heads = events[first], events[second]
        if all(head.act is ActKind.TURN for head in heads):
            one, other = heads[0].player, heads[1].player
            earlier = _with_player(events[second + 1 : end], other, one, _OWN_BESIDE_HOLDERS)
            later = _with_player(events[first + 1 : last], one, other, _OWN_BESIDE_HOLDERS)
            put = (heads[0], *earlier, *events[last:second], heads[1], *later)
            yield Edit(EditKind.EXCHANGED, first, end - first, put, first, second)
    for first, last in near:
        was = events[first].player
        for player in range(len(record.header.players)) if events[first].act is ActKind.TURN else ():
            if player != was:
                put = tuple(_with_player(events[first:last], was, player, _OWN))
                yield Edit(EditKind.PLAYER, first, last - first, put, first)


#: The acts that stay their player's where a turn is another's, and where the contents of two turns are exchanged.
_OWN: Final = frozenset({ActKind.BONUS, ActKind.CASH})
_OWN_BESIDE_HOLDERS: Final = _OWN | {ActKind.DISPOSE}


def _turns_near(events: Sequence[Action], since: int, place: int) -> list[tuple[int, int]]:
    """Return first and last index of all turns since an event, and of those up to two turns from another; without counts at their ends."""
    starts = [at for at, event in enumerate(events) if event.act is ActKind.TURN]
    found = [(first, _without_counts(events, first, last)) for first, last in pairwise([*starts, len(events)])]
    here = max(0, sum(first <= place for first in starts) - 1)
    return found[max(0, min(here - 2, sum(first <= since for first in starts) - 1)) : here + 3]


def _without_counts(events: Sequence[Action], first: int, last: int) -> int:
    """Return ``last``, the index after a turn's last event, moved back before the counts of cash at its end."""
    while last > first + 1 and events[last - 1].act in (ActKind.CASH, ActKind.FINAL):
        last -= 1
    return last


def _with_player(events: Sequence[Action], was: int, player: int, own: Collection[ActKind]) -> list[Action]:
    """Return events with those of the player ``was`` given to ``player``; events of the acts ``own`` keep their player."""
    return [
        event._replace(player=player) if event.player == was and event.act not in own else event for event in events
    ]


def missing_turns(start: Replayer, record: GameRecord, at: int, player: int, *, is_counted: bool) -> Iterator[Edit]:
    """Yield the edits by which a turn of this player is missing before the turn that begins at the event ``at``.

    ``start`` is a replay that has come no further than there. With ``is_counted`` the log leaves out the turn's number too; else the
    turns after it are numbered as if it had not been. Turns with a merger are not tried, because there are too many ways to dispose.
    """
    events = record.events
    number = events[at].value
    begun = Action(ActKind.TURN, player, number if number is None or not is_counted else number - 1)
    has_draws = start.coverage.is_complete(LineKind.DRAWS, player)
    drawn = (Action(ActKind.DRAW, player, (UNKNOWN_TILE,)),) if has_draws else ()
    first = at
    while first > 0 and events[first - 1].act is ActKind.CASH:
        first -= 1
    for index in sorted({at, first}, reverse=True):
        rest = () if is_counted else tuple(_numbered_on(events[index:], 1))
        before = start.copy(record)
        walk(before, index)
        for tile in free_tiles(events):
            for founded in _foundings(before.state, player, tile):
                put = (begun, Action(ActKind.PLAY, player, tile), *founded)
                none = Edit(
                    EditKind.MISSING, index, len(rest), (*put, Action(ActKind.BUY, player, ()), *drawn, *rest), at
                )
                for bought in _possible_purchase(before.copy(none.applied(record)), index + len(put), player):
                    tail = (Action(ActKind.BUY, player, bought), *drawn, *rest)
                    yield replace(none, put=(*put, *tail))


def _foundings(before: State, player: int, tile: int) -> Iterator[tuple[Action, ...]]:
    """Yield what follows a placed tile: one founding or another if it makes a chain, else nothing; nothing at all if it merges chains."""
    a, b, c, d = FOUR_NEIGHBOURS[tile]
    spaces = before.spaces
    bits = spaces[a] | spaces[b] | spaces[c] | spaces[d]
    if bits == LONE:
        yield from ((Action(ActKind.FOUND, player, chain),) for chain in before.free_chains())
    elif len(CHAINS_IN[bits & ALL_CHAINS]) < 2:
        yield ()


def _possible_purchase(trial: Replayer, place: int, player: int) -> list[Purchase]:
    """Return what a player may have bought at a place of a log in which he buys nothing there: what his next count lacks.

    Where a merger comes before it, shares bought may have changed its bonuses, so that he may have bought anything.
    """
    walk(trial, place)
    state, events = trial.state, trial.events
    found = [(basket, cost(state, basket)) for basket in buyable_purchases(state)]
    merged = state.settled
    count = next_count(events, place, player)
    walk(trial, count)
    if count == len(events) or trial.state.settled is not merged:
        return [basket for basket, _price in found]
    lacking = trial.state.cash[player] - events[count].value
    return [basket for basket, price in found if price == lacking]


def _numbered_on(events: Sequence[Action], by: int) -> Iterator[Action]:
    """Yield events with the number of each turn increased by ``by``."""
    for event in events:
        is_numbered = event.act is ActKind.TURN and event.value is not None
        yield event._replace(value=event.value + by) if is_numbered else event


def wrong_numbers(record: GameRecord, at: int, missing: int) -> Edit:
    """Return the edit by which ``missing`` turns before the one at the event ``at`` are not missing: its number is too high."""
    put = tuple(_numbered_on(record.events[at:], -missing))
    return Edit(EditKind.NUMBERED, at, len(put), put, at=at)


#: Of so many contradictions between two writings every choice is tried; of more only each one alone and all together.
_MOST_CHOICES: Final = 6


def other_writings(record: GameRecord) -> Iterator[Edit]:
    """Yield the edits by which the second writing of a turn is right where it contradicts the first: in one place, or in several."""
    found = dict(written_again(record.events))
    differing = [other for again in found.values() for other in again.differences]
    counts = range(1, len(differing) + 1) if len(differing) <= _MOST_CHOICES else (1, len(differing))
    for count in counts:
        for chosen in combinations(differing, count):
            yield _retold(record, found, chosen)


def _retold(record: GameRecord, found: Mapping[int, WrittenAgain], chosen: Sequence[Difference]) -> Edit:
    """Return the edit by which the second writing is right in the chosen places."""
    first = min(other.places[0] for other in chosen)
    last = [marker for marker, again in found.items() if not set(again.differences).isdisjoint(chosen)][-1]
    put: list[Action] = []
    for place in range(first, last + 1):
        event = record.events[place]
        other = next((other for other in chosen if place in other.places), None)
        if place in found:
            left = tuple(other for other in found[place].differences if other not in chosen)
            put.append(event._replace(value=replace(found[place], differences=left)))
        elif other is None:
            put.append(event)
        elif place == other.places[0]:
            put += other.instead
    clause = chosen[0].instead[0]
    return Edit(EditKind.RETOLD, first, last + 1 - first, tuple(put), at=first, clause=clause)
