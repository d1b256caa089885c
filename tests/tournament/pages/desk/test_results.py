"""The results grid: one page and one save for all tables, doubts answered first, conflicts with both values, nothing typed lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_to, publish
from tests.tournament.pages.forms import form_with, forms_of
from tests.tournament.pages.pages import desk, grid_of, said, typed_into, words
from tests.tournament.pages.stages import kept
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import Dollars, PenaltyKind
from tournament.services.changes import RefusedError
from tournament.services.penalties import PenaltyOrder, give_penalty
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

FIRST = (40000, 35000, 30000, 20000)


def eight() -> Event:
    """Eight players at two tables, round 1 being played."""
    made = make_event(8)
    publish(made, 1)
    return made


@pytest.fixture(scope="module")
def published(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    """The event, once for all tests here."""
    with kept(django_db_blocker, eight) as made:
        yield made


@pytest.fixture
def event(db: None, published: Event) -> Event:
    """The event as every test finds it."""
    return Event.objects.get(pk=published.pk)


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


def test_a_table_may_be_entered_in_part(event: Event, director: Client) -> None:
    answer = director.post(
        desk(event, "rounds/1/results/"), grid_of(director, event, 1, {1: (40000, None, 30000, None)})
    )
    assert said(answer) == ["Saved table 1."]
    assert cash(event) == [40000, None, 30000, None]
    assert "2 of 4 entered" in words(director.get(answer["Location"]))


def test_a_wrong_amount_stays_in_its_field_while_the_other_table_is_saved(event: Event, director: Client) -> None:
    typed = grid_of(director, event, 1, {1: ("41.2k", 35000, 30000, 20000), 2: FIRST})
    answer = director.post(desk(event, "rounds/1/results/"), typed)
    page = words(answer)
    assert "“41.2k” is not an amount in dollars. Enter it like this: 41,200." in page
    assert 'value="41.2k"' in page
    assert 'value="35000"' in page
    assert "Check the message beside table 1. The other changes are saved." in page
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
    assert "<small>31.006</small>" in words(director.get(desk(event, "rounds/1/tables/1/")))


def test_time_outs_and_the_ending_are_kept(event: Event, director: Client) -> None:
    late = record_of(event).round(1).tables[0].seats[2].player
    typed = grid_of(director, event, 1, {1: FIRST}) | {f"t1-late-{late}": "on", "t1-ended_by": "Ada, all safe"}
    director.post(desk(event, "rounds/1/results/"), typed)
    table = record_of(event).round(1).tables[0]
    assert [seat.timed_out for seat in table.seats] == [False, False, True, False]
    assert table.ended_by == "Ada, all safe"
    page = words(director.get(desk(event, "rounds/1/tables/1/")))
    assert "Ran out of time: no turns from then on; money and shares still count (R31-R34)." in page
    director.post(desk(event, "rounds/1/results/"), grid_of(director, event, 1, {}) | {"t1-ended_by": "Ben"})
    assert record_of(event).round(1).tables[0].ended_by == "Ben"


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
    assert "The director has ruled: the bank was lost." in after
    assert "The director ruled equal shares: 100 divided by four = 25.000 %." in after


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
        "Table 1 has cash above zero; equal shares are for a table where nobody has any (R62). "
        "If the amounts are wrong, empty the fields and save first."
    ]


def test_the_grid_of_a_closed_round_only_shows(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    answer = director.get(desk(event, "rounds/1/results/"))
    assert not [form for form in forms_of(answer) if form.action == desk(event, "rounds/1/results/")]
    assert "The round is closed; open a table to correct it." in words(answer)
    answer = director.post(desk(event, "rounds/1/results/"), {"t1-ended_by": "somebody"})
    assert said(answer) == ["Round 1 is closed; open a table's page to correct it."]


def test_the_results_are_a_csv_file(event: Event, director: Client) -> None:
    enter_results(event, 1, cash={1: FIRST}, apart_from=[2])
    answer = director.get(desk(event, "rounds/1/results/?_export=csv"))
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-round-1-results.csv"'
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert len(lines) == 9
    assert lines[1].endswith(",40000,0,40000,1.06,42400,33.281,1,33.281,1")


def test_the_explanation_of_a_score_has_every_step_in_words(director: Client) -> None:
    event = make_event(3)
    publish(event, 1)
    director.post(desk(event, "rounds/1/results/"), grid_of(director, event, 1, {1: (40000, 35000, 22600)}))
    page = words(director.get(desk(event, "rounds/1/tables/1/")))
    for sentence in (
        "Cash 40,000, no fine.",
        "Sole winner: × 1.06 = 42,400.",
        "42,400 of 100,000 = 42.400 %.",
        "Table of three: × 0.75 = 31.800.",
    ):
        assert sentence in page


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
    assert '<th scope="col" class="num">New place</th>' in page
    assert cash(closed) == before
    answer = director.post(desk(closed, "rounds/1/tables/1/correct/"), typed | {"save": "yes"})
    assert cash(closed) == [60000, 1000, 30000, 20000]
    assert said(answer)[0].startswith("Table 1 in round 1 is corrected. Places: ")


def test_what_would_move_is_shown_without_a_reason(closed: Event, director: Client) -> None:
    typed = correction(director, closed, (60000, 1000, 30000, 20000), why="") | {"look": "yes", "t1-reason": "seen"}
    page = words(director.post(desk(closed, "rounds/1/tables/1/correct/"), typed))
    assert "Changes to the standings" in page
    assert "is empty; fill it in." not in page


def test_a_table_leads_to_a_penalty_for_each_of_its_players(closed: Event, director: Client) -> None:
    player = record_of(closed).round(1).table(1).seats[0].player
    address = f"/desk/{closed.slug}/penalties/?player={player}&amp;round=1&amp;back=table#give"
    assert address in director.get(desk(closed, "rounds/1/tables/1/")).content.decode()
    page = words(director.get(desk(closed, f"penalties/?player={player}&round=1")))
    assert f"Give a penalty or warning: {record_of(closed).name_of(player)}" in page


def test_a_correction_needs_a_reason_and_every_amount(closed: Event, director: Client) -> None:
    before = cash(closed)
    address = desk(closed, "rounds/1/tables/1/correct/")
    page = words(director.post(address, correction(director, closed, FIRST, why="") | {"save": "yes"}))
    assert "“Why are you correcting this result?” is empty; fill it in." in page
    gap = words(director.post(address, correction(director, closed, (40000, None, 30000, 20000)) | {"save": "yes"}))
    assert "Enter the cash for every seat: the round is closed." in gap
    assert 'value="recount"' in gap
    assert cash(closed) == before


def test_an_earlier_version_is_restored_after_asking(closed: Event, director: Client) -> None:
    before = cash(closed)
    director.post(desk(closed, "rounds/1/tables/1/correct/"), correction(director, closed, FIRST) | {"save": "yes"})
    page = words(director.get(desk(closed, "rounds/1/tables/1/")))
    address = page.partition('class="no-print" href="')[2].partition('"')[0]
    assert "/restore/" in address
    assert "result from version" in words(director.get(address))
    director.post(address, {"reason": "the first count was right"})
    assert cash(closed) == before
    page = words(director.get(desk(closed, "rounds/1/tables/1/")))
    assert "the first count was right" in page
    assert re.findall(r"(?:Restored|Corrected|Entered at the desk) · director", page) == [
        "Restored · director",
        "Corrected · director",
        "Entered at the desk · director",
    ]


def test_a_table_that_does_not_exist_has_no_page(closed: Event, director: Client) -> None:
    for page in ("tables/9/", "tables/9/correct/", "tables/9/equal-shares/"):
        assert director.get(desk(closed, f"rounds/1/{page}")).status_code == 404
