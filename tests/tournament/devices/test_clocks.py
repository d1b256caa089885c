"""What a table does on its phone beside its result: the clock, calls for the director, and what the clock knows for the report."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import Error, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from tests.build import director_of, enter_results, logged_in, make_director, make_event, publish
from tests.tournament.devices.phones import device_at, phone_of
from tests.tournament.devices.test_reporting import held_by, opened, phone, report, report_address, seated, state
from tests.tournament.pages.reading import html
from tests.tournament.pdf.reading import text_of
from tournament.access.devices import DeviceRefusedError, codes_of
from tournament.day.at_table import CallKind, PressKind, TableTime, in_short, out_by_clock, to_do
from tournament.models import Call, ClockPress, Device, Event, ReportAnswer, TableReport
from tournament.models.at_table import calls_of, open_calls, presses_of, waiting_of
from tournament.models.queries import record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.record.devices import player_subject
from tournament.record.vocabulary import PlayerId
from tournament.services.calls import answer_call, call_director
from tournament.services.changes.refusals import NotAllowedError, RefusedError
from tournament.services.events import change_settings
from tournament.services.results.confirming import confirm_results
from tournament.services.rounds import close_round, withdraw_round
from tournament.services.seats import set_starting_tiles
from tournament.services.tables import let_clock_go_on, pause_clock
from tournament.services.undoing import undo_changes
from tournament.slices.clocks import SentPress, clock_of, clocks_of, give_time, press
from tournament.tellings.diary import sentence_of
from tournament.tellings.hall import book_of

pytestmark = pytest.mark.django_db

MINUTE = 60_000


def order_at(event: Event, table: int = 1) -> list[int]:
    """The players of a table in order of play."""
    return [row.player for row in time_at(event, table).players]


def time_at(event: Event, table: int = 1) -> TableTime:
    """How a table's clock stands."""
    time = clock_of(event, 1, table).time
    assert time is not None
    return time


def minutes_left(event: Event, table: int = 1) -> list[int]:
    """What is left to the players of a table in order of play, in minutes begun."""
    return [-(-row.left // MINUTE) for row in time_at(event, table).players]


def back(device: Device, minutes: int) -> Device:
    """A phone that was claimed so long ago."""
    device.claimed_at = device.claimed_at.fromtimestamp(
        device.claimed_at.timestamp() - minutes * 60, tz=device.claimed_at.tzinfo
    )
    return device


def clock_page(event: Event, table: int = 1) -> str:
    """The page of a table's clock."""
    return reverse("device_clock", args=[event.slug, 1, table])


def test_presses_of_a_device_without_network_count_from_when_they_were_pressed_and_once(event: Event) -> None:
    first, second, *_ = order_at(event)
    device = back(device_at(event), 30)
    queue = [
        SentPress("a-1", 10 * MINUTE, PressKind.TURN, first),
        SentPress("a-2", 6 * MINUTE, PressKind.TURN, second),
        SentPress("a-3", 1 * MINUTE, PressKind.STOP),
    ]
    version = Event.objects.get(pk=event.pk).version
    assert [press(device, queue[:2]), press(device, queue), press(device, queue[::-1])] == [2, 1, 0]
    assert minutes_left(event) == [21, 20, 25, 25]
    assert Event.objects.get(pk=event.pk).version == version


def test_a_late_press_never_comes_before_an_earlier_one_of_the_same_device_nor_before_its_claim(event: Event) -> None:
    first, second, *_ = order_at(event)
    device = device_at(event)
    press(device, [SentPress("a-1", 0, PressKind.TURN, first), SentPress("a-2", 9 * MINUTE, PressKind.TURN, second)])
    assert (time_at(event).running, minutes_left(event)) == (second, [25, 25, 25, 25])


def test_no_table_presses_for_the_director_and_none_of_a_round_that_is_over(event: Event) -> None:
    device = device_at(event)
    with pytest.raises(RefusedError, match="did not recognise that press"):
        press(device, [SentPress("a-1", 0, PressKind.GIVE, 1)])
    withdraw_round(event, director_of(event), 1)
    with pytest.raises(DeviceRefusedError):
        press(device, [SentPress("a-1", 0, PressKind.STOP)])
    assert ClockPress.objects.count() == 0


def test_a_ruling_on_time_is_an_act_that_the_diary_tells_and_undoes_r27(event: Event) -> None:
    player = PlayerId(order_at(event, 2)[1])
    give_time(event, director_of(event), 1, player, -120, "third wrong tile")
    assert minutes_left(event, 2) == [25, 23, 25, 25]
    change = event.changes.get(version=event.version)
    record = record_of(event)
    assert sentence_of(change, record) == f"2:00 taken off the clock of {record.name_of(player)} at table 2 in round 1"
    undo_changes(event, director_of(event), [event.version])
    assert minutes_left(event, 2) == [25, 25, 25, 25]


def test_all_clocks_are_paused_and_go_on_with_that_of_the_round(event: Event) -> None:
    first, *_ = order_at(event)
    press(device_at(event), [SentPress("a-1", 0, PressKind.TURN, first)])
    pause_clock(event, director_of(event), 1)
    assert [clock.time.is_held for clock in clocks_of(record_of(event), 1, presses_of(event, 1)) if clock.time] == [
        True,
        True,
    ]
    assert time_at(event).running == 0
    let_clock_go_on(event, director_of(event), 1)
    assert time_at(event).running == first


def test_the_clock_proposes_who_is_out_of_time_for_the_result_r31(event: Event) -> None:
    first, second, *_ = order_at(event)
    presses = [
        SentPress("a-1", 40 * MINUTE, PressKind.TURN, first),
        SentPress("a-2", 5 * MINUTE, PressKind.TURN, second),
    ]
    press(back(device_at(event), 60), presses)
    record = record_of(event)
    assert out_by_clock(record.round(1), record.format, presses_of(event, 1), timezone.now()) == {1: frozenset({first})}
    desk = logged_in(director_of(event))
    address = reverse("desk_results", args=[event.slug, 1])
    page = desk.get(address).content.decode()
    assert page.count(escape("on the table's clock")) == 1
    assert re.search(rf'name="t1-late-{first}"[^>]* checked>', page)
    sent = {"t1-ended_by": "", "t1-clock": str(first), f"t1-late-{first}": "on"}
    desk.post(address, sent)  # the proposal alone is no report
    assert (event.changes.filter(act="results.record").count(), record_of(event).table(1, 1).waiting) == (0, None)
    cash = dict(zip(order_at(event), ("40,000", "35,000", "30,000", "20,000"), strict=True))
    desk.post(address, {**sent, **{f"t1-cash-{player}": amount for player, amount in cash.items()}})
    assert {seat.player: seat.timed_out for seat in record_of(event).table(1, 1).seats} == {
        player: player == first for player in cash
    }
    assert escape("on the table's clock") not in desk.get(address).content.decode()


def test_the_page_works_by_forms_alone_and_a_form_sent_twice_counts_once(event: Event) -> None:
    phone, (first, second, *_) = phone_of(event), order_at(event)
    record = record_of(event)
    page = phone.get(clock_page(event)).content.decode()
    assert f"Start: {record.name_of(PlayerId(first))} begins" in page
    for key, button in (("k1", f"turn {first}"), ("k1", f"turn {first}"), ("k2", f"turn {second}")):
        assert phone.post(clock_page(event), {"key": key, "press": button}).status_code == 302
    assert (time_at(event).running, ClockPress.objects.count()) == (second, 2)
    page = phone.get(clock_page(event)).content.decode()
    assert f"{record.name_of(PlayerId(second))}’s clock is running." in page
    assert phone.post(clock_page(event), {"key": "k3", "press": "dance 1"}).status_code == 400


def test_another_button_of_a_page_that_back_has_brought_is_a_press_of_its_own(event: Event) -> None:
    phone, (first, second, *_) = phone_of(event), order_at(event)
    for button in (f"turn {first}", f"turn {second}", f"turn {second}"):
        phone.post(clock_page(event), {"key": "the key of one page", "press": button})
    assert (time_at(event).running, ClockPress.objects.count()) == (second, 2)


def test_a_script_is_told_how_the_clock_stands_and_nothing_where_it_knows(event: Event) -> None:
    phone, (first, *_) = phone_of(event), order_at(event)
    body: dict[str, Any] = {"presses": [{"key": "d-1", "ago": 0, "kind": "turn", "player": first}]}
    sent = phone.post(clock_page(event), body, content_type="application/json", headers={"Accept": "application/json"})
    assert (sent.status_code, sent.json()["pressed"], sent.json()["presses"]) == (200, first, 1)
    told = {
        after: phone.get(f"{clock_page(event)}?after={after}", headers={"Accept": "application/json"})
        for after in (0, 1)
    }
    assert (told[0].json()["turn"], told[1].status_code) == (first, 204)
    junk = phone.post(clock_page(event), "[]", content_type="application/json")
    assert (junk.status_code, "reload the page" in junk.json()["problem"]) == (400, True)
    assert Client().get(clock_page(event), headers={"Accept": "application/json"}).status_code == 410


def test_the_desk_sees_all_clocks_gives_time_and_pauses(event: Event) -> None:
    desk = logged_in(director_of(event))
    first, second, *_ = order_at(event)
    clocks = reverse("desk_clocks", args=[event.slug, 1])
    assert "No clock is running" in desk.get(clocks).content.decode()
    press(device_at(event), [SentPress("a-1", 0, PressKind.TURN, first)])
    time = reverse("desk_give_time", args=[event.slug, 1, 1])
    desk.post(time, {"player": second, "way": "take", "minutes": 2, "reason": "wrong tile again"})
    page = desk.get(clocks).content.decode()
    assert "2:00 taken off the clock of" in page
    assert "23:00" in page
    assert desk.post(time, {"player": second, "way": "take", "minutes": 900, "reason": "x"}).status_code == 200
    round_clock = reverse("desk_clock", args=[event.slug, 1])
    desk.post(round_clock, {"do": "pause"})
    assert "All clocks for this round have been paused since" in desk.get(clocks).content.decode()
    desk.post(round_clock, {"do": "go"})
    assert time_at(event).running == first


def test_a_press_is_never_changed(event: Event) -> None:
    press(device_at(event), [SentPress("a-1", 0, PressKind.STOP)])
    with pytest.raises(Error), transaction.atomic():
        ClockPress.objects.update(kind=PressKind.HOLD.value)


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
            answer = shared.get(now, {"v": seen, "s": stamp, "at": "1-1"})
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


def call_page(event: Event, table: int = 1) -> str:
    """Where a table calls."""
    return reverse("device_call", args=[event.slug, 1, table])


def queue_of(event: Event) -> str:
    """The queue of the desk."""
    return reverse("desk_calls", args=[event.slug])


def minutes_ago(call: Call, minutes: int) -> None:
    """Make a call older than it is, past the guard: a new row of then."""
    kept = {"event": call.event, "round_number": 1, "table_number": call.table_number, "kind": call.kind}
    call.delete()
    Call.objects.create(**kept, words=call.words, called_at=timezone.now() - timedelta(minutes=minutes))


def test_pressing_twice_is_one_call_and_another_phone_of_the_table_sees_it(event: Event) -> None:
    phone, other = phone_of(event), phone_of(event)
    version = Event.objects.get(pk=event.pk).version
    for client in (phone, phone, other):
        client.post(call_page(event), {"kind": "rule", "words": "a safe merger?"})
    phone.post(call_page(event), {"kind": "time"})
    assert [(call.table, call.kind, call.words) for call in open_calls(event)] == [
        (1, CallKind.RULE, "a safe merger?"),
        (1, CallKind.TIME, ""),
    ]
    page = other.get(call_page(event)).content.decode()
    assert page.count("The director has been called: ") == 2
    assert 'value="rule"' not in page
    assert Event.objects.get(pk=event.pk).version == version


def test_a_call_that_says_nothing_is_asked_back_and_the_words_stay(event: Event) -> None:
    answer = phone_of(event).post(call_page(event), {"kind": "coffee", "words": "two sugars"})
    assert (answer.status_code, Call.objects.count()) == (409, 0)
    assert "Press one of the buttons." in answer.content.decode()
    assert 'value="two sugars"' in answer.content.decode()


def test_the_table_cancels_its_own_call_and_no_other_tables(event: Event) -> None:
    call = call_director(device_at(event, 2), CallKind.OTHER)
    phone_of(event, 1).post(call_page(event), {"cancel": call.pk})
    assert len(open_calls(event)) == 1
    phone_of(event, 2).post(call_page(event, 2), {"cancel": call.pk})
    assert open_calls(event) == []
    with pytest.raises(RefusedError, match="This has already been done"):
        answer_call(event, director_of(event), call.pk)


def test_every_page_of_the_desk_tells_of_calls_and_the_badge_only_answers_what_is_new(
    event: Event, director: Client
) -> None:
    minutes_ago(call_director(device_at(event, 2), CallKind.RULE), 4)
    call_director(device_at(event, 1), CallKind.TIME)
    words = "2 calls: table 2, waiting 4 min"
    for name in ("desk_event", "desk_standings", "desk_settings"):
        page = director.get(reverse(name, args=[event.slug])).content.decode()
        assert words in page
        assert "Table 2 called 4 minutes ago: rule question. 1 more call is waiting." in page
    asked = reverse("desk_calls_waiting", args=[event.slug])
    assert words in director.get(asked).content.decode()
    assert director.get(asked, {"shown": words}).status_code == 204


def test_no_badge_asks_where_nobody_can_call() -> None:
    quiet = make_event(8)
    client = logged_in(director_of(quiet))
    assert "calls/waiting/" not in client.get(reverse("desk_event", args=[quiet.slug])).content.decode()


def test_an_answer_with_its_note_stands_in_the_book_on_the_page_and_on_the_phone(
    event: Event, director: Client
) -> None:
    call = call_director(device_at(event), CallKind.DISPUTE, "=cash for seat 2")
    form = {"call": call.pk, "note": "counted again, 41,000 stands"}
    director.post(queue_of(event), form)
    director.post(queue_of(event), {**form, "note": "again"})
    page = director.get(queue_of(event)).content.decode()
    assert "No table is waiting" in page
    assert "counted again, 41,000 stands" in page
    assert "counted again, 41,000 stands" in phone_of(event).get(call_page(event)).content.decode()


def test_a_stranger_answers_nothing_and_a_phone_of_a_dead_round_calls_nobody(event: Event) -> None:
    device = device_at(event)
    call = call_director(device, CallKind.RULE)
    with pytest.raises(NotAllowedError):
        answer_call(event, make_director("stranger"), call.pk)
    phone = phone_of(event)
    withdraw_round(event, director_of(event), 1)
    with pytest.raises(DeviceRefusedError):
        call_director(device, CallKind.TIME)
    assert phone.post(call_page(event), {"kind": "time"}).status_code == 410
    assert [call.kind for call in open_calls(event)] == [CallKind.RULE]


def test_the_database_keeps_what_was_called_and_answered(event: Event) -> None:
    call = call_director(device_at(event), CallKind.RULE, "x")
    answer_call(event, director_of(event), call.pk, "yes")
    for change in ({"words": "y"}, {"note": "no"}, {"answered_at": None}, {"cancelled_at": timezone.now()}):
        with pytest.raises(Error), transaction.atomic():
            Call.objects.filter(pk=call.pk).update(**change)
    assert (in_short(waiting_of(event), timezone.now()), to_do(waiting_of(event), timezone.now())) == ("", "")


def test_the_log_lists_the_calls_with_what_came_of_them(event: Event) -> None:
    now = timezone.now()
    plain = sheet("handover", record_of(event), Options(), now)
    answer_call(event, None, call_director(device_at(event), CallKind.RULE).pk, "safe from eleven tiles")
    lines = tuple(book_of(calls_of(event), now))
    listed = sheet("handover", record_of(event), Options(calls=lines), now)
    assert ["Calls for the director" in text_of(pdf) for pdf in (plain, listed)] == [False, True]
    assert "safe from eleven tiles" in " ".join(text_of(listed).split())


def test_closing_a_round_answers_its_calls_in_the_book_and_at_the_desk(event: Event) -> None:
    call_director(device_at(event), CallKind.RULE)
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    assert open_calls(event) == []
    (call,) = calls_of(event)
    assert (call.note, call.is_open) == ("not answered in time", False)


@pytest.fixture
def event() -> Event:
    """Eight players at two tables of a published round; they report by phone."""
    made = make_event(8, rounds_planned=3, players_report=True)
    publish(made, 1)
    return made


def test_a_tables_phone_says_who_starts_and_who_follows_once_it_is_known(event: Event) -> None:
    phone, address = phone_of(event), reverse("mine", args=[event.slug, 1, 1])
    opened = html(phone, address)
    assert " starts, followed by " not in opened
    stamp = opened.partition('data-stamp="')[2].partition('"')[0]
    seen = Event.objects.get(pk=event.pk).version
    seats = record_of(event).table(1, 1).seats
    tiles = dict(zip((seat.player for seat in seats), ("4C", "2C", "1C", "3C"), strict=True))
    set_starting_tiles(event, director_of(event), 1, {1: tiles})
    names = [record_of(event).name_of(seats[at].player) for at in (2, 1, 3, 0)]
    told = html(phone, f"{address}now/?v={seen}&s={stamp}")
    for page in (told, html(Client(), reverse("table", args=[event.slug, 1, 1]))):
        assert f"{names[0]} starts, followed by {names[1]}, {names[2]} and {names[3]}." in page
        assert "numbered in the order of play" not in page


def test_who_may_ask_to_miss_a_round_reads_what_it_scores(event: Event) -> None:
    card, phone = player_subject(3), Client()
    phone.post(reverse("claim_player", args=[event.slug, 3, codes_of(event, [card])[card]]))
    assert "A round that you miss scores 0.000." in html(phone, reverse("device_call", args=[event.slug, 3]))


def test_a_code_is_called_invalid_only_where_one_was_shown(event: Event) -> None:
    card, phone, invalid = player_subject(3), Client(), "This code is no longer valid"
    phone.post(reverse("claim_player", args=[event.slug, 3, codes_of(event, [card])[card]]))
    for end in ("", "report/", "call/", "clock/"):
        refused = phone.get(reverse("mine", args=[event.slug, 1, 1]) + end)
        page = refused.content.decode()
        assert (refused.status_code, invalid in page) == (410, False)
        assert "This phone is not registered here. Scan the code on your newest slip" in page
    shown = phone.get(reverse("claim_table", args=[event.slug, 1, 1, "abcdefghjkmnpq"]))
    assert (shown.status_code, invalid in shown.content.decode()) == (410, True)
