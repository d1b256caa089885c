"""Keeping players apart where it is tight: exact for few players, quick for many."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.draw.pairings.seatings import faults_of, fresh
from tournament.draw.pairings import Apart, plan
from tournament.draw.pairings.starts import Deadlock, separate
from tournament.record.vocabulary import PlayerId

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] != pair[1]), max_size=9)


def clashes(tables: dict[int, int], enemies: dict[int, list[int]]) -> bool:
    return any(tables[one] == tables[other] for one, others in enemies.items() for other in others)


@given(pairs=PAIRS, room=st.lists(st.integers(0, 3), min_size=1, max_size=3), where=st.none() | st.integers(0, 2))
def test_a_separation_is_found_exactly_where_there_is_one(
    pairs: list[tuple[int, int]], room: list[int], where: int | None
) -> None:
    enemies: dict[int, list[int]] = {}
    for one, other in pairs:
        enemies.setdefault(one, []).append(other)
        enemies.setdefault(other, []).append(one)
    placed = {0: where} if where is not None and where < len(room) and 0 in enemies else {}
    players = [player for player in enemies if player not in placed]
    ways = (
        {**placed, **dict(zip(players, way, strict=True))} for way in product(range(len(room)), repeat=len(players))
    )
    exists = any(
        not clashes(way, enemies)
        and all(sum(way[player] == table for player in players) <= chairs for table, chairs in enumerate(room))
        for way in ways
    )
    found = separate(enemies, placed, room, Random(1))
    if isinstance(found, Deadlock):
        assert (found, exists) == (Deadlock.IMPOSSIBLE, False)
    else:
        assert set(found) == set(players)
        assert not clashes({**placed, **found}, enemies)
        assert all(list(found.values()).count(table) <= chairs for table, chairs in enumerate(room))


def test_four_teams_of_a_hundred_never_share_a_table_of_four() -> None:
    teams = tuple(
        Apart(tuple(PlayerId(number) for number in range(first, first + 100))) for first in (1, 101, 201, 301)
    )
    request = fresh((4,) * 100, 3, apart=teams, seed=1)
    draw = plan(request)
    assert faults_of(request, draw.rounds) == []
    assert draw.report.repeats == 0
