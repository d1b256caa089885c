"""The draw always answers: a seating that keeps every rule, or a refusal in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import trying
from tests.tournament.draw.pairings.seatings import faults_of, numbered
from tournament.draw.allocation import arrangements
from tournament.draw.pairings import Apart, DrawnRound, DrawRequest, PairingError, PlannedDraw, RoundPlan, Table, plan
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
