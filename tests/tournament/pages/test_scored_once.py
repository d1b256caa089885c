"""However much a page shows that follows from results, each table is scored once for it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from types import FrameType
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_to, publish
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import RoundState
from tournament.scores import scoring
from tournament.scores.explaining import Scores
from tournament.services.events import publish_final_list

pytestmark = pytest.mark.django_db


def scored_by(client: Client, address: str, sent: Mapping[str, str] | None = None) -> Counter[tuple[int, int]]:
    """How often each table, by round and number, is scored while a page is made, or a form is done that is ``sent``."""
    counted: Counter[tuple[int, int]] = Counter()

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code is scoring.score_table.__code__:
            counted[frame.f_locals["round_number"], frame.f_locals["table"].number] += 1

    cache.clear()
    sys.setprofile(look)
    try:
        answer = client.get(address) if sent is None else client.post(address, sent)
    finally:
        sys.setprofile(None)
    assert answer.status_code == (200 if sent is None else 302)
    return counted


@pytest.fixture
def played(db: None) -> Event:
    """Seventeen players, five tables a round, three rounds closed and the final being played with some of its results."""
    event = play_to(make_event(17), round_closed=3)
    publish(event, 4)
    enter_results(event, 4, apart_from={5})
    return event


@pytest.mark.parametrize("page", ["standings/", "final/", "rounds/2/results/"])
def test_the_desk_scores_each_table_once(played: Event, director: Client, page: str) -> None:
    counted = scored_by(director, f"/desk/{played.slug}/{page}")
    assert set(counted.values()) == {1}
    assert len(counted) == (5 if "results" in page else 15)


@pytest.mark.parametrize(
    "page", ["", "standings/", "rounds/2/results/", "rounds/2/tables/1/", "players/1/", "live/?v=0"]
)
def test_a_public_page_scores_each_table_once(played: Event, client: Client, page: str) -> None:
    counted = scored_by(client, f"/{played.slug}/{page}")
    # What the round being played must bring is searched with made-up cash: no table of a closed round is scored again for it.
    assert {times for (number, _), times in counted.items() if number < 4} <= {1}


def test_the_medals_page_scores_each_table_once(played: Event, director: Client, client: Client) -> None:
    event = play_to(make_event(17, name="Over Cup 2026"), round_closed=4)
    publish_final_list(event, director_of(event))
    for address in (f"/{event.slug}/medals/", f"/{event.slug}/", f"/desk/{event.slug}/final/"):
        counted = scored_by(client if "desk" not in address else director, address)
        assert (set(counted.values()), len(counted)) == ({1}, 20), address


def test_scores_are_worked_out_when_they_are_first_asked_for_and_kept(played: Event) -> None:
    scores = Scores(record_of(played))
    assert scores.tables(2) == scores.tables(2) == scoring.score_round(scores.record, 2)
    assert scores.standings() is scores.standings(3) is scores.standings()
    assert scores.medals is scores.medals
    assert set(scores.results(4)) == {1, 2, 3, 4}


def test_a_final_is_cut_and_published_with_each_table_scored_once(transactional_db: None, director: Client) -> None:
    event = play_to(make_event(17, name="Cut Cup 2026"), round_closed=3)
    for page, values in (("draw", {"use": "5 4 4 4|swiss"}), ("publish", {})):
        counted = scored_by(director, f"/desk/{event.slug}/rounds/4/{page}/", values)
        assert (set(counted.values()), len(counted)) == ({1}, 15), page
    event.refresh_from_db()
    assert record_of(event).round(4).state is RoundState.PUBLISHED
