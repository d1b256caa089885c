"""A line of a list as it was understood, and what makes it a line that cannot be entered, or one that may be no person.

Why a line of a list is doubted, and the lines that may be no person at all: titles, totals, rules, people who are not coming.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.day.lists.signs import PARTICLES, has_odd_signs, is_broken, name_key_without_points, words_of
from tournament.day.lists.words import words
from tournament.day.office.contacts import without_contacts
from tournament.record.lengths import too_long
from tournament.record.names import name_key
from wording import gettext as _
from wording import gettext_noop
from wording.worded import Worded

NO_PLAYER = gettext_noop("This does not look like a player.")
SAYS = gettext_noop("The list says {text}.")
SURELY = gettext_noop("The list says {text}. Check that this person is coming.")
UNSEEN = gettext_noop("This row is struck through or hidden in the workbook.")
NOT_THE_NAME = gettext_noop("{text} was not read as part of the name. Check whether that is right.")


class Reason(Worded):
    """Why somebody should look at a line; in its words {text} is the piece that it is about, and without words there is no player."""

    # No person at all: such lines stand apart, are shown as they stand and are not selected.
    TITLE = "title"
    AGAIN = "headings again"
    TOTAL = "total"
    NOBODY = "nobody"
    SENTENCE = "sentence"
    SIGNATURE = "signature"
    # May be no person: such lines stand apart and are not selected.
    CANCELLED = "cancelled", SAYS
    WAITING = "waiting", gettext_noop("This person is on the waiting list.")
    SPECTATOR = "spectator", SAYS
    GAME = "game", SAYS
    STRUCK = "struck", UNSEEN
    HIDDEN = "hidden", UNSEEN
    FORMULA = (
        "formula",
        gettext_noop(
            "A formula here was never calculated. Open the workbook in a spreadsheet program, save it and send it again."
        ),
    )
    # May be read wrongly: such lines are selected, and say why.
    MAYBE = "maybe", SURELY
    PLUS = "plus", gettext_noop("Is somebody else coming too? The list says {text}.")
    BROKEN = (
        "broken",
        gettext_noop("Some letters look garbled. Check the spelling, or save the list as UTF-8 and send it again."),
    )
    SIGNS = "signs", gettext_noop("This name has unusual characters in it. Check the spelling.")
    BRACKET = (
        "bracket",
        gettext_noop("The part in brackets has been kept in the name. Delete it if it does not belong there."),
    )
    LEFT_OUT = "left out", NOT_THE_NAME
    ORDER = "order", gettext_noop("Check which word is the surname.")
    TWO_PEOPLE = "two people", gettext_noop("Are these two people? If so, put each on a separate line.")
    COUNTRY = "country", NOT_THE_NAME
    JUNIOR = "junior", NOT_THE_NAME
    CELLS = (
        "cells",
        gettext_noop("This line has more or fewer cells than the heading row. Check how it was read."),
    )
    STATE = "state", SURELY
    UNNUMBERED = (
        "unnumbered",
        gettext_noop("Other lines start with a number or a bullet; this one does not. Check that it is a player."),
    )

    @property
    def is_apart(self) -> bool:
        """Whether a line with this reason may be no person, so that it is not selected beforehand."""
        return self.is_note or self in _APART

    @property
    def is_note(self) -> bool:
        """Whether a line with this reason has no name at all, so that it is shown as it stands."""
        return not self.said


_APART = frozenset(
    {
        *(Reason.CANCELLED, Reason.WAITING, Reason.SPECTATOR, Reason.GAME),
        *(Reason.STRUCK, Reason.HIDDEN, Reason.FORMULA),
    }
)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reason to look at a line, and the piece that it is about."""

    reason: Reason
    text: str = ""

    @property
    def words(self) -> str:
        """The sentence for a page."""
        return _(self.reason.said or NO_PLAYER, text=f"“{self.text}”")


def _keys(name: str) -> frozenset[str]:
    """Return a set of words.csv in the form of `name_key`."""
    return frozenset(map(name_key, words(name)))


_BESIDE: Sequence[tuple[Reason, frozenset[str]]] = (
    *((Reason.CANCELLED, _keys("cancelled")), (Reason.WAITING, _keys("waiting"))),
    *((Reason.SPECTATOR, _keys("spectator")), (Reason.MAYBE, _keys("maybe"))),
)
_CLOSING = _keys("closing")
_NOT_COMING = _keys("no")
_AROUND_HEADINGS = " .!-–—=*#_>:：()[]\ufe0f\u200d❌✖✗✘🚫⛔❎✅☑✔❓❔⏳"
_GREETING = re.compile(rf"(?:{'|'.join(sorted(words('greeting'), key=len, reverse=True))})\b[^,:]*[,:!]?$")
_IN_A_TITLE = _keys("in a title")
_TITLES = _keys("title of a list")
_NOBODY = _keys("nobody")
_SENTENCE_WORDS = frozenset(words("in a sentence"))
_TOTALS, _COUNTS, _NOTES_ABOUT = map(_keys, ("total", "counted", "note"))
_TOTAL = re.compile(r"(?:in |grand |sub)?([^\W\d_]+)|\d+\s*(?:x\s*)?([^\W\d_]+)")
_NOTE = re.compile(r"([^\W\d_]+)(?:\s*[:.]|\s*(?:n[or]\b\.?|#)?\s*\d|\s+(?:[a-h]|[ivx]+)\b).*")
"""How a note goes on behind its first word: "Group B", "Page 2", "Table no. 3", "Director: ..."."""
_CLUBS = frozenset(words("word of no name"))
_CLUB = re.compile(r"\w{4,}(?:verein|club|klub|freunde|vereniging|gesellschaft|seura|kerho)\b")
LONGEST_NAME = 300
MOST_WORDS = 7
"""The most words of which a name has, as a rule."""


def word_apart(text: str) -> Reason | None:
    """Return why people beside whom this piece stands may not be entered: not coming, waiting, not playing, or MAYBE."""
    key = name_key(text.replace("_", " ")).strip(" .!()[]")
    for reason, beside in _BESIDE:
        if key in beside:
            return reason
    first, _, rest = key.partition(" ")
    if rest and first in {"cancelled", "canceled", "withdrawn", "abgesagt", "storniert", "refunded", "annule"}:
        return Reason.CANCELLED
    if key.startswith(("waiting list", "waitlist", "warteliste")):
        return Reason.WAITING
    return None


def remark_apart(text: str) -> Reason | None:
    """Return what a remark of several words says: not coming or waiting, where one of its words says so plainly."""
    said = f" {' '.join(word.strip('.,;:!()') for word in name_key(text).split())} "
    for reason, beside in _BESIDE[:2]:
        if any(len(phrase) > 6 and f" {phrase} " in said for phrase in beside):  # short words mean more than one thing
            return reason
    return None


def section_of(text: str) -> Reason | None:
    """Return what a title says about the lines below it: WAITING or CANCELLED, TITLE for any other title; None if it is no title."""
    key = _bare_heading(text)
    if _GREETING.match(key) and len(key.split()) < 5:
        return Reason.TITLE
    if key in _CLOSING or key.split(",")[0] in _CLOSING or text.strip() == "--":
        return Reason.SIGNATURE
    if key in _NOT_COMING:
        return Reason.CANCELLED
    for reason, beside in _BESIDE:
        if key in beside and (len(key) > 2 or reason is Reason.MAYBE):  # "wd" and the like are initials as well
            return reason
    if key in _TITLES or text.rstrip().endswith((":", "：")) or _is_note(name_key(text)):
        return Reason.TITLE
    return None


def _bare_heading(text: str) -> str:
    """Return a heading without the signs around it and without its count."""
    key = name_key(text).strip(_AROUND_HEADINGS)
    return re.sub(r"\s*[-–—:]?\s*[(\[]?(?<!\d)\d++\s*+(?:/\s*+\d++|%)?[)\]]?$", "", key).strip(" :-–—(")


def _is_note(folded: str) -> bool:
    """Return whether a text is a note about the list or the event, or one of several places that are held: "Group B", "Guest 2"."""
    found = _NOTE.fullmatch(folded)
    return found is not None and found[1] in _NOTES_ABOUT


def why_no_person(text: str) -> Reason | None:
    """Return why a line with a figure in front may be no person: a total or the number of a page."""
    folded = name_key(text).strip(" .,;|*_")
    found = _TOTAL.match(folded)
    if found and (found[1] in _TOTALS or found[2] in _COUNTS):
        return Reason.TOTAL
    return Reason.TITLE if _is_note(folded) else None


def why_no_name(text: str) -> Reason | None:
    """Return why a text in the place of a name may be no person; None if nothing speaks against it."""
    if len(text) > LONGEST_NAME:
        return Reason.SENTENCE
    folded = name_key(text).strip()
    return section_of(text) or why_no_person(text) or _no_name(folded) or _sentence(text, folded)


def _no_name(folded: str) -> Reason | None:
    """Return why a text is no name by the words that it is made of: a place that is held, a club."""
    if folded in _NOBODY or folded.strip(" .!-–—=*#_") in _NOBODY:
        return Reason.NOBODY
    is_club = any(word in _CLUBS for word in folded.replace(".", "").split()) or _CLUB.search(folded)
    return Reason.TITLE if is_club else None


def _sentence(text: str, folded: str) -> Reason | None:
    """Return SENTENCE for a text that reads like a title or a sentence, by its words and its end."""
    plain = [word for each in folded.split() if (word := name_key_without_points(each).strip(",;!?()'\""))]
    said = sum(word in _SENTENCE_WORDS and word not in PARTICLES for word in plain)
    is_sentence = (
        len(words_of(text)) > MOST_WORDS
        or any(word in _IN_A_TITLE for word in plain)
        or folded.endswith(("?", "!"))
        or said > 1
    )
    return Reason.SENTENCE if is_sentence else None


def doubts_on_name(name: str) -> list[Doubt]:
    """Return the doubts that a name raises by its letters and signs alone."""
    if is_broken(name):
        return [Doubt(Reason.BROKEN)]
    return [Doubt(Reason.SIGNS)] if has_odd_signs(name) else []


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


def checked_line(line: RosterLine, written: str = "", note: str = "") -> RosterLine:
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
