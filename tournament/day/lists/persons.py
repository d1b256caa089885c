"""One player as a line or a cell of a list writes them: "GM EINS, Alpha (ENG)", "3. Beta Zwei – France", "🇩🇪 Gamma Drei, jnr".

What is neither name nor read is kept in ``unused``, so that no word is lost; `written` puts the name together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournament.day.lists import signs
from tournament.day.lists.lines import Doubt, Reason, word_apart
from tournament.day.lists.words import words
from tournament.day.lists.written import Written
from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import country_code
from tournament.day.office.sources.texts import FORMULA_MARK, HIDDEN_MARK

LONGEST_TEXT = 600
"""The most letters of a line in which a name is looked for; a longer one is refused as a name that is too long."""
_PLAIN_JUNIORS = frozenset({"jnr", "junior"})
_NOT_COMING = "❌✖✗✘🚫⛔❎"
BOXES = ("⬜", "☐", "◻", "◽", "🔲", "[ ]", "[]")
"""Boxes in front of a name that nobody has ticked."""
_STRUCK = re.compile(r"~~(.+?)~~|(?<!\w)~(\S(?:.*\S)?)~(?!\w)")
_STROKES = re.compile(r"[\u0335-\u0338]")
_BRACKETS = re.compile(r"[(\[{（【〔]\s*([^()\[\]{}（）【】〔〕]*?)\s*[)\]}）】〕]")
_DASH = re.compile(r"\s+[-‐‑–—−/|:→]+\s+|\s+[–—]|[–—]\s+|\s/\s?|\s\|\s?")
_MAY_PART = re.compile(r"[-‐‑–—−/|:→]")
_AND = re.compile(r"\s(?:&|\+|and|und|et|y|e|en|i|och|og|ja)\s", re.IGNORECASE)
_IN_A_SURNAME = re.compile(r"\bvon und zu\b|^[^\s,]+ [^,]*\w [yei] [^\s,]+(?:,.*)?$")
_FAMILY = re.compile(r"(?:famil(?:y|ie|le|ia)|fam\.|team|the)\s", re.IGNORECASE)
_SEPARATORS = re.compile(r"[,;\t|，、；،؛]")
_QUOTES = re.compile(r"^[\"“”„«»]+(.*?)[\"“”„«»]+$")
_UNDER = re.compile(r"(?:under|unter|u)[ -]?1\d", re.IGNORECASE)
_PLAIN = re.compile(r"(?![a-z]\.)[A-Za-z][A-Za-z .,'-]*")
_PERSONS = frozenset(words("numbered person"))
"""Words behind which a number is part of the name: "Player 7"."""
_NO_TITLES_ALONE = frozenset(words("title and name")) | signs.TITLES_IN_CAPITALS
"""Titles that are names as well, where they stand alone."""


@dataclass(slots=True)
class _Beside(Written):
    """What a name holds as far as it is read: it takes the pieces that stand beside the name."""

    def doubt(self, reason: Reason, text: str = "") -> None:
        """Add a reason to look at the line, unless it is there."""
        if (new := Doubt(reason, text)) not in self.doubts:
            self.doubts.append(new)

    def takes(self, piece: str, *, is_name_known: bool, in_brackets: bool = False) -> bool:
        """Store a piece if it is something beside a name, and return whether it was."""
        is_beside = is_name_known or in_brackets
        return (
            not (any(map(str.isalnum, piece)) or signs.is_number(piece))
            or (self._takes_mark(piece) if is_beside else self._takes_plain_mark(piece))
            or self._takes_figure(piece)
            or self._takes_country(piece, is_beside=is_beside, in_brackets=in_brackets)
            or self._takes_answer(piece)
        )

    def _takes_mark(self, piece: str) -> bool:
        """Store what a word behind a whole name says: that somebody is not coming, a suffix, a junior."""
        key = signs.name_key_without_points(piece)
        if (reason := word_apart(piece)) is not None:
            self.doubt(reason, piece)
        elif key in signs.SUFFIXES:
            self.suffix = self.suffix or piece
        elif key in signs.JUNIORS or _UNDER.fullmatch(piece):
            self.is_junior = True
        else:
            return False
        return True

    def _takes_plain_mark(self, piece: str) -> bool:
        """Store the mark of a junior behind a single word, where "J" or "Jun" may be the given name."""
        if signs.name_key_without_points(piece) in signs.SUFFIXES:
            self.doubt(Reason.ORDER)
        self.is_junior = self.is_junior or signs.name_key_without_points(piece) in _PLAIN_JUNIORS
        return signs.name_key_without_points(piece) in _PLAIN_JUNIORS

    def _takes_figure(self, piece: str) -> bool:
        """Store a number with its sign as the organiser's; other numbers, amounts, times and titles are not used."""
        if piece.startswith("#") and piece[1:].isdigit() and not self.number:
            self.number = piece[1:]
            return True
        is_unused = signs.is_number(piece) or signs.is_amount(piece) or signs.is_time(piece) or signs.is_title(piece)
        self.unused += [piece] if is_unused else []
        return is_unused

    def _takes_country(self, piece: str, *, is_beside: bool, in_brackets: bool) -> bool:
        """Store a country, known or not; only one."""
        if self.country or self.unknown_country or not signs.is_country(piece, is_name_known=is_beside):
            return False
        found = country_code(piece)
        if found is None and in_brackets and not piece.isupper():
            return False
        self.country, self.unknown_country = found or "", piece if found is None else ""
        return True

    def _takes_answer(self, piece: str) -> bool:
        """Store a yes or no, which says nothing about a name."""
        is_answer = (
            len(signs.name_key_without_points(piece)) > 1
            and signs.name_key_without_points(piece) in signs.YES | signs.NO
        )
        self.unused += [piece] if is_answer else []
        return is_answer


def take_apart(whole: str, given: str = "", family: str = "") -> Written:
    """Return what a name holds: a whole one, which may have a number in front, or given names and surname from cells of their own."""
    beside = _Beside()
    beside.pieces = _name_pieces(whole, beside, is_line=True)
    beside.given, family = (" ".join(_name_pieces(part, beside, is_line=False)) for part in (given, family))
    beside.family = f"{family} {beside.suffix}".strip() if family else ""
    return beside


def _name_pieces(text: str, beside: _Beside, *, is_line: bool) -> list[str]:
    """Return the pieces of a name in a text; ``beside`` takes the rest."""
    if len(text) > LONGEST_TEXT:
        return [_tidy(text)]
    if FORMULA_MARK in text:
        beside.doubt(Reason.FORMULA)
        return []
    if not _PLAIN.fullmatch(text):  # a name as most lists have it holds nothing of this
        text = _without_signs(text, beside, is_line=is_line)
    if _FAMILY.match(text):
        beside.doubt(Reason.TWO_PEOPLE)
    return _pieces(text, beside, is_line=is_line)


def is_two_people(name: str, *, is_given: bool) -> bool:
    """Return whether a name, or given names alone, are those of two people: "Ann and Bob", but not "José Ortega y Gasset"."""
    return bool(_AND.search(name)) and (is_given or not _IN_A_SURNAME.search(name))


def _without_signs(text: str, beside: _Beside, *, is_line: bool) -> str:
    """Return a text without strokes, numbers, flags, addresses, pictures and brackets."""
    if text.startswith(HIDDEN_MARK):
        beside.doubt(Reason.HIDDEN)
        text = text.removeprefix(HIDDEN_MARK)
    text = _told_by_signs(text, beside)
    text = signs.without_bold(text.strip())
    text = signs.without_bold(signs.without_numbering(text) if is_line else text).strip()
    code, text = signs.flag_of(text)
    beside.country = beside.country or country_code(code) or code
    text, had_contacts = without_contacts(text)
    beside.had_contacts = beside.had_contacts or had_contacts
    text, pictures = signs.without_pictures(text)
    beside.unused += filter(None, [pictures.strip("\ufe0f\u200d")])
    text = (signs.without_numbering(text) if is_line else text).strip()
    return _without_brackets(text, beside)


def _told_by_signs(text: str, beside: _Beside) -> str:
    """Return a text without the strokes and crosses that say that somebody is not coming."""
    if crosses := [sign for sign in text if sign in _NOT_COMING]:
        beside.doubt(Reason.CANCELLED, crosses[0])
        text = "".join(sign for sign in text if sign not in _NOT_COMING)
    if _STRUCK.search(text) or len(_STROKES.findall(text)) > 1:
        beside.doubt(Reason.STRUCK)
        text = _STROKES.sub("", _STRUCK.sub(lambda found: found[1] or found[2], text))
    return text


def _without_brackets(text: str, beside: _Beside) -> str:
    """Return a text without brackets that say something beside the name; others stay, with a doubt."""
    kept = []

    def taken(found: re.Match[str]) -> str:
        inside = found[1]
        parts = [inside] if signs.is_time(inside) or signs.is_number(inside) else re.split(r" *[,;/] *", inside)
        if inside.isdigit() and len(inside) == 1:  # an age has two figures
            beside.doubt(Reason.PLUS, inside)
        countries = sum(bool(country_code(part)) for part in parts)
        if countries < 2 and all(beside.takes(part, is_name_known=True, in_brackets=True) for part in parts):
            return " "
        if countries > 1 or len(parts) > 1:  # nobody knows which country; a comma does not part the name
            beside.unused.append(inside)
            beside.doubt(Reason.LEFT_OUT, inside)
            return " "
        kept.append(inside)
        return found[0]

    text = _BRACKETS.sub(taken, text)
    if kept:
        beside.doubt(Reason.BRACKET, kept[0])
    return text if "\t" in text else " ".join(text.split())


def _pieces(text: str, beside: _Beside, *, is_line: bool) -> list[str]:
    """Return the pieces of the name, parted by commas; everything else that stands between separators is put beside it."""
    pieces: list[str] = []
    for at, part in enumerate(_SEPARATORS.split(text)):
        if not part or part.isspace():
            continue
        head, *tails = _parts_at_dashes(part.rstrip(" :"))
        if is_line and tails and not signs.words_of(head):
            head, *tails = tails  # "6 – Zeta Six": what is before the dash is a number
        is_named = bool(pieces) and (len(pieces) > 1 or " " in pieces[0]) and not _is_initial(head, pieces)
        if head and not (at and not _is_given(head, pieces) and beside.takes(head, is_name_known=is_named)):
            name = _without_titles(head, beside)
            (pieces if signs.words_of(name) else beside.unused).extend(filter(None, [name]))
        for tail in filter(None, tails):
            if not beside.takes(tail, is_name_known=True):
                beside.unused.append(tail)
                beside.doubt(Reason.LEFT_OUT, tail)
    return pieces


def _is_given(head: str, pieces: list[str]) -> bool:
    """Return whether a short piece in capitals is a given name and no code of a country, behind a surname in capitals: "UNO DOS, ANA"."""
    is_short = len(pieces) == 1 and pieces[0].isupper() and head.isupper() and signs.is_code(head)
    return is_short and (" " not in pieces[0] or country_code(head) is None)


def _is_initial(head: str, pieces: list[str]) -> bool:
    """Return whether a piece is an initial behind a surname and not the mark of a junior: "VAN DER VIER, J."."""
    words = pieces[0].split()
    is_surname = len(pieces) == 1 and (
        pieces[0].isupper() or signs.name_key_without_points(words[0]) in signs.PARTICLES or head.endswith(".")
    )
    return is_surname and len(head.strip(".")) == 1


def _parts_at_dashes(part: str) -> list[str]:
    """Return a part of a line, parted by dashes that stand between blanks."""
    return [_tidy(each) for each in _DASH.split(f" {part} ")] if _MAY_PART.search(part) else [_tidy(part)]


def _without_titles(piece: str, beside: _Beside) -> str:
    """Return a piece of a name without titles in front of it and without figures and marks behind it; ``beside`` keeps them."""
    parts = piece.split()
    while len(parts) > 1 and _is_title_in_front(parts[0], piece):
        beside.unused.append(parts.pop(0))
    while len(parts) > 1 and (signs.is_number(parts[0]) or signs.is_amount(parts[0])):
        beside.unused.append(parts.pop(0))
    if len(parts) > 2 and len(parts[0]) > 4 and word_apart(parts[0]) is Reason.MAYBE:
        beside.doubt(Reason.MAYBE, parts.pop(0))
    while len(parts) > 1 and _takes_end(parts, beside):
        parts.pop()
    if len(parts) == 1 and signs.is_title(parts[0]) and signs.name_key_without_points(parts[0]) not in _NO_TITLES_ALONE:
        beside.unused.append(parts.pop())
    return " ".join(parts)


def _is_title_in_front(word: str, piece: str) -> bool:
    """Return whether the first word of a piece is a title, or several written as one: "Prof.Dr", "Dr.-Ing."."""
    if signs.name_key_without_points(word) in signs.TITLES_IN_CAPITALS:
        return word.isupper() and not piece.isupper()
    if "." in word.rstrip("."):
        return signs.is_title(word.replace("-", " "))
    return signs.name_key_without_points(word) in signs.TITLES and len(word) > 1


def _takes_end(parts: list[str], beside: _Beside) -> bool:
    """Store the last word of a piece if it is no part of the name, and return whether it was."""
    last, is_long = parts[-1], len(parts) > 2  # two words are a name
    if signs.is_number(last) or signs.is_amount(last) or signs.is_rank(last):
        if len(parts) == 2 and signs.name_key_without_points(parts[0]) in _PERSONS:
            return False
        if last[0] in "?+":
            beside.doubt(Reason.MAYBE if last[0] == "?" else Reason.PLUS, last)
        beside.unused.append(last)
    elif is_long and last.startswith("#") and last[1:].isdigit():
        beside.number = beside.number or last[1:]
    elif (
        is_long
        and signs.name_key_without_points(last) in signs.DEGREES
        and len(signs.name_key_without_points(last)) > 2
    ):
        beside.unused.append(last)
    elif is_long and signs.name_key_without_points(last) in _PLAIN_JUNIORS - {"junior"}:
        beside.is_junior = True
        beside.doubt(Reason.JUNIOR, last)
    elif is_long and len(last) > 3 and (reason := word_apart(last)) not in {None, Reason.SPECTATOR}:
        beside.doubt(reason or Reason.MAYBE, last)
    else:
        return False
    return True


def _tidy(piece: str) -> str:
    """Return a piece without the quotation marks around it, single-spaced."""
    piece = " ".join(piece.split())
    if piece[:1].isalpha() and piece[-1:].isalpha():
        return piece
    found = _QUOTES.fullmatch(piece)
    return found[1].strip() if found else piece.strip('"')
