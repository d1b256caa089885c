"""Reading and writing the time at the end of a clause: ``@723.4 +0.4``, exactly by the notation or as people write it.

The first is seconds since the game began, the second those of them that were credited to a slow network; both have at
most three decimal places. A record counts whole milliseconds. People also write ``@12:03``, ``@1:02:03.5``, ``@723,4``
and ``@723.4s``. If a space follows the sign, it is no time: somebody may mean a price.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from games.acquire.logs.language.diagnostics import Diagnostics
from games.acquire.logs.language.tokens import SourceLine, Token
from games.acquire.record import Stamp
from games.sentences import gettext_lazy as _

#: The sign with which a time begins.
MARK: Final = "@"
#: The largest time that is read, a thousand million seconds.
MOST_MILLISECONDS: Final = 10**12 - 1
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?\Z")
_EXPECTED: Final = _("seconds since the game began, as in @723.4, with the lag credited if there is any, as in +0.4")
_COUNT = r"[0-9]{1,9}(?:[.,][0-9]{1,3})?"
_FREE_TIME: Final = re.compile(
    rf"(?<!\S)@(?:([0-9]{{1,3}}):)??(?:([0-9]{{1,3}}):)?({_COUNT})s?(?:[ \t]+\+({_COUNT})s?)?(?=[ \t]*(?:[,;:.](?![0-9])|$))"
)
_HEAD_ENDS: Final = re.compile(r"[ \t]*[:：]")


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
    seconds, _, rest = text.replace(",", ".").partition(".")
    return int(seconds) * 1000 + int(rest.ljust(3, "0"))


@dataclass(frozen=True, slots=True)
class LineTimes:
    """A line without its times.

    ``by_end`` has the times by the offset in the line at which their clause ends, ``of_turn`` is the time of the turn's head.
    """

    line: SourceLine
    by_end: dict[int, Stamp] = field(default_factory=dict)
    of_turn: Stamp | None = None


def without_times(line: SourceLine, diagnostics: Diagnostics, *, has_clauses: bool) -> LineTimes:
    """Return a line with its times replaced by spaces, so that columns stay the same, and the times.

    If the line ``has_clauses``, each time ends a clause as a semicolon does.
    """
    if MARK not in line.text:
        return LineTimes(line)
    text, of_turn = line.text, None
    by_end: dict[int, Stamp] = {}
    for found in _FREE_TIME.finditer(line.text):
        first, last = found.span()
        stamp = _freely(found)
        diagnostics.note(Token(found[0], line.number, line.start + first + 1), written_stamp(stamp))
        is_head = has_clauses and of_turn is None and not by_end and _HEAD_ENDS.match(line.text, last) is not None
        if is_head:
            of_turn = stamp
        else:
            by_end[line.start + first] = stamp
        sign = ";" if has_clauses and not is_head else " "
        text = f"{text[:first]}{sign}{' ' * (last - first - 1)}{text[last:]}"
    return LineTimes(SourceLine(text, line.number, line.start), by_end, of_turn)


def _freely(found: re.Match[str]) -> Stamp:
    """Return the time found in the form in which people write it."""
    hours, minutes, seconds, lag = found.groups()
    whole = _milliseconds(seconds) + 60_000 * int(minutes or 0) + 3_600_000 * int(hours or 0)
    return Stamp(whole, _milliseconds(lag) if lag else 0)
