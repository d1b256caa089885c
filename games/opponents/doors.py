"""The way to a server's games for one seat: a message goes in, those that answer it come back."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Final, Protocol
from urllib.parse import urlencode, urlsplit, urlunsplit

#: Where a server takes messages, if its address names no other place.
USUAL_PATH: Final = "/game/protocol/"
#: How long (s) an answer is waited for.
TO_ANSWER: Final = 20.0
_LATER: Final = (408, 429, 500, 502, 503, 504)
_LONGEST: Final = 1_048_576

Message = Mapping[str, Any]


class AwayError(Exception):
    """The server does not answer now; try again, under the same id. The text is a sentence."""


class ShutError(Exception):
    """The server lets this seat in no more; trying again is in vain. The text is a sentence."""


class Door(Protocol):
    """The way to one seat of a game."""

    def send(self, message: Message) -> list[dict[str, Any]]:
        """Send a message; what answers it, the view last.

        Raises:
            AwayError: if nothing came back, so that nobody knows whether it was read.
            ShutError: if the server refuses the seat.
        """

    def look(self, number: int) -> dict[str, Any] | None:
        """The view, None where nothing is new since that number; raises like `send`."""

    def close(self) -> None:
        """Leave."""


def address_of(address: str, schemes: tuple[str, ...], usual_path: str) -> str:
    """An address with its path, without a query.

    Raises:
        ShutError: if it is none.
    """
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise ShutError(f"{address!r} is no address of a server; write http://host:port or ws://host:port.")
    return urlunsplit((parts.scheme, parts.netloc, parts.path if parts.path.strip("/") else usual_path, "", ""))


class PostDoor:
    """The address that takes messages by POST."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address_of(address, ("http", "https"), USUAL_PATH)
        self._heads = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def send(self, message: Message) -> list[dict[str, Any]]:
        """Send a message by POST."""
        told = self._answer({"legal": ""}, json.dumps(message).encode())
        if not isinstance(told, list):
            raise AwayError("What came back is no answer of a game.")
        return told

    def look(self, number: int) -> dict[str, Any] | None:
        """Look by GET."""
        told = self._answer({"n": str(number), "legal": ""}, None)
        if told is None or isinstance(told, dict):
            return told
        raise AwayError("What came back is no view of a game.")

    def close(self) -> None:
        """Nothing: each message is a request of its own."""

    def _answer(self, query: Mapping[str, str], body: bytes | None) -> Any:
        asked = urllib.request.Request(  # noqa: S310  http or https, by the constructor
            f"{self._address}?{urlencode(query)}", body, self._heads
        )
        try:
            with urllib.request.urlopen(asked, timeout=TO_ANSWER) as answer:  # noqa: S310
                read = answer.read(_LONGEST)
            return json.loads(read) if read else None
        except urllib.error.HTTPError as problem:
            with problem:
                raise _refused(problem.code, problem.read(_LONGEST)) from None
        except (OSError, http.client.HTTPException) as problem:
            raise AwayError(f"The server does not answer: {getattr(problem, 'reason', None) or problem}.") from None
        except ValueError:
            raise AwayError("What came back is no answer of a game.") from None


def _refused(status: int, body: bytes) -> Exception:
    """What a status other than success means."""
    try:
        words = str(json.loads(body)[0]["message"])
    except (ValueError, LookupError, TypeError):
        words = f"The server answers with status {status}."
    return AwayError(words) if status in _LATER else ShutError(words)
