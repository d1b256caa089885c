"""Who arrives: the real address behind declared proxies, and devices that logged in before, which nobody else can lock."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client, override_settings

from tests.build import director_of, make_event
from tournament.access import request_origin
from tournament.access.accounts import close_account
from tournament.access.links import link_of
from tournament.access.request_origin import MOST_WRONG, real_address, stranger_of
from tournament.installation.device_mark import COOKIE, DeviceMark, cookie_value, new_device, read_mark
from tournament.record.acts import Role
from tournament.services.coming_in import come_in
from tournament.slices.helping import invite_helper, withdraw_helper

RIGHT = "a password of the tests"


@pytest.fixture
def few_tries(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many wrong passwords a known device may send here: more than an unknown one, and fewer than where nobody waits for a test."""
    few = MOST_WRONG + 4
    monkeypatch.setattr(request_origin, "MOST_WRONG_OF_KNOWN", few)
    return few


def log_in(client: Client, name: str, password: str, told: str = "") -> int:
    """The status of the answer to a log-in from the hall's address; ``told`` is what proxies say of whom they were asked by."""
    sent = {"username": name, "password": password}
    return client.post("/login/", sent, REMOTE_ADDR="10.0.0.1", headers={"x-forwarded-for": told}).status_code


@pytest.mark.parametrize(
    ("proxies", "told", "address"),
    [
        (0, "192.0.2.9", "10.0.0.1"),
        (1, "192.0.2.9", "192.0.2.9"),
        (1, "198.51.100.1, 192.0.2.9", "192.0.2.9"),
        (2, "198.51.100.1, 192.0.2.9, 10.1.1.1", "192.0.2.9"),
        (2, "192.0.2.9", "192.0.2.9"),
        (1, "2001:db8::7%eth0", "2001:db8::7"),
        (1, "nobody", "10.0.0.1"),
        (1, "", "10.0.0.1"),
    ],
)
def test_the_real_address_is_what_the_farthest_trusted_proxy_was_asked_by(
    proxies: int, told: str, address: str
) -> None:
    assert real_address({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": told}, proxies) == address


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.0.2.9", "192.0.2.9"),
        ("::ffff:192.0.2.9", "192.0.2.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::7", "2001:db8:1:2::"),
        ("fe80::7%eth0", "fe80::"),
        ("2001:db8:1:3::7", "2001:db8:1:3::"),
        ("nobody", "nobody"),
    ],
)
def test_a_stranger_is_one_address_of_ipv4_or_64_bits_of_ipv6(peer: str, counted: str) -> None:
    assert stranger_of({"REMOTE_ADDR": peer}) == counted
    told = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": f"198.51.100.1, {peer}"}
    assert stranger_of(told) == "10.0.0.1", "nothing counts that a forwarder says"
    assert stranger_of(told, 1) == (counted if peer != "nobody" else "10.0.0.1"), "what our own proxy says does"


@pytest.mark.django_db
def test_a_device_is_known_as_long_as_an_account_of_it_holds_a_role(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_origin, "HOLDS_FOR", -1.0)  # nothing is remembered between two requests
    event = make_event(3)
    helper = come_in(link_of(invite_helper(event, director_of(event), frozenset({Role.DESK})).token), name="Helper 7")

    def told(*names: str, asks: bool = True) -> str | None:
        client, known = Client(), new_device()
        for name in names:
            known = known.having(name)
        client.cookies[COOKIE] = cookie_value(known)
        return client.get("/", headers={"x-known-device": "asked"} if asks else {}).get("X-Known-Device")

    def answered(*names: str, signed: str = "") -> tuple[int, str]:
        """What a proxy is told that asks about a device."""
        client, known = Client(), new_device()
        for name in names:
            known = known.having(name)
        client.cookies[COOKIE] = f"{cookie_value(known)}{signed}"
        answer = client.get("/known-device", headers={"host": "whoever.example"})
        assert answer.content == b""
        return answer.status_code, answer["X-Accel-Expires"]

    assert (told("director"), told("Helper 7"), told("nobody"), told()) == ("yes", "yes", "no", "no")
    assert told("director", asks=False) is None, "it is the front's question, and no browser reads the answer"
    assert (answered("director"), answered("nobody"), answered()) == ((204, "5"), (403, "5"), (403, "5"))
    assert answered("director", signed="no") == (403, "0"), "what somebody made up is not kept"
    withdraw_helper(event, director_of(event), helper.pk)
    assert answered("Helper 7") == (403, "5")
    assert (told("Helper 7"), told("Helper 7", "director")) == ("no", "yes")
    assert Client().get("/", headers={"x-known-device": "asked"})["X-Known-Device"] == "no"
    close_account(director_of(event))
    assert told("director") == "no"


@pytest.mark.django_db
def test_behind_a_proxy_nobody_locks_the_director_out_from_elsewhere() -> None:
    User.objects.create_user("director", password=RIGHT)
    with override_settings(TRUSTED_PROXIES=1):
        bad = [log_in(Client(), "director", "no", told="192.0.2.66") for _ in range(MOST_WRONG)]
        assert bad == [200] * (MOST_WRONG - 1) + [429]
        assert log_in(Client(), "director", RIGHT, told="192.0.2.66") == 429
        assert log_in(Client(), "director", RIGHT, told="192.0.2.7") == 302
        made_up = [
            log_in(Client(), "director", "no", told=f"198.51.100.{turn}, 192.0.2.8") for turn in range(MOST_WRONG)
        ]
        assert made_up[-1] == 429, "what stands further left is anybody's word"


@pytest.mark.django_db
def test_one_machine_has_so_many_tries_from_all_the_addresses_of_its_network() -> None:
    User.objects.create_user("director", password=RIGHT)
    with override_settings(TRUSTED_PROXIES=1):
        bad = [log_in(Client(), "director", "no", told=f"2001:db8:1:2::{turn}") for turn in range(MOST_WRONG)]
        assert bad[-1] == 429
        assert log_in(Client(), "director", RIGHT, told="2001:db8:1:2:a:b:c:d") == 429
        assert log_in(Client(), "director", RIGHT, told="2001:db8:1:3::7") == 302


@pytest.mark.django_db
def test_wrong_passwords_from_anywhere_are_told_to_the_owner_once_and_lock_nobody_out(few_tries: int) -> None:
    User.objects.create_user("director", password=RIGHT)
    own = Client()
    log_in(own, "director", RIGHT)
    with override_settings(TRUSTED_PROXIES=1):
        for turn in range(few_tries + 7):
            log_in(Client(), "director", "no", told=f"192.0.2.{turn}")
            log_in(Client(), "nobody", "no", told=f"192.0.2.{turn}")
        assert log_in(own, "director", "a slip", told="192.0.2.7") == 200
        assert log_in(own, "director", RIGHT, told="192.0.2.7") == 302
    told = [str(each) for each in get_messages(own.get("/desk/").wsgi_request)]
    assert len(told) == 1
    assert told[0].startswith(f"{few_tries + 7} wrong passwords have been entered for your account since "), (
        "the owner's slip is not counted"
    )
    own.post("/logout/")
    assert log_in(own, "director", RIGHT) == 302
    assert not list(get_messages(own.get("/desk/").wsgi_request)), "it is told once"


@pytest.mark.django_db
def test_a_device_that_logged_in_before_is_not_locked_by_anybody_in_the_same_hall() -> None:
    User.objects.create_user("director", password=RIGHT)
    User.objects.create_user("helper", password=RIGHT)
    own, helpers = Client(), Client()
    assert (log_in(own, "director", RIGHT), log_in(helpers, "helper", RIGHT)) == (302, 302)
    own.post("/logout/")
    guesses = [log_in(Client(), "director", "no") for _ in range(MOST_WRONG)]
    assert guesses[-1] == 429
    assert log_in(Client(), "director", RIGHT) == 429, "a device that is not known waits"
    assert log_in(helpers, "director", RIGHT) == 429, "a device is known for the accounts that logged in on it"
    assert log_in(own, "director", RIGHT) == 302


@pytest.mark.django_db
def test_wrong_passwords_on_a_known_device_lock_it_late_and_nobody_else(few_tries: int) -> None:
    User.objects.create_user("director", password=RIGHT)
    own, other = Client(), Client()
    assert (log_in(own, "director", RIGHT), log_in(other, "director", RIGHT)) == (302, 302)
    wrong = [log_in(own, "director", "no") for _ in range(few_tries)]
    assert wrong == [200] * (few_tries - 1) + [429]
    assert log_in(other, "director", RIGHT) == 302


@pytest.mark.django_db
def test_the_mark_of_a_device_cannot_be_made_up_and_names_nobody(client: Client) -> None:
    User.objects.create_user("director", password=RIGHT)
    assert COOKIE not in client.get("/login/").cookies
    log_in(client, "director", RIGHT)
    cookie = client.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 400 * 24 * 3600)
    known = read_mark({COOKIE: cookie.value})
    assert known is not None
    assert (known.is_of("director"), known.is_of("helper")) == (True, False)
    assert "director" not in str(known)
    for made_up in ("", cookie.value[:-1], f"{cookie.value}x", "x" * 2_000, cookie_value(DeviceMark("a"))[1:]):
        assert read_mark({COOKIE: made_up}) is None
    assert settings.SESSION_COOKIE_SECURE is bool(cookie["secure"])


def test_a_device_remembers_the_latest_accounts_alone() -> None:
    known = new_device()
    for number in range(9):
        known = known.having(f"helper {number}")
    assert [known.is_of(f"helper {number}") for number in range(9)] == [False] * 3 + [True] * 6
    assert len(cookie_value(known)) < 500
