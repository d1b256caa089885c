"""Address books (vCard 2.1, 3.0 and 4.0): a row for each card."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator

from tournament.day.office.sources.texts import FileError, as_text
from wording import gettext as _

_BEGIN = re.compile(r"\s*BEGIN\s*:\s*VCARD\b", re.I)
_HEADINGS = ("Name", "Given name", "Surname", "Country", "E-mail")  # not said
_MARK = re.compile(r"\\([\\,;:nN])|([;])")

Card = dict[str, str]


def is_cards(text: str) -> bool:
    """Whether a text is an address book."""
    return _BEGIN.match(text.lstrip("\ufeff")) is not None


def text_of_cards(name: str, text: str) -> str:
    """Return the cards of an address book as rows below headings; only headings that a card fills. Raises FileError."""
    cards = list(_cards(text))
    if not cards:
        raise FileError(_("“{name}” is an address book without names. Check that the right file was sent.", name=name))
    headings = [heading for heading in _HEADINGS if any(card.get(heading) for card in cards)]
    return as_text([headings, *([card.get(heading, "") for heading in headings] for card in cards)])


def _cards(text: str) -> Iterator[Card]:
    """Yield the cards that name somebody."""
    card = Card()
    for line in _lines(text):
        key, is_found, value = _parted(line)
        words = key.upper().split(";")
        kind = words[0].rpartition(".")[2].strip()
        if not is_found:
            continue
        if kind == "BEGIN":  # not said
            card = Card()
        elif kind == "END":  # not said
            if card := _whole(card):
                yield card
            card = Card()
        else:
            _note(card, kind, _plain(value, words[1:], key))
    if card := _whole(card):
        yield card  # a book that was cut off


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a book with their continuations: folded ones, and those of quoted-printable texts."""
    whole = ""
    for line in re.split(r"\r\n|\r|\n", text.lstrip("\ufeff")):
        is_soft = whole.endswith("=") and "QUOTED-PRINTABLE" in whole.partition(":")[0].upper()
        if is_soft:
            whole = whole[:-1] + line
        elif line[:1] in (" ", "\t") and whole:
            whole += line[1:]
        else:
            if whole:
                yield whole
            whole = line
    if whole:
        yield whole


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


def _note(card: Card, kind: str, value: str) -> None:
    """Note one line of a card; of several alike the first counts."""
    if kind == "FN":  # not said
        card.setdefault("Name", _fields(value, parted=False)[0])
    elif kind == "N" and "Surname" not in card:
        family, given, middle, *_rest = [*_fields(value), "", "", ""]
        card["Surname"], card["Given name"] = family, " ".join(f"{given} {middle}".split())
    elif kind == "ADR":  # not said
        country = ([*_fields(value), *[""] * 7])[6]
        if country:
            card.setdefault("Country", country)
    elif kind == "EMAIL":  # not said
        card.setdefault("E-mail", _fields(value.removeprefix("mailto:"), parted=False)[0])
    elif kind == "ORG":  # not said
        card.setdefault("Organisation", _fields(value)[0])  # not said


def _fields(value: str, *, parted: bool = True) -> list[str]:
    """Return the fields of a value between its semicolons, without the marks that let a field have one."""
    fields = [""]
    at = 0
    for found in _MARK.finditer(value):
        fields[-1] += value[at : found.start()]
        at = found.end()
        if found[2] and parted:
            fields.append("")
        else:
            fields[-1] += {"n": " ", "N": " "}.get(found[1], found[1] or found[2])
    fields[-1] += value[at:]
    return [" ".join(field.split()) for field in fields]


def _whole(card: Card) -> Card:
    """Return a card with its name, which may have to be put together; an empty one if it names nobody."""
    name = " ".join(f"{card.get('Given name', '')} {card.get('Surname', '')}".split())
    card["Name"] = card.get("Name") or name or card.get("Organisation", "")
    return card if card["Name"] else Card()
