"""The fewest pairs who meet in two rounds, against trying every spread."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.pairings.proof import least_overlap, pairs_of


def by_trying(sizes: list[int], others: list[int], free: int) -> int | None:
    """The least over every way to send each player to a table of the other round or to none; None where there is no way."""
    room = [*others, free]
    players = [table for table, size in enumerate(sizes) for _ in range(size)]
    found = []
    for way in product(range(len(room)), repeat=len(players)):
        if all(way.count(column) <= space for column, space in enumerate(room)):
            going = list(zip(players, way, strict=True))
            counts = {step: going.count(step) for step in going if step[1] < len(others)}
            found.append(sum(map(pairs_of, counts.values())))
    return min(found, default=None)


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(lambda sizes: sum(sizes) <= 6),
    st.lists(st.integers(1, 4), min_size=1, max_size=2),
    st.integers(0, 2),
)
def test_the_overlap_is_the_least_of_every_spread(sizes: list[int], others: list[int], free: int) -> None:
    expected = by_trying(sizes, others, free)
    if expected is not None:
        assert least_overlap(sizes, others, free) == expected


@pytest.mark.parametrize(
    ("sizes", "free", "expected"),
    [
        ((4, 4, 4), 0, 3),  # each four over three tables: one pair each
        ((5, 4, 4, 4), 0, 1),
        ((4, 4, 4, 4), 0, 0),
        ((5, 5, 5, 5, 3), 0, 1),  # four fives would each send one to the three
        ((6, 6, 6, 6, 6, 3), 0, 2),
        ((6, 6, 6, 6, 6, 3), 1, 1),
        ((4,) * 250, 0, 0),
    ],
)
def test_two_rounds_of_an_arrangement_leave_so_many_pairs_together(
    sizes: tuple[int, ...], free: int, expected: int
) -> None:
    assert least_overlap(sizes, sizes, free) == expected
