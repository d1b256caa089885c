"""The longest texts that may be entered: a text is stored whole or refused with its limit; nothing is ever cut."""

from __future__ import annotations

LONGEST_REASON = 300
"""The most letters of a reason that is stored with a penalty, an amount or a printed sheet."""

LONGEST_RULING = 4_000
"""The most letters of a ruling, and of every reason in the log of changes."""

LONGEST_ENDING = 200
"""The most letters of the text on who ended a game, and why."""


def too_long(text: str, longest: int, what: str = "The reason") -> str:
    """Return why a text is too long, with both lengths; empty if it fits; ``what`` names the text in the sentence."""
    if len(text) <= longest:
        return ""
    return f"{what} has {len(text):,} characters; at most {longest:,} are kept. Shorten it."
