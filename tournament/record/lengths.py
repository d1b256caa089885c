"""How long a text may be that somebody enters: it is kept and shown whole, or refused before with its limit; nothing is ever cut."""

from __future__ import annotations

LONGEST_REASON = 300
"""Why something was done, as it stands with a penalty, an amount or a sheet."""

LONGEST_RULING = 4_000
"""What players are told of a ruling, and every reason in the log of changes."""

LONGEST_ENDING = 200
"""Who ended a game, with the whole name, and why."""


def too_long(text: str, longest: int, what: str = "The reason") -> str:
    """Why a text is not kept, as a sentence that names both lengths; empty for one that fits."""
    if len(text) <= longest:
        return ""
    return f"{what} has {len(text):,} characters; at most {longest:,} are kept. Shorten it."
