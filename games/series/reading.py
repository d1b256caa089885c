"""What a program writes as an act: a message of the protocol, of which ``t``, ``id`` and ``n`` may be left out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deeds import unreadable
from games.acquire.play.devices.messages import LONGEST, Acts, message_from

_NO_ID: Final = "-"


def acts_from(said: bytes | Mapping[str, Any], number: int) -> Acts | None:
    """The act or the acts that were said; None for a message that is not needed here, such as a hello.

    ``number`` is that which the act shall get where it names none.

    Raises:
        IllegalActionError: ``act-unreadable`` if it is no message.
    """
    if isinstance(said, bytes) and len(said) > LONGEST:
        raise unreadable(f"A line has at most {LONGEST} bytes; send one act at a time.")
    document = _document(said) if isinstance(said, bytes) else said
    if not isinstance(document, Mapping):
        raise unreadable('A line is an object such as {"act": "pass"}; send one.')
    if document.get("t", "act") != "act":
        if document["t"] in ("hello", "ping", "agree"):
            return None
        raise unreadable("'t' is act on a line; leave it out or send that.")
    whole = {"t": "act", "id": _NO_ID, "n": number, **document}
    try:
        message = message_from(json.dumps(whole, ensure_ascii=False, separators=(",", ":")))
    except RecursionError:
        raise _too_deep() from None
    return message if isinstance(message, Acts) else None


def _too_deep() -> IllegalActionError:
    return unreadable("This line is nested too deeply; send one act.")


def _document(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise unreadable('This line is not JSON; send an object such as {"act": "pass"}.') from None
    except RecursionError:
        raise _too_deep() from None


def named(said: bytes | Mapping[str, Any]) -> str:
    """The id of what was said, for the refusal of it; empty where it has none."""
    try:
        document = _document(said) if isinstance(said, bytes) else said
    except IllegalActionError:
        return ""
    name = document.get("id") if isinstance(document, Mapping) else None
    return name[:64] if isinstance(name, str) else ""
