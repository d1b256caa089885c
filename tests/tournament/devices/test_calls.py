"""A table calls the director: one call for one thing, seen on every page of the desk, answered once, kept in the book; no act."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import Error, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, enter_results, logged_in, make_director, make_event
from tests.tournament.devices.phones import device_at, phone_of
from tests.tournament.pdf.reading import text_of
from tournament.access.devices import DeviceRefusedError
from tournament.day.at_table import CallKind, in_short, to_do
from tournament.models import Call, Event
from tournament.models.at_table import waiting_of
from tournament.models.queries import record_of
from tournament.pdf import Options, sheet
from tournament.services.calls import answer_call, call_director, calls_of, open_calls
from tournament.services.changes import NotAllowedError, RefusedError
from tournament.services.rounds import close_round, withdraw_round
from tournament.tellings.hall import book_of

pytestmark = pytest.mark.django_db


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
