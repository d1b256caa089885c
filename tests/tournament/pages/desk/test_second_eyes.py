"""Reports that wait on the desk's pages: hidden from who types them again, the same words everywhere, and what another desk saved."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.build import director_of, enter_results, logged_in, make_director, make_event, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars, PenaltyKind, Status
from tournament.services.attendance import set_status
from tournament.services.events import change_settings
from tournament.services.results.confirming import hand_in
from tournament.services.rounds import close_round
from tournament.services.showing import put_away
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

CASH = (41_300, 35_700, 30_200, 20_100)


def playing(check: str = "rekey") -> Event:
    """Two tables of four in round 1."""
    event = make_event(8, result_check=check)
    publish(event, 1, sizes=(4, 4))
    return event


def typed(event: Event, user: User, table: int = 1, cash: tuple[Dollars, ...] = CASH, *, signed: bool = False) -> None:
    seats = record_of(event).table(1, table).seats
    said = tuple(SeatRecord(seat.player, cash=amount) for seat, amount in zip(seats, cash, strict=True))
    assert hand_in(event, user, 1, [TableRecord(table, said)], signed=[table] if signed else ()) == {}


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
    own = words(director.get(desk(event, "rounds/1/tables/1/reports/")))
    assert "41,300" in own
    assert "Only you have entered this table's result." in own


def test_what_is_reported_and_not_official_yet_is_offered_no_undo(director: Client) -> None:
    event = playing()
    whole = {name: value for name, value in row_sent(event).items() if name != "row"}
    page = director.post(desk(event, "rounds/1/results/"), whole, follow=True)
    assert "Saved table 1." in words(page)
    assert "versions=" not in page.content.decode()


def test_the_row_says_how_it_stands_to_the_first_and_to_the_second(director: Client, other: Client) -> None:
    event = playing()
    first = director.post(desk(event, "rounds/1/results/"), row_sent(event)).content.decode()
    assert "somebody else must enter it too" in first
    assert "data-mine" in first
    page = words(other.get(desk(event, "rounds/1/results/")))
    assert "The figures stay hidden until somebody else has entered it too." in page
    assert "reported; enter it again" in page
    event.refresh_from_db()
    differs = words(
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
            assert state in words(director.get(desk(event, page))), page
    line = (
        "Round 1: all 2 tables have reported. Not everyone at table 2 has signed yet. "
        "The players at table 1 agree; the result needs accepting."
    )
    assert line in words(director.get(desk(event)))
    refused = director.post(desk(event, "rounds/1/close/"), {"key": "close-it", "seen": event.version}, follow=True)
    assert "Round 1 cannot be closed yet. Not everyone at table 2 has signed yet." in words(refused)


def test_agreed_tables_are_accepted_by_one_button_and_a_stale_one_is_refused(director: Client) -> None:
    event = playing("table")
    typed(event, director_of(event), signed=True)
    grid = director.get(desk(event, "rounds/1/results/"))
    assert "Result for table 1 in round 1 confirmed." in words(
        director.get(press(director, grid, "Accept table 1")["Location"])
    )
    assert record_of(event).table(1, 1).is_official
    form = {"report": record_of(event).table(1, 1).official.key, "key": "again-and-again", "seen": event.version}  # type: ignore[union-attr]
    refused = director.post(desk(event, "rounds/1/results/accept/"), form, follow=True)
    assert "This has already been done" in words(refused)


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
    assert "fine −5,000" in words(since(director, event, event.version - 1))


def test_settings_that_change_every_row_bring_every_row(director: Client) -> None:
    event = playing("none")
    seen = event.version
    change_settings(event, director_of(event), {"result_check": "table"})
    assert words(since(director, event, seen)).count("Signed by all") == 2


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
