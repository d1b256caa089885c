"""One browser is one voice: under several names its yes counts once, and the desk looks before it accepts."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from tests.build import director_of, logged_in
from tests.tournament.devices.phones import code_of_table
from tests.tournament.devices.test_reporting import FIRST, SECOND, agreed, figures, phone, report, seated, state
from tests.tournament.pages.reading import html, light
from tournament.access.devices import player_codes
from tournament.day.phones import NameChanged, PhoneHeld, oddities_among
from tournament.models import Device, Event, TableReport
from tournament.models.queries import record_of
from tournament.public.devices.holding import BROWSER, COOKIE
from tournament.services.changes import Actor
from tournament.services.results.confirming import confirm_results
from tournament.services.results.phones import answer_report, report_by_phone
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def name(event: Event, place: int) -> str:
    """Who sits at that place of table 1, from 0."""
    return record_of(event).name_of(seated(event)[place])


def mine_of(event: Event, at: int) -> str:
    """The page of a player's own phone."""
    return reverse("mine", args=[event.slug, seated(event)[at]])


def claim_as(browser: Client, event: Event, place: int, table: int = 1) -> None:
    """Scan the slip and press the name of that place, as a browser does it: no cookie of a phone goes to the address of a code."""
    kept = browser.cookies.pop(COOKIE, None)
    address = reverse("claim_table", args=[event.slug, 1, table, code_of_table(event, table)])
    browser.post(address, {"holder": str(seated(event, table)[place])})
    assert COOKIE in browser.cookies, kept


def own_page(event: Event, table: int = 1) -> str:
    return reverse("mine", args=[event.slug, 1, table])


def enter(browser: Client, event: Event) -> None:
    """Enter the result of table 1."""
    cash = {f"cash-{player}": f"{each:,}" for player, each in zip(seated(event), FIRST, strict=True)}
    answer = browser.post(reverse("device_report", args=[event.slug, 1, 1]), {**cash, "key": "first"})
    assert answer.status_code == 302


def agree(browser: Client, event: Event, key: str) -> None:
    """Press "I agree"."""
    said = TableReport.objects.get()
    address = reverse("device_answer", args=[event.slug, 1, 1])
    assert browser.post(address, {"report": said.pk, "agrees": "yes", "key": key}).status_code == 302


def shared_by_all(event: Event, table: int = 1) -> None:
    """A phone that the table shares says yes for everybody."""
    device = phone(event, table=table)
    report_by_phone(event, Actor(None, device=device), figures(event, FIRST, table), seated(event, table))


def test_one_browser_cannot_agree_for_the_whole_table(event: Event) -> None:
    browser = Client()
    claim_as(browser, event, 0)
    enter(browser, event)
    for place in (1, 2, 3):
        claim_as(browser, event, place)
        agree(browser, event, f"as-{place}")
    assert state(event) == "reported by phone, not yet confirmed by everybody"
    page = browser.get(own_page(event)).content.decode()
    assert f"Agreed: {name(event, 3)}." in page
    assert "3 of 4 players still have to confirm" in page
    assert Device.objects.filter(withdrawn_at=None).count() == 1, "it holds one secret at the table"


def test_who_corrects_a_wrong_name_speaks_under_the_right_one(event: Event) -> None:
    browser = Client()
    claim_as(browser, event, 1)
    enter(browser, event)
    claim_as(browser, event, 0)
    agree(browser, event, "right")
    for place in (1, 2, 3):
        said = TableReport.objects.get()
        answer_report(event, Actor(None, device=phone(event, place)), said.pk, agrees=True)
    assert state(event) == "agreed by the table, not yet official"


def test_a_browser_that_changes_its_name_is_shown_to_both_and_to_the_desk(event: Event) -> None:
    one, other = Client(), Client()
    claim_as(one, event, 0)
    enter(one, event)
    claim_as(other, event, 2)
    before = Event.objects.get(pk=event.pk).version
    claim_as(one, event, 1)
    told = f"{name(event, 1)}&#x27;s phone was previously used by {name(event, 0)}."
    now = reverse("device_now", args=[event.slug, 1, 1])
    assert told in other.get(f"{now}?v={before}").content.decode(), "the phones of the table hear of it by themselves"
    desk = logged_in(director_of(event))
    pages = (
        ("desk_table_phones", [event.slug, 1, 1]),
        ("desk_round", [event.slug, 1]),
        ("desk_results", [event.slug, 1]),
    )
    for page, where in (*pages, ("desk_reports", [event.slug, 1, 1])):
        assert told in html(desk, reverse(page, args=where)), page
    assert told in one.get(own_page(event)).content.decode()
    names = " and ".join(sorted((name(event, 0), name(event, 1))))
    assert sentence_of(event.changes.order_by("-version")[0], record_of(event)) == (
        f"A phone at table 1 in round 1 changed its name: {names}"
    )


def test_a_name_that_another_browser_holds_is_shown_to_both_and_to_the_desk(event: Event) -> None:
    first, second = Client(), Client()
    claim_as(first, event, 3)
    assert "phones claim to be" not in first.get(own_page(event)).content.decode()
    claim_as(second, event, 3)
    told = escape(f"2 phones claim to be {name(event, 3)}'s.")
    assert told in first.get(own_page(event)).content.decode()
    assert told in second.get(own_page(event)).content.decode()
    assert told in html(logged_in(director_of(event)), reverse("desk_table_phones", args=[event.slug, 1, 1]))
    assert sentence_of(event.changes.order_by("-version")[0], record_of(event)) == (
        f"A second phone at table 1 in round 1 was accepted as {name(event, 3)}"
    )


def test_honest_phones_leave_no_word_anywhere(event: Event) -> None:
    version = event.version
    browsers = [Client() for _ in range(4)]
    for place, browser in enumerate(browsers):
        claim_as(browser, event, place)
    claim_as(browsers[0], event, 0)
    assert Event.objects.get(pk=event.pk).version == version
    page = html(logged_in(director_of(event)), reverse("desk_table_phones", args=[event.slug, 1, 1]))
    assert page.count("Withdraw the phone") == 4
    assert "claim to be" not in page


def test_the_desk_sees_from_how_many_phones_an_agreement_came(event: Event) -> None:
    agreed(event)
    shared_by_all(event, 2)
    assert (state(event), state(event, 2)) == ("agreed by the table, not yet official",) * 2
    page = html(logged_in(director_of(event)), reverse("desk_results", args=[event.slug, 1]))
    said = "One phone agreed for everybody at table 2."
    assert said in page
    assert "Agreed by everyone." in page
    assert "Agreed by everyone, but on only one phone." in page
    reports = html(logged_in(director_of(event)), reverse("desk_reports", args=[event.slug, 1, 2]))
    assert "from one phone only: one person may have answered for everybody" in reports


def test_accepting_all_in_one_press_asks_once_for_the_tables_agreed_from_one_phone(event: Event) -> None:
    agreed(event)
    shared_by_all(event, 2)
    desk = logged_in(director_of(event))
    page = html(desk, reverse("desk_results", args=[event.slug, 1]))
    keys = re.findall(r'name="report" value="(\d+)"', page)
    accept = reverse("desk_accept", args=[event.slug, 1])
    pressed = desk.post(accept, {"report": keys, "key": "all"})
    assert (pressed["Location"], state(event), state(event, 2)) == (
        accept,
        "official",
        "agreed by the table, not yet official",
    )
    asked = html(desk, accept)
    assert "Accept table 2?" in asked
    address = re.findall(r'action="([^"]+\?report=\d+)"', asked)[0]
    assert desk.post(address, {"confirmed": "yes", "key": "looked"}).status_code == 302
    assert state(event, 2) == "official"
    assert desk.get(accept)["Location"] == reverse("desk_round", args=[event.slug, 1])


def test_a_second_phone_makes_an_agreement_of_one_phone_believed(event: Event) -> None:
    shared_by_all(event)
    browser = Client()
    claim_as(browser, event, 2)
    page = browser.get(own_page(event)).content.decode()
    assert "on a single phone, so the desk will ask before accepting the result" in page
    agree(browser, event, "second")
    page = browser.get(own_page(event)).content.decode()
    assert "The desk will accept the result; there is no slip to hand in." in page
    assert 'value="yes"' not in page
    confirm_results(event, director_of(event), 1, [TableReport.objects.get().pk])
    assert state(event) == "official"


def test_the_word_of_an_own_phone_is_turned_by_no_other(event: Event) -> None:
    owner, shared = Client(), phone(event)
    claim_as(owner, event, 3)
    enter(owner, event)
    claim_as(owner, event, 3)
    report_by_phone(event, Actor(None, device=shared), figures(event, SECOND), seated(event))
    assert state(event) == "the players disagree"
    other = TableReport.objects.order_by("pk").last()
    assert other is not None
    answer_report(event, Actor(None, device=shared), other.pk, agrees=True, players=[seated(event)[3]])
    assert state(event) == "the players disagree"
    page = owner.get(own_page(event)).content.decode()
    assert "2 different results. Count again" in page
    grid = html(logged_in(director_of(event)), reverse("desk_results", args=[event.slug, 1]))
    assert grid.count('<span class="other">') == len(re.findall(r">Use [\d,]+<", grid)) == 2
    answer_report(
        event, Actor(None, device=Device.objects.get(entry__isnull=False, withdrawn_at=None)), other.pk, agrees=True
    )
    assert state(event) == "agreed by the table, not yet official", "its own browser turns it"


def test_a_phone_that_let_go_leaves_its_word_to_whoever_speaks_next(event: Event) -> None:
    owner, shared = Client(), phone(event)
    claim_as(owner, event, 3)
    enter(owner, event)
    owner.post(reverse("device_leave", args=[event.slug, 1, 1]))
    report_by_phone(event, Actor(None, device=shared), figures(event, SECOND), seated(event))
    assert state(event) == "agreed by the table, not yet official"


def test_two_own_phones_of_one_player_that_differ_are_a_dispute(event: Event) -> None:
    for place in range(4):
        report(event, phone(event, place))
    assert state(event) == "agreed by the table, not yet official"
    report(event, phone(event, 3), SECOND)
    assert state(event) == "the players disagree"


def test_the_page_of_a_code_knows_the_phone_that_it_let_in_and_lets_it_go_on_or_be_renamed(event: Event) -> None:
    browser = Client()
    claim_as(browser, event, 0)
    address = reverse("claim_table", args=[event.slug, 1, 1, code_of_table(event)])
    browser.cookies.pop(COOKIE)
    page = browser.get(address).content.decode()
    assert f"This is {name(event, 0)}’s phone" in page
    assert f'<a class="button primary" href="{mine_of(event, 0)}">Continue as {name(event, 0)}</a>' in page
    assert f"I am {name(event, 0)}<" not in page
    assert f"I am {name(event, 1)}<" in page
    cookie = browser.cookies[BROWSER]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (f"/{event.slug}/c/", True, "Lax")
    assert cookie.value not in set(Device.objects.values_list("browser", flat=True))


def test_a_phone_lets_go_by_itself_and_is_asked_anew_who_holds_it(event: Event) -> None:
    browser = Client()
    claim_as(browser, event, 0)
    assert "Sign this phone out" in browser.get(own_page(event)).content.decode()
    left = browser.post(reverse("device_leave", args=[event.slug, 1, 1]))
    assert left["Location"] == reverse("claim_table", args=[event.slug, 1, 1, code_of_table(event)])
    assert "Whose phone is this?" in browser.get(left["Location"]).content.decode()
    assert browser.get(own_page(event)).status_code == 410


def test_reports_that_differ_mark_the_line_on_phones_and_at_the_desk(event: Event) -> None:
    ada, ben = Client(), phone(event, 1)
    claim_as(ada, event, 0)
    enter(ada, event)
    report(event, ben, SECOND)
    page = light(ada.get(own_page(event)).content.decode())
    assert "2 different results. Count again" in page
    lines = re.findall(r"<li>([^<]+) <span class=\"tag doubt\">differs</span>", page)
    assert lines == [name(event, 0)] * 2
    desk = html(logged_in(director_of(event)), reverse("desk_reports", args=[event.slug, 1, 1]))
    assert f"<strong>{name(event, 0)} 41,200</strong>" in desk
    assert f"<strong>{name(event, 0)} 41,300</strong>" in desk
    grid = unescape(html(logged_in(director_of(event)), reverse("desk_results", args=[event.slug, 1])))
    said = re.findall(r'<span class="other">([^<]+)</span>', grid)
    assert said == [f"{name(event, 0)}'s phone: 41,200", f"{name(event, 1)}'s phone: 41,300"]
    assert re.findall(r'name="report"[^>]*>(Use [\d,]+)<', grid) == ["Use 41,200", "Use 41,300"]


def test_the_own_code_of_a_player_is_no_voice_at_the_table(event: Event) -> None:
    browser, player = Client(), seated(event)[0]
    browser.post(reverse("claim_player", args=[event.slug, player, player_codes(event)[player]]))
    claim_as(browser, event, 0)
    assert Device.objects.filter(withdrawn_at=None).count() == 2
    assert len(set(Device.objects.values_list("browser", flat=True))) == 1


def test_what_a_phone_was_before_is_told_once_whatever_browsers_and_names(event: Event) -> None:
    browsers = [Client(), Client()]
    for browser in browsers:
        for place in (1, 2, 3, 1, 0):
            claim_as(browser, event, place)
    told = f"{name(event, 0)}&#x27;s phone was previously used by "
    assert browsers[0].get(own_page(event)).content.decode().count(told) == 1
    for page, where in (("desk_table_phones", [event.slug, 1, 1]), ("desk_round", [event.slug, 1])):
        assert html(logged_in(director_of(event)), reverse(page, args=where)).count(told) == 1, page


def test_a_browser_that_is_in_under_four_names_is_one_phone_that_changed_its_name(event: Event) -> None:
    seats = seated(event)
    phones = [PhoneHeld(player, "one", 0, is_in=True, at=timezone.now()) for player in seats]
    assert oddities_among(phones) == (NameChanged(seats[3], tuple(seats[:3])),)
