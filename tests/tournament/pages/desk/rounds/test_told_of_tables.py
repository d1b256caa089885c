"""What the choice of tables and the draft tell is of this event: repeats, who would sit out, seats again, one size again and again."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, draw_round, make_event, play_round, play_to
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk, words
from tournament.day.lists.lines import RosterLine
from tournament.models.queries import record_of
from tournament.record.vocabulary import SitOutKind
from tournament.scores import standings
from tournament.services.attendance import check_in
from tournament.services.entries import add_entries

pytestmark = pytest.mark.django_db


def test_repeats_are_told_after_who_has_met_and_for_the_rounds_to_come(director: Client) -> None:
    event = make_event(9)
    play_to(event, round_closed=2)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    check_in(event, director_of(event), [10], SitOutKind.MISSED)
    page = words(director.get(desk(event, "rounds/3/arrangement/")))
    assert "<dd>at least 1 over 2 random rounds</dd>" in page
    assert "<dd>at least 14 over 2 random rounds</dd>" in page
    assert "from the start" not in page
    drawn = press(director, director.get(desk(event, "rounds/3/arrangement/")), "Draw 4 3 3")
    draft = words(director.get(drawn["Location"]))
    assert "No repeat meetings in this round. Over the 4 random rounds, 1 meeting is a repeat;" in draft


def test_where_nobody_need_sit_out_the_page_says_who_would(director: Client) -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(4, 3))
    lowest = record_of(event).name_of(standings(record_of(event))[-1].player)
    page = words(director.get(desk(event, "rounds/2/arrangement/")))
    assert f"{lowest}: lowest total (" in page
    assert f"{lowest} sits out" not in page
    only = words(director.get(desk(make_event(7, name="Other Cup 2026"), "rounds/1/arrangement/?sizes=3+3")))
    assert "Who sits out?</summary>" in only


def test_a_size_that_falls_on_one_player_again_and_again_is_told_after_the_draw(director: Client) -> None:
    event = make_event(17)
    draft = draw_round(event, 1, sizes=(4, 4, 4, 5)).draw
    assert draft is not None
    sizes = [row["sizes"] for row in draft.report["players"]]
    most = max(row.count(5) for row in sizes)
    assert most > min(row.count(5) for row in sizes)
    told = f"Over the 3 random rounds, each player sits at a table of 5 in 0 to {most} round"
    page = words(director.get(desk(event, "rounds/1/")))
    assert told in page
    assert ". The average score at a table of 5 is 24.000 (R59)." in page
