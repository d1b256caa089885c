"""Address books (vCard 2.1, 3.0 and 4.0): a row for each card."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tournament.day.office.sources.texts import FileError, as_text
from wording import gettext as _

_BEGIN = re.compile(r"\s*BEGIN\s*:\s*VCARD\b", re.I)
_HEADINGS = {
    "name": "Name",  # not said
    "given": "Given name",  # not said
    "family": "Surname",  # not said
    "country": "Country",  # not said
    "mail": "E-mail",  # not said
}
_MARK = re.compile(r"\\([\\,;:nN])|([;])")


@dataclass(slots=True)
class Card:
    """What is taken from a card; of several lines of a kind the first counts."""

    name: str = ""
    given: str = ""
    family: str = ""
    country: str = ""
    mail: str = ""
    organisation: str = ""

    def note(self, kind: str, value: str) -> None:
        """Note one line of the card, by its kind and its value."""
        if kind == "FN":  # not said
            self.name = self.name or _fields(value, is_parted=False)[0]
        elif kind == "N" and not self.family + self.given:
            self.family, given, middle, *_rest = [*_fields(value), "", "", ""]
            self.given = f"{given} {middle}".strip()
        elif kind == "ADR":  # not said
            self.country = self.country or [*_fields(value), *[""] * 7][6]
        elif kind == "EMAIL":  # not said
            self.mail = self.mail or _fields(value.removeprefix("mailto:"), is_parted=False)[0]  # not said
        elif kind == "ORG":  # not said
            self.organisation = self.organisation or _fields(value)[0]

    def is_named(self) -> bool:
        """Whether the card names somebody; the full name may have to be put together."""
        self.name = self.name or f"{self.given} {self.family}".strip() or self.organisation
        return bool(self.name)


def is_cards(text: str) -> bool:
    """Whether a text is an address book."""
    return _BEGIN.match(text.lstrip("\ufeff")) is not None


def text_of_cards(name: str, text: str) -> str:
    """Return the cards of an address book as rows below headings; only headings that a card fills. Raises FileError."""
    cards = list(_cards(text))
    if not cards:
        raise FileError(_("“{name}” is an address book without names. Check that the right file was sent.", name=name))
    kinds = [kind for kind in _HEADINGS if any(getattr(card, kind) for card in cards)]
    return as_text([[_HEADINGS[kind] for kind in kinds], *([getattr(card, kind) for kind in kinds] for card in cards)])


def _cards(text: str) -> Iterator[Card]:
    """Yield the cards that name somebody."""
    card = Card()
    for line in _lines(text):
        key, is_found, value = _parted(line)
        words = key.upper().split(";")
        kind = words[0].rpartition(".")[2].strip()
        if not is_found:
            continue
        if kind in ("BEGIN", "END"):  # not said
            if card.is_named():
                yield card
            card = Card()
        else:
            card.note(kind, _plain(value, words[1:], key))
    if card.is_named():
        yield card  # a book that was cut off


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a book with their continuations: folded ones, and those of quoted-printable texts."""
    parts, is_quoted = list[str](), False
    for line in re.split(r"\r\n|\r|\n", text.lstrip("\ufeff")):
        if is_quoted and parts[-1].endswith("="):
            parts[-1] = parts[-1][:-1]
            parts.append(line)
        elif line[:1] in (" ", "\t") and parts:
            parts.append(line[1:])
        else:
            if parts:
                yield "".join(parts)
            parts, is_quoted = [line], "QUOTED-PRINTABLE" in line.partition(":")[0].upper()
    yield "".join(parts)


def _parted(line: str) -> tuple[str, bool, str]:
    """Return what a line is about, whether it is one at all, and its value; a colon within quotes parts nothing."""
    is_quoted = False
    for at, letter in enumerate(line):
        if letter == '"':
            is_quoted = not is_quoted
        elif letter == ":" and not is_quoted:
            return line[:at], True, line[at + 1 :]
    return line, False, ""


def _plain(value: str, words: list[str], key: str) -> str:
    """Return a value without its transfer encoding."""
    if not any(word in ("QUOTED-PRINTABLE", "ENCODING=QUOTED-PRINTABLE") for word in words):
        return value
    charset = re.search(r"CHARSET=\"?([\w.:-]+)", key, re.I)
    content = quopri.decodestring(value.encode("utf-8"))
    for encoding in (charset[1] if charset else "utf-8", "cp1252", "latin-1"):
        try:
            return content.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return value


def _fields(value: str, *, is_parted: bool = True) -> list[str]:
    """Return the fields of a value between its semicolons, without the marks that let a field have one."""
    fields = [""]
    at = 0
    for found in _MARK.finditer(value):
        fields[-1] += value[at : found.start()]
        at = found.end()
        if found[2] and is_parted:
            fields.append("")
        else:
            fields[-1] += {"n": " ", "N": " "}.get(found[1], found[1] or found[2])
    fields[-1] += value[at:]
    return [" ".join(field.split()) for field in fields]
