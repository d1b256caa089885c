"""The page of the keep-apart rules."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import make_event
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of

pytestmark = pytest.mark.django_db


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
