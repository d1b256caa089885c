"""The last round of an event with a final is "the final" on every page of the desk and in the diary, and never a round by its number."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_result, enter_results, make_event, play_round, play_to, publish
from tests.tournament.pages.crawl import hidden_behind_choices, pages_of
from tests.tournament.pages.forms import press
from tests.tournament.pages.logs import DISPUTED
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import RoundRecord
from tournament.record.vocabulary import PenaltyKind, SitOutKind
from tournament.services.events import publish_final_list
from tournament.services.gamelogs import attach_log
from tournament.services.rounds import close_round, discard_draft, publish_round, reopen_round, withdraw_round
from tournament.services.seats import mark_no_show
from tournament.services.tables import start_clock
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

LAST = 4


def by_number(client: Client, event: Event) -> dict[str, list[str]]:
    """The pages on which the last round is called by its number, with what stands around it."""
    pages = pages_of(client, event.slug, *hidden_behind_choices(event.slug))
    assert len(pages) > 20
    found = {}
    for address, answer in pages.items():
        said = words(answer) + " ".join(
            re.findall(r'(?:title|aria-label|placeholder)="([^"]*)"', answer.content.decode())
        )
        said += " ".join(re.findall(r"(?s)<title>(.*?)</title>", answer.content.decode()))
        if hits := re.findall(rf".{{0,30}}\b[Rr]ound {LAST}\b.{{0,30}}", said):
            found[address] = hits
    return found


def in_play(event: Event) -> RoundRecord:
    """The final of an event, drawn twice, published twice, with everything about its first tables that a diary can tell."""
    actor = director_of(event)
    draw_round(event, LAST)
    discard_draft(event, actor, LAST)
    publish(event, LAST, seed=11)
    withdraw_round(event, actor, LAST)
    publish_round(event, actor, LAST)
    start_clock(event, actor, LAST)
    played = record_of(event).round(LAST)
    (first, *_, last) = played.tables
    enter_result(event, LAST, first, (0,) * first.size)
    attach_log(event, actor, LAST, first.number, DISPUTED)
    open_dispute(event, actor, LAST, first.number, "cash for seat 1")
    mark_no_show(event, actor, LAST, last.seats[0].player, SitOutKind.MISSED, "no-show")
    fine = PenaltyOrder(last.seats[1].player, LAST, PenaltyKind.FINE, "a wrong tile", amount=5_000)
    cancel_penalty(event, actor, give_penalty(event, actor, fine).pk, "it was another player")
    return played


def test_the_final_is_seated_and_not_drawn(director: Client) -> None:
    event = play_to(make_event(16), round_closed=LAST - 2)
    assert "Draw 4 4 4 4" in words(director.get(desk(event, f"rounds/{LAST - 1}/arrangement/")))
    play_round(event, LAST - 1)
    page = director.get(desk(event, f"rounds/{LAST}/arrangement/"))
    assert "Draw 4" not in words(page)
    answer = press(director, page, "Seat the final from the standings (4 4 4 4)")
    assert told(answer) == ["The final drawn."]


def test_nothing_of_the_desk_calls_the_final_by_its_number(director: Client) -> None:
    event = play_to(make_event(16), round_closed=LAST - 1)
    assert by_number(director, event) == {}
    draw_round(event, LAST)
    assert by_number(director, event) == {}
    answer = director.post(desk(event, f"rounds/{LAST}/discard/"))
    assert told(answer) == ["The final: draft discarded."]
    played = in_play(event)
    assert by_number(director, event) == {}
    diary = words(director.get(desk(event, "changes/")))
    for sentence in (
        "The final: draft discarded",
        "The final unpublished",
        "The final: clock started",
        "Dispute opened at table 1 in the final",
        f"did not turn up at table {played.tables[-1].number} in the final",
        " cancelled (the final)",
    ):
        assert sentence in diary
    enter_results(event, LAST)
    close_round(event, director_of(event), LAST, "ruled by hand")
    assert by_number(director, event) == {}
    reopen_round(event, director_of(event), LAST)
    close_round(event, director_of(event), LAST, "ruled by hand")
    publish_final_list(event, director_of(event), "ruled by hand")
    assert by_number(director, event) == {}


def test_an_event_without_a_final_has_a_last_round(director: Client) -> None:
    event = play_to(make_event(8), round_closed=LAST - 1)
    publish(event, LAST)
    assert "Round 4 published" in words(director.get(desk(event, "changes/")))
