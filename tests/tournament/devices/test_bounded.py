"""What a phone writes is bounded from its first writing on, whatever becomes of it, and no other phone at its address with it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.build import make_event, publish
from tests.tournament.devices.phones import code_of_table
from tournament.access.devices import claim, codes_of
from tournament.models import Device, Event
from tournament.public.devices.holding import COOKIE
from tournament.record.devices import DeviceSubject, player_subject, table_subject
from tournament.record.pace import WRITES_OF_A_PHONE

pytestmark = pytest.mark.django_db

JSON = "application/json"
FORMS: Mapping[str, dict[str, str]] = {
    "t/1/1/answer/": {"report": "99", "agrees": "yes", "player": "1"},
    "t/1/1/call/": {"cancel": "99"},
    "t/1/1/clock/": {"press": "turn 99", "key": "same"},
    "p/3/": {"take_back": "99"},
}
"""What is refused or changes nothing, however often it is sent."""


def held(event: Event, subject: DeviceSubject, code: str) -> Client:
    """A browser with a phone's secret."""
    browser = Client()
    browser.cookies[COOKIE] = claim(event, subject, code)
    return browser


@pytest.mark.parametrize("end", FORMS)
def test_a_phone_that_writes_in_a_loop_waits_and_no_other_at_its_address_does(end: str) -> None:
    event = make_event(8, players_report=True)
    publish(event)
    subject = player_subject(3) if end.startswith("p/") else table_subject(1, 1)
    code = codes_of(event, [subject])[subject] if end.startswith("p/") else code_of_table(event)
    loud, quiet = held(event, subject, code), held(event, subject, code)
    address = f"/{event.slug}/{end}"
    with time_machine.travel(timezone.now(), tick=False):  # a slow machine would let the phone write again
        statuses = [loud.post(address, FORMS[end]).status_code for _ in range(WRITES_OF_A_PHONE.burst + 1)]
        assert (429 in statuses[:-1], statuses[-1]) == (False, 429)
        assert "too much at once" in loud.post(address, FORMS[end]).content.decode()
        assert quiet.post(address, FORMS[end]).status_code != 429
    assert sorted(Device.objects.values_list("left", flat=True)) == [0, WRITES_OF_A_PHONE.burst - 1]
