"""What stands open for one player, and what the reading of R44 costs, in words."""

from __future__ import annotations

from dataclasses import replace

from tests.tournament.scores.worked import last_round_being_played
from tournament.draw.pairings import DrawRequest, RoundPlan, plan
from tournament.record.vocabulary import PlayerId, Reading
from tournament.scores import Scores
from tournament.scores.needed import needs_of
from tournament.tellings.prizes import if_it_ended_now, needs_listing


def test_the_reading_of_r44_says_what_it_costs_and_the_literal_one_nothing() -> None:
    players = tuple(PlayerId(number) for number in range(1, 13))
    request = DrawRequest(players, (RoundPlan((4, 4, 4)),) * 3, seed=7)
    assert plan(request).report.price == (
        "The reading “nobody meets the same opponent in every round” means more repeats: 9 are unavoidable, "
        "compared with at least 6 when read literally (R44)."
    )
    literal = plan(replace(request, reading=Reading.LITERAL)).report
    assert (literal.price, literal.repeats) == ("", 6)
    six = DrawRequest(players[:6], (RoundPlan((3, 3)),) * 3, seed=7)
    assert "6 are unavoidable, compared with at least 4 when read literally" in plan(six).report.price, (
        "nobody has proved the 4"
    )


def test_a_place_in_the_last_round_is_told_with_its_cash_and_what_it_assumes() -> None:
    event = replace(last_round_being_played(17, 1), gold_from_room=False)
    scores = Scores(event)
    player = event.rounds[-1].tables[1].seats[0].player
    needs = needs_of(scores, player)
    assert needs is not None
    told = needs_listing(needs)
    assert [row.cells[1].in_a_file for row in told.rows] == [str(line.cash) for line in needs.lines]
    assert (told.rows[-1].cells[1].text, told.rows[-1].cells[2].text) == ("any", "")
    top, total, assumed = told.legend
    assert top == "Gold goes to the top table, and this player is at another table."
    assert f"a table total of {needs.total:,}" in total
    assert "equal shares" in assumed
    assert if_it_ended_now(scores, player).startswith("Rank ")
