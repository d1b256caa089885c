"""The overview is the hall: the map of its tables, the clock, who is here, the leaders; and it keeps itself up to date."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.build import (
    asked_by_phone,
    being_played,
    director_of,
    enter_results,
    logged_in,
    make_director,
    make_event,
    play_to,
    publish,
)
from tests.tournament.devices.phones import device_at
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import press_undo, told, words
from tournament.day.at_table import CallKind
from tournament.models import Call, Dispute, Event, Helper
from tournament.models.event import put_settings
from tournament.models.queries import record_of
from tournament.record.acts import Role
from tournament.record.devices import RequestKind
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Status
from tournament.services.attendance import check_in, set_status
from tournament.services.calls import call_director
from tournament.services.results.confirming import hand_in

pytestmark = pytest.mark.django_db

CASH = (41_300, 35_700, 30_200, 20_100)


def overview(client: Client, event: Event) -> Any:
    return client.get(desk(event))


def tables(answer: Any) -> dict[int, tuple[str, str]]:
    """Each table of the map: its state with the small line, and where it leads."""
    found = re.findall(
        r'<li class="t-[a-z]+"><a id="at-(\d+)" href="([^"]+)"[^>]*>(.*?)</a></li>', answer.content.decode()
    )
    said = {int(number): " ".join(re.sub(r"<[^>]+>", " ", inner).split()) for number, _address, inner in found}
    return {int(number): (said[int(number)].split(": ", 1)[1], address) for number, address, _inner in found}


def since(client: Client, event: Event, answer: Any) -> Any:
    """What the page asks for after a while: it sends back what it shows."""
    (seen,) = re.findall(r'data-seen="([^"]+)"', answer.content.decode())
    return client.get(desk(event, "since/"), {"seen": seen})


def later(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    """Let the server's clock go on."""
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now + timedelta(minutes=minutes))


# The map


def test_every_table_says_its_state_and_leads_to_where_something_is_done(director: Client) -> None:
    event = make_event(20, result_check="rekey", players_report=True)
    publish(event)
    enter_results(event, apart_from=(1, 3, 5))
    call_director(device_at(event, 5), CallKind.RULE, "Is this chain safe?")
    dispute = Dispute.objects.create(
        table=event.rounds.get(number=1).tables.get(number=2), question="Was the second merger paid?"
    )
    typed(event, 3)
    at = f"{timezone.localtime():%H:}"
    shown = tables(overview(director, event))
    assert list(shown) == [1, 2, 3, 4, 5]
    grid = desk(event, "rounds/1/")
    seats = record_of(event).table(1, 1).seats
    assert shown[1] == (
        f"● playing {', '.join(record_of(event).name_of(seat.player) for seat in seats)}",
        f"{grid}#table-1",
    )
    assert shown[2] == (
        "! disputed Was the second merger paid?",
        desk(event, f"rounds/1/tables/2/disputes/{dispute.pk}/"),
    )
    assert re.fullmatch(rf"! second look entered by director, {at}\d\d", shown[3][0])
    assert shown[3][1] == f"{grid}#table-3"  # who enters it again does so in its row
    assert re.fullmatch(rf"✓ reported {at}\d\d · \w+ Demo wins", shown[4][0])
    assert re.fullmatch(rf"☎ called rule question, since {at}\d\d", shown[5][0])
    call = f"{desk(event, 'calls/')}#call-{Call.objects.get().pk}"
    assert shown[5][1] == call
    assert f'id="call-{Call.objects.get().pk}"' in director.get(desk(event, "calls/")).content.decode()
    page = director.get(grid).content.decode()
    assert all(f'id="table-{number}"' in page for number in shown)


def typed(event: Event, table: int) -> None:
    seats = record_of(event).table(1, table).seats
    said = tuple(SeatRecord(seat.player, cash=amount) for seat, amount in zip(seats, CASH, strict=True))
    assert hand_in(event, director_of(event), 1, [TableRecord(table, said)]) == {}


def test_a_report_that_waits_for_signatures_leads_to_the_page_that_shows_it(director: Client) -> None:
    event = make_event(8, result_check="table")
    publish(event)
    typed(event, 2)
    assert tables(overview(director, event))[2][1] == desk(event, "rounds/1/tables/2/reports/")


def test_many_tables_are_shown_with_their_state_alone(director: Client) -> None:
    few, many = make_event(96, name="Few Cup 2026"), make_event(100, name="Many Cup 2026")
    for event, is_many in ((few, False), (many, True)):
        publish(event)
        page = overview(director, event)
        assert ('class="tables-map many"' in page.content.decode()) is is_many
        assert len(tables(page)) == (25 if is_many else 24)


# Between rounds


def test_before_round_1_the_map_gives_way_to_who_is_here(director: Client) -> None:
    event = make_event(22, status=Status.REGISTERED)
    check_in(event, director_of(event), range(1, 7))
    set_status(event, director_of(event), [22], Status.ABSENT)
    page = overview(director, event)
    assert "Before round 1 6 of 21 players are here Check in" in words(page)
    assert '<progress value="6" max="21"' in page.content.decode()
    assert words(page).count("Check in") == 1
    assert "tables-map" not in page.content.decode()
    assert "left; ends" not in words(page)
    assert "Start the clock" not in words(page)


def test_between_rounds_the_leaders_are_shown_and_after_the_last_the_medals(director: Client) -> None:
    event = play_to(make_event(9), round_closed=1)
    page = words(overview(director, event))
    assert "Standings after round 1" in page
    assert len(re.findall(r"\d+\.\d{3}", page)) == 5
    play_to(event, round_closed=4)
    page = words(overview(director, event))
    assert "Medals Not published yet." in page
    assert all(medal in page for medal in ("Gold", "Silver", "Bronze"))


def test_a_helper_sees_no_medals_before_they_are_public(director: Client) -> None:
    event = play_to(make_event(9), round_closed=4)
    helper = make_director("helper", is_staff=False)
    Helper.objects.create(event=event, account=helper, roles=Role.DESK.value)
    client = logged_in(helper)
    page = words(overview(client, event))
    assert "Standings after round 4" in page
    assert "Gold" not in page


# The clock


def test_the_clock_starts_by_one_press_and_gets_five_minutes_by_another(event: Event, director: Client) -> None:
    page = overview(director, event)
    assert "110 minutes Start the clock Full screen" in words(page)
    answer = press(director, page, "Start the clock")
    assert (answer["Location"], told(answer)) == (desk(event), ["Round 1: clock started."])
    started = record_of(event).round(1).starts_at
    assert started is not None
    page = overview(director, event)
    assert ends_at(page, event) == started + timedelta(minutes=110)
    assert "left; ends " in words(page)
    answer = press(director, page, "+5 minutes")
    assert (answer["Location"], told(answer)[-1]) == (desk(event), "Round 1: 5 minutes added to the clock.")
    assert ends_at(overview(director, event), event) == started + timedelta(minutes=115)
    press_undo(director, answer)
    assert ends_at(overview(director, event), event) == started + timedelta(minutes=110)


def ends_at(answer: Any, event: Event) -> datetime:
    (end,) = re.findall(r'data-over-by="([^"]+)"', answer.content.decode())
    found = datetime.fromisoformat(end)
    started = record_of(event).round(1).starts_at
    assert started is not None
    return found.replace(microsecond=started.microsecond)  # the page says whole seconds


def test_the_clock_of_the_rounds_page_leads_back_there(event: Event, director: Client) -> None:
    assert director.post(desk(event, "rounds/1/clock/"))["Location"] == desk(event, "rounds/1/")


def test_tables_without_a_time_have_no_clock(director: Client) -> None:
    event = make_event(6, multiplier_six=1_500, minutes_six=16)
    publish(event, sizes=[6])
    assert "Start the clock" in words(overview(director, event))
    put_settings(event, {"minutes_six": None})
    event.save()
    assert "Start the clock" not in words(overview(director, event))


# Up to date


def test_an_open_page_is_answered_with_nothing_while_nothing_changes_and_costs_three_queries(
    director: Client, django_assert_max_num_queries: Any
) -> None:
    event = being_played(17)
    page = overview(director, event)
    with django_assert_max_num_queries(3):
        answer = since(director, event, page)
    assert (answer.status_code, answer.content) == (204, b"")
    assert "X-Hall-Time" in answer


def test_what_another_desk_did_comes_in_with_every_part(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    publish(event, 2)
    page = overview(director, event)
    enter_results(event, 2)
    answer = since(director, event, page)
    assert answer.status_code == 200
    text = answer.content.decode()
    assert re.findall(r'data-part="(\w+)"', text) == ["next", "waiting", "tables", "cards"]
    assert 'class="stages"' in text
    assert "notice-text" not in text  # what is typed there is never touched
    assert "Close round 2" in words(answer)
    assert since(director, event, answer).status_code == 204


def test_calls_and_requests_come_in_although_the_version_stays(director: Client) -> None:
    event = make_event(8, players_report=True)
    publish(event)
    page = overview(director, event)
    call_director(device_at(event), CallKind.TIME, "")
    page = since(director, event, page)
    assert "☎ called time, since" in words(page)
    asked_by_phone(event, 3, RequestKind.LATE)
    page = since(director, event, page)
    assert "Requests from players" in words(page)
    assert since(director, event, page).status_code == 204


def test_after_two_minutes_the_page_is_sent_anew(
    event: Event, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = overview(director, event)
    later(monkeypatch, 2.1)
    assert since(director, event, page).status_code == 200


@pytest.mark.parametrize("seen", ["", "x", "1-2-3", "--", "9-abc-99999999999999999999"])
def test_a_page_that_says_nonsense_gets_everything(director: Client, seen: str) -> None:
    event = make_event(8)
    assert director.get(desk(event, "since/"), {"seen": seen}).status_code == 200
