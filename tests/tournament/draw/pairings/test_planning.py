"""A draw from request to report: repeatable, fair, explained, and as good as any search has found."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.tournament.draw.pairings.seatings import drawn, faults_of, fresh, numbered, repeats_of
from tests.tournament.draw.pairings.seeds import CASES, drawn_case, kept
from tournament.draw.pairings.planning import ANNEALED, plan
from tournament.draw.pairings.proof import Proof
from tournament.draw.pairings.request import Apart, DrawRequest, RoundPlan
from tournament.draw.pairings.starts import Numbering, start_as_planned
from tournament.record.vocabulary import PlayerId, Reading, SeatSource

P = PlayerId


def test_the_same_request_gives_the_same_draw_and_another_seed_another() -> None:
    request = fresh((4, 4, 3, 3, 3), 3, seed=7, seat_source=SeatSource.CHART)
    assert plan(request) == plan(request)
    assert plan(request).rounds != plan(replace(request, seed=8)).rounds


@pytest.mark.parametrize("number", range(len(CASES)))
def test_draws_are_the_same_on_every_python_and_platform(number: int) -> None:
    assert kept()[number] == drawn_case(CASES[number])


def test_names_and_order_of_wishes_do_not_change_who_sits_where() -> None:
    request = fresh((4, 4, 4), 4, seed=5, apart=(Apart((P(1), P(2))), Apart((P(3), P(4)))))
    named = replace(request, names={P(1): "Ada Example"}, apart=request.apart[::-1])
    assert plan(named).rounds == plan(request).rounds


def test_every_two_players_are_equally_likely_to_meet_in_a_round() -> None:
    draws = 600
    met: Counter[tuple[PlayerId, ...]] = Counter()
    for seed in range(draws):
        first = plan(fresh((3, 3), 1, seed=seed)).rounds[0]
        met.update(tuple(sorted(table)) for table in first.tables)
    # 20 tables of three of six players, two a draw: 60 of each expected; 5 standard deviations are 37.
    assert len(met) == 20
    assert max(abs(count - draws / 10) for count in met.values()) < 37


def test_every_player_is_equally_likely_to_sit_out() -> None:
    rested = Counter(plan(fresh((3, 3), 1, 1, seed=seed)).rounds[0].sit_outs[0] for seed in range(700))
    assert sorted(rested) == list(range(1, 8))
    assert all(55 < count < 145 for count in rested.values())


def test_only_the_future_is_planned_and_the_played_rounds_are_counted() -> None:
    whole = fresh((4, 4, 4, 4), 3, seed=11)
    first = plan(whole).rounds[0]
    again = replace(whole, rounds=whole.rounds[1:], history=(first.tables,), seed=12)
    draw = plan(again)
    assert len(draw.rounds) == 2
    assert repeats_of((first, *draw.rounds)) == draw.report.repeats == 0


def test_a_newcomer_takes_the_place_that_was_planned_for_who_left() -> None:
    planned = (drawn((1, 2, 3), (4, 5, 6)).tables, drawn((4, 2, 1), (3, 6, 5)).tables)
    players = (*(player for player in numbered(6) if player != 5), P(7))
    request = DrawRequest(players, (RoundPlan((3, 3)),) * 2, planned=planned, seat_source=SeatSource.CHART)
    numbering = Numbering.draw_numbers(request, Random(1))
    seating = start_as_planned(request, numbering)
    assert seating is not None
    seated = [numbering.players[number] for number in seating.who]
    assert [[tuple(seated[slot] for slot in slots) for slots in tables] for tables in seating.table_slots] == [
        [(1, 2, 3), (4, 7, 6)],
        [(4, 2, 1), (3, 6, 7)],
    ]


def test_an_earlier_plan_of_other_players_is_not_followed() -> None:
    planned = (drawn((1, 2, 3), (4, 5, 6)).tables,)
    request = replace(fresh((4, 3), 1), planned=planned)
    assert start_as_planned(request, Numbering.draw_numbers(request, Random(1))) is None


def test_the_callback_sees_steps_rise_to_their_total_and_can_end_the_search() -> None:
    request = replace(fresh((4, 4, 4), 4, seed=1), rounds=(RoundPlan((4, 4, 4)),) * 5)
    seen: list[tuple[int, int]] = []
    plan(request, lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert all(done <= total for done, total in seen)
    assert plan(request, lambda done, total: False).report.steps == 0


def test_a_history_of_every_seat_leaves_the_bound_and_the_best_found() -> None:
    whole = fresh((4, 4, 4), 4, seed=3)
    first = plan(whole).rounds[0]
    request = replace(whole, rounds=whole.rounds[1:], history=(first.tables,))
    report = plan(request).report
    assert (report.minimum.value, report.minimum.kind) == (15, Proof.ENUMERATION)
    assert report.repeats >= 15
    assert report.reading is Reading.NOT_EVERY_ROUND


SERIES: list[dict[str, Any]] = json.loads((ROOT / "fixtures" / "draw" / "series.json").read_text(encoding="utf-8"))
SEED = 1
NOT_REACHED = {"18 players, clubs": 1, "22 players": 2}
"""Where another search has found fewer repeats than the draw of this seed, and how many the draw has."""


def request_of(series: dict[str, Any], **more: Any) -> DrawRequest:
    """Club mates, compatriots and families of a series are kept apart wherever that is possible."""
    apart = tuple(Apart(tuple(map(PlayerId, group)), is_hard=False) for group in series["apart"])
    return fresh(series["sizes"], series["rounds"], apart=apart, reading=Reading.LITERAL, seed=SEED, **more)


@pytest.mark.whole
@pytest.mark.parametrize("series", SERIES, ids=[series["name"] for series in SERIES])
def test_a_search_without_proof_reaches_the_best_known_count_or_says_that_fewer_may_exist(
    series: dict[str, Any],
) -> None:
    request = request_of(series)
    draw = plan(request)
    assert faults_of(request, draw.rounds) == []
    assert draw.report.broken == ()
    assert repeats_of(draw.rounds) == NOT_REACHED.get(series["name"], series["best"])
    assert draw.report.repeats == 0 or "There may be one with fewer" in draw.report.plain


@pytest.mark.whole
@pytest.mark.parametrize("stop_at", [0, ANNEALED // 2, ANNEALED + 20_000])
def test_a_search_that_is_stopped_keeps_its_best_draw_and_as_many_steps_give_it_again(stop_at: int) -> None:
    request = request_of(SERIES[9])
    draw = plan(request, lambda done, _most: done < stop_at)
    assert faults_of(request, draw.rounds) == []
    assert draw.report.steps is not None
    assert draw.report.steps >= stop_at
    assert f"The search was stopped after {draw.report.steps:,} steps" in draw.report.lines[-1]
    assert plan(request_of(SERIES[9], steps=draw.report.steps)) == draw
