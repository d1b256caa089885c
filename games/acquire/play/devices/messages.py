"""The messages of the protocol, version 1: clients' messages are read and checked, answers are built.

The same JSON comes by socket and by POST; `fixtures/protocol/v1.json` is its schema.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deeds import refusal_of_unreadable
from games.sentences import gettext

VERSION: Final = 1
#: The longest message accepted, in bytes.
LONGEST: Final = 4_096
LONGEST_ID: Final = 64
LONGEST_TOKEN: Final = 128
#: The most acts in one message; no turn has more.
MOST_ACTS: Final = 16
_MOST = 2**53


@dataclass(frozen=True, slots=True)
class Hello:
    """A client connects or reconnects.

    ``number`` is that of the last `Deed` that it knows; ``legal`` says whether it wants the list of legal acts.
    """

    token: str
    number: int
    legal: bool


@dataclass(frozen=True, slots=True)
class Acts:
    """One act or a whole turn that a client sends.

    ``id`` is the client's own label for the message, ``number`` the number that its first `Deed` is to get, and ``requests`` the
    acts as JSON.
    """

    id: str
    number: int
    requests: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Ping:
    """A client asks for the server's time; ``at`` is its own time."""

    at: int


@dataclass(frozen=True, slots=True)
class Agree:
    """A player agrees to the result of a game that is over."""


Message: TypeAlias = Hello | Acts | Ping | Agree


def message_from(text: str | bytes) -> Message:
    """Read the message that a client sent.

    Raises:
        IllegalActionError: ``act-unreadable`` if the text is no message of the protocol.
    """
    if len(text) > LONGEST:
        raise refusal_of_unreadable(f"A message has at most {LONGEST} bytes, not {len(text)}; send one act at a time.")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise refusal_of_unreadable("This is not JSON; send an object with 't'.") from None
    if not isinstance(document, Mapping):
        raise refusal_of_unreadable("A message is an object with 't'; send one.")
    kind = document.get("t")
    if kind == "hello":
        return _hello(document)
    if kind == "act":
        return _acts(document)
    if kind == "ping":
        return Ping(_whole_number(document, "at", -_MOST))
    if kind == "agree":
        return Agree()
    raise refusal_of_unreadable("'t' is one of hello, act, ping, agree.")


def _hello(document: Mapping[str, Any]) -> Hello:
    """Read a message with which a client connects, and check its version of the protocol."""
    if type(document.get("v")) is not int or document["v"] != VERSION:
        raise refusal_of_unreadable(f"This server speaks version {VERSION}; send 'v': {VERSION}.")
    number = _whole_number(document, "n", 0) if "n" in document else 0
    return Hello(_text(document, "token", LONGEST_TOKEN), number, document.get("legal") is True)


def _acts(document: Mapping[str, Any]) -> Acts:
    """Read a message with one act or, under the key ``acts``, several."""
    name, number = _text(document, "id", LONGEST_ID), _whole_number(document, "n", 1)
    if "acts" in document:
        several = document["acts"]
        if not isinstance(several, list) or not 1 <= len(several) <= MOST_ACTS or "act" in document:
            raise refusal_of_unreadable(f"'acts' is a list of 1 to {MOST_ACTS} acts, and stands without 'act'.")
        return Acts(name, number, tuple(several))
    return Acts(name, number, ({key: value for key, value in document.items() if key not in ("t", "id", "n")},))


def _text(document: Mapping[str, Any], key: str, longest: int) -> str:
    """Return the text at a key, which must have 1 to ``longest`` characters."""
    value = document.get(key)
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        raise refusal_of_unreadable(f"{key!r} is a text of 1 to {longest} characters.")
    return value


def _whole_number(document: Mapping[str, Any], key: str, least: int) -> int:
    """Return the whole number at a key, which must be at least ``least``."""
    value = document.get(key)
    if type(value) is not int or not least <= value <= _MOST:
        raise refusal_of_unreadable(f"{key!r} is a whole number from {least} to {_MOST}.")
    return value


def ack(name: str, number: int) -> dict[str, Any]:
    """Return the answer to an act that was done.

    ``name`` is the client's own label for the act, ``number`` the number of the last `Deed`.
    """
    return {"t": "ack", "id": name, "n": number}


def refusal_answer(name: str, refusal: IllegalActionError, number: int) -> dict[str, Any]:
    """Return the answer to an act that was refused.

    ``name`` is the client's own label for the act, ``number`` the number of the last `Deed`.
    """
    return {"t": "no", "id": name, "code": refusal.code, "message": str(refusal), "n": number}


def stale_answer(name: str, number: int) -> dict[str, Any]:
    """Return the answer to an act that was prepared for an earlier position; ``name`` is the client's own label for the act."""
    message = gettext("The game has moved on since you prepared this. Check it and send it again.")
    return {"t": "no", "id": name, "code": "stale", "message": message, "n": number}


def pong(ping: Ping, now: int) -> dict[str, Any]:
    """Return the answer to a ping: the client's time and the server's, in ms."""
    return {"t": "pong", "at": ping.at, "now": now}
