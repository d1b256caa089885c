"""The longest texts that may be entered: a text is stored whole or refused with its limit; nothing is ever cut."""

from __future__ import annotations

LONGEST_REASON = 300
"""Why something was done, as it stands with a penalty, an amount or a sheet."""

LONGEST_RULING = 4_000
"""What players are told of a ruling, and every reason in the log of changes."""

LONGEST_ENDING = 200
"""Who ended a game, with the whole name, and why."""


def too_long(text: str, longest: int, what: str = "The reason") -> str:
    """Return why a text is too long, with both lengths; empty if it fits."""
    if len(text) <= longest:
        return ""
    return f"{what} has {len(text):,} characters; at most {longest:,} are kept. Shorten it."
