"""Two logs of one table side by side, through the page of one of them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tournament.pages.logs import BROKEN, DISPUTED, a_table, at, with_log
from tests.tournament.pages.words import words
from tournament.models import GameLog

pytestmark = pytest.mark.django_db


def test_two_logs_stand_side_by_side_with_where_they_part_first(director: Client) -> None:
    event = a_table()
    other = re.sub(r"(?m)^10 .*\n", "", DISPUTED).replace("Worldwide 1500", "Worldwide 2500")
    log, second = with_log(event), with_log(event, other)
    page = at(event, f"logs/{log.pk}/")
    assert (
        f'href="{page}?beside={second.pk}">Compare with Scribe&#x27;s sheet</a>' in director.get(page).content.decode()
    )
    assert f'href="{page}?beside={second.pk}">Compare the logs</a>' in director.get(at(event)).content.decode()
    answer = director.get(f"{page}?beside={second.pk}")
    told_page = words(answer)
    assert (
        "The two logs first differ in turn 50 (Ben Demo). Scribe's sheet has “bonus Cai Demo Worldwide 1500”. "
        "Scribe's sheet has “bonus Cai Demo Worldwide 2500”."
    ) in told_page
    runs = answer.context["compared"].runs
    assert [(run.title, run.agreement.value) for run in runs] == [
        ("Start to turn 9", "same"),
        ("Turn 10, Ben Demo", "more"),
        ("Turns 11 to 49", "same"),
        ("Turn 50, Ben Demo", "parted"),
        ("Turns 51 to 55", "same"),
    ]
    assert "Scribe's sheet does not have this turn" in told_page
    assert f'href="{page}?turn=50#replay">line 86</a>' in answer.content.decode()
    assert f'href="{at(event, f"logs/{second.pk}/")}?turn=49#replay">line 85</a>' in answer.content.decode()
    assert told_page.count("bonus Dot Demo Worldwide 5000") == 1


def test_two_logs_that_say_the_same_say_so(director: Client) -> None:
    event = a_table()
    log, second = with_log(event), with_log(event)
    answer = director.get(at(event, f"logs/{log.pk}/?beside={second.pk}"))
    assert "The two logs say the same, turn by turn." in words(answer)
    assert [run.title for run in answer.context["compared"].runs] == ["Start to turn 55"]


def test_a_log_with_other_players_and_one_that_cannot_be_read_are_not_compared(director: Client) -> None:
    event = a_table()
    log, three = with_log(event), with_log(event, "edition: mso\nplayers: Ann, Ben, Cai\n1 Ann: 4C\n")
    answer = director.get(at(event, f"logs/{log.pk}/?beside={three.pk}"))
    assert "One log has 4 players, the other 3; two logs of one table have the same players." in words(answer)
    GameLog.objects.filter(pk=three.pk).update(text=BROKEN)
    answer = director.get(at(event, f"logs/{log.pk}/?beside={three.pk}"))
    assert (answer.status_code, "'13A' is not a tile" in words(answer)) == (200, True)
    assert director.get(at(event, f"logs/{log.pk}/?beside=999999")).status_code == 404
