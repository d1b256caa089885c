"""Opponents by name, by search, by rules of thumb, and what one says of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from games.acquire import Position
from games.acquire.board import parse_tile
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import AcquireError
from games.acquire.logs.reading import read_text
from games.acquire.play.devices.deciding import decide
from games.acquire.play.devices.deeds import Holdings
from games.acquire.play.devices.session import Session, add_deed, open_session, pending_question, settle
from games.acquire.play.devices.views import seat_view
from games.acquire.play.positions import position_at
from games.acquire.state import Phase
from games.analysis import analyse
from games.opponents.core import layout as at
from games.opponents.core.board import random_below, source
from games.opponents.core.layout import PURCHASE, Numbers, zeros
from games.opponents.core.legal import acts_room, any_act, write_legal
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, deal_hidden, position_room, step
from games.opponents.heuristics import heuristic_act
from games.opponents.players import GamePlayer, NoSuchPlayerError, player_of
from games.opponents.positions import position_of
from games.opponents.search.priors import RANKS, rank
from games.opponents.search.thinking import OURS, SEED002, Budget, Method, think
from laboratory.opponents.checking import GamePair, both, compare, compared_acts, opened
from tests.games.acquire.play.devices.tables import started, terms

#: Rules that make the games of every edition short.
SHORT = {"safe_size": 5, "end_size": 9}


def played_by(
    players: Sequence[GamePlayer],
    edition: str,
    seed: int,
    *,
    closed: bool = False,
    legal: bool = True,
    news: bool = True,
    rules: Mapping[str, object] = SHORT,
) -> Session:
    """The end of a game, a short one unless told, in which every player answers by the views of its seat; a refused act fails."""
    random = Random(f"{edition} {seed}")
    holdings = Holdings.CLOSED if closed else Holdings.OPEN
    session = open_session(terms(edition, len(players), minutes=None, rules=rules, holdings=holdings))
    session, _ = settle(session, 0, random.choice)
    while (ask := pending_question(session)) is not None:
        view = seat_view(session, ask.seat, at=session.at, since=0 if news else session.number, legal=legal)
        view["game"]["rules"] = dict(rules)
        act = players[ask.seat].choose(view, None)
        for deed in decide(session, ask.seat, act, at=session.at, choose=random.choice):
            session = add_deed(session, deed)
    assert session.is_over
    return session


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_choice_of_random_and_house_is_legal_in_every_edition(edition: str) -> None:
    names = ("house", "random", "house")
    players = [player_of(name, place) for place, name in enumerate(names)]
    played_by(players, edition, 1)
    played_by(players, edition, 2, closed=True, legal=False)


@pytest.mark.parametrize("edition", ["mso", "codewar"])
def test_a_search_needs_no_news_and_thinks_within_its_deadline_as_well_as_by_iterations(edition: str) -> None:
    players = [player_of(name, name) for name in ("search:3i", "seed002:2", "house")]
    played_by(players, edition, 4, closed=edition == "mso", news=False)
    session = started()
    ask = pending_question(session)
    assert ask is not None
    view = seat_view(session, ask.seat, at=0, legal=True)
    assert player_of("search", 1).choose(view, 0.0) in view["ask"]["legal"]  # a deadline long past is one look
    assert player_of("search:0.01", 1).choose(view, None) in view["ask"]["legal"]


@pytest.mark.parametrize(
    "name", ["search:", "search:x", "search:-1", "search:1.5i", "seed002:0", "seed002:2.5", "house:1"]
)
def test_a_budget_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(NoSuchPlayerError):
        player_of(name, 1)


def test_a_player_that_nobody_asks_says_so() -> None:
    session = started()
    ask = pending_question(session)
    assert ask is not None
    view = seat_view(session, (ask.seat + 1) % 3, at=0, legal=True)
    with pytest.raises(AcquireError, match="Nobody asks this seat"):
        player_of("random", 1).choose(view, None)


def test_an_unknown_name_is_refused_with_the_names_that_there_are() -> None:
    with pytest.raises(NoSuchPlayerError, match="choose random, house"):
        player_of("grandmaster", 1)


def reached(phase: int, seed: int = 3) -> tuple[Numbers, Numbers, list[int]]:
    """A late position of some game of `mso` in which this is asked, and its legal acts, two at least."""
    e, s, r, room = parameters(EDITIONS["mso"]), position_room(), source(seed), acts_room()
    deal_game(s, e, r, 4)
    while s[at.PHASE] != at.OVER:
        count = write_legal(s, e, room)
        if s[at.PHASE] == phase and count > 1 and s[at.TURN] > 30:
            return s, e, [int(room[place]) for place in range(count)]
        step(s, e, r, any_act(s, e, r, room))
    raise AssertionError(phase)


@pytest.mark.parametrize("method", [OURS, SEED002], ids=["ours", "seed002"])
@pytest.mark.parametrize("phase", [at.PLAY, at.BUY, at.DISPOSE], ids=["play", "buy", "dispose"])
def test_the_choice_is_legal_and_the_same_again_and_changes_nothing(method: Method, phase: int) -> None:
    s, e, acts = reached(phase)
    before = list(s)
    seat = int(s[at.ACTOR])
    found = think(s, e, seat, acts, "a seed", method, Budget(iterations=40))
    assert {candidate.act for candidate in found} <= set(acts)
    assert sum(candidate.visits for candidate in found) <= 40
    assert found == think(s, e, seat, acts, "a seed", method, Budget(iterations=40))
    assert list(s) == before


def test_where_nothing_is_to_choose_nobody_looks() -> None:
    s, e, acts = reached(at.PLAY)
    (only,) = think(s, e, int(s[at.ACTOR]), acts[:1], 1, OURS, Budget(iterations=10**9))
    assert (only.act, only.visits) == (acts[0], 0)


def test_a_clear_choice_is_made_before_the_budget_is_used() -> None:
    s, e, acts = reached(at.DRAW)
    found = think(s, e, int(s[at.ACTOR]), acts, 1, OURS, Budget(iterations=3_000))
    assert sum(candidate.visits for candidate in found) < 3_000


def test_worlds_keep_the_own_hand_and_deal_all_other_tiles_anew() -> None:
    s, _, _ = reached(at.PLAY)
    r, seat = source(1), int(s[at.ACTOR])
    dealt = s.copy()
    deal_hidden(dealt, r, seat)
    own = slice(at.HANDS + at.HAND_AT_MOST * seat, at.HANDS + at.HAND_AT_MOST * seat + int(s[at.HELD + seat]))
    assert list(dealt[own]) == list(s[own])
    assert sorted(_hidden(dealt, seat)) == sorted(_hidden(s, seat))
    assert _hidden(dealt, seat) != _hidden(s, seat)
    assert list(dealt[at.HELD : at.BAG]) == list(s[at.HELD : at.BAG])


def _hidden(s: Numbers, seat: int) -> list[int]:
    tiles = list(s[at.BAG : at.BAG + int(s[at.BAGGED])])
    for other in range(4):
        if other != seat:
            first = at.HANDS + at.HAND_AT_MOST * other
            tiles += list(s[first : first + int(s[at.HELD + other])])
    return [int(tile) for tile in tiles]


def test_purchases_are_put_in_order_before_they_are_looked_at() -> None:
    s, e, _ = reached(at.BUY)
    room, ranks = acts_room(), zeros(RANKS)
    count = write_legal(s, e, room)
    everything = _some(room, count)
    assert rank(s, room, ranks, count, 5) == min(5, count)
    first = [int(value) for value in ranks[:5]]
    assert first == sorted(first, reverse=True)
    assert sorted(_some(room, count)) == sorted(everything)
    assert PURCHASE not in _some(room, 5)


def _some(room: Sequence[int], count: int) -> list[int]:
    return [int(act) for act in room[:count]]


GROWING, ALONE = "6A", "12I"
POSITION = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1A 2A 3A 4A 5A
position shares {most}: Luxor 8
position shares {fewer}: Luxor 3
position hands Ann: 6A 12I ? ? ? ?
position to_play: Ann
1 Ann: 12I; draw ?
"""


@pytest.mark.parametrize(("most", "fewer", "tile"), [("Ann", "Ben", GROWING), ("Ben", "Ann", ALONE)])
def test_the_house_makes_its_own_chain_dearer_and_not_one_of_which_somebody_else_has_the_most(
    most: str, fewer: str, tile: str
) -> None:
    record = read_text(POSITION.format(most=most, fewer=fewer))
    position, edition = position_of(position_at(record, 1))
    acts = [parse_tile(GROWING), parse_tile(ALONE)]
    assert heuristic_act(position, edition, source(1), 0, acts) == parse_tile(tile)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
def test_every_position_of_the_engine_is_read_into_the_core(edition: Edition) -> None:
    short = edition.with_rules({"safe_size": 5, "end_size": 15})
    pair, room, r = opened(short, max(3, edition.min_players), 5), acts_room(), source(5)
    while pair.state.phase is not Phase.OVER:
        s, e = position_of(pair.state)
        read = GamePair(short, e, s, pair.r, pair.state, pair.seat_of)
        compare(read, "reading")
        acts = compared_acts(read, room)
        assert sorted(acts) == sorted(compared_acts(pair, room))
        for place in (at.M_ON, at.M_SURVIVOR, at.M_CURRENT, at.M_WAITING, at.M_ASKED):
            assert not pair.s[at.M_ON] or pair.state.phase is not Phase.DISPOSE or s[place] == pair.s[place]
        both(pair, acts[int(random_below(r, len(acts)))])


@pytest.mark.parametrize("at_once", [1, 60])
def test_an_analysis_names_the_acts_that_it_tried_the_most_tried_first(at_once: int) -> None:
    game = Position("mso", 4)
    game.deal(Random(7))
    options = analyse(game, looks=at_once)
    assert options == analyse(game, looks=at_once)
    assert [option.tried for option in options] == sorted([option.tried for option in options], reverse=True)
    legal = [game.act_text(act) for act in game.legal_acts()]
    assert {(option.act["act"], option.act["tile"]) for option in options} <= {("play", tile) for tile in legal}


def test_a_position_in_which_nobody_decides_has_no_analysis() -> None:
    with pytest.raises(AcquireError, match="Nobody decides"):
        analyse(Position("mso", 4), looks=10)
