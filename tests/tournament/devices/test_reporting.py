"""Several phones at one table: one enters the result, the others confirm or differ, and the desk accepts what is agreed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest
import time_machine
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, logged_in, make_event, publish
from tests.tournament.pages.reading import give_tiles
from tournament.access.devices import claim, codes_of, device_of, withdraw_device
from tournament.models import Change, Device, Event, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.public.devices.holding import COOKIE
from tournament.record.devices import table_subject
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.pace import WRITES_OF_A_PHONE
from tournament.record.vocabulary import PlayerId, ReportSource
from tournament.services.changes import Actor
from tournament.services.changes.refusals import NotAllowedError, RefusedError
from tournament.services.events import change_settings
from tournament.services.results.confirming import confirm_results, hand_in
from tournament.services.results.phones import answer_report, report_by_phone
from tournament.services.rounds import close_round
from tournament.services.tables import withdraw_code, withdraw_phone
from tournament.tellings.diary import sentence_of
from tournament.tellings.results import state_words

pytestmark = pytest.mark.django_db

FIRST, SECOND = (41200, 35000, 30000, 20000), (41300, 35000, 30000, 20000)


def phone(event: Event, holder: int | None = None, table: int = 1) -> Device:
    """A phone that claimed the code of a table; ``holder`` is the place at the table of who holds it, from 0."""
    subject = table_subject(1, table)
    number = None if holder is None else seated(event, table)[holder]
    return device_of(event, subject, claim(event, subject, codes_of(event, [subject])[subject], number))


def seated(event: Event, table: int = 1) -> list[PlayerId]:
    """The numbers of the players of a table, in seat order."""
    return [seat.player for seat in record_of(event).table(1, table).seats]


def figures(event: Event, cash: Sequence[int] = FIRST, table: int = 1) -> TableRecord:
    """What is counted at a table."""
    return TableRecord(
        table, tuple(SeatRecord(number, cash=each) for number, each in zip(seated(event, table), cash, strict=True))
    )


def report(
    event: Event, device: Device, cash: Sequence[int] = FIRST, players: Sequence[int] = (), key: str = ""
) -> bool:
    """Report by a phone."""
    return report_by_phone(event, Actor(None, key, device=device), figures(event, cash, device.number), players)


def state(event: Event, table: int = 1) -> str:
    """Where the result of a table stands, in the words of desk."""
    return state_words(record_of(event), record_of(event).table(1, table))


def agreed(event: Event, table: int = 1) -> None:
    """All at a table report the same, each on a phone of their own."""
    for holder in range(4):
        report(event, phone(event, holder, table))


def test_a_table_agrees_once_every_seat_has_said_the_same(event: Event) -> None:
    ada, ben, cai = (phone(event, holder) for holder in range(3))
    shared = phone(event)
    assert report(event, ada) is True
    assert (state(event), event.public_version) == (
        "reported by phone, not yet confirmed by everybody",
        Event.objects.get().public_version,
    )
    before = event.public_version
    said = TableReport.objects.get()
    answer_report(event, Actor(None, device=ben), said.pk, agrees=True)
    assert report(event, cai) is False, "who counts the same agrees"
    assert state(event) == "reported by phone, not yet confirmed by everybody"
    answer_report(event, Actor(None, device=shared), said.pk, agrees=True, players=[seated(event)[3]])
    assert (state(event), event.public_version) == ("agreed by the table, not yet official", before)
    said.refresh_from_db()
    assert (said.source, said.device, said.agreed_at is not None) == (ReportSource.PLAYER.value, ada, True)
    assert [(row.entry.number, row.agrees, row.device) for row in ReportAnswer.objects.order_by("pk")] == [
        (number, True, each) for number, each in zip(seated(event), (ada, ben, cai, shared), strict=True)
    ]
    confirm_results(event, director_of(event), 1, [said.pk])
    assert state(event) == "official"
    assert [seat.cash for seat in record_of(event).table(1, 1).seats] == list(FIRST)


def test_reports_that_differ_are_disputed_until_all_stand_by_one(event: Event) -> None:
    ada, ben = phone(event, 0), phone(event, 1)
    report(event, ada)
    report(event, ben, SECOND)
    first, second = TableReport.objects.order_by("pk")
    assert state(event) == "the players disagree"
    assert [row.contested_at is not None for row in (first, second)] == [True, True]
    with pytest.raises(RefusedError, match="Give a reason; it is kept in the change log"):
        confirm_results(event, director_of(event), 1, [first.pk])
    answer_report(event, Actor(None, device=ada), second.pk, agrees=True)
    first.refresh_from_db()
    assert (first.left_at is not None, state(event)) == (True, "reported by phone, not yet confirmed by everybody")
    for holder in (2, 3):
        answer_report(event, Actor(None, device=phone(event, holder)), second.pk, agrees=True)
    assert state(event) == "agreed by the table, not yet official"


def test_a_no_contests_a_report_even_one_that_all_had_agreed_to(event: Event) -> None:
    agreed(event)
    said = TableReport.objects.get()
    dot = phone(event, 3)
    answer_report(event, Actor(None, device=dot), said.pk, agrees=False)
    assert state(event) == "the players disagree"
    answer_report(event, Actor(None, device=dot), said.pk, agrees=True)
    assert state(event) == "agreed by the table, not yet official"


def test_one_phone_may_speak_for_all_and_its_correction_is_a_version_until_they_agree(event: Event) -> None:
    shared = phone(event)
    report(event, shared, FIRST, seated(event))
    assert state(event) == "agreed by the table, not yet official"
    report(event, shared, SECOND)
    assert state(event) == "the players disagree"
    report(event, shared, SECOND, seated(event))
    assert state(event) == "agreed by the table, not yet official"


def test_a_phone_speaks_for_its_own_table_while_the_round_lives_and_nothing_else(event: Event) -> None:
    ada = phone(event, 0)
    other = Actor(None, device=phone(event, 0, 2))
    report(event, ada)
    with pytest.raises(RefusedError, match="no longer exists"):
        answer_report(event, other, TableReport.objects.get().pk, agrees=True)
    with pytest.raises(NotAllowedError, match="You are not allowed to do this"):
        withdraw_code(event, Actor(None, device=ada), 1, 1)
    with pytest.raises(NotAllowedError, match="You are not allowed to do this"):
        hand_in_as(event, ada)
    withdraw_device(ada)
    with pytest.raises(NotAllowedError, match="withdrawn this phone"):
        report(event, ada, SECOND)
    agreed(event)
    agreed(event, 2)
    confirm_results(
        event, director_of(event), 1, list(TableReport.objects.filter(left_at=None).values_list("pk", flat=True))
    )
    late = phone(event, 1)
    with pytest.raises(RefusedError, match="already official"):
        report(event, late)
    close_round(event, director_of(event), 1)
    with pytest.raises(NotAllowedError, match="Round 1 is not being played"):
        report(event, late)


def hand_in_as(event: Event, device: Device) -> None:
    """Make a report official, as a phone would like to."""
    confirm_results(event, Actor(None, device=device), 1, [TableReport.objects.get().pk], "please")


def test_players_report_only_where_the_director_lets_them(event: Event) -> None:
    change_settings(event, director_of(event), {"players_report": False})
    with pytest.raises(RefusedError, match="hand the slip in"):
        report(event, phone(event, 0))


def test_what_a_player_said_is_never_changed(event: Event) -> None:
    report(event, phone(event, 0))
    with pytest.raises(DatabaseError), transaction.atomic():
        ReportAnswer.objects.update(agrees=False)


def test_the_diary_names_the_phone_and_no_figure(event: Event) -> None:
    report(event, phone(event, 0))
    answer_report(
        event, Actor(None, device=phone(event)), TableReport.objects.get().pk, agrees=False, players=seated(event)[1:3]
    )
    told = [
        sentence_of(change, record_of(event)) for change in Change.objects.filter(event=event).order_by("-version")[:2]
    ]
    names = [record_of(event).name_of(number) for number in seated(event)]
    assert told == [
        f"{names[1]} and {names[2]} did not agree to the result for table 1 in round 1, from the phone at table 1",
        f"Result for table 1 in round 1 reported, from {names[0]}'s phone at table 1",
    ]
    assert not any("41200" in str(change.after) for change in event.changes.all())


@pytest.mark.parametrize("check", ["none", "rekey", "table"])
def test_an_agreed_table_is_accepted_with_one_press_however_results_are_checked(check: str) -> None:
    event = make_event(8, name=f"Cup {check} 2026", players_report=True, result_check=check)
    publish(event)
    agreed(event)
    agreed(event, 2)
    desk = logged_in(director_of(event))
    address = reverse("desk_results", args=[event.slug, 1])
    page = desk.get(address).content.decode()
    assert "Accept tables 1 and 2</button>" in page
    keys = re.findall(r'name="report" value="(\d+)"', page)
    assert desk.post(reverse("desk_accept", args=[event.slug, 1]), {"report": keys}).status_code == 302
    assert (state(event), state(event, 2)) == ("official", "official")


def test_the_slip_that_the_desk_types_goes_before_what_the_phones_said() -> None:
    event = make_event(8, name="Typed Cup 2026", players_report=True)
    publish(event)
    agreed(event)
    hand_in(event, director_of(event), 1, [figures(event, SECOND)])
    assert (state(event), [seat.cash for seat in record_of(event).table(1, 1).seats]) == ("official", list(SECOND))


def test_the_director_withdraws_one_phone_or_the_code_of_a_table(event: Event) -> None:
    ada, ben = phone(event, 0), phone(event, 1)
    withdraw_phone(event, director_of(event), ada.pk)
    with pytest.raises(RefusedError, match="This has already been done"):
        withdraw_phone(event, director_of(event), ada.pk)
    report(event, ben)
    assert withdraw_code(event, director_of(event), 1, 1) == 1
    with pytest.raises(NotAllowedError, match="withdrawn this phone"):
        report(event, ben, SECOND)
    assert state(event) == "reported by phone, not yet confirmed by everybody", "a report stays until"


# Pages


def held_by(event: Event, device: Device) -> Client:
    """A browser that holds a phone's secret; the phone claims anew, as the secret is told once."""
    subject = table_subject(1, device.number)
    token = claim(event, subject, codes_of(event, [subject])[subject], device.entry.number if device.entry else None)
    browser = Client()
    browser.cookies[COOKIE] = token
    return browser


def report_address(event: Event) -> str:
    """The form of table 1."""
    return reverse("device_report", args=[event.slug, 1, 1])


def typed(event: Event, cash: Sequence[int | str] = FIRST) -> dict[str, str]:
    """The fields of the form."""
    return {f"cash-{number}": str(each) for number, each in zip(seated(event), cash, strict=True)}


def opened(event: Event, device: Device, cash: Sequence[int | str] = FIRST) -> tuple[Client, Mapping[str, str]]:
    """A browser at the form, and what it would send."""
    browser = held_by(event, device)
    page = browser.get(report_address(event)).content.decode()
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key is not None
    return browser, {**typed(event, cash), "key": key[1]}


def test_the_form_lists_the_players_in_order_of_play_and_nothing_in_it_looks_entered(event: Event) -> None:
    browser = held_by(event, phone(event, 0))

    def listed() -> tuple[list[int], list[int]]:
        home = report_address(event)
        form, table = (browser.get(page).content.decode() for page in (home, home.removesuffix("report/")))
        assert "placeholder" not in form
        of_form, of_table = re.findall(r'name="cash-(\d+)"', form), re.findall(r'<li data-p="(\d+)"', table)
        return list(map(int, of_form)), list(map(int, of_table))

    drawn = list(map(int, seated(event)))
    assert listed() == (drawn, drawn)
    give_tiles(event, 1)
    assert listed() == (drawn[::-1], drawn[::-1])


def test_the_form_asks_what_the_desk_would_ask_and_loses_nothing(event: Event) -> None:
    browser, sent = opened(event, phone(event, 0), ("41.2k", 35000, "", 20000))
    page = browser.post(report_address(event), sent)
    said = page.content.decode()
    assert page.status_code == 422
    assert "“41.2k” is not an amount in dollars" in said
    assert "final cash, or 0 for none." in said
    assert 'value="41.2k"' in said
    assert 'value="35000"' in said
    sent = {**sent, **typed(event, (41250, 41250, 30000, 20000))}
    said = browser.post(report_address(event), sent).content.decode()
    assert "Is this right?" in said
    assert 'name="reason"' in said
    assert 'name="confirmed"' in said
    assert TableReport.objects.count() == 0
    ended = {"ended": str(seated(event)[1]), "why": "41 tiles", f"late-{seated(event)[2]}": "on"}
    answer = browser.post(report_address(event), {**sent, "reason": "counted twice", "confirmed": "on", **ended})
    assert answer.headers["Location"] == reverse("mine", args=[event.slug, 1, 1])
    report_row = TableReport.objects.get()
    name = record_of(event).name_of(seated(event)[1])
    assert report_row.ended_by == f"{name}, 41 tiles"
    assert [(row.cash, row.timed_out, row.reason) for row in report_row.figures.all()] == [
        (41250, False, "counted twice"),
        (41250, False, "counted twice"),
        (30000, True, ""),
        (20000, False, ""),
    ]


def test_other_cash_on_a_page_that_back_has_brought_is_a_report_of_its_own(event: Event) -> None:
    browser, sent = opened(event, phone(event, 0))
    for cash in (FIRST, SECOND, SECOND):
        assert browser.post(report_address(event), {**sent, **typed(event, cash)}).status_code == 302
    stand = [sorted(row.cash or 0 for row in each.figures.all()) for each in TableReport.objects.order_by("pk")]
    assert stand == [sorted(FIRST), sorted(SECOND)]


def test_a_reported_result_is_shown_to_the_phones_of_its_table_alone(event: Event) -> None:
    change_settings(event, director_of(event), {"rounds_planned": 1})
    ben = held_by(event, phone(event, 1))
    address = reverse("mine", args=[event.slug, 1, 1])
    now = reverse("device_now", args=[event.slug, 1, 1])
    before = ben.get(address)
    assert "No result yet." in before.content.decode()
    seen = {"v": re.search(r'data-version="(\d+)"', before.content.decode())[1]}  # type: ignore[index]
    assert ben.get(now, seen).status_code == 204
    report(event, phone(event, 0))
    shown = ben.get(now, seen)
    assert "41,200" in shown.content.decode()
    assert "I agree" in shown.content.decode()
    assert "no-store" in ben.get(address).headers["Cache-Control"]
    stranger = Client()
    assert stranger.get(address).status_code == 410
    for page in ("event", "standings"):
        public = stranger.get(reverse(page, args=[event.slug]))
        assert "41,200" not in public.content.decode()
        assert not public.cookies
    for page in ("table", "round"):
        public = stranger.get(reverse(page, args=[event.slug, 1, *([1] if page == "table" else [])]))
        assert "41,200" not in public.content.decode()
        assert not public.cookies


def test_a_refusal_of_an_answer_is_said_and_a_phone_that_writes_too_much_waits(event: Event) -> None:
    ben = phone(event, 1)
    browser = held_by(event, ben)
    answer = reverse("device_answer", args=[event.slug, 1, 1])
    said = browser.post(answer, {"report": "99", "agrees": "yes"})
    assert (said.status_code, "no longer exists" in said.content.decode()) == (409, True)
    with time_machine.travel(timezone.now(), tick=False):  # a slow machine would let the phone write again
        for _ in range(WRITES_OF_A_PHONE.burst):
            browser.post(answer, {"report": "99", "agrees": "yes"})
        said = browser.post(answer, {"report": "99", "agrees": "yes"})
    assert (said.status_code, "too much at once" in said.content.decode()) == (429, True)


def test_the_scribes_board_is_the_phones_too(event: Event) -> None:
    browser = held_by(event, phone(event, 0))
    address = reverse("device_scribe", args=[event.slug, 1, 1])
    page = browser.get(address)
    assert (page.status_code, "Scribe" in page.content.decode(), '="/desk/' in page.content.decode()) == (
        200,
        True,
        False,
    )
    entry = {"after": 0, "entries": [{"key": "one", "events": [{"act": "end"}]}]}
    answer = browser.post(address, entry, content_type="application/json", headers={"accept": "application/json"})
    assert answer.status_code in (200, 400), answer.content
    assert Client().get(address).status_code == 410
