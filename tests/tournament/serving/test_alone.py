"""What anybody asks never changes what the next is answered: each answer among 2,000 is the one that the request gets alone."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from random import Random

import pytest

from tests.run.patience import PATIENCE
from tests.tournament.faults.house import variables
from tests.tournament.keeping.evening import Evening
from tests.tournament.serving.deployed.servers import CERTIFICATE, NGINX, host, nginx
from tests.tournament.serving.running import free_port, hall_database, serving

ASKED, CONNECTIONS = 2_000, 6
NAME = "cup.example"
COMPARED = ("Content-Type", "Content-Length", "Content-Range", "ETag", "Location", "Allow")
MADE_ANEW = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=nonce=")[^"]+|"now": ?[\d.]+')
"""What differs from answer to answer."""
READ = (
    *(
        "/robots.txt",
        "/openapi.json",
        "/cup/",
        "/cup/standings/",
        "/cup/rounds/1/",
        "/cup/calendar.ics",
    ),
    *("/cup/embed/standings/", "/floor/rules/", "/cup/rounds/1/?_export=csv", "/login/", "/nowhere/", "/cup/nobody/"),
    *("/api/v1/cup/entries/", "/healthz"),
)
TOO_LARGE = 4_000_000


@dataclass(frozen=True)
class Request:
    """A request: method, path, body and what its head says besides."""

    method: str
    path: str
    body: bytes = b""
    fields: dict[str, str] = field(default_factory=dict, hash=False)


Answer = tuple[int, tuple[str | None, ...], bytes]
Opened = Callable[[int], HTTPConnection]
"""What opens a connection of a visitor with this number, who has an address of his own."""


def answered(connection: HTTPConnection, request: Request) -> Answer:
    """What a request is answered: status, what is compared of the head, and the body without what differs each time."""
    connection.putrequest(request.method, request.path, skip_host=True, skip_accept_encoding=True)
    for name, value in {"Host": NAME, **request.fields}.items():
        connection.putheader(name, value)
    if request.method == "POST" and "Content-Length" not in request.fields:
        connection.putheader("Content-Length", str(len(request.body)))
    connection.endheaders(request.body or None)
    answer = connection.getresponse()
    body = MADE_ANEW.sub(b"", answer.read())
    return answer.status, tuple(answer.headers[name] for name in COMPARED), body


def alone(opened: Opened, request: Request) -> Answer:
    """What a request is answered on a connection of its own while nobody else asks."""
    with closing(opened(0)) as connection:
        return answered(connection, request)


def requests_of(opened: Opened, slug: str) -> Iterator[Request]:
    """One of every kind: pages and files whole, heads, asked again, in parts; what is not there, not allowed or too large."""
    style = re.findall(rb'/static/[^"]+\.css', alone(opened, Request("GET", f"/{slug}/"))[2])[0].decode()
    for path in [*(path.replace("/cup/", f"/{slug}/") for path in READ), style]:
        found = Request("GET", path)
        yield found
        yield Request("HEAD", path)
        tag = alone(opened, found)[1][COMPARED.index("ETag")]
        if tag:
            yield Request("GET", path, fields={"If-None-Match": tag})
            yield Request("HEAD", path, fields={"If-None-Match": tag})
        yield Request("GET", path, fields={"Range": "bytes=5-40"})
    for path in (f"/{slug}/", f"/api/v1/{slug}/entries/", "/game/protocol/", "/nowhere/", f"/{slug}/register/"):
        yield Request("POST", path, b"a=b")
        yield Request("POST", path, fields={"Content-Length": str(TOO_LARGE)})
    yield Request("OPTIONS", "/robots.txt")


def all_as_alone(opened: Opened, slug: str) -> None:
    """Ask at random on few connections at once, and compare."""
    kinds = list(requests_of(opened, slug))
    expected = {kind: alone(opened, kind) for kind in kinds}
    assert {kind: alone(opened, kind) for kind in kinds} == expected, "what is compared does not differ by itself"
    assert {answer[0] for answer in expected.values()} >= {200, 206, 304, 401, 403, 404, 413}

    for kind in kinds:
        if kind.method == "HEAD":
            whole = expected[Request("GET", kind.path, fields=kind.fields)]
            heads = zip(expected[kind][1], whole[1], strict=True)
            assert all(said == wanted for said, wanted in heads if wanted), "a head is that of the whole answer"
            assert (expected[kind][0], expected[kind][2]) == (whole[0], b"")

    def visit(number: int) -> list[tuple[Request, object]]:
        chance = Random(number)
        others: list[tuple[Request, object]] = []
        with closing(opened(number)) as connection:
            for _ in range(-(-ASKED // CONNECTIONS)):
                request = chance.choice(kinds)
                found: object
                try:
                    found = answered(connection, request)
                except (OSError, HTTPException) as problem:
                    found = repr(problem)
                    connection.close()
                if found != expected[request]:
                    others.append((request, found))
        return others

    with ThreadPoolExecutor(CONNECTIONS) as visitors:
        wrong = [each for found in visitors.map(visit, range(1, CONNECTIONS + 1)) for each in found]
    assert not wrong, (len(wrong), wrong[:3])


def own_address(number: int) -> tuple[str, int]:
    """The address of a visitor on this machine."""
    return f"127.0.0.{1 + number}", 0


def test_an_answer_through_the_front_is_the_one_that_is_given_alone(tmp_path: Path, evening: Evening) -> None:
    home = tmp_path / "home"
    slug, *_ = evening.lay(home)
    with serving(home, TOPTABLE_PUBLIC_ADDRESS=f"http://{NAME}") as served:
        served.until_up(f"/{slug}/")
        port = served.port
        all_as_alone(
            lambda number: HTTPConnection("127.0.0.1", port, PATIENCE, source_address=own_address(number)), slug
        )


@pytest.mark.server
@pytest.mark.skipif(not NGINX.exists(), reason="nginx is not on this machine")
def test_an_answer_through_nginx_is_the_one_that_is_given_alone(tmp_path: Path, evening: Evening) -> None:
    home = tmp_path / "home"
    slug, *_ = evening.lay(home)
    bind, crowd = free_port(), free_port()
    given = variables(tmp_path, f"sqlite:///{hall_database(home)}", bind)
    told = {**given, "TOPTABLE_CROWD_BIND": f"127.0.0.1:{crowd}", "TOPTABLE_PUBLIC_ADDRESS": f"https://{NAME}"}
    with (
        host(told, tmp_path, "desk", port=bind),
        host(told, tmp_path, "crowd", port=bind, crowd=crowd),
        nginx(tmp_path, [bind], NAME, [crowd]) as secure,
    ):
        trusted = ssl.create_default_context(cafile=str(tmp_path / CERTIFICATE))
        trusted.check_hostname = False
        all_as_alone(
            lambda number: HTTPSConnection(
                "127.0.0.1", secure, timeout=PATIENCE, context=trusted, source_address=own_address(number)
            ),
            slug,
        )
