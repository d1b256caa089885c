"""What stands open for one player, and what the reading of R44 costs, in words."""

from __future__ import annotations

from dataclasses import replace

from tests.tournament.scores.worked import last_round_being_played
from tournament.draw.pairings import DrawRequest, RoundPlan, plan
from tournament.record.vocabulary import PlayerId, Reading
from tournament.scores import Scores
from tournament.tellings.news.prospects import if_it_ended_now


def test_the_reading_of_r44_says_what_it_costs_and_the_literal_one_nothing() -> None:
    players = tuple(PlayerId(number) for number in range(1, 13))
    request = DrawRequest(players, (RoundPlan((4, 4, 4)),) * 3, seed=7)
    assert plan(request).report.price == (
        "The reading “nobody meets the same opponent in every round” costs repeats: 9 are unavoidable, against 6 read literally (R44)."
    )
    literal = plan(replace(request, reading=Reading.LITERAL)).report
    assert (literal.price, literal.repeats) == ("", 6)
    six = DrawRequest(players[:6], (RoundPlan((3, 3)),) * 3, seed=7)
    assert "6 are unavoidable, against at least 4 read literally" in plan(six).report.price, "nobody has proved the 4"


def test_a_rank_is_told_as_if_the_event_ended_now() -> None:
    event = last_round_being_played(17, 1)
    player = event.rounds[-1].tables[1].seats[0].player
    assert if_it_ended_now(Scores(event), player).startswith("Rank ")
