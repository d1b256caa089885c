"""Who counts as the browser on the machine itself: by the connection, and by what only `serve` tells."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from tournament.installation.addresses import (
    COOKIE,
    FIELD,
    asks_for_the_code,
    comes_from_this_machine,
    is_at_the_machine,
    is_of_loopback,
    know_browser,
)
from tournament.management.serving.fronting.forwarding import request_fields
from tournament.management.serving.fronting.lanes import (
    LARGEST_OF_STRANGERS,
    Asked,
    RefusedRequestError,
    check_size,
    may_be_here,
)

SECRET = "0f" * 20
BY_THE_FRONT = {"HTTP_HOST": "127.0.0.1:8000", "HTTP_X_FORWARDED_FOR": "127.0.0.1", "HTTP_X_AT_THIS_MACHINE": SECRET}


def is_here(settings: Settings, **fields: str) -> bool:
    """Whether a known browser counts as the machine's own; one that is not known never does, and is asked for the code in its place."""
    settings.ALLOWED_HOSTS, settings.THIS_MACHINE, settings.SERVE_FOLDER = ["*"], SECRET, "/hall"
    given: dict[str, Any] = {**BY_THE_FRONT, **fields}
    request = RequestFactory().get("/", **{name: value for name, value in given.items() if value})
    seems, is_asked = comes_from_this_machine(request), asks_for_the_code(request)
    assert (is_at_the_machine(request), is_asked) == (False, seems), "not known yet"
    request.COOKIES[COOKIE] = "0" * 64
    assert (is_at_the_machine(request), asks_for_the_code(request)) == (False, seems), "what somebody made up"
    know_browser(answer := HttpResponse())
    request.COOKIES[COOKIE] = answer.cookies[COOKIE].value
    assert not asks_for_the_code(request)
    return is_at_the_machine(request)


def test_a_browser_is_known_until_serve_ends(settings: Settings) -> None:
    assert is_here(settings)
    know_browser(answer := HttpResponse())
    request = RequestFactory().get("/", **BY_THE_FRONT | {"HTTP_X_AT_THIS_MACHINE": "1f" * 20})  # type: ignore[arg-type]
    request.COOKIES[COOKIE] = answer.cookies[COOKIE].value
    settings.THIS_MACHINE = "1f" * 20
    assert (is_at_the_machine(request), asks_for_the_code(request)) == (False, True)
    assert SECRET not in answer.cookies.output()


def test_the_front_says_who_is_at_the_machine(settings: Settings) -> None:
    assert is_here(settings)
    assert is_here(settings, HTTP_HOST="localhost")
    assert is_here(settings, HTTP_HOST="[::1]:8000", HTTP_X_FORWARDED_FOR="::1")


@pytest.mark.parametrize(
    "fields",
    [
        {"HTTP_X_AT_THIS_MACHINE": ""},
        {"HTTP_X_AT_THIS_MACHINE": "0e" * 20},
        {"HTTP_X_FORWARDED_FOR": ""},
        {"HTTP_X_FORWARDED_FOR": "10.0.0.7"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1, 127.0.0.1"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1, 10.0.0.7"},
        {"HTTP_HOST": "cup.example"},
        {"HTTP_HOST": "192.0.2.7:8000"},
        {"HTTP_HOST": "127.0.0.1.evil.example"},
        {"HTTP_VIA": "1.1 tunnel"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_X_FORWARDED_HOST": "cup.example"},
        {"HTTP_CF_CONNECTING_IP": "127.0.0.1"},
    ],
)
def test_whoever_is_passed_on_or_calls_the_machine_otherwise_is_not_at_it(
    settings: Settings, fields: dict[str, str]
) -> None:
    assert not is_here(settings, **fields)


def test_behind_a_proxy_and_without_a_front_nobody_is(settings: Settings) -> None:
    settings.BEHIND_PROXY = True
    assert not is_here(settings)
    settings.BEHIND_PROXY, settings.ALLOWED_HOSTS, settings.THIS_MACHINE = False, ["*"], ""
    request = RequestFactory().get("/", **{**BY_THE_FRONT, "HTTP_X_AT_THIS_MACHINE": ""})  # type: ignore[arg-type]
    assert not is_at_the_machine(request), "an empty secret proves nothing"


def test_an_address_is_the_machines_own_by_what_it_is() -> None:
    found = {
        each: is_of_loopback(each) for each in ("127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.7", "")
    }
    assert found == {
        "127.0.0.1": True,
        "127.8.0.1": True,
        "::1": True,
        "::ffff:127.0.0.1": True,
        "10.0.0.7": False,
        "": False,
    }


def test_the_front_takes_what_browsers_say_of_themselves_away_and_lets_a_copy_in() -> None:
    asked = make_mocked_request("GET", "/", headers={"Host": "a", "X-At-This-Machine": "yes"})
    assert FIELD not in request_fields(asked, "10.0.0.1")
    assert request_fields(asked, "127.0.0.1", here=SECRET).getall(FIELD) == [SECRET]
    pages = ("/", "/de/", "/login/", "/let-in/copy/", "/desk/", "/cup-2026/", "/cup-2026/live/")
    assert [may_be_here(path) for path in pages] == [True] * 4 + [False] * 3
    copy = Asked("POST", "/let-in/copy/", LARGEST_OF_STRANGERS + 1, "multipart/form-data")
    check_size(copy, "", brings_copy=True)
    with pytest.raises(RefusedRequestError, match="the limit is 3,000,000"):
        check_size(copy, "")
