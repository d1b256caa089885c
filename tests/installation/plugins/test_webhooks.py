"""Webhooks: what is told to whom, how it is signed, what is tried again and for how long, and where nothing is ever sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from tests.build import director_of, draw_round, make_event
from tests.conftest import ROOT
from tests.installation.plugins.told import ADDRESS, Sent, hook_of
from tournament.management.webhooks import posting, queueing, sending
from tournament.management.webhooks.models import Delivery, Failure, Hook
from tournament.management.webhooks.posting import Answer
from tournament.management.webhooks.reach import AddressError, checked_address, may_reach
from tournament.management.webhooks.signing import headers_of, new_salt, secret_of
from tournament.models import Event
from tournament.services.events.showing import hide_event
from tournament.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def test_a_public_act_is_told_with_where_to_read_on_and_without_a_name(
    event: Event, sent: Sent, publish: Callable[[], None]
) -> None:
    hook_of(event)
    publish()
    assert sending.send_due() is None
    ((address, body, headers),) = sent.posts
    told = json.loads(body)
    assert (address, told["type"]) == (ADDRESS, "rounds.publish")
    assert datetime.fromisoformat(told["timestamp"]).tzinfo is not None
    assert told["data"] == {
        "event": event.slug,
        "version": event.public_version,
        "round": 1,
        "table": None,
        "undoes": None,
        "read": f"http://testserver/{event.slug}/event.json",
    }
    assert headers["webhook-id"] == Delivery.objects.get().number
    assert (
        Client().get(told["data"]["read"].removeprefix("http://testserver")).json()["version"]
        == told["data"]["version"]
    )
    assert not any(entry.name in body.decode() for entry in event.entries.all())


def test_what_players_may_not_see_is_not_told(
    event: Event, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    hook_of(event)
    director = director_of(event)
    with django_capture_on_commit_callbacks(execute=True):
        event.rounds.get().delete()
        draw_round(event, 1, seed=9)  # a draft is the desk's alone
    assert not Delivery.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        hide_event(event, director)
        publish_round(event, director, 1)
    assert not Delivery.objects.exists()


def test_only_the_hooks_of_the_event_hear_and_only_while_they_are_on(
    event: Event, sent: Sent, publish: Callable[[], None]
) -> None:
    hook_of(make_event(4, name="Another Cup"))
    off = hook_of(event, "https://example.org/off")
    Hook.objects.filter(pk=off.pk).update(is_on=False)
    publish()
    assert not Delivery.objects.exists()


def test_an_installation_that_sends_nothing_stores_nothing(
    event: Event, sent: Sent, settings: Any, publish: Callable[[], None]
) -> None:
    settings.WEBHOOKS = "off"
    hook_of(event)
    publish()
    assert not Delivery.objects.exists()
    with pytest.raises(CommandError, match="sends no webhooks"):
        call_command("webhooks")


# The signature


def verified() -> Callable[..., Any]:
    """The function that docs/extending.md gives to receivers."""
    text = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(import base64.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102  it is our own page
    check: Callable[..., Any] = names["verified"]
    return check


def test_the_code_of_the_documentation_verifies_what_is_sent(
    event: Event, sent: Sent, publish: Callable[[], None]
) -> None:
    hook = hook_of(event)
    publish()
    sending.send_due()
    ((_address, body, headers),) = sent.posts
    check, secret = verified(), secret_of(hook.salt)
    assert check(secret, headers, body)["type"] == "rounds.publish"
    for wrong in ({"webhook-id": "msg_other"}, {"webhook-timestamp": "1"}, {"webhook-signature": "v1,AAAA"}):
        with pytest.raises(ValueError, match=r"signature|old"):
            check(secret, headers | wrong, body)
    with pytest.raises(ValueError, match="signature"):
        check(secret, headers, body + b" ")
    with pytest.raises(ValueError, match="signature"):
        check(secret_of(new_salt()), headers, body)


def test_a_signature_is_that_of_standard_webhooks(settings: Any) -> None:
    """Worked by hand with openssl: HMAC-SHA256 over id, moment and body, with the bytes that the secret spells."""
    settings.SECRET_KEY = "k" * 40
    signature = "v1,twfVeqWjd6lkm+I+nhcENKS4GzOcyXtxMpsDLgBzCv4="
    assert secret_of("00") == "whsec_IIL6jO6z6EnHKsUjrqAtaaRM7W4sHUF0wyaaXrwih7g="
    assert headers_of("00", "msg_1", b'{"a":1}', 1_700_000_000)["webhook-signature"] == signature


# Trying again


def test_what_is_not_taken_is_tried_later_and_later_in_order_and_given_up_after_a_day(
    event: Event, sent: Sent, publish: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING", "tournament.webhooks")
    sent.answers = [Answer(500), Answer(failure=Failure.UNREACHED)]
    start = datetime(2026, 8, 20, 10, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as clock:
        hook = hook_of(event)
        publish()
        queueing.queue([hook], "results.record", event.slug, {})
        pauses: list[float] = []
        while (pause := sending.send_due()) is not None and len(pauses) < 60:
            pauses.append(pause)
            clock.shift(pause)
        assert pauses[:6] == [10, 30, 120, 600, 3600, 3600]
        first, second = Delivery.objects.order_by("pk")
        assert (first.kind, first.failure) == ("rounds.publish", Failure.GIVEN_UP)
        assert second.failure == Failure.GIVEN_UP
        day = timedelta(days=1)
        assert first.settled_at is not None
        assert day < first.settled_at - start < day + timedelta(hours=1.1)
    assert set(sent.kinds[:5]) == {"rounds.publish"}
    assert len([line for line in caplog.messages if "gets no answer" in line]) == 1


def test_once_an_address_answers_again_everything_that_waited_is_sent_in_order(event: Event, sent: Sent) -> None:
    hook = hook_of(event)
    sent.answers = [Answer(503), Answer(200)]
    for number in range(3):
        queueing.queue([hook], f"kind.{number}", event.slug, {})
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        assert sending.send_due() == pytest.approx(10)
        clock.shift(11)
        assert sending.send_due() is None
    assert sent.kinds == ["kind.0", "kind.0", "kind.1", "kind.2"]
    assert Hook.objects.get().failures == 0


def test_a_hook_that_one_process_has_claimed_is_left_to_it(event: Event, sent: Sent) -> None:
    hook = hook_of(event)
    queueing.queue([hook], "kind", event.slug, {})
    stale = Hook.objects.get()
    assert sending._is_claimed(hook)
    assert not sending._is_claimed(stale)
    assert sending.send_due() == pytest.approx(sending.CLAIM.total_seconds(), abs=5)
    assert sent.posts == []


def test_what_waits_and_what_is_remembered_is_bounded(event: Event, sent: Sent) -> None:
    hook = hook_of(event)
    for number in range(queueing.MOST_WAITING + 5):
        queueing.queue([hook], f"kind.{number}", event.slug, {})
    assert Delivery.objects.count() == queueing.MOST_WAITING
    assert Delivery.objects.order_by("pk")[0].kind == "kind.5"
    sending.send_due()
    assert Delivery.objects.count() == sending.MOST_SETTLED


def test_the_command_sends_what_is_due(event: Event, sent: Sent, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("webhooks")
    assert "No event has a webhook." in capsys.readouterr().out
    queueing.queue([hook_of(event)], "kind", event.slug, {})
    call_command("webhooks")
    assert sent.kinds == ["kind"]
    assert f"{event.slug}  {ADDRESS}  0 waiting" in capsys.readouterr().out


# Where it goes


@pytest.mark.parametrize(
    ("address", "public", "anywhere"),
    [
        ("https://example.org/hook", True, True),
        ("https://example.org:8443/hook?key=1", True, True),
        ("https://93.184.216.34/", True, True),
        ("http://example.org/hook", False, False),
        ("http://127.0.0.1:9000/", False, True),
        ("http://localhost:9000/", False, True),
        ("http://192.168.1.7/", False, True),
        ("http://printer.local/", False, True),
        ("http://[::1]:9000/", False, True),
        ("https://10.0.0.1/", False, True),
        ("https://user:word@example.org/", False, False),
        ("https://example.org/#part", False, False),
        ("ftp://example.org/", False, False),
        ("https://", False, False),
        ("https://exa mple.org/", False, False),
        ("https://example.org:99999/", False, False),
        ("https://[::1/", False, False),
        ("https://exämple.org/", False, False),
        ("javascript:alert(1)", False, False),
        ("https://example.org/" + "a" * 500, False, False),
        ("", False, False),
    ],
)
def test_which_addresses_a_webhook_may_have(settings: Any, address: str, public: bool, anywhere: bool) -> None:
    for settings.WEBHOOKS, allowed in (("public", public), ("anywhere", anywhere)):
        if allowed:
            assert checked_address(f" {address} ") == address
        else:
            with pytest.raises(AddressError, match=r"\.$|hook\.$"):
                checked_address(address)


@pytest.mark.parametrize(
    ("number", "public", "anywhere", "plain"),
    [
        ("93.184.216.34", True, True, False),
        ("2606:2800:220:1:248:1893:25c8:1946", True, True, False),
        ("127.0.0.1", False, True, True),
        ("10.1.2.3", False, True, True),
        ("192.168.0.1", False, True, True),
        ("100.64.0.1", False, True, True),
        ("::1", False, True, True),
        ("fd00::1", False, True, True),
        ("::ffff:127.0.0.1", False, True, True),
        ("::ffff:93.184.216.34", True, True, False),
        ("2002:7f00:1::", False, True, True),
        ("64:ff9b::7f00:1", False, True, True),
        ("64:ff9b::a9fe:a9fe", False, False, False),
        ("169.254.169.254", False, False, False),
        ("fe80::1%eth0", False, False, False),
        ("::", False, False, False),
        ("0.0.0.1", False, False, False),
        ("224.0.0.1", False, False, False),
        ("255.255.255.255", False, False, False),
    ],
)
def test_what_may_be_reached_whatever_a_name_resolves_to(
    settings: Any, number: str, public: bool, anywhere: bool, plain: bool
) -> None:
    settings.WEBHOOKS = "public"
    assert (may_reach(number, is_encrypted=True), may_reach(number, is_encrypted=False)) == (public, False)
    settings.WEBHOOKS = "anywhere"
    assert (may_reach(number, is_encrypted=True), may_reach(number, is_encrypted=False)) == (anywhere, plain)


class Receiver(BaseHTTPRequestHandler):
    """Answers as its path says, and notes what came."""

    noted: list[tuple[str, bytes]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.noted.append((self.path, body))
        self.send_response(int(self.path.strip("/")))
        if self.path == "/302":
            self.send_header("Location", "/200")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words: Any) -> None:
        """Say nothing."""


@contextmanager
def receiving() -> Iterator[str]:
    """The address of a receiver on this machine."""
    Receiver.noted = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def test_a_request_reaches_a_receiver_and_no_redirect_is_followed(settings: Any) -> None:
    settings.WEBHOOKS = "anywhere"
    with receiving() as address:
        assert posting.post(f"{address}/200", b"{}", {}) == Answer(200)
        assert posting.post(f"{address}/302", b"{}", {}) == Answer(302)
        assert not Answer(302).is_delivered
        assert Receiver.noted == [("/200", b"{}"), ("/302", b"{}")]
    assert posting.post(f"{address}/200", b"{}", {}) == Answer(failure=Failure.UNREACHED)


def test_a_server_reaches_nothing_on_its_own_machine_by_any_name(settings: Any) -> None:
    settings.WEBHOOKS = "public"
    with receiving() as address:
        for each in (address, address.replace("127.0.0.1", "localhost"), address.replace("http:", "https:")):
            assert posting.post(f"{each}/200", b"{}", {}) == Answer(failure=Failure.FORBIDDEN)
    assert Receiver.noted == []
