"""Why a line of a list is doubted, and the lines that may be no person at all: titles, totals, rules, people who are not coming."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.day.lists.signs import PARTICLES, bare, has_odd_signs, is_broken, words_of
from tournament.day.lists.words import words
from tournament.record.names import name_key
from wording import gettext as _
from wording import gettext_noop


class Reason(StrEnum):
    """Why somebody should look at a line; the value is a sentence for `gettext`, in which {text} is the piece that it is about."""

    # May be no person: such lines stand apart and are not selected.
    TITLE = gettext_noop("This looks like a heading or a note.")
    AGAIN = gettext_noop("This line repeats the column headings.")
    TOTAL = gettext_noop("This looks like a total.")
    NOBODY = gettext_noop("This seems to be a placeholder, not a person.")
    SENTENCE = gettext_noop("This looks like a sentence, not a name.")
    CANCELLED = gettext_noop("Not coming, says the list: {text}.")
    WAITING = gettext_noop("On the waiting list.")
    SPECTATOR = gettext_noop("Not a player, says the list: {text}.")
    GAME = gettext_noop("Another game, says the list: {text}.")
    STRUCK = gettext_noop("This line is struck through.")
    HIDDEN = gettext_noop("This row is hidden in the workbook.")
    FORMULA = gettext_noop(
        "A formula here was never calculated. Open the workbook in a spreadsheet program, save it and send it again."
    )
    # May be read wrongly: such lines are selected, and say why.
    MAYBE = gettext_noop("Not certain to come, says the list: {text}.")
    PLUS = gettext_noop("Is there somebody else? The list says {text}.")
    BROKEN = gettext_noop("Some letters look broken. Check the spelling, or save the list as UTF-8 and send it again.")
    SIGNS = gettext_noop("This name has characters that are unusual in a name. Check it.")
    BRACKET = gettext_noop("What is in brackets stays part of the name. Remove it if it is not.")
    LEFT_OUT = gettext_noop("{text} is not used. Check that it is not part of the name.")
    ORDER = gettext_noop("Check which word is the surname.")
    TWO_PEOPLE = gettext_noop("Are these two people? Put each on a separate line.")
    COUNTRY = gettext_noop("{text} was read as the country. Check that it is not part of the name.")
    JUNIOR = gettext_noop("{text} was read as the mark of a junior. Check that it is not part of the name.")
    CELLS = gettext_noop("This line has more or fewer cells than the headings. Check what was read.")
    SIGNATURE = gettext_noop("This comes after the end of a letter.")
    STATE = gettext_noop("The list says {text}. Check that this person is coming.")
    UNNUMBERED = gettext_noop(
        "Other lines have a number or a bullet in front; this one does not. Check that it is a player."
    )

    @property
    def is_apart(self) -> bool:
        """Whether a line with this reason may be no person, so that it is not selected beforehand."""
        return self in _APART

    @property
    def is_note(self) -> bool:
        """Whether a line with this reason has no name at all, so that it is shown as it stands."""
        return self in _NOTES


_NOTES = frozenset({Reason.TITLE, Reason.AGAIN, Reason.TOTAL, Reason.NOBODY, Reason.SENTENCE, Reason.SIGNATURE})
_APART = frozenset(
    {
        *_NOTES,
        Reason.CANCELLED,
        Reason.WAITING,
        Reason.SPECTATOR,
        Reason.GAME,
        Reason.STRUCK,
        Reason.HIDDEN,
        Reason.FORMULA,
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
        return _(self.reason.value, text=f"“{self.text}”")


def _keys(name: str) -> frozenset[str]:
    """Return a set of words.csv in the form of `name_key`."""
    return frozenset(map(name_key, words(name)))


_BESIDE: Sequence[tuple[Reason, frozenset[str]]] = (
    *((Reason.CANCELLED, _keys("cancelled")), (Reason.WAITING, _keys("waiting"))),
    *((Reason.SPECTATOR, _keys("spectator")), (Reason.MAYBE, _keys("maybe"))),
)
_PLAINLY: Sequence[tuple[Reason, frozenset[str]]] = tuple(
    (
        reason,
        frozenset(phrase for phrase in beside if len(phrase) > 6),
    )  # short words mean more than one thing
    for reason, beside in _BESIDE
    if reason in {Reason.CANCELLED, Reason.WAITING}
)
_CLOSING = _keys("closing")
_SIGNS_ALONE = re.compile(r"[^\w\s.,;:!?()\[\]<>+*#=~|/\\\"'–—-][\ufe0f\u200d]?(?:\s*\d*)")
_SIGNS: Sequence[tuple[Reason, str]] = (
    (Reason.CANCELLED, "❌✖✗✘🚫⛔❎👎"),
    (Reason.MAYBE, "🤔❓❔🤷⏳"),
    (Reason.WAITING, "⌛"),
    (Reason.TITLE, "✅☑✔👍"),
)
"""What a sign that stands alone, or in front of a heading, says about the names below it."""
_COUNTED = re.compile(r"[^()\[\]]{1,60}+[(\[]\s*(\d{1,4})\s*(?:/\s*\d{1,4}\s*)?[)\]][\s:*_]*")
_NOT_COMING = _keys("no")
_COMING = _keys("state of a player") | _keys("yes")
_AROUND_HEADINGS = " .!-–—=*#_>:：()[]\ufe0f\u200d" + "".join(each for _reason, each in _SIGNS)
_GREETING = re.compile(rf"(?:{'|'.join(sorted(words('greeting'), key=len, reverse=True))})\b[^,:]*[,:!]?$")
_IN_A_TITLE = _keys("in a title")
_TITLES = _keys("title of a list")
_OF_SOME = _keys("title of some")
_NOBODY = _keys("nobody")
_SENTENCE_WORDS = frozenset(words("in a sentence"))
_TOTAL = re.compile(
    r"(?:grand |sub)?(?:totals?|sum|summe|gesamt\w*|insgesamt|somme|suma|totale|totaal|razem|sammanlagt|yhteensa|"
    r"osszesen|celkem|итого|всего|合計|总计|합계|anzahl|count|nombre de joueurs|number of players)\b.*"
    r"|(?:in )?total\b.*"
    r"|\d+\s*(?:x\s*)?(?:players?|spieler\w*|teilnehmer\w*|participants?|joueurs?|personen|persons?|people|entries|"
    r"entrants|registered|registrations?|"
    r"anmeldungen|jugadores|giocatori|iscritti|spelers|deelnemers|graczy|osob|names?|rows?|records?|attendees|inscrits|人|名)\b.*",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"(?:group|gruppe|groupe|grupo|gruppo|grupa|groep|skupina|pool|poule|table|tisch|tafel|mesa|tavolo|stol|team|"
    r"division|section|session|heat|round|runde|ronde|"
    r"ronda|level|flight|day|tag|jour|slot|wave|part|teil|list|liste|sheet|category|kategorie|группа|"
    r"стол)\s+(?:no\.? ?|nr\.? ?|#)?(?:[a-h]|\d+|[ivx]+)\b[.:]?(?:\s*[-–—:(].*)?",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"(?:page|seite|pagina|página|strona|side|sida|sivu|oldal|страница)\s*\d+.*|\d+\s*/\s*\d+"
    r"|(?:printed|updated|last updated|exported|generated|created|as of|stand|gedruckt|imprime|stampato|actualizado|"
    r"version|date|datum|venue|place|ort|lieu|time|"
    r"start|beginn|director|organi[sz]er|arbiter|fee|entry fee|startgeld|rounds|runden|prizes?|sponsors?|hotline|"
    r"contact|kontakt|website|e-?mail|phone|tel|deadline|"
    r"registration|anmeldeschluss|note|notes|hinweis|remark|p\.?s\.?|info|legend|legende)\b\s*[:.].*",
    re.IGNORECASE,
)
_SOMEBODYS = re.compile(
    r"(?:guest|gast|friend|freund(?:in)?|partner|invite|player|spieler|spielerin|joueur|jugador|begleitung|sohn|tochter|son|daughter|"
    r"brother|sister|wife|husband|frau|mann)(?: \d{1,2}| (?:of|von|de|d'|da) .+)"
)
_NUMBERED = re.compile(rf"(?:{'|'.join(words('numbered person'))}) \d+")
_CLUBS = frozenset(words("word of no name"))
_CLUB = re.compile(r"\w{4,}(?:verein|club|klub|freunde|vereniging|gesellschaft|seura|kerho)\b")
_IS_NAME = re.compile(r"\w[^\W\d_]*[.]?(?:[ '-][^\W\d_]+[.]?){1,4}")
"""A name of two to five words without a figure or another sign."""
_SAYS_MORE = frozenset(
    word
    for phrase in {
        *(phrase for _reason, beside in _BESIDE for phrase in beside),
        *_TITLES,
        *_NOBODY,
        *_SENTENCE_WORDS,
        *_IN_A_TITLE,
        *_CLOSING,
        *_CLUBS,
        *words("greeting"),
        *map(name_key, words("in a note")),
    }
    for word in phrase.split()
)
LONGEST_NAME = 300
MOST_WORDS = 7
"""The most words of which a name has, as a rule."""
_SECTION_END = ":："


def word_apart(text: str) -> Reason | None:
    """Return why people beside whom this piece stands may not be entered: not coming, waiting, not playing, or MAYBE."""
    key = name_key(text.replace("_", " ")).strip(" .!()[]")
    for reason, beside in _BESIDE:
        if key in beside:
            return reason
    first, _, rest = key.partition(" ")
    if rest and first in {"cancelled", "canceled", "withdrawn", "abgesagt", "storniert", "refunded", "annule"}:
        return Reason.CANCELLED
    if key.startswith(("waiting list", "waitlist", "warteliste")):  # not said
        return Reason.WAITING
    return None


def remark_apart(text: str) -> Reason | None:
    """Return what a remark of several words says: not coming or waiting, where one of its words says so plainly."""
    said = f" {' '.join(word.strip('.,;:!()') for word in name_key(text).split())} "
    return next((reason for reason, plain in _PLAINLY if any(f" {phrase} " in said for phrase in plain)), None)


def count_of(text: str) -> int | None:
    """Return how many people a line says stand below it, if it is a heading: "Accepted (3/16)"; None for a line without a count."""
    found = _COUNTED.fullmatch(text.strip())
    return int(found[1]) if found else None


def section_of(text: str) -> Reason | None:
    """Return what a title says about the lines below it: WAITING or CANCELLED, TITLE for any other title; None if it is no title."""
    if signs := _SIGNS_ALONE.fullmatch(text.strip()):
        return _by_sign(signs[0]) or Reason.TITLE
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
    if key in _TITLES or text.rstrip().endswith(tuple(_SECTION_END)) or _GROUP.fullmatch(name_key(text)):
        return Reason.TITLE
    return None


def counted_section_of(text: str, *, is_first: bool) -> Reason:
    """Return what a heading with a count says about the people below it, by its sign or its words; STATE where nobody knows."""
    key = _bare_heading(text)
    first = key.split()[0].strip(",.!") if key else ""
    if (reason := _by_sign(text) or section_of(text) or word_apart(key) or remark_apart(key)) is not None:
        return reason
    if first in _NOT_COMING:
        return Reason.CANCELLED
    return Reason.TITLE if is_first or key in _COMING or first in _COMING else Reason.STATE


def _by_sign(text: str) -> Reason | None:
    """Return what the signs in a text say about people: coming, not coming or not certain."""
    return next((reason for reason, each in _SIGNS if any(sign in text for sign in each)), None)


def _bare_heading(text: str) -> str:
    """Return a heading without the signs around it and without its count."""
    key = name_key(text).strip(_AROUND_HEADINGS)
    return re.sub(r"\s*[-–—:]?\s*[(\[]?(?<!\d)\d++\s*+(?:/\s*+\d++|%)?[)\]]?$", "", key).strip(" :-–—(")


def is_title_of_list(text: str) -> bool:
    """Return whether a line is the heading of a list of people: "Participants:", "Teilnehmer (12)"."""
    key = _bare_heading(text)
    return key in _TITLES and key not in _OF_SOME


def counted(text: str) -> Reason | None:
    """Return why a line with a figure in front may be no person: a total or the number of a page."""
    folded = name_key(text).strip(" .,;|*_")
    if _TOTAL.fullmatch(folded):
        return Reason.TOTAL
    return Reason.TITLE if _PAGE.fullmatch(folded) else None


def nobody(text: str) -> Reason | None:
    """Return why a text in the place of a name may be no person; None if nothing speaks against it."""
    if len(text) > LONGEST_NAME:
        return Reason.SENTENCE
    folded = name_key(text).strip()
    if _IS_NAME.fullmatch(text) and not any(map(_SAYS_MORE.__contains__, folded.split())) and not _CLUB.search(folded):
        return None
    return section_of(text) or counted(text) or _no_name(folded) or _sentence(text, folded)


def _no_name(folded: str) -> Reason | None:
    """Return why a text is no name by the words that it is made of: a page, a place that is held, a club."""
    if _PAGE.fullmatch(folded):
        return Reason.TITLE
    if folded in _NOBODY or folded.strip(" .!-–—=*#_") in _NOBODY or _SOMEBODYS.fullmatch(folded):
        # "Player 7" is how demonstrations and tests name people, so a number behind it is a name.
        return None if _NUMBERED.fullmatch(folded) else Reason.NOBODY
    is_club = any(word in _CLUBS for word in folded.replace(".", "").split()) or _CLUB.search(folded)
    return Reason.TITLE if is_club else None


def _sentence(text: str, folded: str) -> Reason | None:
    """Return SENTENCE for a text that reads like a title or a sentence, by its words and its end."""
    plain = [word for each in folded.split() if (word := bare(each).strip(",;!?()'\""))]
    found = sum(word in _SENTENCE_WORDS for word in plain)
    is_sentence = (
        len(words_of(text)) > MOST_WORDS
        or any(word in _IN_A_TITLE for word in plain)
        or (folded.endswith(("?", "!")) and _is_no_name(plain, text.rstrip("?! ")))
        or found == len(plain) > 1
        or ((found > 1 or (found == 1 and len(plain) > 2)) and _is_no_name(plain, text))
    )
    return Reason.SENTENCE if is_sentence else None


def _is_no_name(words: list[str], text: str) -> bool:
    """Return whether a text with one word of sentences in it is no name: it has small words, a figure or an end."""
    small = [word for word in text.split() if word[:1].islower() and bare(word) not in PARTICLES]
    return bool(small) or any(map(str.isdigit, text)) or text.rstrip().endswith(("!", "?", ".")) or "acquire" in words


def doubts_on_name(name: str) -> list[Doubt]:
    """Return the doubts that a name raises by its letters and signs alone."""
    if name.isascii() and name.replace(" ", "").isalpha() and not name.islower():
        return []
    if is_broken(name):
        return [Doubt(Reason.BROKEN)]
    return [Doubt(Reason.SIGNS)] if has_odd_signs(name) else []
