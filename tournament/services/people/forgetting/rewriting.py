"""Whole names replaced in texts and JSON: pure functions, which know every spelling that the program writes.

A name is recognised whole, whatever its case, its accents' form of Unicode and the white space in it, also where JSON has escaped it;
"Anna Meyer" is not found in "Anna Meyer-Lang", nor in the name of somebody else that contains it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tournament.record.names import NameForm, name_key, parted, parts_of, shown_name

PSEUDONYM = "N.N.{number}"
"""The name of everybody who was forgotten, the same in every language, with the number of the entry. A log takes it as an ID too."""
_PSEUDONYM = re.compile(r"N\.N\.\d+")
_LETTER = r"[^\W_]"
_ESCAPE = r"(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4})"
_BEFORE = rf"(?:{_ESCAPE}|(?<!{_LETTER})(?<!{_LETTER}[-'’]))"
_AFTER = rf"(?!{_LETTER})(?!-{_LETTER})(?!['’](?!s\b){_LETTER})"
_UNDIVIDED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3100-\u312f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"
    r"|[\U00020000-\U0003ffff]"
)
"""Letters of scripts that write words without spaces between them."""


_BREAK = re.compile(r"\\[nrtbf]")
_WORD = re.compile(
    rf"{_BREAK.pattern}|(?:{_UNDIVIDED.pattern})|(?:\\u[0-9a-fA-F]{{4}}|(?!{_UNDIVIDED.pattern}){_LETTER})+"
)
"""A word of a text, also with letters that JSON has escaped; a letter of a script without spaces is one for itself."""
_ESCAPED = re.compile(r"\\u[0-9a-fA-F]{4}")


@dataclass(frozen=True, slots=True)
class _Variant:
    """One way to spell a name, and where in it its first word begins."""

    words: str
    offset: int


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
        self._is_any = bool(wanted)
        self._by_key: dict[str, str] = {}
        self._by_first: dict[str, list[_Variant]] = defaultdict(list)
        self._noted: set[str] = set()
        for words, pseudonym in wanted.items():
            for variant in _variants(words):
                self._by_key.setdefault(_key(variant), pseudonym)
                self._add(variant)
        for words in kept:
            key = _key(words)
            if key not in own and " " in key and any(each in key for each in own):
                for variant in _variants(words):
                    self._add(variant)
        for each in self._by_first.values():
            each.sort(key=lambda variant: (-len(variant.words), variant.words))

    def _add(self, variant: str) -> None:
        """Note a spelling by its first word, if it is not noted yet."""
        first = _first_word(variant)
        if first is not None and variant.lower() not in self._noted:
            self._noted.add(variant.lower())
            self._by_first[first[0].casefold()].append(_Variant(variant, first.start()))

    def __bool__(self) -> bool:
        """Return whether there is anything to replace."""
        return self._is_any

    def text(self, text: str) -> str:
        """Return the text with every name in it replaced; everything else stays as it is."""
        if not self._is_any or not text:
            return text
        parts, end = [], 0
        for start, word in _words(text):
            if start < end or word not in self._by_first:
                continue
            found = _PSEUDONYM.match(text, start) or self._name_at(text, start, word, end)
            if found is not None:
                parts += [text[end : found.start()], self._by_key.get(_key(found[0]), found[0])]
                end = found.end()
        return "".join((*parts, text[end:])) if parts else text

    def _name_at(self, text: str, at: int, word: str, end: int) -> re.Match[str] | None:
        """Return the longest spelling whose first word is the one at a place of the text, and which begins at ``end`` or later."""
        for variant in self._by_first[word]:
            start = at - variant.offset
            if start >= end and (found := _compiled(variant.words).match(text, start)):
                return found
        return None

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


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Give the place of every word of a text and the word, folded; of one with escaped signs also what follows each of them."""
    for word in _WORD.finditer(text):
        if _BREAK.fullmatch(word[0]):
            continue
        yield word.start(), word[0].casefold()
        if "\\" in word[0]:
            for sign in _ESCAPED.finditer(word[0]):
                if rest := word[0][sign.end() :]:
                    yield word.start() + sign.end(), rest.casefold()


def _first_word(words: str) -> re.Match[str] | None:
    """Return the first word of a spelling; None where there is none."""
    return next((word for word in _WORD.finditer(words) if not _BREAK.fullmatch(word[0])), None)


def _key(text: str) -> str:
    """Return a spelling as it is looked up: without case, and with one blank for white space."""
    return " ".join(text.split()).casefold()


@lru_cache(maxsize=16_384)
def _compiled(words: str) -> re.Pattern[str]:
    """Return the pattern that finds a spelling whole; a single word counts only as it is written, because it may mean something else."""
    parts = words.split()
    body = r"(?:\s|\\[nrt])+".join(map(re.escape, parts))
    before = "" if _UNDIVIDED.match(words[0]) or not re.match(_LETTER, words[0]) else _BEFORE
    after = _AFTER if re.match(_LETTER, words[-1]) and not _UNDIVIDED.match(words[-1]) else ""
    is_as_written = len(parts) == 1 and body.isascii()
    return re.compile(f"{before}{body}{after}", re.NOFLAG if is_as_written else re.IGNORECASE)
