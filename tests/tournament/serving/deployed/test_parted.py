"""deploy/nginx.conf: the desk and the crowd come to servers of their own, and one address has so much and no more."""

from __future__ import annotations

import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.tournament.faults.house import variables
from tests.tournament.games.house import file_in
from tests.tournament.serving.deployed.servers import CERTIFICATE, NGINX, host, nginx
from tests.tournament.serving.running import free_port, is_taken

pytestmark = [pytest.mark.server, pytest.mark.skipif(not NGINX.exists(), reason="nginx is not on this machine")]


Front = tuple[int, ssl.SSLContext]
"""The port of a front, and what makes its certificate good."""


@contextmanager
def saying(name: str) -> Iterator[int]:
    """A server that says its name to whatever it is asked; its port."""

    class Says(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Read what comes, and say it."""
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.send_response(200)
            self.send_header("Content-Length", str(len(name)))
            self.end_headers()
            self.wfile.write(name.encode())

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
    with saying("desk") as desk, saying("crowd") as crowd, nginx(tmp_path, [desk], crowds=[crowd]) as secure:
        yield secure, ssl.create_default_context(cafile=str(tmp_path / CERTIFICATE))


def browser(front: Front) -> closing[HTTPSConnection]:
    """A connection that is closed behind its block."""
    return closing(HTTPSConnection("127.0.0.1", front[0], context=front[1]))


def asked(connection: HTTPSConnection, path: str, body: bytes | None = None) -> str:
    """What is said, or the status of what refuses."""
    connection.request("GET" if body is None else "POST", path, body, {"Host": "cup.example"})
    answer = connection.getresponse()
    said = answer.read().decode()
    return said if answer.status == 200 else str(answer.status)


def test_the_desk_and_everybody_else_have_servers_of_their_own(front: Front) -> None:
    paths = ("/desk/", "/desk/cup/rounds/1/", "/logout/", "/desk/account/", "/", "/cup/", "/login/", "/static/a.css")
    with browser(front) as one:
        assert [asked(one, path) for path in paths] == ["desk"] * 4 + ["crowd"] * 4
        assert asked(one, "/login/", b"name") == asked(one, "/let-in/", b"code") == "crowd"


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


def test_one_address_that_asks_without_end_is_told_so_and_the_desk_is_not(front: Front) -> None:
    with browser(front) as one:
        told = Counter(asked(one, f"/cup/prices/?q={turn}") for turn in range(3_000))
        assert set(told) == {"crowd", "429"}
        assert told["crowd"] >= 1_000, "a hall that asks at once is served"
        assert asked(one, "/desk/") == "desk"
        assert asked(one, "/static/app.css") == "crowd"


def test_the_crowds_unit_stands_beside_the_desks_and_has_the_sockets(tmp_path: Path, kept_database: Path) -> None:
    given = variables(tmp_path, file_in(tmp_path, kept_database), free_port())
    bind, crowd = free_port(), free_port()
    told = {**given, "TOPTABLE_CROWD_BIND": f"127.0.0.1:{crowd}"}
    with ExitStack() as standing:
        standing.enter_context(host(told, tmp_path, "desk", port=bind))
        assert not is_taken(bind + 1), "the sockets are the crowd's"
        standing.enter_context(host(given, tmp_path, "crowd", port=bind, crowd=crowd))
        assert is_taken(bind + 1)
