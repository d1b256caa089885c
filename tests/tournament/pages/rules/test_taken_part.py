"""Who sat out has taken part: no button, undo or removal takes a score of a closed round away (R49, R50, R54, R68)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import make_event, play_round
from tests.tournament.pages.forms import forms_of
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.vocabulary import Status

pytestmark = pytest.mark.django_db


def seven(status: Status = Status.PRESENT) -> tuple[Event, int]:
    """Seven players after one closed round at 3 3, and the number of the one who sat out."""
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    (sit_out,) = read_event(event.slug).round(1).sit_outs
    return event, sit_out.player


def mark(client: Client, event: Event, number: int, to: str, **typed: str) -> Any:
    return client.post(desk(event, f"entries/{number}/status/"), {"to": to, **typed})


def test_the_page_of_who_sat_out_offers_neither_a_mark_nor_the_removal(director: Client) -> None:
    event, number = seven()
    page = director.get(desk(event, f"entries/{number}/"))
    assert [form for form in forms_of(page) if form.action.endswith("/status/")] == []
    assert "Remove the entry" not in words(page)
    assert "Withdraw" in words(page)
