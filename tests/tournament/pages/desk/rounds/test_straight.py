"""The way to a draft: straight where there is one choice, by the arrangements where something is asked, in the words of a hall."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_to
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.templatetags.cited import linked
from tournament.record.vocabulary import RoundState, SeatSource, Status
from tournament.services.attendance import set_status
from tournament.services.departures import withdraw

pytestmark = pytest.mark.django_db


def leads_to_arrangements(director: Client, event: Event, number: int) -> bool:
    page = director.get(desk(event, "")).content.decode()
    return f'href="{desk(event, f"rounds/{number}/arrangement/")}">Draw ' in page


def test_one_choice_is_drawn_straight_to_the_draft_in_the_order_of_play_of_the_event(director: Client) -> None:
    event = make_event(8, seat_source=SeatSource.CHART.value)
    page = director.get(desk(event, ""))
    assert "Tables of 4 and 4 players, the only option under the rules." in words(page)
    answer = press(director, page, "Draw round 1")
    assert answer["Location"] == desk(event, "rounds/1/")
    drawn = record_of(event).round(1)
    assert (drawn.state, drawn.sizes, drawn.seat_source) == (RoundState.DRAFT, (4, 4), SeatSource.CHART)


def test_where_something_is_asked_the_button_leads_to_the_arrangements(director: Client) -> None:
    awaited = make_event(9, name="Awaited Cup 2026")
    set_status(awaited, director_of(awaited), [9], Status.LATE)
    for event in (awaited, make_event(17), make_event(7, name="Seven Cup 2026")):
        assert leads_to_arrangements(director, event, 1)


def test_after_players_left_what_was_announced_stands_first_and_is_the_primary_choice(director: Client) -> None:
    event = play_to(make_event(16), round_closed=3)
    for number in (3, 7, 9):
        withdraw(event, director_of(event), number)
    page = words(director.get(desk(event, "rounds/4/arrangement/")))
    assert "<h1>The final: 13 players</h1>" in page
    buttons = page.partition('class="choice-cards"')[2].partition("</div>")[0]
    assert buttons.index("Seat the final ") < buttons.index("Draw ")
    assert buttons.count('class="primary">Seat the final ') == 1


def test_table_sizes_do_not_break_over_lines_but_what_was_typed_stays_as_it_is() -> None:
    held = "4 4 3".replace(" ", "\N{NO-BREAK SPACE}")
    page = "<p>Tables of 4 4 3, 13 players at 3 tables.</p><button>Draw 4 4 3</button><textarea>4 4 3</textarea><p>1 2 3</p>"
    assert linked(page) == (
        f"<p>Tables of {held}, 13 players at 3 tables.</p><button>Draw {held}</button><textarea>4 4 3</textarea><p>1 2 3</p>"
    )
