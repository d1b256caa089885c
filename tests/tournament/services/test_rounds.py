"""Rounds: drawn to a draft, published while the draft still fits the event, closed when they can be scored, reopened."""

from __future__ import annotations

import pytest

from tests.build import director_of, draw_round, enter_results, make_event, play_round, publish
from tournament.queries import record_of
from tournament.services.changes import RefusedError
from tournament.services.rounds import close_round, publish_round, reopen_round
from tournament.vocabulary import RoundState

pytestmark = pytest.mark.django_db


def test_a_whole_event_of_four_rounds_can_be_played() -> None:
    event = make_event(17)
    for number in (1, 2, 3, 4):
        play_round(event, number)
    record = record_of(event)
    assert [row.kind.value for row in record.rounds] == ["random", "random", "random", "swiss"]
