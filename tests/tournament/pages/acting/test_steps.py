"""Short days in which two presses come in an unhappy order, step by step as a director presses them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_result, make_event, play_round, publish
from tests.tournament.pages.forms import Answer, press
from tests.tournament.pages.pages import desk, grid_of
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import FineTiming, PenaltyKind, PlayerId
from tournament.services.penalties import PenaltyOrder, give_penalty
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

NAMES = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
LAST = (40_000, 32_000, 25_000, 19_000, 12_000)


def players(count: int) -> list[str]:
    return [f"Player {name}" for name in NAMES[:count]]


def looked(client: Client, event: Event, page: str) -> Answer:
    answer = client.get(desk(event, page))
    assert answer.status_code == 200, page
    return answer


# A withdrawal and a no-show in the last round


@pytest.fixture
def last_round() -> Event:
    """Four rounds of eight players: Player One won each, and the last one is public with nothing entered."""
    event = make_event(names=players(8), last_round="drawn")
    for number in (1, 2, 3):
        tables = publish(event, number).tables
        for table in tables:
            seats = [seat.player for seat in table.seats]
            rest = iter((30_000, 25_000, 20_000))
            winner, won = (PlayerId(1), 80_000) if 1 in seats else (seats[0], 35_000)
            enter_result(event, number, table, [won if player == winner else next(rest) for player in seats])
        close_round(event, director_of(event), number)
    publish(event, 4)
    return Event.objects.get(pk=event.pk)


def withdraw_one(client: Client, event: Event) -> None:
    said = told(press(client, looked(client, event, "entries/1/withdraw/"), "Withdraw Player One"))
    assert said == ["Player One is withdrawn."]


def take_off(client: Client, event: Event) -> None:
    page = looked(client, event, "rounds/4/no-show/?player=1&kind=missed")
    press(client, page, "Mark Player One as a no-show")
    assert record_of(event).round(4).table_of(PlayerId(1)) is None


@pytest.mark.parametrize("steps", [(withdraw_one, take_off), (take_off, withdraw_one)])
def test_who_went_home_before_the_last_game_wins_nothing_in_whatever_order_it_is_pressed(
    last_round: Event, director: Client, steps: Sequence[Callable[[Client, Event], None]]
) -> None:
    event = last_round
    for step in steps:
        step(director, event)
    tables = record_of(event).round(4).tables
    director.post(
        desk(event, "rounds/4/results/"),
        grid_of(director, event, 4, {table.number: LAST[: table.size] for table in tables})
        | {f"t{table.number}-ended_by": "all safe" for table in tables},
    )
    press(director, looked(director, event, ""), "Close round 4")
    medals = words(looked(director, event, "final/"))
    assert "Player One" not in medals.split("Pentamind")[0]
    assert "left after round 3" in words(looked(director, event, "entries/"))
    standings = words(looked(director, event, "standings/"))
    assert "Withdrew after the last round" not in standings
    record = record_of(event)
    assert record.has_left_early(PlayerId(1))


# A late comer for whom a public round is drawn again


def test_a_late_comer_who_plays_a_round_that_is_drawn_again_is_there_from_that_round(director: Client) -> None:
    event = make_event(12)
    play_round(event, 1)
    publish(event, 2)
    press(director, looked(director, event, "entries/"), "Add", {"player": "Late Demo"})
    page = looked(director, event, "entries/13/")
    press(director, page, "Check in", {"missed": "missed"})
    assert "from round 3 on" in words(looked(director, event, "entries/"))
    press(director, looked(director, event, "rounds/2/withdraw/"), "Unpublish round 2")
    page = looked(director, event, "rounds/2/arrangement/")
    press(director, page, "Draw 4 3 3 3")
    press(director, looked(director, event, "rounds/2/"), "Publish round 2")
    entries = words(looked(director, event, "entries/"))
    assert "from round 2 on" in entries
    assert "from round 3 on" not in entries
    assert "from round 3" not in words(looked(director, event, "entries/13/"))


# A final that is only a draft


def test_a_fine_while_the_final_is_a_draft_says_that_it_must_be_seated_again(director: Client) -> None:
    event = make_event(16)
    for number in (1, 2, 3):
        play_round(event, number)
    draw_round(event, 4)
    assert record_of(event).has_draft
    player = record_of(event).round(3).tables[0].seats[0].player
    sent = {
        "number": str(player),
        "round_number": "3",
        "kind": "fine",
        "amount": "30,000",
        "timing": "before_bonus",
        "subject": "misplay",
        "reason": "misread",
    }
    asked = press(director, looked(director, event, "penalties/"), "Give the penalty", sent)
    assert "The final is only a draft. Draw it again before you publish it." in words(asked)
    assert "nobody is re-seated" not in words(asked)
    assert "nobody changes tables" not in words(asked)
    order = PenaltyOrder(player, 3, PenaltyKind.FINE, "misread", 30_000, timing=FineTiming.BEFORE_BONUS)
    give_penalty(event, director_of(event), order)
    draft = words(looked(director, event, "rounds/4/"))
    assert "This draft is out of date." in draft
    assert "seat the final again" in draft
