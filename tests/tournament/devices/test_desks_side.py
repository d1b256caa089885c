"""What the desk has to do with phones: codes on slips, who holds one, withdrawing them."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.build import director_of
from tests.tournament.devices.test_reporting import event, phone
from tournament.access.devices import codes_of, printed_codes
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import states
from tournament.record.devices import table_subject
from tournament.services.hall.phones import withdraw_code
from tournament.services.printing import prints_of

__all__ = ["event"]

pytestmark = pytest.mark.django_db


def slips_to_print(event: Event) -> tuple[int, ...]:
    """The tables whose slip is out of date."""
    return tuple(states(record_of(event), prints_of(event), [("result-slips", 1)])[0].tables)


def test_slips_carry_the_code_where_players_report_and_are_out_of_date_once_it_is_withdrawn(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(network_name="Hall")
    desk = Client()
    desk.force_login(director_of(event))
    slips = reverse("desk_sheet", args=[event.slug, "result-slips"])
    fetched = desk.get(slips)
    code = codes_of(event, [table_subject(1, 2)])[table_subject(1, 2)]
    assert f"/c/1/2/{code}/" in PdfReader(BytesIO(fetched.content)).pages[0].extract_text()
    assert slips_to_print(event) == ()
    withdraw_code(event, director_of(event), 1, 2)
    new = codes_of(event, [table_subject(1, 2)])[table_subject(1, 2)]
    assert new != code
    assert printed_codes(event, record_of(event))[1, 2] == new
    assert slips_to_print(event) == (2,)
    record = replace(record_of(event), players_report=False)
    assert printed_codes(event, record) == {}


def test_the_desk_sees_who_holds_a_phone_and_withdraws_it(event: Event) -> None:
    ada = phone(event, 0)
    desk = Client()
    desk.force_login(director_of(event))
    phones = reverse("desk_table_phones", args=[event.slug, 1, 1])
    assert ada.entry is not None
    assert f"Withdraw the phone of {ada.entry.name}" in desk.get(phones).content.decode()
    assert "Phones: 1." in desk.get(reverse("desk_table", args=[event.slug, 1, 1])).content.decode()
    desk.post(reverse("desk_withdraw_phone", args=[event.slug, 1, 1, ada.pk]), {})
    assert "No phone holds the code" in desk.get(phones).content.decode()
    asks = desk.get(reverse("desk_withdraw_code", args=[event.slug, 1, 1])).content.decode()
    assert "Withdraw the code of table 1?" in asks
    assert desk.post(reverse("desk_withdraw_code", args=[event.slug, 1, 1]), {}).status_code == 302
    assert record_of(event).table(1, 1).codes_withdrawn == 1
