"""People's names: their parts and the form in which an event writes them, a plain form for identity and order, and a looser one to find.

In the plain form accents and case do not count: Muller is Müller, and Mueller is somebody else. Whoever looks for a name finds all three,
with or without hyphens and apostrophes (`Spellings`).

The script of the pages does both by the same rules (`nameKey` and `spellings` in static/tournament/app.js); a browser test checks that
they are equal. An entry stands here too, since it is mostly its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import NameShown, PlayerId, Status
from wording import gettext_noop
from wording.digits import plain_digits
from wording.directions import by_itself
from wording.worded import Worded

# Letters that Unicode does not decompose, as people type them on a plain keyboard; and all kinds of quotes and dashes.
_PLAIN: dict[int, int | str] = {
    **str.maketrans("łøđðıħŧŋəĸ‘’ʼ`‐‑‒–—−", "loddihtnek''''------"),
    **{ord(letter): letters for letter, letters in (("þ", "th"), ("æ", "ae"), ("œ", "oe"))},
}
# Combining classes that make another letter: none, voicing marks of kana, and the virama. All other marks are accents.
_PART_OF_THE_LETTER = frozenset({0, 8, 9})
_ADDITION = re.compile(r"(.*[^\s(]) (\([^()]*\))")  # what stands in brackets at the end of a name
_EAST_ASIAN = re.compile(
    r"[\u1100-\u11ff\u3040-\u30ff\u3100-\u312f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\U00020000-\U0003ffff]"
)
_DIGITS = re.compile(r"\d+")
# What stands between the words of a name in plain form, and inside them: o'neil, anna-lena, j.r.
_APART = re.compile(r"[ '.,()/\"“”„«»·・-]+")
# Two letters for one that a plain keyboard does not have: ä and æ, å, ö and ø, ü, đ. The first of them is the letter without its accent.
_TWO_FOR_ONE = re.compile(r"a[ae]|[ou]e|dj")
SPELLED = 32_768
"""How many names a process keeps as they are found: those of all events in which somebody searches with every key."""
LONGEST_START = 40
"""How many letters of what is typed are compared with the beginning of a word and what follows it."""


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """Return a name in plain form to find, compare and sort it: without case, accents, strokes through letters, and extra white space."""
    folded = name.casefold()
    if not folded.isascii():
        parts = unicodedata.normalize("NFKD", folded)
        plain = "".join(part for part in parts if unicodedata.combining(part) in _PART_OF_THE_LETTER)
        folded = plain.casefold().translate(_PLAIN)
    return " ".join(folded.replace("`", "'").split())


class Spellings(NamedTuple):
    """A text as it is found: in plain form, and as everybody may spell it from each of its words on.

    ``starts`` has for each word the letters from there on, without gaps, accents, and second letters (mueller is muller), between blanks.
    """

    plain: str
    starts: str


@lru_cache(SPELLED)
def spellings(text: str) -> Spellings:
    """Return a text as it is found; digits of any script are ASCII digits."""
    plain = plain_digits(name_key(text))
    words = list(filter(None, _APART.split(plain)))
    starts = (_start("".join(words[at:])) for at in range(len(words)))
    return Spellings(plain, f" {' '.join(starts)} ")


def _start(letters: str) -> str:
    """Return letters without gaps as they are compared: without the second letter of a pair, and at most `LONGEST_START` of them."""
    return _TWO_FOR_ONE.sub(lambda pair: pair[0][0], letters[: 2 * LONGEST_START])[:LONGEST_START]


def letters_key(name: str) -> str:
    """Return the letters of a name alone, without accents, gaps, hyphens and apostrophes: "oneil" for O'Neil and O Neil."""
    return _APART.sub("", name_key(name))


def loose_key(name: str) -> str:
    """Return the letters of a name with one letter for two as people spell ä, å, ö and ü: "muller" for Müller, Mueller and Muller."""
    return _TWO_FOR_ONE.sub(lambda pair: pair[0][0], letters_key(name))


class Sought:
    """What somebody typed to find a player, compared with the `Spellings` of names."""

    def __init__(self, typed: str) -> None:
        """``typed`` is one word or several, in any case and with any digits."""
        self.plain = plain_digits(name_key(typed))
        self._words = [(word, f" {_start(_APART.sub('', word))}") for word in self.plain.split()]
        self._start = f" {_start(_APART.sub('', self.plain))}"

    def __bool__(self) -> bool:
        """Whether anything is sought."""
        return bool(self.plain)

    def is_whole(self, name: Spellings) -> bool:
        """Return whether it is the whole name, spelled in any way."""
        return self._start != " " and name.starts.startswith(f"{self._start} ")

    def begins_in(self, name: Spellings) -> bool:
        """Return whether a word of the name, and what follows it, begins so."""
        return f" {self.plain}" in f" {name.plain}" or (self._start != " " and self._start in name.starts)

    def is_in(self, name: Spellings) -> bool:
        """Return whether each of its words is a part of the text, or begins one of its words in another spelling; false for no words."""
        plain, starts = name
        return bool(self._words) and all(
            word in plain or (start != " " and start in starts) for word, start in self._words
        )


def has_words(wanted: str, *texts: str) -> bool:
    """Return whether every word of ``wanted`` is found in the texts; false if there are no words."""
    return _sought(wanted).is_in(spellings(" ".join(texts)))


_sought = lru_cache(maxsize=64)(Sought)


class NameForm(Worded):
    """How an event writes names wherever people read them: "Zoe Anfang", with the surname in bold, or "Anfang, Zoe"."""

    SURNAME_LAST = "surname_last", gettext_noop("surname last"), gettext_noop("Zoe Anfang (surname in bold)")
    SURNAME_FIRST = "surname_first", gettext_noop("surname first"), gettext_noop("Anfang, Zoe")


NameKey = tuple[bool, str, str]
"""The order of a name: whether its first letter is of another script than Latin, the surname, and the rest, both folded."""


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name in parts: given name, surname, and what stands in brackets behind it. A name that nobody can divide is a surname alone."""

    given: str
    surname: str
    addition: str = ""

    def said(self, form: NameForm) -> str:
        """Return the name as plain text in this form: "Zoe Anfang" or "Anfang, Zoe"."""
        if not self.given:
            name = self.surname
        elif form is NameForm.SURNAME_FIRST:
            name = f"{self.surname}, {self.given}"
        else:
            name = f"{self.given} {self.surname}"
        return f"{name} {self.addition}" if self.addition else name

    @property
    def key(self) -> NameKey:
        """The sort key: by surname, then given name, without accents; scripts other than Latin follow; numbers go by size."""
        surname, rest = _in_order(self.surname), _in_order(f"{self.given} {self.addition}")
        first = next((letter for letter in surname if letter.isalpha()), "a")
        return not unicodedata.name(first, "").startswith("LATIN"), surname, rest


@lru_cache(maxsize=8192)
def name_in_parts(name: str, given_name: str = "", family_name: str = "") -> PersonName:
    """Return a name in its parts: as a list had them apart, else the surname before a comma, else the last word.

    The parts of a list count where the name is made of them, in either order; a nickname takes the place of the given name.
    """
    words, addition = name.split(), ""
    if found := _ADDITION.fullmatch(" ".join(words)):
        words, addition = found[1].split(), found[2]
    before, comma, after = " ".join(words).partition(",")
    given, family = given_name.split(), family_name.split()
    if comma and "," not in after and before.strip() and after.strip():
        return PersonName(after.strip(), before.strip(), addition)
    if "," in after:
        return _person([], words, addition)  # two commas part more than a name
    if family and words[-len(family) :] == family:
        return _person(words[: -len(family)], family, addition)
    if family and words[: len(family)] == family:
        return _person(words[len(family) :], family, addition)
    if given and words[: len(given)] == given:
        return _person(given, words[len(given) :], addition)
    # Ruling: where nobody has told given name and surname apart, the last word is the surname. A number is none ("Player 7"), and names of
    # East Asia have the surname first: these stay whole.
    if len(words) < 2 or not any(map(str.isalpha, words[-1])) or _EAST_ASIAN.search(" ".join(words)):
        return _person([], words, addition)
    return _person(words[:-1], words[-1:], addition)


def _person(given: list[str], surname: list[str], addition: str) -> PersonName:
    """Return a name from the words of its parts; without a surname, all of it is one."""
    if not surname:
        given, surname = [], given
    return PersonName(" ".join(given), " ".join(surname), addition)


@lru_cache(maxsize=8192)
def _in_order(text: str) -> str:
    """Return a text in plain form whose numbers sort by their size: "player 000007"."""
    return _DIGITS.sub(lambda found: found[0].zfill(6), name_key(text))


def parts_of(name: str, given_name: str = "", family_name: str = "") -> tuple[str, str]:
    """Return given name and surname for a form: as listed if known, else as `name_in_parts` divides the name."""
    # Ruling: the form has what a list says, also where everybody calls the player otherwise; the arbiter corrects it by hand (rules, 5).
    if given_name or family_name:
        return given_name, family_name
    parts = name_in_parts(name)
    return parts.given, parts.surname


def shown_name(name: str, given_name: str = "", family_name: str = "") -> str:
    """Return first name and initial, "Ada D.", for public pages; a name of one word becomes its initial."""
    given, family = parts_of(name, given_name, family_name)
    first, initial = given.split()[0] if given.split() else "", family.strip()[:1].upper()
    return " ".join(part for part in (first, f"{initial}." if initial else "") if part)


def parts_follow(name: str, given_name: str, family_name: str, corrected: str) -> tuple[str, str]:
    """Return given name and surname for the name ``corrected``; both empty if it can no longer be split.

    Parts that did not make up the old name (a nickname on the card) stay as they are.
    """
    words, given, family = corrected.split(), given_name.split(), family_name.split()
    for first, last, is_family_first in ((given, family, False), (family, given, True)):
        if name.split() == [*first, *last]:
            if len(words) != len(first) + len(last):
                return "", ""
            parted = " ".join(words[: len(first)]), " ".join(words[len(first) :])
            return (parted[1], parted[0]) if is_family_first else parted
    return given_name, family_name


@dataclass(frozen=True, slots=True)
class TakenOver:
    """The other person of an entry in whose seat somebody else plays on from ``round`` (R71): who plays if the first person owns the score.

    Where the new person owns it, the entry has that person's name, and the other one is who played before. ``name`` is as it was entered;
    ``said`` is what everybody reads, in the form of the event, and empty where that is the same.
    """

    round: int
    name: str
    given_name: str = ""
    family_name: str = ""
    country: str = ""
    is_junior: bool = False
    owner: ScoreOwner = ScoreOwner.FIRST
    said: str = ""

    @property
    def called(self) -> str:
        """The name as everybody reads it; empty where none of it is public."""
        return self.said or self.name

    def in_form(self, form: NameForm) -> TakenOver:
        """Return it with the name in this form."""
        said = name_in_parts(self.name, self.given_name, self.family_name).said(form) if self.name else ""
        return replace(self, said="" if said == self.name else said)


OF_A_PERSON = ("name", "given_name", "family_name", "country")
"""The columns of an entry, and of who shares its seat, that say who somebody is."""


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One entry of an event; ``country`` is free text of up to three letters.

    ``first_round`` is the first round still to come when the player was entered or checked in (`EventRecord.first_round_of`). ``name`` is
    what everybody reads, in the form of the event (`in_form`); ``entered`` is the name as it was entered, empty where that is the same.
    ``given_name`` and ``family_name`` are empty unless a list had them in separate columns or parts.
    ``club``, ``team`` (a family or a team), ``email`` and the fees are for the desk alone. ``fee_due`` and ``fee_paid`` are hundredths of
    the event's currency; ``fee_due`` is None where nothing is said about this player, so that the event's own fee is due.
    """

    player: PlayerId
    name: str
    country: str = ""
    is_junior: bool = False
    status: Status = Status.PRESENT
    first_round: int = 1
    last_round: int | None = None  # as stored when the departure was entered; `EventRecord.left_after` is what counts
    contestant_id: str = ""
    note: str = ""
    fixed_table: int | None = None  # the number of the table at which the draw always seats the player
    given_name: str = ""
    family_name: str = ""
    shown_as: NameShown = (
        NameShown.FULL
    )  # how the public sees the name; in records for the public, ``name`` is the shown name already
    codes_withdrawn: int = 0  # how often the code on the place card was withdrawn
    entered: str = ""
    club: str = ""
    team: str = ""
    email: str = ""
    fee_due: int | None = None
    fee_paid: int = 0
    taken: TakenOver | None = None  # the other person, where somebody else plays on in this seat (R71)
    tie_figure: int | None = None  # what the director entered for ties (`Key.TYPED`)

    @property
    def as_entered(self) -> str:
        """The name as it was entered: what files hold, and what names are compared with."""
        return self.entered or self.name

    @property
    def names(self) -> tuple[str, ...]:
        """All names by which the entry is found, each once: as it is read and as it was entered, of both who share its seat (R71)."""
        taken = (self.taken.called, self.taken.name) if self.taken else ()
        return tuple(dict.fromkeys(filter(None, (self.name, self.as_entered, *taken))))

    @property
    def parts(self) -> PersonName:
        """The name in its parts."""
        return name_in_parts(self.as_entered, self.given_name, self.family_name)

    @property
    def columns(self) -> Mapping[str, str]:
        """Who the player is and what is private of him or her, by column, as the log of changes has it (`record.former`)."""
        own = ("given_name", "family_name", "country", "contestant_id", "note", "club", "team", "email")
        taken = {f"taken_{column}": getattr(self.taken, column) for column in OF_A_PERSON} if self.taken else {}
        return {"name": self.as_entered, **{column: getattr(self, column) for column in own}, **taken}

    @property
    def surname(self) -> str:
        """The part of ``name`` that is written in bold; empty where the surname stands first, or is all there is."""
        parts = self.parts
        return parts.surname if parts.given and self.name == parts.said(NameForm.SURNAME_LAST) else ""

    @property
    def sort_key(self) -> tuple[NameKey, PlayerId]:
        """The sort key from A to Z: by surname, then given name; equal names by number."""
        return self.parts.key, self.player

    @property
    def numbered(self) -> str:
        """The name with the number, as lists of choice offer it: "Zoe Anfang (12)"."""
        return f"{by_itself(self.name)} ({self.player})"

    def in_form(self, form: NameForm) -> EntryRecord:
        """Return the entry with its name written in this form."""
        name, taken = self.parts.said(form), self.taken.in_form(form) if self.taken else None
        entered = "" if name == self.as_entered else self.as_entered
        if (name, entered, taken) == (self.name, self.entered, self.taken):
            return self
        return replace(self, name=name, entered=entered, taken=taken)

    def at_table(self, number: int) -> EntryRecord:
        """Return the entry under the name of the person who sits there in round ``number`` (R71)."""
        taken = self.taken
        if taken is None or (taken.round <= number) == (taken.owner is ScoreOwner.NEW):
            return self
        return replace(
            self,
            name=taken.called,
            entered=taken.name,
            given_name=taken.given_name,
            family_name=taken.family_name,
            country=taken.country,
        )

    @property
    def is_active(self) -> bool:
        """Whether the player is here."""
        return self.status is Status.PRESENT
