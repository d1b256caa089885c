"""A connection to a server is used again only if nothing is left in it, whatever that server sends beyond its answer."""

from __future__ import annotations

import asyncio

import pytest

from tests.run.patience import PATIENCE
from tests.tournament.serving.fronting.test_front import MOST, fronted, lanes, port_of, said

PLANTED = b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nplanted"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_what_a_server_sends_too_much_is_nobodys_answer(method: str, seconds: float) -> None:
    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := (await reader.readuntil(b"\r\n\r\n")):
            body = b"" if head.startswith(b"HEAD") else b"right"
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + body)
            await asyncio.sleep(seconds)
            writer.write(PLANTED)

    async def run() -> None:
        async with (
            await asyncio.start_server(meet, "127.0.0.1", 0) as server,
            fronted(lanes(9, port_of(server)), MOST) as port,
        ):
            told = []
            for turn in range(6):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                asks = method if turn % 2 == 0 else "GET"
                writer.write(f"{asks} / HTTP/1.1\r\nHost: hall\r\n\r\n".encode())
                if asks == "GET":
                    told.append(await said(reader))
                else:
                    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                await asyncio.sleep(2 * seconds)
                writer.close()
            assert set(told) == {b"right"}

    asyncio.run(run())
