"""A line of a list as it was understood, and what makes it a line that cannot be entered, or one that may be no person."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.day.lists.doubts import Doubt
from tournament.day.office.contacts import without_contacts
from tournament.record.lengths import too_long
from wording import gettext as _

MAX_NAME = 120
LONGEST_NUMBER = 30
# The bidirectional classes of characters that change the direction of writing.
_DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_INVISIBLE = {"\u200b", "\ufeff"}  # the zero-width space and the byte order mark


class LineState(StrEnum):
    """What happens to a line of the list: NEW is entered; APART, DUPLICATE and ENTERED only if selected; REFUSED never."""

    NEW = "new"
    APART = "apart"
    DUPLICATE = "duplicate"
    ENTERED = "entered"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the list as it was understood; ``remark`` says why it is doubted or refused.

    ``unknown_country`` is a country that is not known, as written; ``alike`` are sentences on known players who may be the same person.
    ``doubts`` are the reasons to look at the line; ``unused`` is what stands on it and is not used.
    ``had_contacts``: an e-mail address or a phone number was beside the name and was dropped. ``fee`` is what the list says of the fee, as
    written; ``shown_as`` is how much of the name is public, empty where nothing is said.
    """

    line: int
    name: str
    country: str = ""
    is_junior: bool = False
    contestant_id: str = ""
    given_name: str = ""
    family_name: str = ""
    state: LineState = LineState.NEW
    remark: str = ""
    unknown_country: str = ""
    alike: tuple[str, ...] = ()
    had_contacts: bool = False
    club: str = ""
    team: str = ""
    email: str = ""
    fee: str = ""
    shown_as: str = ""
    doubts: tuple[Doubt, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def is_doubted(self) -> bool:
        """Whether somebody should check this line."""
        return bool(self.state is not LineState.NEW or self.unknown_country or self.alike or self.doubts)

    @property
    def why(self) -> tuple[str, ...]:
        """Every reason to look at the line, as sentences."""
        said = [doubt.words for doubt in self.doubts]
        return tuple(dict.fromkeys(filter(None, (self.remark, *said, *self.alike))))


def tidy_name(name: str) -> str:
    """Return a name in composed Unicode form (NFC), with single spaces and without invisible characters.

    Characters that change the direction of writing would affect the words after the name too; joiners stay, because some scripts need
    them.
    """
    if name.isascii() and name.isprintable():
        return " ".join(name.split())
    cleaned = "".join(
        " " if unicodedata.category(mark) in {"Cc", "Zl", "Zp"} else mark for mark in without_invisible(name)
    )
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


def without_invisible(text: str) -> str:
    """Return the text without invisible characters: direction marks, the zero-width space and the byte order mark."""
    if text.isascii():
        return text
    return "".join(
        mark for mark in text if unicodedata.bidirectional(mark) not in _DIRECTIONS and mark not in _INVISIBLE
    )


def checked(line: RosterLine, written: str = "", note: str = "") -> RosterLine:
    """Return the line, refused with a remark if it has no name or a value that is too long; apart if it may be no person.

    ``written`` is the whole line. Of a line that seems to be a note, ``note`` is shown as it stands, but without addresses: it may be
    selected all the same.
    """
    remark = ""
    text = tidy_name(written.strip(" \t;,|"))
    if any(doubt.reason.is_apart for doubt in line.doubts):
        is_note = any(doubt.reason.is_note for doubt in line.doubts)
        shown = tidy_name(without_contacts(note)[0]).strip(" \t;,|") if is_note else line.name
        line = replace(line, state=LineState.APART, name=shown or line.name)
    if not line.name and text:
        line = replace(line, unused=(text,))
    if not line.name:
        remark = _("This line has no name; add one or leave the line out.")
    for text, longest in (
        (line.name, MAX_NAME),
        (line.given_name, MAX_NAME),
        (line.family_name, MAX_NAME),
        (line.contestant_id, LONGEST_NUMBER),
    ):
        remark = remark or too_long(text, longest)
    return replace(line, state=LineState.REFUSED, remark=remark) if remark else line
