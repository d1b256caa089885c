"""What the cells beside a name say about its person: not coming, a junior, another game, more than one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tournament.day.lists.doubts import Reason, counted, remark_apart, word_apart
from tournament.day.lists.headings import PlayerField, asks_who_comes, most_of_one, says_state
from tournament.day.lists.persons import FORMULA
from tournament.day.lists.signs import NO, YES, Sort, bare, is_time, sort_of
from tournament.day.lists.words import words
from tournament.day.office.contacts import without_contacts
from tournament.record.names import name_key

_SAY_MORE = frozenset({None, PlayerField.FEE, PlayerField.TEAM, PlayerField.CLUB, PlayerField.JUNIOR})
"""What the columns hold in which a list may say that somebody is not coming."""
_FIGURE = re.compile(r"\s*\+?\s*(\d{1,4})(?!\d)")
_USUAL = frozenset(map(name_key, words("state of a player")))
_WORD_OF_JUNIORS = frozenset({"jnr", "junior", "u18", "u16", "u14"})  # not said


def said_by(cell: str, part: PlayerField | None, heading: str) -> Reason | None:
    """Return what a cell beside the name says that somebody should look at."""
    if FORMULA in cell:
        return None if part in {None, PlayerField.FEE} else Reason.FORMULA
    if part is PlayerField.JUNIOR and bare(cell) not in YES | NO | _WORD_OF_JUNIORS and not is_yes(cell):
        return Reason.STATE
    most = most_of_one(heading) if part is None else None
    if most is not None and (figure := _FIGURE.match(cell)) and int(figure[1]) > most:
        return Reason.PLUS
    if part is None and bare(cell) in _WORD_OF_JUNIORS:
        return Reason.JUNIOR
    if part is None and not cell.isdigit() and counted(cell) is Reason.TOTAL:
        return Reason.TOTAL
    if part in _SAY_MORE and (reason := _by_heading(cell, heading)) is not None:
        return reason
    return _state(cell, heading) if part in _SAY_MORE and not cell.isdigit() else None


def _by_heading(cell: str, heading: str) -> Reason | None:
    """Return what an answer or a figure says below a heading that asks who cancelled, waits or comes: "Cancelled?", "Coming?"."""
    agrees = bare(cell) in YES or (cell.isdigit() and int(cell) > 0)
    asked = word_apart(heading.strip(" ?:"))
    if asked in {Reason.CANCELLED, Reason.WAITING} and agrees:
        return asked
    return Reason.CANCELLED if bare(cell) in NO and asks_who_comes(heading) else None


def _state(cell: str, heading: str) -> Reason | None:
    """Return what a cell beside the name says about its person; unknown words are doubted where the heading asks for a state."""
    reason = word_apart(cell) if cell.strip("?") else None
    if reason is None and " " in cell:
        reason = remark_apart(cell)
    if reason is None and says_state(heading) and name_key(cell) not in _USUAL and bare(cell) not in YES:
        return Reason.STATE
    return reason


def is_day(heading: str) -> bool:
    """Return whether a heading is a day or an hour, as where people say when they can come."""
    return bool(heading) and any(is_time(piece) for piece in (heading, *heading.split()))


def said_of_day(cell: str) -> Reason | None:
    """Return what an answer below a day says: None for somebody who comes, CANCELLED or MAYBE for others."""
    if bare(cell) in NO:
        return Reason.CANCELLED
    return None if bare(cell) in YES or name_key(cell) in _USUAL else Reason.MAYBE


def is_yes(text: str) -> bool:
    """Return whether a cell of the juniors' column says yes."""
    key = bare(text)
    return bool(key) and key not in NO and (key in YES | _WORD_OF_JUNIORS or key.startswith(("yes", "ja,", "true")))


def holds_contacts(cells: Iterable[str]) -> bool:
    """Return whether there is an address or a telephone number in a list that does not say what its columns are."""
    looked_at = (cell for cell in cells if "@" in cell or any(map(str.isdigit, cell)))
    return any(sort_of(cell) is Sort.CONTACT or without_contacts(cell)[1] for cell in looked_at)
