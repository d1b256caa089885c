"""The pages of a Swiss final: which ways of making the last round are offered, the top table, and dice for equals across a cut."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round, play_to
from tests.tournament.pages.pages import desk, words
from tournament.models.queries import record_of
from tournament.record.vocabulary import RoundKind
from tournament.services.departures import withdraw

pytestmark = pytest.mark.django_db


def test_where_withdrawals_leave_three_tables_both_ways_of_the_last_round_are_shown(director: Client) -> None:
    event = play_to(make_event(13), round_closed=3)
    withdraw(event, director_of(event), 13)
    page = words(director.get(desk(event, "rounds/4/arrangement/")))
    assert "Round 3 had 4 tables. A Swiss final needs four tables in this round (R45)" in page
    for button in (
        "Draw 4 4 4",
        "Seat the final from the standings (4 4 4)",
        "Seat the final from the standings (3 3 3 3)",
    ):
        assert button in page
    director.post(desk(event, "rounds/4/draw/"), {"use": "4 4 4|swiss"})
    assert record_of(event).round(4).kind is RoundKind.SWISS


def test_the_literal_first_number_is_offered_for_the_top_table_and_kept_when_cut_again(director: Client) -> None:
    """Only where the preference for four departs from the first number there is a choice to make (R42)."""
    event = play_to(make_event(19), round_closed=3)
    page = words(director.get(desk(event, "rounds/4/arrangement/")))
    assert page.count('name="use"') == 3
    for sizes in ("4 4 4 4 3", "4 5 5 5", "5 5 5 4"):
        assert f"Seat the final from the standings ({sizes})" in page
    assert "<dt>Gold</dt><dd>from the top table, 5 players</dd>" in page
    director.post(desk(event, "rounds/4/draw/"), {"use": "5 5 5 4|swiss|5"})
    assert record_of(event).round(4).sizes == (5, 5, 5, 4)
    draft = words(director.get(desk(event, "rounds/4/")))
    assert 'name="use" value="5 5 5 4|swiss|5"' in draft


def test_only_players_equal_across_a_cut_get_a_field_for_dice(director: Client) -> None:
    event = make_event(16)
    equal = {1: (40000, 40000, 40000, 40000)}
    for number in (1, 2, 3):
        play_round(event, number, cash=equal if number > 1 else None)
    page = words(director.get(desk(event, "rounds/4/arrangement/")))
    assert "Seat the final from the standings (4 4 4 4)" in page
    assert "dice-" not in page
    tied = make_event(16, name="Tied Cup 2026")
    everybody = dict.fromkeys(range(1, 5), (40000, 40000, 40000, 40000))
    for number in (1, 2, 3):
        play_round(tied, number, cash=everybody)
    page = words(director.get(desk(tied, "rounds/4/arrangement/")))
    assert page.count('name="dice-') == 16
    dice = {f"dice-{number}": str(number) for number in range(1, 17)}
    director.post(desk(tied, "rounds/4/draw/"), {"use": "4 4 4 4", **dice})
    assert {seat.player for seat in record_of(tied).round(4).tables[0].seats} == {13, 14, 15, 16}
    draft = words(director.get(desk(tied, "rounds/4/")))
    assert "decided by dice" in draft
    assert draft.count('<span class="end">75.000</span>') == 16
    assert "Seat the final again" not in draft  # the dice decided everything, the seed nothing
    director.post(desk(tied, "rounds/4/discard/"))
    director.post(desk(tied, "rounds/4/draw/"), {"use": "4 4 4 4"})
    assert "Seat the final again" in words(director.get(desk(tied, "rounds/4/")))


@pytest.mark.parametrize("roll", ["six", "²", "-1", "1234567"])
def test_a_roll_that_is_no_number_is_asked_for_again(director: Client, roll: str) -> None:
    event = make_event(16)
    for number in (1, 2, 3):
        play_round(event, number, cash=dict.fromkeys(range(1, 5), (40000, 40000, 40000, 40000)))
    typed = {"use": "4 4 4 4", "dice-1": roll, "dice-2": "5"}
    page = words(director.post(desk(event, "rounds/4/draw/"), typed))
    assert f"“{roll}” is not a number. Enter a number such as 4." in page
    assert f'name="dice-1" value="{roll}"' in page
    assert 'name="dice-2" value="5"' in page
    assert event.rounds.count() == 3
