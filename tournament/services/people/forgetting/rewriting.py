"""Whole names replaced in texts and JSON: pure functions, which know every spelling that the program writes.

A name is recognised whole, whatever its case, its accents' form of Unicode and the white space in it, also where JSON has escaped it;
"Anna Meyer" is not found in "Anna Meyer-Lang", nor in the name of somebody else that contains it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournament.record.names import NameForm, name_key, parted, parts_of, shown_name

PSEUDONYM = "N.N.{number}"
"""The name of everybody who was forgotten, the same in every language, with the number of the entry. A log takes it as an ID too."""
_PSEUDONYM = re.compile(r"N\.N\.\d+")
_OR = "|"
_LETTER = r"[^\W_]"
_ESCAPE = r"(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4})"
_BEFORE = rf"(?:{_ESCAPE}|(?<!{_LETTER})(?<!{_LETTER}[-'’]))"
_AFTER = rf"(?!{_LETTER})(?!-{_LETTER})(?!['’](?!s\b){_LETTER})"
_UNDIVIDED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3100-\u312f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"
    r"|[\U00020000-\U0003ffff]"
)
"""Letters of scripts that write words without spaces between them."""


def pseudonym_of(number: int) -> str:
    """Return the pseudonym of the entry with that number."""
    return PSEUDONYM.format(number=number)


def is_pseudonym(name: str) -> bool:
    """Return whether a name is the pseudonym of somebody who was forgotten."""
    return _PSEUDONYM.fullmatch(name) is not None


def spellings(name: str, given_name: str = "", family_name: str = "") -> frozenset[str]:
    """Return every whole spelling of a name that the program writes, by its parts as an entrant list had them.

    As it was entered; in both forms of an event; given name and surname in either order; first name and initial. A part alone is none,
    and a spelling without a letter, such as a number, is none either.
    """
    person, (given, family) = parted(name, given_name, family_name), parts_of(name, given_name, family_name)
    found = {name, *(person.said(form) for form in NameForm)}
    for first, last in ((person.given, person.surname), (given, family)):
        if first and last:
            found |= {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
    short = shown_name(name, given_name, family_name)
    if " " in short:
        found.add(short)
    return frozenset(words for each in found if any(map(str.isalpha, words := " ".join(each.split()))))


def words_of(name: str, given_name: str = "", family_name: str = "") -> frozenset[str]:
    """Return the single words of a name that could stand for it in a text: given names and surnames of three letters or more."""
    return frozenset(
        word for each in (name, given_name, family_name) for word in re.findall(rf"{_LETTER}+", each) if len(word) > 2
    )


class Rewriting:
    """A table of names and what takes their place; the same for every text and value of an event."""

    def __init__(
        self, pseudonyms: Mapping[str, str], kept: Iterable[str] = (), codes: Iterable[str] = frozenset()
    ) -> None:
        """Store which pseudonym takes the place of each spelling.

        ``kept`` are names of others, which stay where a spelling is only a part of them; ``codes`` are values that are no words of people:
        a text in JSON that is one of them stays.
        """
        self._codes = frozenset(codes)
        wanted = {words: pseudonym for words, pseudonym in pseudonyms.items() if words and not is_pseudonym(words)}
        own = {_key(words) for words in wanted}
        self._by_key: dict[str, str] = {}
        patterns: set[str] = {_PSEUDONYM.pattern}
        for words, pseudonym in wanted.items():
            for variant in _variants(words):
                self._by_key.setdefault(_key(variant), pseudonym)
                patterns.add(_pattern(variant))
        for words in kept:
            if words and _key(words) not in own and " " in words:
                patterns |= {_pattern(variant) for variant in _variants(words)}
        ordered = sorted(patterns, key=lambda pattern: (-len(pattern), pattern))
        self._found = re.compile(_OR.join(ordered), re.IGNORECASE) if wanted else None

    def __bool__(self) -> bool:
        """Return whether there is anything to replace."""
        return self._found is not None

    def text(self, text: str) -> str:
        """Return the text with every name in it replaced; everything else stays as it is."""
        if self._found is None or not text:
            return text
        return self._found.sub(self._replaced, text)

    def value(self, value: Any) -> Any:
        """Return a value of JSON with the names in its texts and keys replaced; the same object where there are none."""
        if isinstance(value, str):
            return value if value in self._codes else self.text(value)
        if isinstance(value, list):
            items = [self.value(each) for each in value]
            return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        if isinstance(value, dict):
            pairs = {self._key_of(key): self.value(each) for key, each in value.items()}
            same = list(pairs) == list(value) and all(pairs[key] is each for key, each in value.items())
            return value if same else pairs
        return value

    def _key_of(self, key: str) -> str:
        return key if key in self._codes else self.text(key)

    def _replaced(self, found: re.Match[str]) -> str:
        return self._by_key.get(_key(found[0]), found[0])


def rewritten(value: Any, names: Iterable[str], pseudonym: str) -> Any:
    """Return a text or a value of JSON in which this pseudonym stands for each of the names; nothing else changes."""
    return Rewriting(dict.fromkeys(names, pseudonym)).value(value)


def _variants(words: str) -> Iterator[str]:
    """Give one spelling in all ways in which a text may have it, beside its case and white space; one word only as it is written."""
    plain = {words, words.upper(), words.lower(), words.casefold(), name_key(words)} if " " in words else {words}
    plain |= {unicodedata.normalize(form, each) for form in ("NFC", "NFD") for each in tuple(plain)}
    plain |= {each.replace("'", "’") for each in plain} | {each.replace("’", "'") for each in plain}
    for each in plain:
        yield each
        for is_ascii in (True, False):
            escaped = json.dumps(each, ensure_ascii=is_ascii)[1:-1]
            if escaped != each:
                yield escaped


def _key(text: str) -> str:
    """Return a spelling as it is looked up: without case, and with one blank for white space."""
    return " ".join(text.split()).casefold()


def _pattern(words: str) -> str:
    """Return the pattern that finds a spelling whole; a single word counts only as it is written, because it may mean something else."""
    parts = words.split()
    body = r"(?:\s|\\[nrt])+".join(map(re.escape, parts))
    if len(parts) == 1 and body.isascii():
        body = f"(?-i:{body})"
    before = "" if _UNDIVIDED.match(words[0]) else _BEFORE
    after = "" if _UNDIVIDED.match(words[-1]) else _AFTER if re.match(_LETTER, words[-1]) else ""
    if not re.match(_LETTER, words[0]):
        before = ""
    return f"{before}{body}{after}"
