"""The page of an event's webhooks: a secret that is shown once, one press for each thing, and nobody else's business."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import director_of, make_event
from tests.installation.plugins.told import ADDRESS, Sent, hook_of
from tournament.management.webhooks import queueing, sending
from tournament.management.webhooks.models import Delivery, Hook
from tournament.management.webhooks.posting import Answer
from tournament.management.webhooks.signing import secret_of
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(event: Event, client: Client) -> Client:
    user = director_of(event)
    assert isinstance(user, User)
    client.force_login(user)
    return client


def address_of(event: Event, rest: str = "") -> str:
    return f"/desk/{event.slug}/plugins/webhooks/{rest}"


def test_a_director_adds_a_webhook_and_sees_its_secret_once(event: Event, sent: Sent, director: Client) -> None:
    page = director.get(f"/desk/{event.slug}/settings/").content.decode()
    assert f'<a href="{address_of(event)}">Webhooks</a>' in page
    answer = director.post(address_of(event), {"address": ADDRESS}).content.decode()
    secret = secret_of(Hook.objects.get().salt)
    assert secret.startswith("whsec_")
    assert secret in answer
    assert "whsec_" not in director.get(address_of(event)).content.decode()
    again = director.post(address_of(event), {"address": ADDRESS}).content.decode()
    assert "This address has a webhook already; see below." in again
    refused = director.post(address_of(event), {"address": "http://10.0.0.1/"}).content.decode()
    assert "This server sends to public addresses only; 10.0.0.1 is a local one." in refused
    assert Hook.objects.count() == 1
    hook = Hook.objects.get()
    renewed = director.post(address_of(event, f"{hook.pk}/"), {"do": "secret"}).content.decode()
    assert secret not in renewed
    assert secret_of(Hook.objects.get().salt) in renewed


def test_an_event_has_five_webhooks_at_most(event: Event, sent: Sent, director: Client) -> None:
    for number in range(6):
        answer = director.post(address_of(event), {"address": f"{ADDRESS}/{number}"})
    assert Hook.objects.count() == 5
    assert "An event has at most 5 webhooks; remove one first." in answer.content.decode()


def test_one_press_tests_switches_off_and_on_and_removes(event: Event, sent: Sent, director: Client) -> None:
    hook = hook_of(event)

    def press(do: str) -> str:
        return director.post(address_of(event, f"{hook.pk}/"), {"do": do}, follow=True).content.decode()

    assert "The test is on its way." in press("test")
    sent.answers = [Answer(404)]
    sending.send_due()
    assert sent.kinds == ["test"]
    assert "refused (404)" in director.get(address_of(event)).content.decode()
    assert sending.send_due() is None  # a test is tried once
    queueing.queue([hook], "kind", event.slug, {})
    assert "Nothing more goes to" in press("off")
    assert not Delivery.objects.filter(settled_at=None).exists()
    assert "News goes to" in press("on")
    assert "is removed" in press("remove")
    assert not Hook.objects.exists()
    assert director.post(address_of(event, f"{hook.pk}/"), {"do": "on"}).status_code == 404


def test_nobody_else_sees_or_presses_anything(event: Event, sent: Sent, client: Client) -> None:
    hook = hook_of(event)
    assert client.get(address_of(event)).status_code == 302
    client.force_login(User.objects.create_user("somebody"))
    assert client.get(address_of(event)).status_code == 404
    assert client.post(address_of(event, f"{hook.pk}/"), {"do": "remove"}).status_code == 404
    other = make_event(4, name="Another Cup")
    client.force_login(director_of(other))
    if director_of(other) != director_of(event):
        assert client.get(address_of(event)).status_code == 404
    assert client.post(address_of(other, f"{hook.pk}/"), {"do": "remove"}).status_code == 404
    assert Hook.objects.exists()
