"""Players kept apart: one by one on their page, or by one press those of a club, family, team or country."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, draw_round, make_event, publish
from tests.tournament.pages.words import told, words
from tournament.day.lists.lines import RosterLine
from tournament.draw.sitouts import why_stale
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.settings import Trait, codes_apart, kept_apart_by
from tournament.services.attendance import check_in
from tournament.services.entries import add_entries
from tournament.services.events import change_settings
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import differences

pytestmark = pytest.mark.django_db


CLUBS = ("North", "NORTH ", "Nörth", "north", "South", "South", "South", "South", "West", "West", "", "")
"""Twelve players: four of one club however it is spelled, four of another, two of a third, two of none."""


def with_clubs(**settings: Any) -> Event:
    event = make_event(0, **settings)
    lines = [RosterLine(number, f"Player {number:02}", club=club, country="NL") for number, club in enumerate(CLUBS, 1)]
    add_entries(event, director_of(event), lines)
    check_in(event, director_of(event), range(1, len(CLUBS) + 1))
    return event


def pairs_together(event: Event) -> int:
    """How many pairs of one club sit at one table in round 1."""
    clubs = [group.players for group in record_of(event).all_aparts if not group.key]
    tables = [{seat.player for seat in table.seats} for table in record_of(event).round(1).tables]
    shared = [len(table & set(club)) for table in tables for club in clubs]
    return sum(many * (many - 1) // 2 for many in shared)


def test_four_of_one_club_are_at_four_tables_of_three() -> None:
    event = with_clubs(apart_by="club")
    publish(event, sizes=(3, 3, 3, 3))
    assert [len(group.players) for group in record_of(event).all_aparts] == [4, 4, 2]
    assert pairs_together(event) == 0


def test_a_new_player_of_the_club_follows_and_the_draft_says_that_it_is_out_of_date(director: Client) -> None:
    event = with_clubs(apart_by="club")
    draw_round(event, sizes=(3, 3, 3, 3))
    add_entries(event, director_of(event), [RosterLine(1, "Player 13", club="West")])
    assert [len(group.players) for group in record_of(event).all_aparts] == [4, 4, 2]
    check_in(event, director_of(event), [13])
    record = record_of(event)
    assert [len(group.players) for group in record.all_aparts] == [4, 4, 3]
    assert "who is kept apart" in why_stale(record, record.round(1))


def test_one_press_keeps_them_apart_and_is_undone_by_another(director: Client) -> None:
    event = with_clubs()
    page = f"/desk/{event.slug}/entries/apart/"
    shown = words(director.get(page))
    assert "10 players in 3 groups" in shown
    assert "12 players are in one group; “Always” is impossible with 4 tables." in shown  # one country
    told = words(director.post(page, {"by": "club"}, follow=True))
    assert "Settings changed: " in told
    event.refresh_from_db()
    assert event.apart_by == "club"
    assert 'value="club" aria-pressed="true"' in director.get(page).content.decode()
    change = event.changes.get(version=event.version)
    assert "club (if it can be avoided)" in repr(differences(change, record_of(event)))
    assert event.public_version < event.version
    undo_changes(event, director_of(event), [event.version])
    assert Event.objects.get(pk=event.pk).apart_by == ""


def test_the_choices_of_several_traits_stand_beside_each_other(director: Client) -> None:
    event = with_clubs()
    page = f"/desk/{event.slug}/entries/apart/"
    for pressed in ("team!", "country", "club", "country-"):
        director.post(page, {"by": pressed})
    event.refresh_from_db()
    assert event.apart_by == "club team!"
    assert "Choose one of the options." in words(director.post(page, {"by": "shoe"}, follow=True))


def test_a_rule_that_names_players_stays_beside_it(director: Client) -> None:
    event = with_clubs(apart_by="club")
    director.post(f"/desk/{event.slug}/entries/apart/", {"groups": "11, 12", "strength": "hard"})
    assert next((group.players, group.is_hard) for group in record_of(event).all_aparts) == ((11, 12), True)
    assert "Player 02, Player 03 and Player 04: " in words(director.get(f"/desk/{event.slug}/entries/1/"))


def test_codes_of_a_later_version_are_left_out() -> None:
    assert kept_apart_by("club shoe team!") == {Trait.CLUB: False, Trait.TEAM: True}
    assert codes_apart({Trait.TEAM: True, Trait.CLUB: False}) == "club team!"


def test_settings_of_before_keep_nobody_apart() -> None:
    event = with_clubs()
    assert record_of(event).all_aparts == ()
    change_settings(event, director_of(event), {"apart_by": "team"})
    assert record_of(event).all_aparts == ()


# The page of the keep-apart rules


def rules(event: Event) -> list[tuple[list[int], bool]]:
    return [(list(rule.players), rule.is_hard) for rule in record_of(event).aparts]


def test_a_pair_by_number_and_a_group_by_name_are_made_at_once(director: Client) -> None:
    event = make_event(9)
    typed = {"groups": "3, 1\nBen Demo, fay, 7", "strength": "soft", "reason": "same household"}
    assert told(director.post(f"/desk/{event.slug}/entries/apart/", typed)) == [
        "Ada Demo, Ben Demo, Cai Demo, Fay Demo and Gil Demo to be kept apart."
    ]
    assert rules(event) == [([1, 3], False), ([2, 6, 7], False)]
    page = words(director.get(f"/desk/{event.slug}/entries/apart/"))
    assert "Ada Demo , Cai Demo if it can be avoided same household Let them meet" in page


@pytest.mark.parametrize(
    ("groups", "sentence"),
    [
        ("3", "“3” needs at least two players, separated by a comma."),
        ("3, 3", "“3, 3” needs at least two players"),
        ("3, demo", "9 players match “demo”: 1 Ada Demo, 2 Ben Demo"),
        ("3, Zed", "No player matches “Zed”"),
        (",", "“,” needs at least two players, separated by a comma."),
    ],
)
def test_a_line_that_names_no_group_is_answered_and_stays(director: Client, groups: str, sentence: str) -> None:
    event = make_event(9)
    answer = director.post(f"/desk/{event.slug}/entries/apart/", {"groups": groups, "strength": "hard"})
    assert sentence in words(answer)
    assert f"{groups}</textarea>" in answer.content.decode()
    assert rules(event) == []


def test_the_entry_page_leads_here_with_the_player_filled_in(director: Client) -> None:
    event = make_event(9)
    assert "\n4, </textarea>" in director.get(f"/desk/{event.slug}/entries/apart/?player=4").content.decode()
