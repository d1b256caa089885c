"""One player as a line or a cell of a list writes them: "GM EINS, Alpha (ENG)", "3. Beta Zwei – France", "🇩🇪 Gamma Drei, jnr".

`take_apart` finds what a text holds; `Written.named` puts the name together, with what the whole list says about its order (`Habits`), since
"Eins, Alpha" and "Alpha Eins, London" cannot be told apart alone. What is neither name nor read is kept in ``unused``, so that no word is lost.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import country_code
from tournament.day.office.doubts import Doubt, Reason, word_apart
from tournament.day.office.signs import (
    JUNIORS,
    NO,
    PARTICLES,
    SUFFIXES,
    TITLES,
    YES,
    bare,
    flag_of,
    is_amount,
    is_code,
    is_country,
    is_number,
    is_time,
    is_title,
    without_bold,
    without_numbering,
    without_pictures,
    words_of,
)
from tournament.day.office.words import words

HIDDEN = "[hidden] "
"""What a file's reader puts before a hidden row."""
FORMULA = "[formula]"
"""What a file's reader writes for a formula that was never calculated."""
_NOT_COMING = "❌✖✗✘🚫⛔❎"
_OPEN_BOXES = tuple("⬜☐◻◽🔲")
_STRUCK = re.compile(r"~~(.+?)~~|(?<!\w)~(\S(?:.*\S)?)~(?!\w)")
_STROKES = re.compile(r"[\u0335-\u0338]")
_BRACKETS = re.compile(r"[(\[{（【〔]\s*([^()\[\]{}（）【】〔〕]*?)\s*[)\]}）】〕]")
_CHAT = re.compile(
    r"\s*(?:\[\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f]?[ap]\.?m\.?)?\]|"
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f]?[ap]\.?m\.?)? [-–])\s*(?:~\s*)?([^:]{2,80}): (.*)",
    re.IGNORECASE | re.DOTALL,
)
_PLUS = re.compile(r"\s(\+\s?\d{1,2}|\+ ?(?:guest|gast|one|eins))\s*$", re.IGNORECASE)
_DASH = re.compile(r"\s+[-‐‑–—−/|:→]+\s+|\s+[–—]|[–—]\s+|\s/\s?|\s\|\s?")
_MAY_PART = re.compile(r"[-‐‑–—−/|:→]")
_EMOJI_CODE = re.compile(r":[a-z][a-z0-9_+-]+:")
_AND = re.compile(r"\s(?:&|\+|and|und|et|y|e|en|i|och|og|ja)\s", re.IGNORECASE)
_IN_A_SURNAME = re.compile(r"\b(?:von und zu|[A-ZÀ-Þ]\w+ [yei] [A-ZÀ-Þ]\w+)\b")
_FAMILY = re.compile(r"(?:famil(?:y|ie|le|ia)|fam\.|team|the)\s", re.IGNORECASE)
_SEPARATORS = re.compile(r"[,;\t|，、；،؛]")
_QUOTES = re.compile(r"^[\"“”„«»]+(.*?)[\"“”„«»]+$")
_UNDER = re.compile(r"(?:under|unter|u)[ -]?1\d", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z .,'-]*")
_LEAST_WITH_CODE = 3
"""The least number of words of a line whose last word may be a code of a country without anything between."""


_MARKING = frozenset(
    word
    for name in ("title", "degree", "suffix", "junior", "yes", "no", "cancelled", "waiting", "maybe", "spectator")
    for word in words(name)
)
"""Words that say something beside a name where they stand at either end of it."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a list writes its names: whether a comma parts surname and given name, a code of a country ends its lines, a place is second."""

    surname_first: bool = True
    code_last: bool = False
    place_second: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """What a text holds: the pieces of the name in their order (parted by commas), and what stands beside it."""

    pieces: tuple[str, ...] = ()
    suffix: str = ""
    country: str = ""
    unknown_country: str = ""
    is_junior: bool = False
    number: str = ""
    club: str = ""
    unused: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    had_contacts: bool = False

    @property
    def is_turned(self) -> bool | None:
        """Whether a comma plainly parts surname and given name; None if only the rest of the list can say; False without a comma."""
        if len(self.pieces) != 2:
            return None if len(self.pieces) > 2 else False
        first, second = self.pieces
        words = first.split()
        if len(words) == 1 or bare(words[0]) in PARTICLES or (first.isupper() and not second.isupper()):
            return True
        return None

    def named(self, habits: Habits) -> Named:
        """Return the name with its parts as far as the text tells them."""
        pieces, unused, doubts = list(self.pieces), list(self.unused), list(self.doubts)
        given = family = ""
        if len(pieces) > 1:
            turned = self.is_turned
            if turned is None:
                turned = habits.surname_first and len(pieces) == 2
                if len(pieces[0].split()) == 1:
                    turned = True
                elif habits.place_second:
                    turned = False
                elif not habits.surname_first and len(pieces) == 2 and self.country:  # noqa: PLR2004
                    turned = True
                    doubts.append(Doubt(Reason.ORDER))
                elif not habits.surname_first or len(pieces) > 2:
                    doubts.append(Doubt(Reason.LEFT_OUT, ", ".join(pieces[1:])))
                elif len(pieces[1].split()) > 1:
                    doubts.append(Doubt(Reason.TWO_PEOPLE))
            if turned:
                family, given = pieces[0], pieces[1]
                if len(pieces) > 2:
                    unused += pieces[2:]
                    doubts.append(Doubt(Reason.LEFT_OUT, ", ".join(pieces[2:])))
                name = f"{given} {family}"
            else:
                name, unused = pieces[0], [*unused, *pieces[1:]]
        else:
            name = pieces[0] if pieces else ""
        country = self.country
        words = name.split()
        if not country and not self.unknown_country and not family and len(words) >= _LEAST_WITH_CODE:
            last = words[-1]
            if len(last) in {2, 3} and last.isupper() and country_code(last) and not " ".join(words[:-1]).isupper():
                if habits.code_last:
                    name, country = " ".join(words[:-1]), country_code(last) or ""
                elif len(last) == 3:  # the codes of sport
                    name, country = " ".join(words[:-1]), country_code(last) or ""
                    doubts.append(Doubt(Reason.COUNTRY, last))
        if self.suffix and name:
            name = f"{name} {self.suffix}"
            family = f"{family} {self.suffix}" if family else ""
        return Named(name, given, family, country, tuple(unused), tuple(doubts))


@dataclass(frozen=True, slots=True)
class Named:
    """A name put together; ``given`` and ``family`` are empty where nothing tells them apart."""

    name: str
    given: str
    family: str
    country: str
    unused: tuple[str, ...]
    doubts: tuple[Doubt, ...]


@dataclass(slots=True)
class _Beside:
    """What was found beside the name so far."""

    country: str = ""
    unknown: str = ""
    junior: bool = False
    number: str = ""
    suffix: str = ""
    unused: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)

    def takes(self, piece: str, *, is_name_known: bool, in_brackets: bool = False) -> bool:
        """Store a piece if it is something beside a name, and return whether it was."""
        key = bare(piece)
        if not key and not is_number(piece):
            return True
        if is_name_known or in_brackets:
            if (reason := word_apart(piece)) is not None:
                self.doubts.append(Doubt(reason, piece))
                return True
            if key in SUFFIXES:
                self.suffix = self.suffix or piece
                return True
            if key in JUNIORS or _UNDER.fullmatch(piece):
                self.junior = True
                return True
        elif key in SUFFIXES:
            self.doubts.append(Doubt(Reason.ORDER))
            return False
        elif key in {"jnr", "junior"}:  # not said
            self.junior = True
            return True
        if piece.startswith("#") and piece[1:].isdigit() and not self.number:
            self.number = piece[1:]
            return True
        if is_number(piece) or is_amount(piece) or is_time(piece) or is_title(piece):
            self.unused.append(piece)
            return True
        if self.country or self.unknown:
            return self._is_answer(key, piece)
        code, left = flag_of(piece)
        if code and not left.strip():
            self.country = country_code(code) or code
            return True
        if not is_country(piece, is_name_known=is_name_known or in_brackets):
            return self._is_answer(key, piece)
        found = country_code(piece)
        if found is None and in_brackets and not piece.isupper():
            return False
        if found is None:
            self.unknown = piece
        self.country = found or ""
        return True

    def _is_answer(self, key: str, piece: str) -> bool:
        """Store a yes or no, which says nothing about a name, and return whether it was one."""
        if len(key) > 1 and key in YES | NO:
            self.unused.append(piece)
            return True
        return False


def take_apart(text: str, *, is_line: bool = True, answers: Collection[str] = ()) -> Written:
    """Return what a text holds. A line may have a number in front, and more beside the name than a cell; ``answers`` are kept for callers."""
    beside, had_contacts = _Beside(), False
    if _PLAIN.fullmatch(text):  # a name as most lists have it, at once
        if _FAMILY.match(text) or (_AND.search(text) and not _IN_A_SURNAME.search(text)):
            beside.doubts.append(Doubt(Reason.TWO_PEOPLE))
        pieces = _pieces(text, beside, is_line=is_line)
        return Written(
            *(
                tuple(pieces),
                beside.suffix,
                beside.country,
                beside.unknown,
                beside.junior,
                "",
                "",
                tuple(beside.unused),
            ),
            tuple(beside.doubts),
        )
    if text.startswith(HIDDEN):
        beside.doubts.append(Doubt(Reason.HIDDEN))
        text = text.removeprefix(HIDDEN)
    if FORMULA in text:
        return Written((), doubts=(Doubt(Reason.FORMULA),))
    text = _told_by_signs(text, beside)
    if text.lstrip()[:1] in _OPEN_BOXES:
        beside.doubts.append(Doubt(Reason.MAYBE, text.lstrip()[0]))
    text = without_bold(text.strip())
    text = without_bold(without_numbering(text) if is_line else text).strip()
    code, text = flag_of(text)
    if code:
        beside.country = country_code(code) or code
    text, had_contacts = without_contacts(text)
    if ":" in text and (codes := _EMOJI_CODE.findall(text)):
        beside.unused += codes
        text = _EMOJI_CODE.sub(" ", text)
    text, pictures = without_pictures(text)
    beside.unused += [pictures.strip("\ufe0f")] if pictures.strip("\ufe0f\u200d") else []
    text = (without_numbering(text) if is_line else text).strip()
    if found := _PLUS.search(text):
        beside.doubts.append(Doubt(Reason.PLUS, found[1]))
        text = text[: found.start()]
    text = _without_brackets(text, beside)
    if _FAMILY.match(text) or (_AND.search(text) and not _IN_A_SURNAME.search(text)):
        beside.doubts.append(Doubt(Reason.TWO_PEOPLE))
    pieces = _pieces(text, beside, is_line=is_line)
    return Written(
        tuple(pieces),
        beside.suffix,
        beside.country,
        beside.unknown,
        beside.junior,
        beside.number,
        "",
        tuple(beside.unused),
        tuple(dict.fromkeys(beside.doubts)),
        had_contacts,
    )


def _told_by_signs(text: str, beside: _Beside) -> str:
    """Return a text without the strokes and crosses that say that somebody is not coming, and without the frame of a chat's message."""
    if text.isascii() and "~" not in text and "[" not in text and ":" not in text:
        return text
    if found := _CHAT.match(text):
        beside.doubts.append(Doubt(Reason.CHAT))
        if (reason := word_apart(found[2])) is not None:
            beside.doubts.append(Doubt(reason, found[2].strip()))
        beside.unused.append(" ".join(found[2].split()))
        text = found[1]
    if any(sign in text for sign in _NOT_COMING):
        beside.doubts.append(Doubt(Reason.CANCELLED, next(sign for sign in text if sign in _NOT_COMING)))
        text = "".join(sign for sign in text if sign not in _NOT_COMING)
    if _STRUCK.search(text):
        beside.doubts.append(Doubt(Reason.STRUCK))
        text = _STRUCK.sub(lambda found: found[1] or found[2], text)
    if len(_STROKES.findall(text)) > 1:
        beside.doubts.append(Doubt(Reason.STRUCK))
        text = _STROKES.sub("", text)
    return text


def _without_brackets(text: str, beside: _Beside) -> str:
    """Return a text without brackets that say something beside the name; others stay, with a doubt."""
    if not any(sign in text for sign in "([{（【〔"):
        return text
    kept = []

    def taken(found: re.Match[str]) -> str:
        inside = found[1]
        parts = [part.strip() for part in re.split(r"[,;/]", inside)]
        if all(beside.takes(part, is_name_known=True, in_brackets=True) for part in parts):
            return " "
        if "," in inside or ";" in inside:  # a comma in brackets does not part the name
            beside.unused.append(inside)
            beside.doubts.append(Doubt(Reason.LEFT_OUT, inside))
            return " "
        kept.append(inside)
        return found[0]

    text = _BRACKETS.sub(taken, text)
    if kept:
        beside.doubts.append(Doubt(Reason.BRACKET, kept[0]))
    return " ".join(text.split()) if "\t" not in text else text


def _pieces(text: str, beside: _Beside, *, is_line: bool) -> list[str]:
    """Return the pieces of the name, parted by commas; everything else that stands between separators is put beside it."""
    pieces: list[str] = []
    for at, part in enumerate(_SEPARATORS.split(text)):
        if not part or part.isspace():
            continue
        part = part.rstrip(" :")
        head, *tails = (_tidy(each) for each in _DASH.split(f" {part} ")) if _MAY_PART.search(part) else (_tidy(part),)
        if is_line and not words_of(head) and tails:
            head, *tails = tails  # "6 – Zeta Six": the number went with the signs before
        named = bool(pieces) and (len(pieces) > 1 or " " in pieces[0])
        if head and not (at and beside.takes(head, is_name_known=named)):
            name = _without_titles(head, beside)
            if words_of(name):
                pieces.append(name)
            elif name:
                beside.unused.append(name)
        for tail in filter(None, tails):
            if not beside.takes(tail, is_name_known=True):
                beside.unused.append(tail)
                beside.doubts.append(Doubt(Reason.LEFT_OUT, tail))
    return pieces


def _without_titles(piece: str, beside: _Beside) -> str:
    """Return a piece of a name without titles in front of it, without a suffix or a number behind it; ``beside`` keeps them."""
    words = piece.replace("Dr.-Ing.", "Dr. Ing.").split()
    if piece.replace(" ", "").isalpha() and not any(map(_MARKING.__contains__, map(str.casefold, words))):
        return " ".join(words)
    while len(words) > 1 and "." in words[0] and not words[0].endswith(".") and is_title(words[0]):
        beside.unused.append(words.pop(0))
    while len(words) > 1 and bare(words[0]) in TITLES and (words[0].endswith(".") or len(words[0]) > 1):
        beside.unused.append(words.pop(0))
    while len(words) > 1 and (is_number(words[-1]) or is_amount(words[-1])):
        if len(words) == 2 and bare(words[0]) in {
            "player",
            "spieler",
            "spielerin",
            "joueur",
            "jugador",
            "speler",
        }:  # not said
            break
        if words[-1].startswith("?"):
            beside.doubts.append(Doubt(Reason.MAYBE, words[-1]))
        beside.unused.append(words.pop())
    if len(words) > 2 and words[-1].startswith("#") and words[-1][1:].isdigit():
        beside.number = beside.number or words.pop()[1:]
    if len(words) > 2 and bare(words[-1]) in {"jnr"}:  # not said
        beside.junior = True
        beside.doubts.append(Doubt(Reason.JUNIOR, words.pop()))
    if len(words) > 2 and (reason := word_apart(words[-1])) not in {None, Reason.SPECTATOR} and len(words[-1]) > 3:
        beside.doubts.append(Doubt(reason or Reason.MAYBE, words.pop()))
    if (
        len(words) == 1 and is_title(words[0]) and bare(words[0]) not in {"ing", "mag", "ma", "pan", "dame", "sir"}
    ):  # not said
        beside.unused.append(words.pop())
    return " ".join(words)


def _tidy(piece: str) -> str:
    """Return a piece without the quotation marks around it, single-spaced."""
    piece = " ".join(piece.split())
    if piece[:1].isalpha() and piece[-1:].isalpha():
        return piece
    found = _QUOTES.fullmatch(piece)
    return found[1].strip() if found else piece.strip('"')


def habits_of(all_written: Collection[Written]) -> Habits:
    """Return how most of these texts write names."""
    turned = sum(written.is_turned is True for written in all_written)
    places = sum(written.is_turned is None and bool(written.country) for written in all_written)
    unclear = sum(written.is_turned is None for written in all_written)
    bare_names = [
        written.pieces[0].split() for written in all_written if len(written.pieces) == 1 and not written.country
    ]
    coded = sum(
        len(words) >= _LEAST_WITH_CODE and is_code(words[-1]) and words[-1].isupper() and bool(country_code(words[-1]))
        for words in bare_names
    )
    return Habits(
        turned >= unclear and turned > 0, coded > 2 and coded * 5 >= 3 * len(bare_names), places > 1 and not turned
    )


def joined(first: Written, second: Written) -> Written:
    """Return what stands beside the name in either of two cells, with the pieces of the first."""
    return replace(
        first,
        suffix=first.suffix or second.suffix,
        country=first.country or second.country,
        unknown_country=first.unknown_country or second.unknown_country,
        is_junior=first.is_junior or second.is_junior,
        number=first.number or second.number,
        unused=(*first.unused, *second.unused),
        doubts=tuple(dict.fromkeys((*first.doubts, *second.doubts))),
        had_contacts=first.had_contacts or second.had_contacts,
    )
