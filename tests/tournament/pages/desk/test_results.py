"""The results grid, reports that wait for a second pair of eyes, and the versions of a result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laboratory.desk import undoubted_cash
from tests.build import (
    being_played,
    director_of,
    enter_result,
    enter_results,
    logged_in,
    make_director,
    make_event,
    play_to,
    publish,
)
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.acting.test_a_thousand import MOST_QUERIES
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.forms import form_with, forms_of, press
from tests.tournament.pages.pages import desk, grid_of, said, typed_into, words
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import words as plain_words
from tournament.models import Event, GameLog, Table
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars, PenaltyKind, Status
from tournament.services.attendance import set_status
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import change_settings
from tournament.services.results.confirming import hand_in
from tournament.services.rounds import close_round
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty
from tournament.slices.putting_away import put_away

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
    public = [f"/{event.slug}/{rest}" for rest in ("", "standings/", f"players/{player}/", f"p/{player}/")]
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


# Reports that wait on the desk's pages: hidden from who types them again, the same words everywhere, and what another desk saved


CASH = (41_300, 35_700, 30_200, 20_100)


def playing(check: str = "rekey") -> Event:
    """Two tables of four in round 1."""
    event = make_event(8, result_check=check)
    publish(event, 1, sizes=(4, 4))
    return event


def typed(event: Event, user: User, table: int = 1, cash: tuple[Dollars, ...] = CASH, *, signed: bool = False) -> None:
    seats = record_of(event).table(1, table).seats
    said = tuple(SeatRecord(seat.player, cash=amount) for seat, amount in zip(seats, cash, strict=True))
    assert hand_in(event, user, 1, [TableRecord(table, said)], signed={table} if signed else ()) == {}


@pytest.fixture
def second() -> User:
    return make_director("second", is_staff=True)


@pytest.fixture
def other(second: User) -> Client:
    """A browser of somebody else at the desk."""
    return logged_in(second)


def row_sent(event: Event, table: int = 1, cash: tuple[Dollars, ...] = CASH) -> dict[str, Any]:
    """What the grid's script sends of a row."""
    seats = record_of(event).table(1, table).seats
    amounts = {f"t{table}-cash-{seat.player}": amount for seat, amount in zip(seats, cash, strict=True)}
    return {"row": table, "key": f"some-key-{table}", "seen": event.version, f"t{table}-ended_by": "", **amounts}


def test_no_page_of_who_types_again_holds_the_first_figures(director: Client, other: Client) -> None:
    event = playing()
    typed(event, director_of(event))
    pages = ["", "changes/", "standings/", "rounds/1/", "rounds/1/results/", "rounds/1/tables/1/"]
    pages += ["rounds/1/tables/1/reports/", "rounds/1/results/since/?v=1"]
    for page in pages:
        text = other.get(desk(event, page)).content.decode()
        assert not [amount for amount in CASH if f"{amount:,}" in text or str(amount) in text], page
    refused = other.post(desk(event, "rounds/1/tables/1/reports/"), {"report": 1, "reason": "x"})
    assert "41,300" not in refused.content.decode()
    own = plain_words(director.get(desk(event, "rounds/1/tables/1/reports/")))
    assert "41,300" in own
    assert "Only you have entered this table's result." in own


def test_what_is_reported_and_not_official_yet_is_offered_no_undo(director: Client) -> None:
    event = playing()
    whole = {name: value for name, value in row_sent(event).items() if name != "row"}
    page = director.post(desk(event, "rounds/1/results/"), whole, follow=True)
    assert "Saved table 1." in plain_words(page)
    assert "versions=" not in page.content.decode()


def test_the_row_says_how_it_stands_to_the_first_and_to_the_second(director: Client, other: Client) -> None:
    event = playing()
    first = director.post(desk(event, "rounds/1/results/"), row_sent(event)).content.decode()
    assert "somebody else must enter it too" in first
    assert "data-mine" in first
    page = plain_words(other.get(desk(event, "rounds/1/results/")))
    assert "The figures stay hidden until somebody else has entered it too." in page
    assert "reported; enter it again" in page
    event.refresh_from_db()
    differs = plain_words(
        other.post(
            desk(event, "rounds/1/results/"), row_sent(event, cash=(41_300, 35_700, 30_200, 21_000)) | {"key": "theirs"}
        )
    )
    assert "The reports differ in 1 amount." in differs
    assert "director: 20,100 second: 21,000" in differs
    assert not [amount for amount in ("41,300", "35,700", "30,200") if amount in differs]
    assert re.findall(r"Use [\d,]+", differs) == ["Use 20,100", "Use 21,000"]
    event.refresh_from_db()
    same = other.post(desk(event, "rounds/1/results/"), row_sent(event) | {"key": "another"}).content.decode()
    assert '<span class="tag done">official</span>' in same


def test_grid_round_table_overview_and_paper_say_the_same_words(director: Client, second: User) -> None:
    event = playing("table")
    typed(event, director_of(event), signed=True)
    typed(event, director_of(event), 2)
    said = {1: "agreed by the table, not yet official", 2: "reported, not signed"}
    for table, state in said.items():
        for page in (
            "rounds/1/results/",
            "rounds/1/",
            f"rounds/1/tables/{table}/",
            f"rounds/1/tables/{table}/reports/",
        ):
            assert state in plain_words(director.get(desk(event, page))), page
    line = (
        "Round 1: all 2 tables have reported. Not everyone at table 2 has signed yet. "
        "The players at table 1 agree; the result needs accepting."
    )
    assert line in plain_words(director.get(desk(event)))
    refused = director.post(desk(event, "rounds/1/close/"), {"key": "close-it", "seen": event.version}, follow=True)
    assert "Round 1 cannot be closed yet. Not everyone at table 2 has signed yet." in plain_words(refused)


def test_agreed_tables_are_accepted_by_one_button_and_a_stale_one_is_refused(director: Client) -> None:
    event = playing("table")
    typed(event, director_of(event), signed=True)
    grid = director.get(desk(event, "rounds/1/results/"))
    assert "Result for table 1 in round 1 confirmed." in plain_words(
        director.get(press(director, grid, "Accept table 1")["Location"])
    )
    assert record_of(event).table(1, 1).is_official
    form = {"report": record_of(event).table(1, 1).official.key, "key": "again-and-again", "seen": event.version}  # type: ignore[union-attr]
    refused = director.post(desk(event, "rounds/1/results/accept/"), form, follow=True)
    assert "This has already been done" in plain_words(refused)


def test_an_untouched_grid_reports_nothing(director: Client, other: Client) -> None:
    """Rows that wait are empty or filled from a report: neither is typed by who saves the page as it is."""
    for check in ("rekey", "table"):
        event = playing(check) if check == "rekey" else make_event(8, name="Other Cup 2026", result_check=check)
        if check == "table":
            publish(event, 1, sizes=(4, 4))
        typed(event, director_of(event), signed=check == "table")
        grid = other.get(desk(event, "rounds/1/results/"))
        version = Event.objects.get(pk=event.pk).version
        press(other, grid, "Save all")
        assert Event.objects.get(pk=event.pk).version == version


def test_a_stale_grid_saved_as_it_was_reports_nothing_and_a_slip_typed_blind_is_the_second(
    director: Client, other: Client
) -> None:
    event = playing()
    stale = other.get(desk(event, "rounds/1/results/"))
    typed(event, director_of(event))
    press(other, stale, "Save all")
    assert record_of(event).table(1, 1).state.value == "reported"
    sent = row_sent(event)
    other.post(desk(event, "rounds/1/results/"), sent | {"seen": event.version - 1})
    assert record_of(event).table(1, 1).is_official


@pytest.mark.parametrize("check", ["none", "rekey", "table"])
def test_a_row_of_an_event_that_was_put_away_meanwhile_says_so_and_keeps_what_was_typed(
    director: Client, check: str
) -> None:
    event = playing(check)
    put_away(event, director_of(event))
    answer = director.post(desk(event, "rounds/1/results/"), row_sent(event))
    assert answer.status_code == 422
    assert "is archived and can only be read" in answer.content.decode()
    assert "41300" in answer.content.decode()


# What another desk saved


def since(client: Client, event: Event, version: int, page: str = "rounds/1/results/") -> Any:
    return client.get(desk(event, f"{page}since/?v={version}"))


def test_nothing_new_is_answered_with_nothing(director: Client) -> None:
    event = playing("none")
    with CaptureQueriesContext(connection) as asked:
        answer = since(director, event, event.version)
    assert (answer.status_code, answer.content, len(asked) <= 4) == (204, b"", True)
    assert "no-store" in answer["Cache-Control"]


def test_only_the_rows_that_were_touched_come_with_what_depends_on_them(director: Client) -> None:
    event = playing("none")
    seen = event.version
    typed(event, director_of(event), 2)
    answer = since(director, event, seen).content.decode()
    assert 'data-table-number="2"' in answer
    assert 'data-table-number="1"' not in answer
    assert "Table 1 has not reported." in answer
    event.refresh_from_db()
    change_settings(event, director_of(event), {"venue": "Hall 2"})
    player = record_of(event).table(1, 1).seats[0].player
    give_penalty(event, director_of(event), PenaltyOrder(player, 1, PenaltyKind.FINE, "showed a tile", 5_000))
    assert "fine −5,000" in plain_words(since(director, event, event.version - 1))


def test_settings_that_change_every_row_bring_every_row(director: Client) -> None:
    event = playing("none")
    seen = event.version
    change_settings(event, director_of(event), {"result_check": "table"})
    assert plain_words(since(director, event, seen)).count("Signed by all") == 2


def test_a_round_that_another_desk_closed_says_so(director: Client) -> None:
    event = playing("none")
    seen = event.version
    enter_results(event)
    close_round(event, director_of(event), 1)
    answer = since(director, event, seen)
    assert (answer.status_code, answer.content.decode()) == (
        409,
        "Round 1 is no longer being played: somebody else has changed it. Reload the page.",
    )


def test_check_in_answers_with_who_came_and_the_counts(director: Client) -> None:
    event = make_event(5)
    seen = event.version
    page = "entries/check-in/"
    assert since(director, event, seen, page).status_code == 204
    set_status(event, director_of(event), [2], Status.ABSENT)
    answer = since(director, event, seen, page).content.decode()
    assert 'data-entry="2" data-status="absent"' in answer
    assert 'data-entry="1"' not in answer
    assert "4 present" in answer


# The versions of a result on its table's page: what each changed, and the fines between them


def test_fines_stand_among_the_versions_of_a_result_as_differences(director: Client) -> None:
    closed = play_to(make_event(8), round_closed=1)
    first = record_of(closed).table(1, 1).seats[0].player
    name = record_of(closed).name_of(first)
    fine = PenaltyOrder(first, 1, PenaltyKind.FINE, "a wrong tile", amount=5_000)
    given = give_penalty(closed, director_of(closed), fine)
    address = desk(closed, "rounds/1/tables/1/correct/")
    form = form_with(director.get(address), "t1-why")
    director.post(
        address, typed_into(form, {1: (46_000, 35_000, 30_000, 20_000)}) | {"t1-why": "recount", "save": "yes"}
    )
    cancel_penalty(closed, director_of(closed), given.pk, "it was another player")
    page = plain_words(director.get(desk(closed, "rounds/1/tables/1/")))
    came = [
        f"Penalty for {name} cancelled (round 1) · director · “it was another player” {name}, fine: 5,000 → 0",
        "Corrected · director · “recount”",
        f"Fine of 5,000 given to {name} (round 1) · director · “a wrong tile” {name}, fine: 0 → 5,000",
        "Entered at the desk · director",
    ]
    assert [line for line in came if line not in page] == []
    assert [page.index(line) for line in came] == sorted(page.index(line) for line in came)


def test_a_table_with_everything_at_once_keeps_to_twelve_questions(director: Client) -> None:
    """Phones that hold its code, a result in two versions, a fine, a log and a dispute, while its round is played."""
    event = play_to(make_event(8, players_report=True), round_closed=1)
    publish(event, 2)
    phone_of(event, 1, 2)
    phone_of(event, 1, 2)
    here = record_of(event).round(2).tables[0]
    actor = director_of(event)
    enter_result(event, 2, here, undoubted_cash(here.size))
    enter_result(event, 2, here, [cash + 100 for cash in undoubted_cash(here.size)])
    give_penalty(event, actor, PenaltyOrder(here.seats[0].player, 2, PenaltyKind.FINE, "a wrong tile", amount=5_000))
    table = Table.objects.get(round__event=event, round__number=2, number=1)
    GameLog.objects.create(table=table, text="players: Ann, Bob")
    open_dispute(event, actor, 2, 1, "cash for seat 2")
    cache.clear()
    answer = asked(director, desk(event, "rounds/2/tables/1/"))
    page = plain_words(answer)
    assert [line for line in ("Fine of 5,000 given", "Entered at the desk") if line not in page] == []
    assert answer.queries <= MOST_QUERIES
