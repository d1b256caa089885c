"""The draw always answers: a seating that keeps every rule, or a refusal in words that names the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import trying
from tests.tournament.draw.pairings.seatings import faults_of, fresh, numbered
from tournament.draw.allocation import arrangements
from tournament.draw.pairings.planning import evaluate, plan
from tournament.draw.pairings.report import PlannedDraw
from tournament.draw.pairings.request import (
    Apart,
    DrawnRound,
    DrawRequest,
    ImpossibleDrawError,
    PairingError,
    RoundPlan,
    Table,
)
from tournament.draw.pairings.starts import Deadlock, separate
from tournament.record.vocabulary import PlayerId, Reading, SeatSource


@st.composite
def wishes(draw: st.DrawFn, players: tuple[PlayerId, ...], tables: int) -> dict[str, Any]:
    some = st.sampled_from(players)
    groups = st.lists(
        st.builds(Apart, st.lists(some, min_size=2, max_size=4, unique=True).map(tuple), st.booleans()), max_size=4
    )
    places = st.lists(st.tuples(some, st.integers(1, tables)), max_size=2, unique_by=lambda place: place[0])
    return {"apart": tuple(draw(groups)), "fixed_tables": tuple(draw(places))}


def is_sentence(text: str) -> bool:
    return text.endswith(".") and len(text) > 20


@trying(4)
@given(data=st.data())
def test_over_four_rounds_with_comings_and_goings_there_is_always_a_plan_or_a_refusal(data: st.DataObject) -> None:
    draw = data.draw
    players = numbered(draw(st.integers(3, 60)))
    newest = len(players)
    history: tuple[tuple[Table, ...], ...] = ()
    sat_out: set[PlayerId] = set()
    asked = draw(wishes(players, 1))
    while len(history) < 4 and len(players) >= 3:
        arrangement = draw(st.sampled_from(arrangements(len(players))))
        request = DrawRequest(
            players=players,
            rounds=(RoundPlan(arrangement.sizes, arrangement.sit_outs),) * (4 - len(history)),
            history=history,
            sat_out=tuple(sorted(sat_out)),
            reading=draw(st.sampled_from(Reading)),
            seat_source=draw(st.sampled_from(SeatSource)),
            seed=draw(st.integers(0, 10**6)),
            **asked,
        )
        answer = answered(request)
        if answer is None:  # refused: the director takes the wishes back
            asked = {}
            request = replace(
                request, rounds=(RoundPlan(arrangement.sizes, arrangement.sit_outs),), apart=(), fixed_tables=()
            )
            answer = answered(request)
        if answer is None:
            assert arrangement.sit_outs
            assert sat_out >= set(players)
            return
        history += (answer.tables,)
        sat_out |= set(answer.sit_outs)
        gone = draw(st.lists(st.sampled_from(players), max_size=2, unique=True))
        come = draw(st.integers(0, 2))
        late = tuple(PlayerId(newest + number) for number in range(1, come + 1))
        players, newest = (*(player for player in players if player not in gone), *late), newest + come


def answered(request: DrawRequest) -> DrawnRound | None:
    """The first round of the draw, checked; None after a refusal in words."""
    answer = draw_or_sentence(request)
    if isinstance(answer, str):
        assert is_sentence(answer)
        return None
    assert faults_of(request, answer.rounds) == []
    return answer.rounds[0]


def draw_or_sentence(request: DrawRequest) -> PlannedDraw | str:
    try:
        return plan(request)
    except PairingError as refusal:
        return str(refusal)


@given(data=st.data())
def test_any_odd_request_is_answered_or_refused_in_words(data: st.DataObject) -> None:
    draw = data.draw
    number = st.integers(0, 9).map(PlayerId)
    group = st.lists(number, max_size=4).map(tuple)
    place = st.tuples(number, st.integers(-1, 4))
    round_plan = st.builds(
        RoundPlan,
        sizes=st.lists(st.integers(2, 7), max_size=3).map(tuple),
        sit_outs=st.integers(-1, 2),
        sitting_out=group,
        players=st.none() | group,
    )
    request = DrawRequest(
        players=draw(st.sampled_from([numbered(6), numbered(7), numbered(8), (), (PlayerId(1), PlayerId(1))])),
        rounds=tuple(draw(st.lists(round_plan | st.just(RoundPlan((3, 3))) | st.just(RoundPlan((4, 3))), max_size=2))),
        history=tuple(draw(st.lists(st.lists(group, max_size=2).map(tuple), max_size=1))),
        sat_out=draw(group),
        apart=tuple(draw(st.lists(st.builds(Apart, group, st.booleans()), max_size=2))),
        fixed_tables=tuple(draw(st.lists(place, max_size=2))),
        seed=draw(st.integers()),
    )
    answered(request)


P = PlayerId
NAMES = {P(1): "Ada", P(2): "Ben", P(3): "Cleo", P(4): "Dan"}
ROUND = RoundPlan((3, 3))


def refusal_of(**parts: Any) -> str:
    request = DrawRequest(**{"players": numbered(6), "rounds": (ROUND,), "names": NAMES, **parts})
    with pytest.raises(PairingError) as refusal:
        plan(request)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"rounds": ()}, "There are no rounds to draw; ask for at least one."),
        ({"rounds": (ROUND,) * 61}, "A draw can plan at most 60 random rounds, not 61; ask for fewer."),
        ({"players": (*numbered(5), P(1))}, "Ada is listed twice among the players; list each player once."),
        (
            {"rounds": (RoundPlan((4, 4)),)},
            "Round 1: tables of 4 4 with 0 sitting out have room for 8, but there are 6 players; choose an arrangement for 6.",
        ),
        (
            {"rounds": (RoundPlan((3,), 1),)},
            "Round 1: tables of 3 with 1 sitting out have room for 4, but there are 6 players; choose an arrangement for 6.",
        ),
        ({"rounds": (RoundPlan((2, 4)),)}, "Round 1: a table of 2 cannot play; choose sizes from 3 to 6."),
        (
            {"history": (((P(1), P(2), P(1)),),)},
            "Ada is recorded at two tables in round 1; correct that round.",
        ),
        (
            {"apart": (Apart((P(1), P(2), P(3))),)},
            "Round 1: Ada, Ben and Cleo must all be kept apart, but there are only 2 tables; remove a player or allow them to meet.",
        ),
        (
            {"fixed_tables": tuple((P(player), 1) for player in (1, 2, 3, 4))},
            "Round 1: Ada, Ben, Cleo and Dan are fixed at table 1, which seats only 3; move 1 of them.",
        ),
        (
            {"fixed_tables": ((P(1), 1), (P(2), 1)), "apart": (Apart((P(1), P(2))),)},
            "Round 1: Ada and Ben must be kept apart but are all fixed at table 1; move one of them or allow them to meet.",
        ),
        (
            {"fixed_tables": ((P(1), 3),)},
            "Round 1: Ada is fixed at table 3, but the tables are numbered 1 to 2; choose another.",
        ),
        (
            {"rounds": (RoundPlan((5,), 1, sitting_out=(P(1),)),), "sat_out": (P(1),)},
            "Round 1: Ada would sit out a second time; choose somebody who has not sat out yet.",
        ),
        (
            {"rounds": (RoundPlan((5,), 1, sitting_out=(P(1),)),) * 2},
            "Round 2: Ada would sit out a second time; choose somebody who has not sat out yet.",
        ),
        (
            {"rounds": (RoundPlan((5,), 1, sitting_out=(P(1), P(2))),)},
            "Round 1: Ada and Ben are named to sit out, but only 1 can sit out with these tables; name fewer.",
        ),
    ],
)
def test_a_request_that_cannot_be_met_is_refused_in_a_sentence(parts: dict[str, Any], sentence: str) -> None:
    assert refusal_of(**parts) == sentence


def test_nobody_left_to_sit_out_is_refused() -> None:
    sentence = refusal_of(players=numbered(4), rounds=(RoundPlan((3,), 1),), sat_out=numbered(4))
    assert sentence == (
        "1 sit-outs are planned for 4 players, but nobody may sit out twice. Choose an arrangement without sit-outs."
    )


def test_conflicts_that_form_no_single_group_are_refused_with_every_name() -> None:
    # Ada avoids Ben, Ben Cleo, Cleo Ada: three players, each pair named alone, at two tables.
    pairs = ((1, 2), (2, 3), (1, 3))
    sentence = refusal_of(apart=tuple(Apart((P(one), P(other))) for one, other in pairs))
    assert sentence.startswith("Round 1: ")
    assert all(name in sentence for name in ("Ada", "Ben", "Cleo"))
    assert sentence.endswith(" apart at 2 tables; allow some of them to meet.")


def test_a_refusal_of_contradicting_wishes_is_told_from_a_malformed_request() -> None:
    with pytest.raises(ImpossibleDrawError):
        plan(DrawRequest(numbered(6), (ROUND,), apart=(Apart(numbered(3)),)))


def test_wishes_about_players_who_left_are_passed_over() -> None:
    request = DrawRequest(
        numbered(6),
        (ROUND,),
        sat_out=(P(9),),
        apart=(Apart((P(1), P(9))), Apart((P(8), P(9)))),
        fixed_tables=((P(9), 7),),
    )
    assert len(plan(request).rounds) == 1


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


def test_seats_of_the_rounds_played_are_not_repeated() -> None:
    played = ((P(1), P(2), P(3), P(4)),)
    request = DrawRequest(numbered(4), (RoundPlan((4,)),) * 3, history=(played,), seat_source=SeatSource.CHART, seed=1)
    draw = plan(request)
    assert draw.report.seat_repeats == 0
    assert [sorted(player.seats) for player in draw.report.players] == [[1, 2, 3, 4]] * 4


def handings_over(rounds: tuple[DrawnRound, ...]) -> Iterator[tuple[DrawnRound, ...]]:
    """The plan with one first seat handed to somebody of that table who begins fewer games by two or more, in every way."""
    firsts = Counter(table[0] for drawn in rounds for table in drawn.tables)
    for number, drawn in enumerate(rounds):
        for index, table in enumerate(drawn.tables):
            for seat in range(1, len(table)):
                if firsts[table[0]] > firsts[table[seat]] + 1:
                    handed = (table[seat], *table[1:seat], table[0], *table[seat + 1 :])
                    tables = (*drawn.tables[:index], handed, *drawn.tables[index + 1 :])
                    yield (*rounds[:number], replace(drawn, tables=tables), *rounds[number + 1 :])


@pytest.mark.parametrize(
    ("sizes", "rounds", "seed"),
    [((3,), 6, 0), ((4, 3), 7, 0), ((3, 3), 6, 5), ((3, 3, 3), 7, 1), ((3, 3, 3, 3), 5, 0), ((4, 4, 4), 5, 1)],
)
def test_the_first_seat_is_nobodys_too_often_where_a_neighbour_could_take_it(
    sizes: tuple[int, ...], rounds: int, seed: int
) -> None:
    """Beginning a game is an advantage: it is shared out as evenly as it can be without repeating more seats (R6)."""
    request = fresh(sizes, rounds, seed=seed, seat_source=SeatSource.CHART)
    draw = plan(request)
    repeats = draw.report.seat_repeats or 0
    for other in handings_over(draw.rounds):
        assert (evaluate(request, other).seat_repeats or 0) > repeats


def test_with_starting_tiles_players_stand_in_the_order_of_the_request() -> None:
    draw = plan(fresh((4, 4, 4), 1, seed=1))
    assert all(list(table) == sorted(table) for table in draw.rounds[0].tables)
    assert evaluate(fresh((4, 4, 4), 1, seed=1), draw.rounds) == draw.report


def test_soft_wishes_give_way_where_hard_ones_are_refused() -> None:
    draw = plan(fresh((3, 3, 3), 1, apart=(Apart(numbered(4), is_hard=False),), seed=1))
    (objection,) = draw.report.objections
    assert "share table" in objection
