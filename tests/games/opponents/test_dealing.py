"""How worlds are dealt: what a tile would do for its holder, and which tiles he hardly kept."""

from __future__ import annotations

import pytest

from games.acquire.board import parse_tile
from games.acquire.editions.values import EDITIONS
from games.opponents.core import layout as at
from games.opponents.core.board import absorb, source
from games.opponents.core.layout import Numbers, zeros
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, deal_hidden, position_room, set_out
from games.opponents.search import rewards
from games.opponents.search.learned import LEARNED_ODDS
from games.opponents.search.rewards import (
    AHEAD,
    BEHIND,
    DEAD,
    DISSOLVES,
    GROWS,
    KINDS,
    LEVEL,
    NONE_OF_IT,
    NOTHING,
    SINGLE,
)
from games.opponents.search.thinking import COUNTING, OURS
from games.opponents.search.tree import DEALS_LIKELY, ODDS
from laboratory.opponents.learning import Noted, count_kinds

MSO = EDITIONS["mso"]


def board(*chains: str, loose: str = "") -> tuple[Numbers, Numbers]:
    """Four players of `mso` with 3, 2, 2 and no shares of each of these chains, told by the names of their tiles, and single tiles."""
    e, s = parameters(MSO), position_room()
    set_out(s, e, 4)
    for tile in map(parse_tile, loose.split()):
        s[at.SPACES + tile] = at.LONE
    for chain, names in enumerate(chains):
        first, *others = map(parse_tile, names.split())
        for tile in others:
            s[at.SPACES + tile] = at.LONE
        absorb(s, e, chain, first)
        s[at.ON_BOARD] |= 1 << chain
        for seat, shares in enumerate((3, 2, 2, 0)):
            s[at.SHARES + at.SEATS_AT_MOST * chain + seat] = shares
    return s, e


LONG = "1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A"
LONG_TOO = "1C 2C 3C 4C 5C 6C 7C 8C 9C 10C 11C"


@pytest.mark.parametrize(
    ("chains", "tile", "kinds"),
    [
        (("1A 2A",), "5E", (NOTHING,) * 4),
        (("1A 2A",), "9I", (SINGLE,) * 4),
        (("1A 2A",), "3A", (GROWS + AHEAD, GROWS + BEHIND, GROWS + BEHIND, GROWS + NONE_OF_IT)),
        (("1A 2A", "1C 2C 3C"), "1B", (DISSOLVES + AHEAD, DISSOLVES + BEHIND, DISSOLVES + BEHIND, DISSOLVES + NONE_OF_IT)),
        ((LONG, "3C 4C"), "3B", (DISSOLVES + AHEAD, DISSOLVES + BEHIND, DISSOLVES + BEHIND, DISSOLVES + NONE_OF_IT)),
        ((LONG, LONG_TOO), "3B", (DEAD,) * 4),
    ],
)  # fmt: skip
def test_what_a_tile_would_do_for_whoever_has_it(chains: tuple[str, ...], tile: str, kinds: tuple[int, ...]) -> None:
    s, e = board(*chains, loose="9H")
    assert tuple(int(rewards.kind_of(s, e, seat, parse_tile(tile))) for seat in range(4)) == kinds


def test_it_is_the_smaller_chain_that_is_dissolved_and_two_may_be_level() -> None:
    s, e = board("1A 2A", "1C 2C 3C")
    for seat, shares in enumerate((0, 4, 4, 1)):
        s[at.SHARES + seat] = shares
    kinds = [int(rewards.kind_of(s, e, seat, parse_tile("1B"))) for seat in range(4)]
    assert kinds == [DISSOLVES + NONE_OF_IT, DISSOLVES + LEVEL, DISSOLVES + LEVEL, DISSOLVES + BEHIND]


def dealt(odds: list[int], worlds: int) -> list[list[int]]:
    """The kinds of the tiles in the hands of others, by seat, in so many worlds of a late position; the own hand is as it was."""
    e, s, r = parameters(MSO), position_room(), source(4)
    deal_game(s, e, r, 4)
    for tile in range(0, at.TILES, 2):
        if all(int(s[place]) != tile for place in range(at.HANDS, at.HANDS + 6)):
            s[at.SPACES + tile] = s[at.SPACES + tile] or at.LONE
    o = OURS.options()
    for kind, one in enumerate(odds):
        o[ODDS + kind] = one
    likely = zeros(at.TILES * 4 + 1)
    rewards.write_odds(s, e, o, likely)
    found: list[list[int]] = []
    for _ in range(worlds):
        world = s.copy()
        rewards.deal(world, r, o, 0, likely)
        assert list(world[at.HANDS : at.HANDS + 6]) == list(s[at.HANDS : at.HANDS + 6])
        assert sorted(everywhere(world)) == sorted(everywhere(s))
        assert world[at.BAGGED] == s[at.BAGGED]
        hands = [world[at.HANDS + at.HAND_AT_MOST * seat :][:6] for seat in (1, 2, 3)]
        found.append([int(rewards.kind_of(s, e, 1, int(tile))) for hand in hands for tile in hand])
    return found


def everywhere(s: Numbers) -> list[int]:
    """All tiles in hands and bag."""
    bag = [int(tile) for tile in s[at.BAG : at.BAG + int(s[at.BAGGED])]]
    return bag + [int(s[at.HANDS + at.HAND_AT_MOST * seat + place]) for seat in range(4) for place in range(6)]


def test_hands_hold_more_of_what_is_kept() -> None:
    even = dealt([100] * KINDS, 60)
    kept = dealt([100 if kind == NOTHING else 25 for kind in range(KINDS)], 60)
    counts = [sum(kinds.count(NOTHING) for kinds in worlds) for worlds in (even, kept)]
    assert counts[1] > 1.25 * counts[0] > 0


def test_worlds_are_dealt_evenly_where_nothing_else_is_asked() -> None:
    e, s = parameters(MSO), position_room()
    deal_game(s, e, source(4), 4)
    first, second = s.copy(), s.copy()
    o = COUNTING.options()
    assert (int(o[DEALS_LIKELY]), int(OURS.options()[DEALS_LIKELY])) == (0, 1)
    rewards.deal(first, source(9), o, 2, zeros(at.TILES * 4 + 1))
    deal_hidden(second, source(9), 2)
    assert list(first) == list(second)


def test_an_empty_bag_leaves_nothing_to_exchange() -> None:
    e, s = parameters(MSO), position_room()
    deal_game(s, e, source(4), 4)
    s[at.BAGGED] = 0
    o, likely = OURS.options(), zeros(at.TILES * 4 + 1)
    rewards.write_odds(s, e, o, likely)
    world = s.copy()
    rewards.deal(world, source(9), o, 2, likely)
    assert sorted(everywhere(world)) == sorted(everywhere(s))


def test_the_odds_are_those_of_every_kind_and_are_counted_by_what_the_player_does_not_know() -> None:
    assert len(LEARNED_ODDS) == KINDS
    assert all(50 < one < 150 for one in LEARNED_ODDS)
    e, s = parameters(MSO), position_room()
    deal_game(s, e, source(4), 4)
    game = Noted("mso", [], [], [])
    count_kinds(s, e, game)
    assert sum(game.found) == 18
    assert sum(game.expected) == pytest.approx(18)
