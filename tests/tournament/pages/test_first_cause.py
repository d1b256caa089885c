"""The page of a log leads with the first cause, its money and its working, and walks through the game event by event."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tournament.pages.logs import DISPUTED, a_table, at, title_of, with_log
from tests.tournament.pages.reading import tables_of, words_of
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import words
from tournament.models import Event

pytestmark = pytest.mark.django_db


made, event = once_for_all(a_table)
"""One table with its slip entered, as every test finds it."""


def test_the_page_leads_with_the_first_cause_its_money_and_its_working_and_opens_at_its_event(
    event: Event, director: Client
) -> None:
    page = at(event, f"logs/{with_log(event).pk}/")
    answer = director.get(page)
    found = re.search(r'(?s)<ol class="plain causes">(.*?)</ol>', answer.content.decode())
    assert found
    assert words_of(found[1]) == (
        "R3 · line 86 · Open a dispute… "
        "Worldwide 4 tiles, 500 a share: 5,000 + 2,500. Dot Demo (5): 5,000. Cai Demo (4): 2,500. Ben Demo (2) and Ann Demo (1): nothing. "
        "1 consequence At the end: Cai Demo was recorded with 37,100; 38,100 is right: 1,000 more for Cai Demo. "
        "Open a dispute…"
    )
    assert f'href="{page}?turn=50&amp;step=2#replay"' in answer.content.decode()
    assert title_of(answer) == "Turn 50 Ben: bonuses 50 of 55"


def test_what_is_proved_stands_first_and_the_first_cause_once_before_everything_else_of_the_page(
    event: Event, director: Client
) -> None:
    text = words(director.get(at(event, f"logs/{with_log(event).pk}/")))
    places = [
        text.index(part)
        for part in ("The log proves everybody’s cash", "Turn 50: Cai Demo was paid", "Correct the log", "⏮")
    ]
    assert places == sorted(places)
    assert (text.count("was paid 1,500 for Worldwide"), text.count("5,000 + 2,500")) == (1, 1)


def test_every_event_of_a_turn_is_a_page_with_the_position_after_it(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event).pk}/")
    cash = {}
    for step in range(1, 8):
        answer = director.get(f"{page}?turn=50&step={step}")
        holdings = next(table for table in tables_of(answer.content.decode()) if table.caption == "Cash and shares")
        cash[title_of(answer)] = [row[1] for row in holdings.rows[:4]]
    assert cash == {
        "Turn 50 Ben: 7A 50 of 55": ["500", "2,200", "8,200", "3,400"],
        "Turn 50 Ben: bonuses 50 of 55": ["500", "2,200", "10,700", "8,400"],
        "Turn 50 Ben: Ben sells 1 50 of 55": ["500", "2,700", "10,700", "8,400"],
        "Turn 50 Ben: Cai sells 4 50 of 55": ["500", "2,700", "12,700", "8,400"],
        "Turn 50 Ben: Dot sells 2, trades 2 50 of 55": ["500", "2,700", "12,700", "9,400"],
        "Turn 50 Ben: Ann sells 1 50 of 55": ["1,000", "2,700", "12,700", "9,400"],
        "After turn 50 Ben 50 of 55": ["1,000", "1,400", "12,700", "9,400"],
    }
    markup = director.get(f"{page}?turn=50&step=2").content.decode()
    for query in ("turn=50&amp;step=1", "turn=50&amp;step=3", "turn=49", "turn=50", "turn=55"):
        assert f'href="{page}?{query}#replay" data-turn="' in markup


def test_the_last_step_is_the_final_sale_with_everybodys_final_cash(event: Event, director: Client) -> None:
    answer = director.get(at(event, f"logs/{with_log(event).pk}/?turn=55"))
    holdings = next(table for table in tables_of(answer.content.decode()) if table.caption == "Cash and shares")
    assert [row[1] for row in holdings.rows[:4]] == ["23,600", "18,000", "38,100", "37,300"]
    assert '<a href="' in answer.content.decode()
    assert re.search(r'aria-current="step">final sale</a>', answer.content.decode())


def test_a_wrong_count_shows_the_players_money_from_the_last_right_one(director: Client) -> None:
    event = a_table()
    text = DISPUTED.replace("Worldwide 1500", "Worldwide 2500").replace("Cai 37100", "Cai 38100")
    text = re.sub(r"(?m)^(51 Cai: .*)$", r"\1; cash Cai 11800", text)
    log = with_log(event, re.sub(r"(?m)^(55 Cai: .*)$", r"\1; cash Cai 11500", text))
    answer = director.get(at(event, f"logs/{log.pk}/"))
    lines = next(table for table in tables_of(answer.content.decode()) if "When" in table.head)
    assert lines.rows == [
        ["After turn 51", "counted, and right", "", "11,800"],
        ["Turn 53", "bonus for Imperial", "+5,000", "16,800"],
        ["Turn 53", "sold 3 Imperial at 500", "+1,500", "18,300"],
    ]
    for part in (
        "Turn 55: Cai Demo was counted as having 11,500; the log gives 18,300: no final cash changes, "
        "as the log's own final cash for Cai Demo is right.",
        "R11 · line 102 · Open a dispute… Cai Demo's lines up to turn 55 add up to 18,300, "
        "but the log has 11,500: 6,800 too little. No single mistake would explain that exactly.",
    ):
        assert part in words(answer)


def test_a_cause_that_is_no_wrong_sum_tells_what_it_moves_in_the_end(director: Client) -> None:
    event = a_table()
    text = DISPUTED.replace("Worldwide 1500", "Worldwide 2500").replace("Cai 37100", "Cai 38100")
    text = text.replace("50 Ben: 7A", "50 Ben: 12I")
    found = words(director.get(at(event, f"logs/{with_log(event, text).pk}/")))
    assert (
        "1,000 more for Cai Demo than was entered. The log as written does not add up; with this corrected, it does. Final cash"
    ) in found
    assert (
        "R3 · line 86 · Open a dispute… The rest of the log fits if turn 50 (line 85) should say: play 7A."
    ) in found
