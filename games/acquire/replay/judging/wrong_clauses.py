"""Hypotheses about single events that were not written down, or written into the wrong turn or with a wrong value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, NEIGHBOURS, ROWS, TILE_NAMES, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.coverage import rest_of_turn
from games.acquire.replay.judging.hypotheses import Basket, Clue, ErrorKind, Hypothesis, baskets, free_tiles
from games.acquire.replay.judging.whole_turns import exchanged_values, turn_of, turns_of

#: Acts that come after the purchase of a turn, so that an unrecorded purchase is inserted before them.
CLOSING: Final = frozenset(
    {ActKind.DRAW, ActKind.CASH, ActKind.CLOCK, ActKind.TIMEOUT, ActKind.END, ActKind.FINAL, ActKind.DEAD, ActKind.HAND}
)


#: Returns how many shares of a chain each player has before the turn of an event.
Holdings = Callable[[int, int], Sequence[int]]


def wrong_clauses(record: GameRecord, clue: Clue, holdings: Holdings) -> Iterator[Hypothesis]:
    """Yield hypotheses about single events that may explain the findings, the most likely ones first.

    ``holdings`` gives for the index of an event and a chain how many shares each player has before the turn of that event.
    """
    if clue.may_be_of_shares:
        yield from _moved_purchases(record, clue)
        yield from _other_disposals(record, clue, holdings)
    yield from _other_values(record, clue)
    if clue.may_be_unrecorded:
        yield from _lost_purchases(record, clue)
    yield from _lost_choices(record, clue, holdings)
    if clue.may_be_of_shares:
        yield from _repeated_purchases(record, clue)


def _foundings(record: GameRecord) -> dict[int, int]:
    """Return for each chain the index of its first founding, from which on it may be bought.

    It is -1 for all chains if the log begins with a position, and the number of events for a chain that is never founded.
    """
    if record.header.position is not None:
        return dict.fromkeys(range(CHAINS), -1)
    founded = dict.fromkeys(range(CHAINS), len(record.events))
    for place in range(len(record.events) - 1, -1, -1):
        if record.events[place].act is ActKind.FOUND:
            founded[record.events[place].value] = place
    return founded


def _founded_before(founded: Mapping[int, int], place: int) -> list[int]:
    """Return the chains that were founded before the event at ``place``."""
    return [chain for chain, at in founded.items() if at < place]


def _lost_purchases(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a purchase was left out, or written as "nothing"; the latest turns first."""
    events, founded = record.events, _foundings(record)
    turns = [(first, last) for first, last in turns_of(events)[::-1] if first <= clue.place and last > clue.earliest]
    silent = [turn for turn in turns if all(event.act is not ActKind.BUY for event in events[slice(*turn)])]
    for first, last in silent:
        at = _end_of_clauses(events, first, last)
        for wanted in baskets(_founded_before(founded, at)):
            bought = Action(ActKind.BUY, events[first].player, wanted)
            yield Hypothesis(ErrorKind.LOST, at, 0, (bought,), at=first, clause=bought)
    for first, last in turns:
        at = next((at for at in range(first, last) if events[at].act is ActKind.BUY and not events[at].value), last)
        for wanted in baskets(_founded_before(founded, at)) if at < last else ():
            bought = events[at]._replace(value=wanted)
            yield Hypothesis(ErrorKind.VALUE, at, 1, (bought,), at=at, clause=bought)


def _end_of_clauses(events: Sequence[Action], first: int, last: int) -> int:
    """Return the index in a turn at which an unrecorded purchase would have been written."""
    return next((place for place in range(first, last) if events[place].act in CLOSING), last)


def _moved_purchases(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a purchase was written into the turn before or after its own, or the same player's next or last."""
    events = record.events
    seats = len(record.header.players)
    turns = turns_of(events)
    for number, (first, last) in enumerate(turns):
        if first > clue.place or any(event.act is ActKind.BUY for event in events[first:last]):
            continue
        for other in (number - seats, number - 1, number + 1, number + seats):
            if 0 <= other < len(turns) and min(first, turns[other][0]) >= clue.earliest:
                yield from _moved(events, (first, last), turns[other])


def _moved(events: Sequence[Action], to: tuple[int, int], of: tuple[int, int]) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a purchase recorded in the turn ``of`` belongs to the turn ``to``."""
    player = events[to[0]].player
    put_at = _end_of_clauses(events, *to)
    for place in range(*of):
        if events[place].act is ActKind.BUY and events[place].value:
            bought = events[place]._replace(player=player)
            low, high = min(put_at, place), max(put_at, place + 1)
            without = [event for at, event in enumerate(events[low:high], low) if at != place]
            put = (bought, *without) if put_at <= place else (*without, bought)
            yield Hypothesis(ErrorKind.MOVED, low, high - low, put, at=place, other=to[0], clause=bought)


#: The decision of a turn that was not written down, by the finding about it.
_CHOICES: Final = {"found-missing": ActKind.FOUND, "survivor-missing": ActKind.SURVIVOR}

#: The findings that a disposal which was not written down may leave.
_OF_LOST_DISPOSALS: Final = frozenset({"dispose-missing", "dispose-order"})


def _lost_choices(record: GameRecord, clue: Clue, holdings: Holdings) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a founding, a survivor or a disposal was left out of the turn of the first finding."""
    events = record.events
    first = turn_of(events, min(clue.place, len(events) - 1))
    tile = next((place for place in range(first, len(events)) if events[place].act is ActKind.PLAY), None)
    if tile is None or tile > clue.place + 1:
        return
    for code, act in _CHOICES.items():
        if code in clue.codes:
            for chain in range(CHAINS):
                clause = Action(act, events[tile].player, chain)
                yield Hypothesis(ErrorKind.LOST, tile + 1, 0, (clause,), at=first, clause=clause)
    if not _OF_LOST_DISPOSALS.isdisjoint(clue.codes):
        yield from _lost_disposals(record, tile, holdings)


def _lost_disposals(record: GameRecord, tile: int, holdings: Holdings) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a holder's disposal was left out next to another one of the same merger.

    ``tile`` is the index of the event that placed the merging tile.
    """
    events, shares = record.events, record.header.rulebook().chain_shares
    disposals = [at for at, event in enumerate(rest_of_turn(events, tile), tile) if event.act is ActKind.DISPOSE]
    for at in disposals:
        chain = events[at].value[0]
        there = {events[place].player for place in disposals if events[place].value[0] == chain}
        for player in range(len(record.header.players)):
            if player in there:
                continue
            for place in (at, at + 1):
                for value in _disposals(chain, min(holdings(at, chain)[player], shares)):
                    clause = Action(ActKind.DISPOSE, player, value)
                    yield Hypothesis(ErrorKind.LOST, place, 0, (clause,), at=tile, clause=clause)


def _disposals(chain: int, owned: int) -> Iterator[tuple[int, int, int, None]]:
    """Yield all that a holder may do with so many shares; what is neither sold nor traded is held."""
    for trade in range(0, owned + 1, 2):
        for sell in range(owned - trade + 1):
            yield chain, sell, trade, None


def _other_disposals(record: GameRecord, clue: Clue, holdings: Holdings) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a disposal was another one, the latest first: other numbers, or the line of another holder.

    Shares traded or held move no cash until much later, so a count behind a disposal does not show that it is right.
    """
    events, shares = record.events, record.header.rulebook().chain_shares
    here = turn_of(events, clue.place)
    found = [at for at, event in enumerate(events) if event.act is ActKind.DISPOSE]
    turns = {at: first for at in found if (first := turn_of(events, at)) <= here}
    for at in reversed(turns):
        act, player, (chain, sell, trade, hold) = events[at]
        owned = holdings(at, chain)
        most = min(max(owned[player], sell + trade), shares)  # no log makes a chain larger
        for value in _disposals(chain, most):
            _chain, sold, traded, _hold = value
            # Numbers that do not add up have one wrong number; of two no line can tell.
            changed = [sold != sell, traded != trade, hold not in (None, most - sold - traded)]
            if any(changed[:2]) and (hold is None or sell + trade + hold == most or sum(changed) == 1):
                yield _other(record, at, value)
        same = [other for other in turns if events[other].value[0] == chain and turns[other] == turns[at]]
        disposers = {events[other].player for other in same}
        for holder, count in enumerate(owned):
            if count and holder not in disposers:
                meant = Action(act, holder, (chain, sell, trade, None))
                yield Hypothesis(ErrorKind.VALUE, at, 1, (meant,), at=at, clause=meant)
        for other in same:
            if other > at and events[other].player != player:
                yield from exchanged_values(record, ErrorKind.DISPOSALS, at, other)


def _other_values(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Yield hypotheses by which one event was meant with another value, in the same turn, a starting tile or an earlier turn.

    For a tile placed long before the first finding only the neighbouring spaces are tried, and those that are easily written for it: any
    other error would have been noticed.
    """
    events = record.events
    last = min(clue.place, len(events) - 1)
    turn = turn_of(events, last)
    free = free_tiles(events)
    starts = [place for place in range(clue.earliest, turn) if events[place].act is ActKind.START]
    far = [place for place in range(turn - 1, clue.earliest - 1, -1) if _may_lie_dormant(events[place], place, clue)]
    founded = _foundings(record)
    for place in (*range(last, turn - 1, -1), *starts, *far):
        if clue.may_be_of_shares or events[place].act is not ActKind.BUY:
            for value in _others(events[place], free, _founded_before(founded, place)):
                yield _other(record, place, value)
    yield from _open_purchases(record, clue, range(last, clue.since - 1, -1), founded)
    for place in range(min(turn, clue.since) - 1, -1, -1):
        if events[place].act is ActKind.PLAY:
            for tile in (*NEIGHBOURS[events[place].value], *_MISTAKEN[events[place].value]):
                if tile in free:
                    yield _other(record, place, tile)


def _mistaken(tile: int) -> tuple[int, ...]:
    """Return the tiles that are easily written for a tile: a digit too many or too few, and column and row exchanged, as in 3D and 4C."""
    column, row = int(TILE_NAMES[tile][:-1]), ROWS.index(TILE_NAMES[tile][-1]) + 1
    columns = [other for pair in _COLUMNS if column in pair for other in pair if other != column]
    names = [f"{other}{TILE_NAMES[tile][-1]}" for other in columns]
    if row <= len(ROWS) and column <= len(ROWS) and row != column:
        names.append(f"{row}{ROWS[column - 1]}")
    return tuple(TILE_NAMES.index(name) for name in names)


#: Numbers of columns that are easily written for each other.
_COLUMNS: Final = ((1, 11), (1, 10), (2, 12))

_MISTAKEN: Final = tuple(map(_mistaken, range(TILES)))


def _other(record: GameRecord, place: int, value: Any) -> Hypothesis:
    """Return the hypothesis that the event at ``place`` was meant with this value."""
    meant = record.events[place]._replace(value=value)
    return Hypothesis(ErrorKind.VALUE, place, 1, (meant,), at=place, clause=meant)


def _may_lie_dormant(event: Action, place: int, clue: Clue) -> bool:
    """Whether a wrong value of this event may stay unnoticed for several turns."""
    return event.act in (ActKind.BUY, ActKind.FOUND) or (event.act is ActKind.PLAY and place >= clue.since)


def _open_purchases(
    record: GameRecord, clue: Clue, places: Iterable[int], founded: Mapping[int, int]
) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a purchase that no count has checked was any other one, after those that are easily written for it."""
    for place in places:
        act, _player, value = record.events[place]
        if clue.may_be_of_shares and act is ActKind.BUY:
            on_board = _founded_before(founded, place)
            likely = set(_other_purchases(value, on_board))
            for basket in baskets(on_board):
                if basket != value and basket not in likely:
                    yield _other(record, place, basket)


def _others(event: Action, free: Sequence[int], founded: Sequence[int]) -> Iterator[Any]:
    """Yield other values of an event that are easily written for it; a starting tile keeps its letter or its number."""
    act, _, value = event
    if act is ActKind.PLAY:
        yield from free
    elif act is ActKind.START:
        row, column = TILE_NAMES[value][-1], TILE_NAMES[value][:-1]
        yield from (tile for tile in free if TILE_NAMES[tile][-1] == row or TILE_NAMES[tile][:-1] == column)
    elif act in (ActKind.DRAW, ActKind.DEAD) and len(value) == 1:
        yield from ((tile,) for tile in free if tile != value[0])
    elif act in (ActKind.FOUND, ActKind.SURVIVOR):
        yield from (chain for chain in range(CHAINS) if chain != value)
    elif act is ActKind.BUY:
        yield from _other_purchases(value, founded)


def _other_purchases(purchase: Basket, founded: Sequence[int]) -> Iterator[Basket]:
    """Yield purchases that differ in one number or one chain, that lack one chain, or in which the numbers of two are exchanged."""
    bought = {chain for chain, _ in purchase}
    if len(purchase) == 2 and purchase[0][1] != purchase[1][1]:
        (one, few), (two, many) = purchase
        yield ((one, many), (two, few))
    for place, (chain, count) in enumerate(purchase):
        others = [(chain, other) for other in (1, 2, 3) if other != count]
        others += [(other, count) for other in founded if other not in bought]
        for other in others:
            yield (*purchase[:place], other, *purchase[place + 1 :])
        yield (*purchase[:place], *purchase[place + 1 :])


def _repeated_purchases(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Yield hypotheses by which the purchase before, of the same player or of whoever was before, was written once more for another one."""
    events, founded = record.events, _foundings(record)
    places = [at for at, event in enumerate(events) if event.act is ActKind.BUY and at <= clue.place]
    for at in range(len(places) - 1, 0, -1):
        place = places[at]
        if place < clue.earliest:
            return
        bought = events[place]
        own = next((events[other] for other in places[:at][::-1] if events[other].player == bought.player), None)
        if bought.value and bought.value in (events[places[at - 1]].value, own.value if own is not None else None):
            for basket in baskets(_founded_before(founded, place)):
                if basket != bought.value:
                    yield _other(record, place, basket)
