"""Who counts as the browser on the machine itself: by the connection, by who holds its other end, and by nothing that a request says."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest
from aiohttp.test_utils import make_mocked_request
from django.test import RequestFactory
from pytest_django import Settings

from tests.tournament.serving.running import free_port
from tournament.installation.this_machine import (
    FIELD,
    is_at_the_machine,
    is_held_by_own_process,
    is_of_loopback,
    is_of_this_user,
    users_of,
)
from tournament.management.serving.fronting.forwarding import passed_on
from tournament.management.serving.fronting.limits import (
    LARGEST_OF_STRANGERS,
    Asked,
    RefusedRequestError,
    check_size,
    may_be_here,
)

SECRET = "0f" * 20
BY_THE_FRONT = {"HTTP_HOST": "127.0.0.1:8000", "HTTP_X_FORWARDED_FOR": "127.0.0.1", "HTTP_X_AT_THIS_MACHINE": SECRET}


def is_here(settings: Settings, **fields: str) -> bool:
    settings.ALLOWED_HOSTS, settings.THIS_MACHINE = ["*"], SECRET
    given: dict[str, Any] = {**BY_THE_FRONT, **fields}
    return is_at_the_machine(RequestFactory().get("/", **{name: value for name, value in given.items() if value}))


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


LIST = """
   0: 0100007F:1F40 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 1 1 0 20 4 30 10 -1
   1: 0100007F:C350 0100007F:1F40 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1
   2: 0100007F:C351 0100007F:1F40 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0 20 4 30 10 -1
   3: torn
"""


def test_the_user_is_read_from_the_line_of_the_other_end() -> None:
    lines = LIST.splitlines()
    assert [users_of(port, 8000, lines) for port in (0xC350, 0xC351, 0xC352)] == [[1000], [1001], []]
    assert users_of(0xC350, 8001, lines) == [], "a connection to another server"


def test_a_connection_of_ones_own_is_found() -> None:
    with closing(socket.create_server(("127.0.0.1", free_port()))) as server:
        port = server.getsockname()[1]
        with closing(socket.create_connection(("127.0.0.1", port))) as browser:
            own = browser.getsockname()[1]
            assert is_of_this_user(own, port)
            if Path("/proc/net/tcp").exists():
                assert not is_of_this_user(own, port + 1)


def test_a_connection_of_ones_own_is_found_where_there_is_no_list_of_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", free_port()))) as server:
        port = server.getsockname()[1]
        with closing(socket.create_connection(("127.0.0.1", port))) as browser:
            own = browser.getsockname()[1]

            def found() -> list[bool]:
                return [is_held_by_own_process(own, port), is_held_by_own_process(own, port + 1)]

            assert found() == [True, False]

            def refuses(**_words: Any) -> Any:
                raise psutil.AccessDenied

            monkeypatch.setattr(psutil, "net_connections", refuses)
            assert found() == [True, False], "as macOS answers who has no rights"
            monkeypatch.setattr(psutil, "process_iter", refuses)
            assert found() == [True, True], "nobody tells"


def test_a_connection_of_somebody_else_is_not_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", free_port()))) as server:
        port = server.getsockname()[1]
        with closing(socket.create_connection(("127.0.0.1", port))) as browser:
            own, names = browser.getsockname()[1], iter(["DESK\\director", "DESK\\guest"])
            monkeypatch.setattr(psutil.Process, "username", lambda _self: next(names))
            assert not is_held_by_own_process(own, port)


def test_the_front_takes_what_browsers_say_of_themselves_away_and_lets_a_copy_in() -> None:
    asked = make_mocked_request("GET", "/", headers={"Host": "a", "X-At-This-Machine": "yes"})
    assert FIELD not in passed_on(asked, "10.0.0.1")
    assert passed_on(asked, "127.0.0.1", here=SECRET).getall(FIELD) == [SECRET]
    pages = ("/", "/de/", "/login/", "/let-in/copy/", "/desk/", "/cup-2026/", "/cup-2026/live/")
    assert [may_be_here(path) for path in pages] == [True] * 4 + [False] * 3
    copy = Asked("POST", "/let-in/copy/", LARGEST_OF_STRANGERS + 1, "multipart/form-data")
    check_size(copy, "", brings_copy=True)
    with pytest.raises(RefusedRequestError, match="the limit is 3,000,000"):
        check_size(copy, "")
