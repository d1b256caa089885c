"""The lines of programs: the acts that a line holds, and what a refusal of it repeats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deeds import refusal_of_unreadable
from games.acquire.play.devices.messages import LONGEST, Acts, message_from

_NO_ID: Final = "-"


def parse_acts(line: bytes, number: int) -> Acts | None:
    """Parse a message of the protocol with one act or several; None for a message that is not needed here, such as a hello.

    ``t``, ``id`` and ``n`` may be left out of the message; ``number`` is then used as the number of the act.

    Raises:
        IllegalActionError: ``act-unreadable`` if the line is no message.
    """
    if len(line) > LONGEST:
        raise refusal_of_unreadable(f"A line has at most {LONGEST} bytes; send one act at a time.")
    try:
        document = json.loads(line)
        if not isinstance(document, Mapping):
            raise refusal_of_unreadable('A line is an object such as {"act": "pass"}; send one.')
        if document.get("t", "act") != "act":
            if document["t"] in ("hello", "ping", "agree"):
                return None
            raise refusal_of_unreadable("'t' is act on a line; leave it out or send that.")
        whole = {"t": "act", "id": _NO_ID, "n": number, **document}
        message = message_from(json.dumps(whole, ensure_ascii=False, separators=(",", ":")))
    except IllegalActionError:
        raise
    except ValueError:
        raise refusal_of_unreadable('This line is not JSON; send an object such as {"act": "pass"}.') from None
    except RecursionError:
        raise refusal_of_unreadable("This line is nested too deeply; send one act.") from None
    return message if isinstance(message, Acts) else None


def id_of(line: bytes) -> str:
    """Return the id of a message, which a refusal of it repeats; empty where it has none."""
    try:
        document: Any = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    name = document.get("id") if isinstance(document, Mapping) else None
    return name[:64] if isinstance(name, str) else ""
