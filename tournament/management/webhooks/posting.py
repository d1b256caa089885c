"""One request to the address of a webhook: within ten seconds, without redirects, and only to where it may go."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournament.management.webhooks.models import Failure
from tournament.management.webhooks.reach import may_reach

SECONDS = 10


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: the status of the answer, or why there was none."""

    status: int | None = None
    failure: Failure = Failure.NONE

    @property
    def is_delivered(self) -> bool:
        """Whether the receiver took it: any status from 200 to 299."""
        return self.status is not None and 200 <= self.status < 300


def post(address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send one request and return what came of it; nothing of the answer but its status is read."""
    return asyncio.run(_post(address, body, headers))


async def _post(address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    import aiohttp  # half a second that only a process needs which sends

    is_encrypted = address.startswith("https:")
    refused: list[str] = []

    def open_socket(found: Any) -> socket.socket:
        family, kind, protocol, _name, where = found
        if not may_reach(str(where[0]), is_encrypted=is_encrypted):
            refused.append(str(where[0]))
            raise OSError("forbidden")  # not said
        return socket.socket(family, kind, protocol)

    try:
        async with (
            aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(socket_factory=open_socket, force_close=True),
                timeout=aiohttp.ClientTimeout(total=SECONDS),
                cookie_jar=aiohttp.DummyCookieJar(),
            ) as session,
            session.post(address, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            return Answer(answer.status)
    except TimeoutError:
        return Answer(failure=Failure.SLOW)
    except aiohttp.ClientSSLError:
        return Answer(failure=Failure.INSECURE)
    except (aiohttp.ClientError, OSError, ValueError):
        return Answer(failure=Failure.FORBIDDEN if refused else Failure.UNREACHED)
