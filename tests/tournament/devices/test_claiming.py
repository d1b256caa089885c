"""A phone claims the code on paper, speaks for one table alone, writes so much and no more, and is let out again."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, enter_results, make_event, publish
from tests.tournament.devices.phones import code_of_table
from tournament.access.devices import (
    MOST_DEVICES,
    DeviceRefusedError,
    claim,
    codes_of,
    device_of,
    spend,
    subject_of,
    withdraw_code,
)
from tournament.models import Device, Event
from tournament.public.devices.holding import COOKIE
from tournament.record.devices import DeviceSubject, player_subject, table_subject
from tournament.record.pace import WRITES_OF_A_PHONE
from tournament.services.rounds import publish_round, withdraw_round

pytestmark = pytest.mark.django_db

TABLE = table_subject(1, 1)


def code(event: Event, subject: DeviceSubject = TABLE) -> str:
    """The code that paper carries."""
    return codes_of(event, [subject])[subject]


def claim_address(event: Event, subject: DeviceSubject = TABLE) -> str:
    """Where the code on paper leads."""
    return reverse("claim_table", args=[event.slug, subject.round, subject.number, code(event, subject)])


def seated(event: Event, table: int = 1) -> list[int]:
    """The numbers of the players of a table."""
    return list(event.rounds.get().tables.get(number=table).seats.values_list("entry__number", flat=True))


def refusal_of(event: Event, subject: DeviceSubject, token: str) -> str:
    """Why a phone does not speak for a subject."""
    with pytest.raises(DeviceRefusedError) as refusal:
        device_of(event, subject, token)
    return str(refusal.value)


def test_looking_at_a_code_claims_nothing_and_one_press_does(event: Event) -> None:
    phone = Client()
    page = phone.get(claim_address(event)).content.decode()
    assert (Device.objects.count(), COOKIE in phone.cookies) == (0, False)
    me = seated(event)[1]
    assert f'name="holder" value="{me}"' in page
    answer = phone.post(claim_address(event), {"holder": me})
    cookie = phone.cookies[COOKIE]
    assert answer.headers["Location"] == reverse("mine", args=[event.slug, me]) == cookie["path"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    device = Device.objects.get()
    assert device.entry is not None
    assert (subject_of(device), device.entry.number) == (TABLE, me)
    assert device.token_hash != cookie.value
    assert f"<bdi>{device.entry.name}</bdi></h1>" in phone.get(answer.headers["Location"]).content.decode()


def test_a_phone_speaks_for_its_own_table_alone(event: Event) -> None:
    token = claim(event, TABLE, code(event))
    assert device_of(event, TABLE, token).entry is None
    for other in (table_subject(1, 2), table_subject(2, 1), player_subject(1)):
        assert "is not registered here" in refusal_of(event, other, token)
    elsewhere = make_event(4, name="Other Cup 2026")
    assert "is not registered here" in refusal_of(elsewhere, TABLE, token)
    assert "is not registered here" in refusal_of(event, TABLE, "")


def test_a_withdrawn_code_lets_nobody_in_and_its_phones_out(event: Event) -> None:
    old, token = code(event), claim(event, TABLE, code(event))
    assert withdraw_code(event, TABLE) == 1
    assert "withdrawn" in refusal_of(event, TABLE, token)
    assert code(event) != old
    for typed, said in ((old, "was withdrawn"), ("abcdefghjkmnpq", "is not valid")):
        with pytest.raises(DeviceRefusedError, match=said):
            claim(event, TABLE, typed)
    device_of(event, TABLE, claim(event, TABLE, code(event)))


def test_the_code_of_a_table_dies_with_its_round(event: Event) -> None:
    told = code(event)
    enter_results(event, 1)
    event.rounds.update(state="closed")
    with pytest.raises(DeviceRefusedError, match="Round 1 is not being played"):
        claim(event, TABLE, told)
    event.rounds.update(state="draft")
    with pytest.raises(DeviceRefusedError, match="not being played"):
        claim(event, TABLE, told)


def test_nobody_claims_a_seat_where_he_does_not_sit(event: Event) -> None:
    with pytest.raises(DeviceRefusedError, match="is not at table 1"):
        claim(event, TABLE, code(event), seated(event, 2)[0])
    page = Client().post(claim_address(event), {"holder": seated(event, 2)[0]})
    assert (page.status_code, Device.objects.count()) == (410, 0)


def test_only_so_many_phones_hold_a_code_and_write_so_much(event: Event) -> None:
    token = claim(event, TABLE, code(event))
    device = device_of(event, TABLE, token)
    for _ in range(WRITES_OF_A_PHONE.burst):
        spend(device)
    with pytest.raises(DeviceRefusedError, match="too much at once"):
        spend(device)
    Device.objects.bulk_create(
        Device(
            event=event,
            kind="table",
            round_number=1,
            number=1,
            token_hash=str(number),
            claimed_at=device.claimed_at,
            expires_at=device.expires_at,
            counted_at=device.counted_at,
        )
        for number in range(MOST_DEVICES - 1)
    )
    with pytest.raises(DeviceRefusedError, match="are already using this code"):
        claim(event, TABLE, code(event))


def test_codes_of_a_whole_round_are_read_in_one_query(event: Event, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert len(set(codes_of(event, [table_subject(1, number) for number in range(1, 60)]).values())) == 59


def test_taking_a_round_back_withdraws_its_codes_for_others_will_sit_there(event: Event) -> None:
    old, token = code(event), claim(event, TABLE, code(event))
    withdraw_round(event, director_of(event), 1)
    publish_round(event, director_of(event), 1)
    assert "withdrawn" in refusal_of(event, TABLE, token)
    assert code(event) != old


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
