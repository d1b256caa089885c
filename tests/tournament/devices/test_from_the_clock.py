"""What the table's clock knows goes into the report by phone; a shared phone says no as plainly as yes; what a look costs."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.build import director_of
from tests.tournament.devices.phones import device_at
from tests.tournament.devices.test_clocks import back, order_at
from tests.tournament.devices.test_reporting import held_by, opened, phone, report, report_address, seated, state
from tests.tournament.pages.reading import html
from tournament.day.at_table import PressKind
from tournament.models import Event, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId
from tournament.services.clocks import MINUTE, SentPress, press
from tournament.services.events import change_settings
from tournament.services.results.confirming import confirm_results

pytestmark = pytest.mark.django_db


def out_of_time(event: Event) -> list[int]:
    """Both who begins and who follows ran out of time by the clock of table 1; their numbers."""
    first, second, *_ = order_at(event)
    presses = [
        SentPress("a-1", 60 * MINUTE, PressKind.TURN, first),
        SentPress("a-2", 30 * MINUTE, PressKind.TURN, second),
    ]
    press(back(device_at(event), 90), presses)
    return [first, second]


def test_time_outs_of_the_clock_stand_in_a_phones_report_are_put_right_there_and_reach_the_result_r31(
    event: Event,
) -> None:
    kept, put_right = out_of_time(event)
    ada = phone(event, 0)
    browser, sent = opened(event, ada)
    page = html(browser, report_address(event))
    assert page.count("by the table's clock") == 2
    assert [f'name="late-{player}" checked' in page for player in (*seated(event),)] == [
        player in (kept, put_right) for player in seated(event)
    ]
    refused = browser.post(report_address(event), {**sent, f"cash-{seated(event)[0]}": "x", f"late-{kept}": "on"})
    shown = refused.content.decode()
    assert (f'name="late-{kept}" checked' in shown, f'name="late-{put_right}" checked' in shown) == (True, False)
    assert browser.post(report_address(event), {**sent, f"late-{kept}": "on"}).status_code == 302
    said = TableReport.objects.get()
    begun = html(browser, f"{report_address(event)}?from={said.pk}")
    assert (f'name="late-{kept}" checked' in begun, f'name="late-{put_right}" checked' in begun) == (True, False)
    confirm_results(event, event.created_by, 1, [said.pk], "counted with the table")
    assert [PlayerId(kept)] == [seat.player for seat in record_of(event).table(1, 1).seats if seat.timed_out]


def test_who_shares_a_phone_says_no_with_one_press_and_may_enter_other_figures_afterwards(event: Event) -> None:
    ada = phone(event, 0)
    browser, sent = opened(event, ada)
    browser.post(report_address(event), sent)
    said = TableReport.objects.get()
    shared = held_by(event, phone(event))
    table = report_address(event).removesuffix("report/")
    assert "Do not agree</button>" in html(shared, table)
    nobody = shared.post(f"{table}answer/", {"report": said.pk, "agrees": "no"})
    assert (nobody.status_code, "Choose whose answer this is." in nobody.content.decode()) == (409, True)
    ben = seated(event)[1]
    answer = shared.post(f"{table}answer/", {"report": said.pk, "agrees": "no", "player": ben})
    assert (answer.status_code, answer["Location"]) == (302, table)
    assert [(row.entry.number, row.agrees) for row in ReportAnswer.objects.filter(device__entry=None)] == [(ben, False)]
    assert state(event) == "the players disagree"
    page = html(shared, table)
    assert f"Not agreed: {record_of(event).name_of(ben)}." in page
    assert f"?from={said.pk}" in page


def test_a_phone_reads_its_table_anew_only_where_something_was_done_there(event: Event) -> None:
    shared = held_by(event, phone(event))
    table = report_address(event).removesuffix("report/")
    now = f"{table}now/"

    def told(seen: int) -> tuple[int, str, bool]:
        with CaptureQueriesContext(connection) as asked:
            answer = shared.get(now, {"v": seen, "s": stamp})
        return answer.status_code, answer.get("X-Version", ""), len(asked) > 4

    found = re.search(r'data-version="(\d+)" data-stamp="(\w+)"', html(shared, table))
    assert found is not None
    first, stamp = int(found[1]), found[2]
    report(event, phone(event, 0, 2))
    event.refresh_from_db()
    second = event.version
    assert told(first) == (204, str(second), False)
    assert told(second) == (204, "", False)
    report(event, phone(event, 0))
    assert told(second)[0] == 200
    change_settings(event, director_of(event), {"venue": "Hall 2"})
    assert told(event.version - 1) == (200, "", True), "of what is no result of a table the phone reads itself"
    assert told(0)[0] == 200
