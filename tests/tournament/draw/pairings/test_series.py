"""Sixteen series of five random rounds, where no proof ends the search: it reaches the best count known, or says that fewer may exist.

``fixtures/draw/series.json`` has them, with the best count that any search has found: 0 where nobody needs to meet anybody twice.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.tournament.draw.pairings.seatings import faults_of, fresh, repeats_of
from tournament.draw.pairings import Apart, DrawRequest, plan
from tournament.draw.pairings.planning import ANNEALED
from tournament.record.vocabulary import PlayerId, Reading

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
