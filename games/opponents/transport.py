"""The transport between one seat and a server's game: it sends a message by POST and returns the messages that answer it."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

#: The path at which a server takes messages where its address has no path.
USUAL_PATH: Final = "/game/protocol/"
#: The seconds for which an answer is waited for.
TO_ANSWER: Final = 20.0
_LATER: Final = (408, 429, 500, 502, 503, 504)
_LONGEST: Final = 1_048_576


class NoAnswerError(Exception):
    """The server did not answer; the same message may be sent again. The text is a sentence."""


class SeatRefusedError(Exception):
    """The server refuses this seat for good. The text is a sentence."""


def address_of(address: str) -> str:
    """Return the address to which messages are sent, for a server's address with or without a path.

    Raises:
        SeatRefusedError: if it is no address of a server.
    """
    try:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            path = parts.path if parts.path.strip("/") else USUAL_PATH
            return urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    except ValueError:
        pass
    raise SeatRefusedError(f"{address!r} is no address of a server; write http://host:port.")


class PostTransport:
    """Sends messages of the seat with a token by POST, each in a request of its own."""

    def __init__(self, address: str, token: str) -> None:
        self.token = token
        self._address = address_of(address)

    def send(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Send a message by POST, and return the messages that answer it, the view last.

        Raises:
            NoAnswerError: if nothing came back, so that it is not known whether the server read the message.
            SeatRefusedError: if the server refuses the seat.
        """
        return self._answer({"legal": ""}, json.dumps(message).encode())

    def look(self, number: int) -> list[dict[str, Any]]:
        """Ask for the newest view by GET; nothing is returned if there is no act after ``number``. Raises as `send`."""
        return self._answer({"n": str(number), "legal": ""}, None)

    def _answer(self, query: Mapping[str, str], body: bytes | None) -> list[dict[str, Any]]:
        """Send a request (POST with a body, GET without) and return the messages of the answer."""
        heads = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(  # noqa: S310  http or https, by the constructor
            f"{self._address}?{urlencode(query)}", body, heads
        )
        try:
            with urllib.request.urlopen(request, timeout=TO_ANSWER) as answer:  # noqa: S310
                read = json.loads(answer.read(_LONGEST) or b"[]")
        except urllib.error.HTTPError as problem:
            with problem:
                raise _refused(problem.code, problem.read(_LONGEST)) from None
        except (OSError, http.client.HTTPException) as problem:
            raise NoAnswerError(f"The server does not answer: {getattr(problem, 'reason', None) or problem}.") from None
        except ValueError:
            read = None
        messages = read if isinstance(read, list) else [read]
        if not all(isinstance(message, dict) and "t" in message for message in messages):
            raise NoAnswerError("What came back is no answer of a game.")
        return messages


def _refused(status: int, body: bytes) -> Exception:
    """Return the error that a status other than success means; its text is the server's refusal if ``body`` holds one."""
    try:
        words = str(json.loads(body)[0]["message"])
    except (ValueError, LookupError, TypeError):
        words = f"The server answers with status {status}."
    return NoAnswerError(words) if status in _LATER else SeatRefusedError(words)
