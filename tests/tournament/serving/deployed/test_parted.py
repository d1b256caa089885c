"""deploy/nginx.conf: the desk and the crowd come to servers of their own, and one address has so much and no more."""

from __future__ import annotations

import re
import socket
import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.tournament.faults.house import variables
from tests.tournament.games.house import file_in
from tests.tournament.serving.deployed.servers import CERTIFICATE, NGINX, host, nginx
from tests.tournament.serving.running import free_port, is_taken, wait

pytestmark = [pytest.mark.server, pytest.mark.skipif(not NGINX.exists(), reason="nginx is not on this machine")]


Front = tuple[int, ssl.SSLContext]
"""The port of a front, and what makes its certificate good."""
OF_A_DIRECTOR, OF_A_FORMER_HELPER = "known_device=director", "known_device=former"
KNOWN_DEVICE = "/known-device"
QUESTIONS: Counter[str] = Counter()
"""How often the crowd's server was asked whether a device has a role, by its cookie."""


@contextmanager
def saying(name: str, questions: Counter[str] | None = None) -> Iterator[int]:
    """A server that says its name to whatever it is asked; its port.

    It says that the device of the director has a role and others have none, and counts such ``questions`` by their cookie.
    """

    class Says(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Read what comes, and say it."""
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.path == KNOWN_DEVICE:
                self.say_role(self.headers["Cookie"])
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(name)))
            self.end_headers()
            with suppress(OSError):  # a front that refuses a body has gone
                self.wfile.write(name.encode())

        def say_role(self, cookie: str) -> None:
            """Say whether a device has a role."""
            if questions is not None:
                questions[cookie] += 1
            self.send_response(204 if cookie == OF_A_DIRECTOR else 403)
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Accel-Expires", "0" if "made up" in cookie else "60")
            self.end_headers()

        do_POST = do_GET  # noqa: N815  as the library calls it

        def log_message(self, *_words: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Says)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    """Nginx before a desk's server and a crowd's."""
    QUESTIONS.clear()
    with (
        saying("desk") as desk,
        saying("crowd", QUESTIONS) as crowd,
        nginx(tmp_path, [desk], crowds=[crowd], is_slow=True) as secure,
    ):
        yield secure, ssl.create_default_context(cafile=str(tmp_path / CERTIFICATE))


@pytest.fixture
def told_front(tmp_path: Path) -> Iterator[Front]:
    """The same, which is told whom it is asked by, as no machine here has addresses of IPv6 in numbers."""
    QUESTIONS.clear()
    more = "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Asked-By;\n"
    with (
        saying("desk") as desk,
        saying("crowd", QUESTIONS) as crowd,
        nginx(tmp_path, [desk], crowds=[crowd], more=more, is_slow=True) as secure,
    ):
        yield secure, ssl.create_default_context(cafile=str(tmp_path / CERTIFICATE))


def browser(front: Front) -> closing[HTTPSConnection]:
    """A connection that is closed behind its block."""
    return closing(HTTPSConnection("127.0.0.1", front[0], context=front[1]))


def asked(
    connection: HTTPSConnection, path: str, body: bytes | None = None, cookie: str = OF_A_DIRECTOR, by: str = ""
) -> str:
    """What is said, or the status of what refuses; ``cookie`` is the mark of the device, a director's unless it says otherwise.

    ``by`` is the address from which it is asked, for a front that is told.
    """
    fields = {"Host": "cup.example", "Cookie": cookie, **({"X-Asked-By": by} if by else {})}
    connection.request("GET" if body is None else "POST", path, body, fields)
    answer = connection.getresponse()
    said = answer.read().decode()
    return said if answer.status == 200 else str(answer.status)


def test_the_desk_and_everybody_else_have_servers_of_their_own(front: Front) -> None:
    paths = ("/desk/", "/desk/cup/rounds/1/", "/logout/", "/desk/account/", "/login/", "/", "/cup/", "/static/a.css")
    with browser(front) as one:
        assert [asked(one, path) for path in paths] == ["desk"] * 5 + ["crowd"] * 3
        assert (asked(one, "/login/", b"name"), asked(one, "/let-in/", b"code")) == ("desk", "crowd")
    assert QUESTIONS == {OF_A_DIRECTOR: 1}, "what was said of a device is kept"


@pytest.mark.parametrize("cookie", [OF_A_FORMER_HELPER, "known_device=made up", "other=1"])
def test_a_device_without_a_role_today_comes_to_the_crowds_server(front: Front, cookie: str) -> None:
    with browser(front) as one:
        told = [asked(one, path, cookie=cookie) for path in ("/desk/", "/login/", "/desk/restore/", "/desk/")]
        told += [asked(one, path, bytes(2_000_000), cookie) for path in ("/desk/", "/login/")]
        assert told == ["crowd"] * 6
        assert asked(one, KNOWN_DEVICE) == "404", "it is the front's own question"
    many = {OF_A_FORMER_HELPER: 1, "known_device=made up": 6, "other=1": 0}
    assert QUESTIONS[cookie] == many[cookie] == QUESTIONS.total()


def test_bodies_have_three_megabytes_and_an_archive_nine(front: Front) -> None:
    sent = {
        ("/", 2): "crowd",
        ("/", 4): "413",
        ("/desk/", 4): "413",
        ("/login/", 4): "413",
        ("/desk/restore/", 8): "desk",
        ("/desk/restore/", 10): "413",
    }
    told = {}
    for path, megabytes in sent:
        with browser(front) as one:
            told[path, megabytes] = asked(one, path, bytes(megabytes * 1_000_000))
    assert told == sent


def test_one_address_that_asks_without_end_is_told_so_and_the_desk_behind_it_is_not(front: Front) -> None:
    with browser(front) as one:
        told = Counter(asked(one, f"/cup/prices/?q={turn}") for turn in range(2_000))
        assert set(told) == {"crowd", "429"}
        assert told["crowd"] >= 1_000, "a hall that asks at once is served"
        assert "429" in (asked(one, "/desk/", cookie="") for _ in range(50))
        assert asked(one, "/desk/") == "desk"
        assert asked(one, "/static/app.css") == "crowd"


MADE_UP = 2_000


def test_no_limit_goes_by_a_mark_that_a_stranger_makes_up_nor_by_one_of_the_addresses_that_are_all_his(
    told_front: Front,
) -> None:
    with browser(told_front) as one:
        assert asked(one, "/desk/", by="2001:db8:1:2::1") == "desk"
        told = Counter(
            asked(one, "/desk/", cookie=f"known_device=made up {turn}", by=f"2001:db8:1:2::{turn:x}:1")
            for turn in range(MADE_UP)
        )
        assert set(told) == {"crowd", "429"}
        assert QUESTIONS.total() < MADE_UP / 2, "what he makes up is asked about so often and no more"
        assert asked(one, "/desk/", by="2001:db8:1:2::1") == "desk", "who is known behind the same address goes on"
        assert asked(one, "/cup/", cookie="", by="2001:db8:1:3::1") == "crowd", "the next network is another stranger"


def test_forms_that_one_address_does_not_finish_shut_the_desk_behind_it_out_of_nothing(front: Front) -> None:
    head = "POST /{}/ HTTP/1.1\r\nHost: cup.example\r\nContent-Length: 9\r\nCookie: {}\r\n\r\n"
    with ExitStack() as held:
        for path in ("login", "desk/cup", "cup"):
            for _ in range(20):
                opened = socket.create_connection(("127.0.0.1", front[0]))
                half = held.enter_context(front[1].wrap_socket(opened, server_hostname="cup.example"))
                half.sendall(head.format(path, OF_A_FORMER_HELPER).encode())
        with browser(front) as one:
            wait(lambda: asked(one, "/cup/", b"name", "") == "429")
            assert asked(one, "/cup/", b"name", "") == "429"
            assert asked(one, "/desk/cup/", b"name") == "desk"
            assert asked(one, "/cup/") == "crowd"


def test_the_crowds_unit_stands_beside_the_desks_and_has_the_sockets(tmp_path: Path, kept_database: Path) -> None:
    given = variables(tmp_path, file_in(tmp_path, kept_database), free_port())
    bind, crowd = free_port(), free_port()
    told = {**given, "TOPTABLE_CROWD_BIND": f"127.0.0.1:{crowd}"}
    with ExitStack() as standing:
        standing.enter_context(host(told, tmp_path, "desk", port=bind))
        assert not is_taken(bind + 1), "the sockets are the crowd's"
        standing.enter_context(host(given, tmp_path, "crowd", port=bind, crowd=crowd))
        assert is_taken(bind + 1)


def test_what_proves_the_name_for_a_certificate_is_served_without_tls_and_all_else_is_led_to_it(
    front: Front, tmp_path: Path
) -> None:
    proofs = tmp_path / "web" / ".well-known" / "acme-challenge"
    proofs.mkdir(parents=True)
    (proofs / "a-token").write_text("a-token.of-the-account", encoding="ascii")
    (tmp_path / "web" / "other").write_text("of another site", encoding="ascii")
    plain = re.search(r"listen 127\.0\.0\.1:(\d+);\n\s+server_name", (tmp_path / "top-table.conf").read_text())
    assert plain is not None

    def told(path: str) -> tuple[int, str, str]:
        with closing(HTTPConnection("127.0.0.1", int(plain[1]))) as connection:
            connection.request("GET", path, headers={"Host": "cup.example"})
            answer = connection.getresponse()
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()

    assert told("/.well-known/acme-challenge/a-token") == (200, "", "a-token.of-the-account")
    assert told("/.well-known/acme-challenge/none")[0] == 404
    for elsewhere in ("/other", "/.well-known/acme-challenge/../../other", "/"):
        assert told(elsewhere)[0] == 308
    assert told("/cup/?page=2")[:2] == (308, "https://cup.example/cup/?page=2")
    with browser(front) as secure:
        assert asked(secure, "/cup/", cookie="") == "crowd"


def test_the_page_makes_and_renews_the_certificate_by_what_the_file_serves() -> None:
    page = (ROOT / "docs" / "running" / "deployment.md").read_text(encoding="utf-8")
    (place,) = re.findall(
        r"acme-challenge/ \{ root (\S+); \}", (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    )
    assert f'certbot certonly --webroot -w {place} -d acquire.example --deploy-hook "systemctl reload nginx"' in page
    assert "--standalone" not in page
