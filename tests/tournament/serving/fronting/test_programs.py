"""What the front refuses at an address of programs is JSON, and every address reaches a server."""

from __future__ import annotations

import asyncio
import json
import re
from http import HTTPStatus

from tests.run.patience import PATIENCE
from tests.tournament.serving.fronting.test_front import with_front
from tournament.management.serving.fronting.front import refusal
from tournament.management.serving.fronting.lanes import RefusedRequestError


async def whole_answer(port: int, sent: bytes) -> bytes:
    """The whole answer to one request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    length = re.search(rb"content-length: (\d+)", answer.lower())
    answer += await reader.readexactly(int(length[1]) if length else 0)
    writer.close()
    return answer


def test_programs_are_refused_in_json_and_each_address_reaches_a_server() -> None:
    async def walk(port: int, heads: list[bytes]) -> None:
        ahead = b" HTTP/1.1\r\nHost: hall\r\n"
        for address in (b"/cup/now.json", b"/api/v1/cup/entries/", b"/a%0Ab.json"):
            for field, status in ((b"Content-Length: 99000000", 413), (b"Transfer-Encoding: chunked", 411)):
                answer = await whole_answer(port, b"POST " + address + ahead + field + b"\r\n\r\n")
                head, _, body = answer.partition(b"\r\n\r\n")
                assert f" {status} ".encode() in head
                assert b"application/json" in head
                told = json.loads(body)
                assert (told["format"], told["problem"][-1]) == (1, ".")
        assert b"text/plain" in await whole_answer(port, b"POST /cup/" + ahead + b"Content-Length: 99000000\r\n\r\n")
        assert not heads
        for address in (b"/a%0Ab/now.json", b"/caf%E9/now.json"):
            assert (await whole_answer(port, b"GET " + address + ahead + b"\r\n")).endswith(b"crowd")
            assert heads.pop().startswith(b"GET " + address)

    with_front(walk)


def test_a_server_that_is_missing_is_told_to_programs_in_json() -> None:
    missing = RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, "Try again.")
    for path, kind in (
        ("/cup/now.json", "application/json"),
        ("/api/v1/cup/", "application/json"),
        ("/", "text/plain"),
    ):
        answer = refusal(missing, path)
        assert (answer.status, answer.content_type, answer.headers["Retry-After"]) == (503, kind, "5")
