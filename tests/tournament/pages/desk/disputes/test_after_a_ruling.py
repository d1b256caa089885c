"""The page of a log after a ruling: nothing accuses any more, what stands is the ruling, and Undo stands where it was made."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tournament.pages.logs import ENTERED, RULED, a_table, at, hidden, stored, with_log
from tests.tournament.pages.reading import tables_of
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import words
from tournament.models import Dispute, Event

pytestmark = pytest.mark.django_db

made, event = once_for_all(a_table)
"""One table with its slip entered, as every test finds it."""


def rule(client: Client, event: Event) -> str:
    """Apply the cash of the log, and return the address of its page."""
    page = at(event, f"logs/{with_log(event).pk}/")
    client.post(f"{page}apply/", hidden(client.get(f"{page}apply/")) | {"apply": "yes"})
    assert stored(event) == RULED
    client.get(page)  # the message of the ruling, which has an Undo of its own, is read
    return page


def test_nothing_is_red_and_no_mistake_leads_once_it_was_ruled(event: Event, director: Client) -> None:
    page = director.get(rule(director, event))
    markup = page.content.decode()
    verdict = re.search(r'(?s)<section class="verdict".*?</section>', markup)
    assert verdict
    assert [sign for sign in ('class="tag loss"', 'class="num off"') if sign in markup] == []
    assert "was paid 1,500" not in verdict[0]
    assert "was paid 1,500" in markup.partition("<summary>Mistakes in the game</summary>")[2]


def test_the_money_is_set_against_the_ruling(event: Event, director: Client) -> None:
    page = director.get(rule(director, event))
    money = next(table for table in tables_of(page.content.decode()) if table.caption == "Final cash")
    assert money.head == ["Player", "Log’s final", "Ruled", "Proved"]
    assert ["Cai Demo", "37,100", "38,100", "38,100"] in money.rows


def test_undo_stands_where_the_ruling_was_made_and_takes_result_and_ruling_back(event: Event, director: Client) -> None:
    page = rule(director, event)
    markup = director.get(page).content.decode()
    (verdict,) = re.findall(r'(?s)<section class="verdict".*?</section>', markup)
    assert "Undo the ruling" in verdict
    (address,) = re.findall(r'action="([^"]*undo/[^"]*)"', verdict)
    director.post(address.replace("&amp;", "&"))
    assert (stored(event), Dispute.objects.get().state) == (ENTERED, "open")
    assert "Undo the ruling" not in director.get(page).content.decode()


def test_in_a_closed_round_undo_asks_first_as_it_does_everywhere(director: Client) -> None:
    event = a_table(closed=True)
    page = rule(director, event)
    (address,) = re.findall(r'action="([^"]*undo/[^"]*)"', director.get(page).content.decode())
    asked = director.post(address.replace("&amp;", "&"))
    assert (asked.status_code, stored(event)) == (200, RULED)
    assert "Undo" in words(asked)


def test_a_ruling_keeps_its_words_whatever_the_log_is_read_as_later(event: Event, director: Client) -> None:
    page = rule(director, event)
    ruling = Dispute.objects.get().ruling
    director.post(f"{page}words/", {"word": ["Zork"], "meaning": ["remark"]})
    assert (Dispute.objects.get().ruling, stored(event)) == (ruling, RULED)
    assert ruling.splitlines()[0].removesuffix(" (R3).") in words(director.get(page))
