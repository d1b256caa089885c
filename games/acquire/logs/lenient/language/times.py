"""Times at the ends of clauses as people write them, taken out of a line before its words are looked at.

Read are ``@723.4 +0.4`` as the notation has it, and ``@12:03``, ``@1:02:03.5``, ``@723,4`` and ``@723.4s``. A blank behind
the sign makes it no time: somebody may mean a price.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from games.acquire.logs.lenient.remarks import Note
from games.acquire.logs.scan import Line
from games.acquire.logs.stamps import written_stamp
from games.acquire.record import Stamp

_COUNT = r"[0-9]{1,9}(?:[.,][0-9]{1,3})?"
_TIME: Final = re.compile(
    rf"(?<!\S)@(?:([0-9]{{1,3}}):)??(?:([0-9]{{1,3}}):)?({_COUNT})s?(?:[ \t]+\+({_COUNT})s?)?(?=[ \t]*(?:[,;:.](?![0-9])|$))"
)
_HEAD_ENDS: Final = re.compile(r"[ \t]*[:：]")


@dataclass(frozen=True, slots=True)
class Times:
    """A line without its times: ``by_end`` has them by the column before which their clause ends, from 0.

    ``of_turn`` is that of a turn's head, ``notes`` tell what was not written as the notation has it.
    """

    line: Line
    by_end: dict[int, Stamp]
    of_turn: Stamp | None
    notes: tuple[Note, ...]


def without_times(line: Line, *, parting: bool) -> Times:
    """Take the times out of a line; with ``parting`` a semicolon stands where a clause ended with one.

    Columns stay what they were.
    """
    if "@" not in line.text:
        return Times(line, {}, None, ())
    text, of_turn = line.text, None
    by_end: dict[int, Stamp] = {}
    notes: list[Note] = []
    for found in _TIME.finditer(line.text):
        first, last = found.span()
        stamp = _stamp(found)
        if found[0] != written_stamp(stamp):
            notes.append(Note(line.number, line.start + first + 1, found[0], written_stamp(stamp)))
        is_head = parting and of_turn is None and not by_end and _HEAD_ENDS.match(line.text, last) is not None
        if is_head:
            of_turn = stamp
        else:
            by_end[line.start + first] = stamp
        sign = ";" if parting and not is_head else " "
        text = f"{text[:first]}{sign}{' ' * (last - first - 1)}{text[last:]}"
    return Times(Line(text, line.number, line.start), by_end, of_turn, tuple(notes))


def _stamp(found: re.Match[str]) -> Stamp:
    hours, minutes, seconds, lag = found.groups()
    whole = _milliseconds(seconds) + 60_000 * int(minutes or 0) + 3_600_000 * int(hours or 0)
    return Stamp(whole, _milliseconds(lag) if lag else 0)


def _milliseconds(text: str) -> int:
    seconds, _, rest = text.replace(",", ".").partition(".")
    return int(seconds) * 1000 + int(rest.ljust(3, "0"))
