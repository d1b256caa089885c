"""What the desk has to do with phones: codes on slips, who holds one, withdrawing them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.build import director_of, logged_in
from tests.tournament.devices.test_reporting import SECOND, agreed, phone, report
from tests.tournament.pages.reading import html
from tests.tournament.pdf.reading import codes_on
from tournament.access.devices import codes_of, player_codes, player_of_code, printed_codes
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.prints import Prints
from tournament.record.devices import player_subject, table_subject
from tournament.services.printing import prints_of
from tournament.services.tables import withdraw_code, withdraw_code_of_player
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def slips_to_print(event: Event) -> tuple[int, ...]:
    """The tables whose slip is out of date."""
    return tuple(Prints(record_of(event), prints_of(event)).states([("result-slips", 1)])[0].tables)


def test_slips_carry_the_code_where_players_report_and_are_out_of_date_once_it_is_withdrawn(
    event: Event, tmp_path: Path
) -> None:
    Event.objects.filter(pk=event.pk).update(network_name="Hall")
    desk = logged_in(director_of(event))
    slips = reverse("desk_sheet", args=[event.slug, "result-slips"])
    fetched = desk.get(slips)
    code = codes_of(event, [table_subject(1, 2)])[table_subject(1, 2)]
    assert any(f"/c/1/2/{code}/" in address for address in codes_on(fetched.content, tmp_path, 1))
    assert slips_to_print(event) == ()
    withdraw_code(event, director_of(event), 1, 2)
    new = codes_of(event, [table_subject(1, 2)])[table_subject(1, 2)]
    assert new != code
    assert printed_codes(event.pk, record_of(event))[1, 2] == new
    assert slips_to_print(event) == (2,)
    record = replace(record_of(event), players_report=False)
    assert printed_codes(event.pk, record) == {}


def test_the_desk_sees_who_holds_a_phone_and_withdraws_it(event: Event) -> None:
    ada = phone(event, 0)
    desk = logged_in(director_of(event))
    phones = reverse("desk_table_phones", args=[event.slug, 1, 1])
    assert ada.entry is not None
    assert f'Withdraw the phone<span class="sr">: {ada.entry.name}</span>' in html(desk, phones)
    withdraw = reverse("desk_withdraw_phone", args=[event.slug, 1, 1, ada.pk])
    assert f"Withdraw {ada.entry.name}&#x27;s phone?" in desk.post(withdraw, {}).content.decode(), "an empty form asks"
    assert ada.entry.name in desk.get(phones).content.decode()
    desk.post(withdraw, {"confirmed": "yes"})
    assert "No phone is using this table" in desk.get(phones).content.decode()
    asks = desk.get(reverse("desk_withdraw_code", args=[event.slug, 1, 1])).content.decode()
    assert "Withdraw the code for table 1?" in asks
    code = reverse("desk_withdraw_code", args=[event.slug, 1, 1])
    assert "Withdraw the code for table 1?" in desk.post(code, {}).content.decode(), "an empty form asks"
    assert record_of(event).table(1, 1).codes_withdrawn == 0
    assert desk.post(code, {"confirmed": "yes"}).status_code == 302
    assert record_of(event).table(1, 1).codes_withdrawn == 1


def print_it(desk: Client, event: Event, sheet: str, query: str = "") -> Any:
    """Open a PDF and say that its place cards came out of the printer; return the PDF's answer."""
    answer = desk.get(reverse("desk_sheet", args=[event.slug, sheet]) + query)
    desk.post(reverse("desk_sheets", args=[event.slug]), {"printed": "place-cards:"}, follow=True)
    return answer


def cards_to_print(event: Event) -> tuple[str, ...]:
    """The parts of the place cards that are out of date."""
    return tuple(
        part.key for part in Prints(record_of(event), prints_of(event)).states([("place-cards", None)])[0].changed
    )


def test_a_personal_code_is_withdrawn_with_its_phones_and_the_card_is_out_of_date(event: Event) -> None:
    desk, me = Client(), player_subject(3)
    desk.force_login(director_of(event))
    print_it(desk, event, "place-cards")
    old = codes_of(event, [me])[me]
    browser = Client()
    browser.post(reverse("claim_player", args=[event.slug, 3, old]))
    mine = reverse("mine", args=[event.slug, 3])
    assert (browser.get(mine).status_code, cards_to_print(event)) == (200, ())
    withdraw = reverse("desk_player_phone", args=[event.slug, 3])
    assert old in html(desk, withdraw)
    assert desk.post(withdraw).status_code == 302
    assert codes_of(event, [me])[me] in html(desk, withdraw)
    refused = browser.get(mine).content.decode()
    assert ("newest slip or place card" in refused, "Sign this phone out" in refused) == (True, False)
    assert (
        "This link or code was withdrawn"
        in Client().get(reverse("claim_player", args=[event.slug, 3, old])).content.decode()
    )
    assert player_codes(event)[3] == codes_of(event, [me])[me] != old
    assert cards_to_print(event) == ("player:3",)
    assert "Cai Demo" in html(desk, reverse("desk_sheets", args=[event.slug]))
    assert sentence_of(event.changes.order_by("-version")[0], record_of(event)) == (
        "Code and phones for Cai Demo withdrawn"
    )
    overview = reverse("desk_event", args=[event.slug])
    assert "Place cards" in html(desk, overview)
    assert print_it(desk, event, "due", "?only=place-cards:")["Content-Type"] == "application/pdf"
    printed = prints_of(Event.objects.get(pk=event.pk))[-1]
    assert (printed.sheet, set(printed.parts), printed.is_whole) == ("place-cards", {"heading", "player:3"}, False)
    assert (cards_to_print(event), "Place cards" in html(desk, overview)) == ((), False)


def test_a_card_is_looked_up_by_its_code_until_it_is_withdrawn_and_made_up_ones_are_nobodys(event: Event) -> None:
    me = player_subject(3)
    code = codes_of(event, [me])[me]
    typed = f"{code[:4]}-{code[4:8]} {code[8:]}".upper()
    assert player_of_code(event, typed) == (3, code)
    assert [player_of_code(event, wrong) for wrong in ("", code[:-1], code + "a", "a" * 14, "\u00df" * 14)] == [
        None
    ] * 5
    with CaptureQueriesContext(connection) as asked:
        assert player_of_code(event, code) == (3, code)
    assert len(asked) == 2
    withdraw_code_of_player(event, director_of(event), 3)
    newer = codes_of(event, [me])[me]
    assert (player_of_code(event, code), player_of_code(event, newer)) == (None, (3, newer))
    event.entries.filter(number=5).update(number=50)
    fifty = player_subject(50)
    assert player_of_code(event, codes_of(event, [fifty])[fifty]) == (50, codes_of(event, [fifty])[fifty])


def test_the_page_of_the_round_accepts_what_the_table_agreed_on_by_phone(event: Event) -> None:
    desk = logged_in(director_of(event))
    page = reverse("desk_round", args=[event.slug, 1])
    assert "Accept table" not in html(desk, page)
    agreed(event, 1)
    report(event, phone(event, 0, 2))
    report(event, phone(event, 1, 2), SECOND)
    told = html(desk, page)
    assert 'id="accept"' in told
    assert re.search(r"<button[^>]*>Accept table 1</button>", told)
