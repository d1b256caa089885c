"""The longest texts that may be entered: a text is stored whole or refused with its limit; nothing is ever cut."""

from __future__ import annotations

from wording import gettext as _
from wording.figures import whole

LONGEST_REASON = 300
"""The most letters of a reason that is stored with a penalty, an amount or a printed sheet."""

LONGEST_RULING = 4_000
"""The most letters of a ruling, and of every reason in the log of changes."""

LONGEST_ENDING = 200
"""The most letters of the text on who ended a game, and why."""


LONGEST_CLUB = 80
"""The most letters of the club of a player, and of the family or team."""

LONGEST_EMAIL = 254
"""The most letters of an e-mail address (RFC 5321)."""

LONGEST_ORGANISER, LONGEST_CONTACT, LONGEST_WORDS = 120, 160, 600
"""The most letters of who organises an event, of how to reach them, and of what the front page says."""
LONGEST_CURRENCY = 8
"""The most letters of an event's currency, such as "£" or "CHF"."""

MOST_FEE = 100_000_000
"""The highest fee of one player, in hundredths of the event's currency."""


def too_long(text: str, longest: int) -> str:
    """Return why a text is too long, with its beginning and both lengths; empty if it fits."""
    if len(text) <= longest:
        return ""
    length, most = whole(len(text)), whole(longest)
    return _(
        "{text} has {length} characters; the limit is {most}. Shorten it.",
        text=quoted(f"{text[:20]}…"),
        length=length,
        most=most,
    )


def quoted(words: str) -> str:
    """Return what somebody typed in the quotation marks of the reader's language: “misread a tile”."""
    return _("“{words}”", words=words)
