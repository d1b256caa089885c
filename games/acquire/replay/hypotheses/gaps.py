"""A turn that was not written down: which tile, which chain and which purchase it may have been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.acquire.actions import UNKNOWN_TILE, Act, Action
from games.acquire.board import ALL_CHAINS, CHAINS, CHAINS_IN, FOUR_NEIGHBOURS, LONE, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.hypotheses.clauses import Basket, baskets
from games.acquire.replay.hypotheses.hypothesis import Hypothesis, Kind
from games.acquire.state import State


def missing_turns(
    record: GameRecord, at: int, player: int, before: State, *, tells_draws: bool, is_counted: bool
) -> Iterator[Hypothesis]:
    """What a player may have done in a turn missing before the one at a place, on the board as it was ``before``.

    ``is_counted``: its number is missing too; else the turns behind it were numbered on. A merger in it is left out: what
    its holders did is anybody's guess.
    """
    events = record.events
    number = events[at].value
    begun = Action(Act.TURN, player, number if number is None or not is_counted else number - 1)
    drawn = (Action(Act.DRAW, player, (UNKNOWN_TILE,)),) if tells_draws else ()
    for index in _ends_before(events, at):
        rest = () if is_counted else tuple(map(_numbered_on, events[index:]))
        for tile in _free_tiles(events):
            for tail in _tails(before, player, tile):
                put = (begun, Action(Act.PLAY, player, tile), *tail, *drawn, *rest)
                yield Hypothesis(Kind.MISSING, index, len(rest), put, at=at, said=None)


def _numbered_on(event: Action) -> Action:
    """An event of the log as it would be with one turn more before it."""
    if event.act is Act.TURN and event.value is not None:
        return event._replace(value=event.value + 1)
    return event


def _ends_before(events: Sequence[Action], at: int) -> list[int]:
    """Where the turn may have stood: before the next turn, or before the counts between."""
    first = at
    while first > 0 and events[first - 1].act is Act.CASH:
        first -= 1
    return [at] if first == at else [at, first]


def _free_tiles(events: Sequence[Action]) -> list[int]:
    placed = {event.value for event in events if event.act in (Act.PLAY, Act.START)}
    return [tile for tile in range(TILES) if tile not in placed]


def _tails(before: State, player: int, tile: int) -> Iterator[tuple[Action, ...]]:
    """What may follow a tile: a founding where it makes one, and a purchase or none."""
    a, b, c, d = FOUR_NEIGHBOURS[tile]
    spaces = before.spaces
    bits = spaces[a] | spaces[b] | spaces[c] | spaces[d]
    if len(CHAINS_IN[bits & ALL_CHAINS]) > 1:
        return
    here = list(CHAINS_IN[before.on_board])
    founded: list[tuple[tuple[Action, ...], list[int]]] = [((), here)]
    if bits == LONE:
        free = [chain for chain in range(CHAINS) if chain not in here]
        founded = [((Action(Act.FOUND, player, chain),), sorted([*here, chain])) for chain in free]
    nothing: list[Basket] = [()]
    for clause, on_board in founded:
        for wanted in (*nothing, *baskets(on_board)):
            yield (*clause, Action(Act.BUY, player, wanted))
