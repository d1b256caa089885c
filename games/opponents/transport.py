"""The transport between one seat and a server's game: it sends a message and returns the messages that answer it; here by POST."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Final, Protocol
from urllib.parse import urlencode, urlsplit, urlunsplit

#: The path at which a server takes messages where its address has no path.
USUAL_PATH: Final = "/game/protocol/"
#: The seconds for which an answer is waited for.
TO_ANSWER: Final = 20.0
_LATER: Final = (408, 429, 500, 502, 503, 504)
_LONGEST: Final = 1_048_576

Message = Mapping[str, Any]


class NoAnswerError(Exception):
    """The server did not answer; the same message may be sent again. The text is a sentence."""


class SeatRefusedError(Exception):
    """The server refuses this seat for good. The text is a sentence."""


class Transport(Protocol):
    """The connection of one seat to its game."""

    def send(self, message: Message) -> list[dict[str, Any]]:
        """Send a message and return the messages that answer it, the view last.

        Raises:
            NoAnswerError: if nothing came back, so that it is not known whether the server read the message.
            SeatRefusedError: if the server refuses the seat.
        """

    def look(self, number: int) -> dict[str, Any] | None:
        """Return the newest view; None if there is no act after ``number``. Raises as `send`."""

    def close(self) -> None:
        """End the connection."""


def address_of(address: str, schemes: tuple[str, ...], usual_path: str) -> str:
    """Return an address without its query; if it has no path, with ``usual_path``.

    Raises:
        SeatRefusedError: if it is not an address with one of these schemes.
    """
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise SeatRefusedError(
            f"{address!r} is no address of a server; write http://host:port."  # not said
        )
    return urlunsplit((parts.scheme, parts.netloc, parts.path if parts.path.strip("/") else usual_path, "", ""))


class PostTransport:
    """Sends messages by POST, each in a request of its own."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address_of(address, ("http", "https"), USUAL_PATH)
        self._heads = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}  # not said

    def send(self, message: Message) -> list[dict[str, Any]]:
        """Send a message by POST."""
        answer = self._answer({"legal": ""}, json.dumps(message).encode())
        if not isinstance(answer, list):
            raise NoAnswerError("What came back is no answer of a game.")  # not said
        return answer

    def look(self, number: int) -> dict[str, Any] | None:
        """Ask for the newest view by GET."""
        answer = self._answer({"n": str(number), "legal": ""}, None)
        if answer is None or isinstance(answer, dict):
            return answer
        raise NoAnswerError("What came back is no view of a game.")  # not said

    def close(self) -> None:
        """Do nothing: no connection is kept."""

    def _answer(self, query: Mapping[str, str], body: bytes | None) -> Any:
        """Send a request (POST with a body, GET without) and return the JSON of the answer, None if it is empty."""
        request = urllib.request.Request(  # noqa: S310  http or https, by the constructor
            f"{self._address}?{urlencode(query)}", body, self._heads
        )
        try:
            with urllib.request.urlopen(request, timeout=TO_ANSWER) as answer:  # noqa: S310
                read = answer.read(_LONGEST)
            return json.loads(read) if read else None
        except urllib.error.HTTPError as problem:
            with problem:
                raise _refused(problem.code, problem.read(_LONGEST)) from None
        except (OSError, http.client.HTTPException) as problem:
            raise NoAnswerError(
                f"The server does not answer: {getattr(problem, 'reason', None) or problem}."  # not said
            ) from None
        except ValueError:
            raise NoAnswerError("What came back is no answer of a game.") from None  # not said


def _refused(status: int, body: bytes) -> Exception:
    """Return the error that a status other than success means; its text is the server's refusal if ``body`` holds one."""
    try:
        words = str(json.loads(body)[0]["message"])
    except (ValueError, LookupError, TypeError):
        words = f"The server answers with status {status}."  # not said
    return NoAnswerError(words) if status in _LATER else SeatRefusedError(words)
