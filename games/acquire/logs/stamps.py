"""When something was done, as the text spelling has it: ``@723.4 +0.4`` at the end of a clause.

The first is seconds since the game began, the second those of them that were credited to a slow network; both have at
most three digits behind the point. A record counts whole milliseconds.
"""

from __future__ import annotations

import re
from typing import Final

from games.acquire.logs.scan import Word
from games.acquire.record import Stamp

#: How a time begins; no tile, chain, number or clause word begins so.
MARK: Final = "@"
#: A thousand million seconds; games take hours.
MOST_MILLISECONDS: Final = 10**12 - 1
_SECONDS: Final = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,3}))?\Z")
_EXPECTED: Final = "seconds since the game began, as in @723.4, and perhaps the lag credited, as in +0.4"


def written_stamp(stamp: Stamp) -> str:
    """A time as the text has it: ``@723.4``, or ``@723.4 +0.4`` with a lag."""
    lag = f" +{_seconds(stamp.lag)}" if stamp.lag else ""
    return f"{MARK}{_seconds(stamp.at)}{lag}"


def read_stamp(at: Word, lag: Word) -> tuple[Stamp, int]:
    """The time that a word beginning with `MARK` tells, with the word behind it, and how many of the two it takes.

    Raises:
        LogError: if it is none.
    """
    when = _milliseconds(at, at.text.removeprefix(MARK))
    if not lag.text.startswith("+"):
        return Stamp(when), 1
    return Stamp(when, _milliseconds(lag, lag.text[1:])), 2


def _seconds(milliseconds: int) -> str:
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".") if rest else str(whole)


def _milliseconds(word: Word, digits: str) -> int:
    found = _SECONDS.match(digits)
    if found is None:
        raise word.wrong(f"{word.text!r} is no time", _EXPECTED)
    return int(found[1]) * 1000 + int((found[2] or "").ljust(3, "0"))
