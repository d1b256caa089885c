"""Reading and writing the time at the end of a clause by the notation: ``@723.4 +0.4``.

The first is seconds since the game began, the second those of them that were credited to a slow network; both have at
most three decimal places. A record counts whole milliseconds.
"""

from __future__ import annotations

import re
from typing import Final

from games.acquire.logs.language.tokens import Token
from games.acquire.record import Stamp
from games.sentences import gettext_lazy as _

#: The sign with which a time begins.
MARK: Final = "@"
#: The largest time that is read, a thousand million seconds.
MOST_MILLISECONDS: Final = 10**12 - 1
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?\Z")
_EXPECTED: Final = _("seconds since the game began, as in @723.4, followed by any lag credited, as in +0.4")


def written_stamp(stamp: Stamp) -> str:
    """Return a time as the notation writes it: ``@723.4``, or ``@723.4 +0.4`` with a lag."""
    lag = f" +{_written(stamp.lag)}" if stamp.lag else ""
    return f"{MARK}{_written(stamp.at)}{lag}"


def _written(milliseconds: int) -> str:
    """Return milliseconds as seconds with as few decimal places as possible."""
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".") if rest else str(whole)


def read_stamp(at: Token, lag: Token) -> tuple[Stamp, int]:
    """Return the time in a word that begins with `MARK`, with the lag in the word behind it, and how many of the two words it takes.

    Raises:
        LogError: if the words are no time.
    """
    when = _exactly(at, at.text.removeprefix(MARK))
    if not lag.text.startswith("+"):
        return Stamp(when), 1
    return Stamp(when, _exactly(lag, lag.text[1:])), 2


def _exactly(word: Token, digits: str) -> int:
    """Return the milliseconds of a time in the exact form; ``word`` is where an error is reported."""
    if not _SECONDS.match(digits):
        raise word.wrong(_("{word!r} is not a time", word=word.text), _EXPECTED)
    return _milliseconds(digits)


def _milliseconds(text: str) -> int:
    """Return the milliseconds of a number of seconds with decimal places."""
    seconds, _, rest = text.partition(".")
    return int(seconds) * 1000 + int(rest.ljust(3, "0"))
