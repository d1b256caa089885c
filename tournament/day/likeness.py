"""Names that may belong to one person: one letter apart (Smyth, Smith), words in another order, other accents, gaps or hyphens.

Mueller and Müller are two names, as far as identity goes, and may belong to one person.

Similar names are pointed out and never refused, since the reader knows the players. A difference of one letter counts as similar only in
words of four letters or more, since Ada and Ida are two people, and never in words with figures.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tournament.record.event import EntryRecord
from tournament.record.names import letters_key, loose_key, name_key
from tournament.record.vocabulary import PlayerId
from wording import gettext as _
from wording import gettext_noop

SHORTEST_WORD = 4
"""The least number of letters of a word for which a difference of one letter counts as similar."""


class Likeness(StrEnum):
    """How two names are similar; the value is the phrase for it, `words` the same in the reader's language."""

    SPELLING = gettext_noop("the same letters")
    ORDER = gettext_noop("the same words in another order")
    PAIR = gettext_noop("ä, ö, ü, å or the like spelled with two letters")
    LETTER = gettext_noop("one letter differs")

    @property
    def words(self) -> str:
        """The phrase for a sentence."""
        return _(self.value)


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name that is known already; ``where`` says where it is from: "number 3", "on line 7", "in Sample Cup 2025"."""

    name: str
    where: str


@dataclass(frozen=True, slots=True)
class Alike:
    """A name and a known name that may belong to the same person."""

    name: str
    known: KnownName
    likeness: Likeness

    @property
    def words(self) -> str:
        """Return a sentence that the two names may belong to one person."""
        return _(
            "Possible duplicate of {name} ({where}): {likeness}.",
            name=self.known.name,
            where=self.known.where,
            likeness=self.likeness.words,
        )


class KnownNames:
    """An index of known names by their possible spellings, so that a long list is compared quickly."""

    def __init__(self, known: Iterable[KnownName] = ()) -> None:
        """Add the known names to the index; more can be added later."""
        self._keys: set[str] = set()
        self._by_letters: dict[str, list[KnownName]] = defaultdict(list)
        self._by_pairs: dict[str, list[KnownName]] = defaultdict(list)
        self._by_words: dict[tuple[str, ...], list[KnownName]] = defaultdict(list)
        self._by_word: dict[tuple[tuple[str, ...], str], list[KnownName]] = defaultdict(list)
        for each in known:
            self.add(each)

    def add(self, known: KnownName) -> None:
        """Add one more name."""
        key = name_key(known.name)
        words = key.split()
        self._keys.add(key)
        self._by_letters[letters_key(known.name)].append(known)
        self._by_pairs[loose_key(known.name)].append(known)
        self._by_words[tuple(sorted(words))].append(known)
        for rest, word in _without_each(words):
            for variant in _variants(word):
                self._by_word[rest, variant].append(known)

    def has(self, name: str) -> bool:
        """Return whether a name is known, without regard to accents and case."""
        return name_key(name) in self._keys

    def like(self, name: str) -> tuple[Alike, ...]:
        """Return every known name that may belong to the same person, each once; a name that is exactly the same is left out."""
        if not self._keys:
            return ()
        words, letters = name_key(name).split(), letters_key(name)
        alike = self._by_letters.get(letters, ()) if letters else ()
        found = {known: Likeness.SPELLING for known in alike if known.name != name}
        for known in self._by_pairs.get(loose_key(name), ()) if letters else ():
            if known.name != name:
                found.setdefault(known, Likeness.PAIR)
        for known in self._by_words.get(tuple(sorted(words)), ()):
            if name_key(known.name) != " ".join(words):
                found.setdefault(known, Likeness.ORDER)
        for rest, word in _without_each(words):
            near = {known for variant in _variants(word) for known in self._by_word.get((rest, variant), ())}
            for known in near:
                if any(is_one_letter_apart(word, other) for end, other in _parts(known) if end == rest):
                    found.setdefault(known, Likeness.LETTER)
        return tuple(
            Alike(name, known, found[known]) for known in sorted(found, key=lambda each: (each.where, each.name))
        )


def pairs_alike(entries: Iterable[EntryRecord]) -> tuple[tuple[EntryRecord, EntryRecord, Likeness], ...]:
    """Return the entries that may be one person entered twice, each pair once in the order of numbers."""
    people = {entry.player: entry for entry in sorted(entries, key=lambda entry: entry.player)}
    pairs = _pairs_alike(tuple((player, entry.as_entered) for player, entry in people.items()))
    return tuple((people[one], people[other], likeness) for one, other, likeness in pairs)


@lru_cache(maxsize=8)
def _pairs_alike(names: tuple[tuple[PlayerId, str], ...]) -> tuple[tuple[PlayerId, PlayerId, Likeness], ...]:
    """Return the pairs of numbers; the same names, compared with every saved row of results, are compared once."""
    known = KnownNames()
    pairs = []
    for player, name in names:
        pairs += [(PlayerId(int(alike.known.where)), player, alike.likeness) for alike in known.like(name)]
        known.add(KnownName(name, str(player)))
    return tuple(sorted(pairs))


def is_one_letter_apart(one: str, other: str) -> bool:
    """Return whether two words differ by one letter added, dropped, changed or swapped; false for figures and short words."""
    if one == other or max(len(one), len(other)) < SHORTEST_WORD or not (one.isalpha() and other.isalpha()):
        return False
    short, long = sorted((one, other), key=len)
    start = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(long) > len(short):
        return short[start:] == long[start + 1 :]
    swapped = short[start + 1 : start + 2] + short[start : start + 1] == long[start : start + 2]
    return short[start + 1 :] == long[start + 1 :] or (swapped and short[start + 2 :] == long[start + 2 :])


def _parts(known: KnownName) -> Iterator[tuple[tuple[str, ...], str]]:
    """Return `_without_each` for the words of a known name."""
    return _without_each(name_key(known.name).split())


def _without_each(words: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield for each word the other words, sorted, and the word itself."""
    for at, word in enumerate(words):
        yield tuple(sorted(words[:at] + words[at + 1 :])), word


@lru_cache(maxsize=8192)
def _variants(word: str) -> frozenset[str]:
    """Return a word and its forms without one letter; two words that differ by one letter share one of these."""
    if not word.isalpha():
        return frozenset()
    return frozenset([word, *(word[:at] + word[at + 1 :] for at in range(len(word)))])
