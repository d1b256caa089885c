"""The results grid: one page and one save for all tables, doubts answered first, conflicts with both values, nothing typed lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.build import being_played, director_of, enter_results, make_event, play_to
from tests.tournament.pages.forms import form_with, forms_of
from tests.tournament.pages.pages import desk, grid_of, said, typed_into, words
from tests.tournament.pages.stages import once_for_all
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import Dollars, PenaltyKind
from tournament.services.changes import RefusedError
from tournament.services.rounds import close_round
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

FIRST = (40000, 35000, 30000, 20000)

made, event = once_for_all(being_played)

"""The event as every test finds it."""


def cash(event: Event, table: int = 1) -> list[Dollars | None]:
    return [seat.cash for seat in record_of(event).round(1).tables[table - 1].seats]


def test_all_tables_are_saved_with_one_click(event: Event, director: Client) -> None:
    answer = director.post(desk(event, "rounds/1/results/"), grid_of(director, event, 1, {1: FIRST, 2: FIRST}))
    assert said(answer) == ["Saved tables 1 and 2."]
    page = words(director.get(answer["Location"]))
    assert page.count("<span>bonus 2,400,</span> <span>table total 127,400</span>") == 2
    assert (
        '<td class="total">33.281</td>' not in page
    )  # while a round is typed in, its scores stand on the pages of its tables
    for table in (1, 2):
        assert "42,400 of 127,400 = 33.281 %." in words(director.get(desk(event, f"rounds/1/tables/{table}/")))
    director.post(desk(event, "rounds/1/close/"))
    assert words(director.get(answer["Location"])).count('<td class="total">33.281</td>') == 2


def test_a_wrong_amount_stays_in_its_field_while_the_other_table_is_saved(event: Event, director: Client) -> None:
    typed = grid_of(director, event, 1, {1: ("41.2k", 35000, 30000, 20000), 2: FIRST})
    answer = director.post(desk(event, "rounds/1/results/"), typed)
    page = words(answer)
    assert "“41.2k” is not an amount in dollars. Enter it like this: 41,200." in page
    assert 'value="41.2k"' in page
    assert 'value="35000"' in page
    assert "Check the message next to table 1. The other changes have been saved." in page
    assert (cash(event, 1), cash(event, 2)) == ([None] * 4, list(FIRST))


def test_an_amount_that_does_not_end_in_00_is_kept_with_a_reason(event: Event, director: Client) -> None:
    typed = grid_of(director, event, 1, {1: (41250, 35000, 30000, 20000)})
    page = words(director.post(desk(event, "rounds/1/results/"), typed))
    assert "has 41,250, which does not end in 00" in page
    assert cash(event) == [None] * 4
    ticked = words(director.post(desk(event, "rounds/1/results/"), typed | {"t1-confirmed": "on"}))
    assert "has 41,250, which does not end in 00" in ticked
    director.post(desk(event, "rounds/1/results/"), typed | {"t1-reason": "counted twice"})
    seats = record_of(event).round(1).tables[0].seats
    assert [(seat.cash, seat.cash_reason) for seat in seats] == [
        (41250, "counted twice"),
        (35000, ""),
        (30000, ""),
        (20000, ""),
    ]


def test_a_fine_stands_beside_the_field_and_counts(event: Event, director: Client) -> None:
    rich = record_of(event).round(1).tables[0].seats[0].player
    give_penalty(event, director_of(event), PenaltyOrder(rich, 1, PenaltyKind.FINE, "misread twice", 5000))
    page = words(director.get(desk(event, "rounds/1/results/")))
    assert "fine −5,000" in page
    director.post(desk(event, "rounds/1/results/"), grid_of(director, event, 1, {1: (40000, 36000, 30000, 20000)}))
    after = words(director.get(desk(event, "rounds/1/results/")))
    assert "has the most cash, 40,000, but is not first after the fine (R55)." in after
    # E13: the fine changes the winner
    assert "31.006" in words(director.get(desk(event, "rounds/1/tables/1/")))


def test_a_table_where_nobody_has_anything_leads_to_the_ruling_of_equal_shares(event: Event, director: Client) -> None:
    page = words(director.post(desk(event, "rounds/1/results/"), grid_of(director, event, 1, {1: (0, 0, 0, 0)})))
    assert "there is nothing to share (R62); check them, or rule equal shares." in page
    assert f'href="{desk(event, "rounds/1/tables/1/equal-shares/")}"' in page
    assert f'href="{desk(event, "rounds/1/tables/2/equal-shares/")}"' not in page
    question = words(director.get(desk(event, "rounds/1/tables/1/equal-shares/")))
    assert "All players get equal shares of 100 (R62)." in question
    director.post(desk(event, "rounds/1/tables/1/equal-shares/"), {"reason": ""})
    assert cash(event) == [None] * 4
    director.post(desk(event, "rounds/1/tables/1/equal-shares/"), {"reason": "the bank was lost"})
    after = words(director.get(desk(event, "rounds/1/tables/1/")))
    assert "Ruling: the bank was lost" in after
    assert "The director ruled equal shares: 100 divided by 4 = 25.000 %." in after


def test_a_ruling_that_was_cancelled_leaves_every_page_and_says_what_to_do_where_scores_are_asked(
    event: Event, director: Client
) -> None:
    ruling = desk(event, "rounds/1/tables/1/equal-shares/")
    director.post(ruling, {"reason": "the bank was lost"})
    director.post(ruling, {"reason": ""})
    assert cash(event) == [0] * 4
    words_of_it = "Round 1, table 1: the amounts add up to 0, so there is nothing to share (R62); check the cash, or rule equal shares."
    player = record_of(event).round(1).tables[0].seats[0].player
    public = [f"/{event.slug}/{rest}" for rest in ("", "standings/", f"players/{player}/", f"?me={player}")]
    at_desk = [desk(event, rest) for rest in ("", "rounds/1/", "rounds/1/results/", "standings/", "final/")]
    at_desk.append(desk(event, f"entries/{player}/"))
    assert {page: director.get(page).status_code for page in (*public, *at_desk)} == dict.fromkeys(
        (*public, *at_desk), 200
    )
    assert words_of_it in words(director.get(desk(event, "rounds/1/tables/1/")))
    file = director.get(desk(event, "rounds/1/results/?_export=csv"))
    assert (file.status_code, file.content.decode()) == (409, words_of_it)
    with pytest.raises(CommandError) as refusal:
        call_command("paper", event.slug, "results", "--round", "1")
    assert str(refusal.value) == words_of_it
    enter_results(event, 1, cash={2: FIRST}, apart_from=[1])
    with pytest.raises(RefusedError) as refused:
        close_round(event, director_of(event), 1)
    assert str(refused.value) == words_of_it
    director.post(ruling, {"reason": "the bank was lost"})
    close_round(event, director_of(event), 1)


def test_equal_shares_are_not_offered_where_somebody_has_cash(event: Event, director: Client) -> None:
    enter_results(event, 1)
    answer = director.get(desk(event, "rounds/1/tables/1/equal-shares/"), follow=True)
    assert answer.redirect_chain == [(desk(event, "rounds/1/tables/1/"), 302)]
    assert said(answer) == [
        "Somebody at table 1 has cash; equal shares are only for a table where nobody has any (R62). If the "
        "amounts are wrong, clear the fields and save first."
    ]


def test_the_grid_of_a_closed_round_only_shows(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    answer = director.get(desk(event, "rounds/1/results/"))
    assert not [form for form in forms_of(answer) if form.action == desk(event, "rounds/1/results/")]
    assert "data-name" not in answer.content.decode()
    answer = director.post(desk(event, "rounds/1/results/"), {"t1-ended_by": "somebody"})
    assert said(answer) == ["Round 1 is closed; open a table's page to correct it."]


@pytest.fixture
def closed(event: Event) -> Event:
    """The same after the round is closed."""
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    return event


def correction(client: Client, event: Event, amounts: Sequence[object], why: str = "recount") -> dict[str, Any]:
    """The form of the page that corrects table 1, filled in."""
    page = client.get(desk(event, "rounds/1/tables/1/correct/"))
    return typed_into(form_with(page, "t1-why"), {1: amounts}) | {"t1-why": why}


def test_a_correction_shows_what_would_move_before_it_is_saved(closed: Event, director: Client) -> None:
    before = cash(closed)
    typed = correction(director, closed, (60000, 1000, 30000, 20000)) | {
        "look": "yes",
        "t1-reason": "seen by the director",
    }
    page = words(director.post(desk(closed, "rounds/1/tables/1/correct/"), typed))
    assert "Changes to the standings" in page
    assert '<th scope="col" class="num">Place</th>' in page
    assert cash(closed) == before
    answer = director.post(desk(closed, "rounds/1/tables/1/correct/"), typed | {"save": "yes"})
    assert cash(closed) == [60000, 1000, 30000, 20000]
    assert said(answer)[0].startswith("Result for table 1 in round 1 corrected. Places: ")


def test_what_would_move_is_shown_without_a_reason(closed: Event, director: Client) -> None:
    typed = correction(director, closed, (60000, 1000, 30000, 20000), why="") | {"look": "yes", "t1-reason": "seen"}
    page = words(director.post(desk(closed, "rounds/1/tables/1/correct/"), typed))
    assert "Changes to the standings" in page
    assert "is empty; fill it in." not in page


def test_a_table_leads_to_a_penalty_for_each_of_its_players(closed: Event, director: Client) -> None:
    player = record_of(closed).round(1).table(1).seats[0].player
    address = f"/desk/{closed.slug}/penalties/?player={player}&amp;round=1&amp;kind=fine&amp;back=table"
    assert address in director.get(desk(closed, "rounds/1/tables/1/")).content.decode()
    form = director.get(desk(closed, f"penalties/?player={player}&round=1")).context["form"]
    assert form["number"].value() == str(player)


def test_a_table_that_does_not_exist_has_no_page(closed: Event, director: Client) -> None:
    for page in ("tables/9/", "tables/9/correct/", "tables/9/equal-shares/"):
        assert director.get(desk(closed, f"rounds/1/{page}")).status_code == 404
