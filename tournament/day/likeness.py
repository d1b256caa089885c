"""Names that may belong to one person: one letter apart (Smyth, Smith), words in another order, other accents, gaps or hyphens.

Mueller and Müller are two names, as far as identity goes, and may belong to one person.

Similar names are pointed out and never refused, since the reader knows the players. A difference of one letter counts as similar only in
words of four letters or more, since Ada and Ida are two people, and never in words with figures.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from tournament.record.event import EntryRecord
from tournament.record.names import loose_key, name_key
from tournament.record.vocabulary import PlayerId
from wording import gettext as _

SHORTEST_WORD = 4
"""The least number of letters of a word of which one may be missing."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name that is known already; ``where`` says where it is from: "number 3", "on line 7", "in Sample Cup 2025"."""

    name: str
    where: str

    @property
    def words(self) -> str:
        """Return a sentence that another name may belong to the same person."""
        return _("Possible duplicate of {name} ({where}).", name=self.name, where=self.where)


class KnownNames:
    """An index of known names by their possible spellings, so that a long list is compared quickly."""

    def __init__(self, known: Iterable[KnownName] = ()) -> None:
        """Add the known names to the index; more can be added later."""
        self._names: set[str] = set()
        self._by_key: dict[Hashable, list[KnownName]] = defaultdict(list)
        for each in known:
            self.add(each)

    def add(self, known: KnownName) -> None:
        """Add one more name."""
        self._names.add(name_key(known.name))
        for key in set(_keys(known.name)):
            self._by_key[key].append(known)

    def has(self, name: str) -> bool:
        """Return whether a name is known, without regard to accents and case."""
        return name_key(name) in self._names

    def like(self, name: str) -> tuple[KnownName, ...]:
        """Return every known name that may belong to the same person, each once; a name that is exactly the same is left out."""
        found = {known for key in _keys(name) for known in self._by_key.get(key, ()) if known.name != name}
        return tuple(sorted(found, key=lambda known: (known.where, known.name)))


def pairs_alike(entries: Iterable[EntryRecord]) -> tuple[tuple[EntryRecord, EntryRecord], ...]:
    """Return the entries that may be one person entered twice, each pair once in the order of numbers."""
    people = {entry.player: entry for entry in sorted(entries, key=lambda entry: entry.player)}
    pairs = _pairs_alike(tuple((player, entry.as_entered) for player, entry in people.items()))
    return tuple((people[one], people[other]) for one, other in pairs)


@lru_cache(maxsize=8)
def _pairs_alike(names: tuple[tuple[PlayerId, str], ...]) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """Return the pairs of numbers; the same names, compared with every saved row of results, are compared once."""
    known = KnownNames()
    pairs = []
    for player, name in names:
        pairs += [(PlayerId(int(alike.where)), player) for alike in known.like(name)]
        known.add(KnownName(name, str(player)))
    return tuple(sorted(pairs))


def _keys(name: str) -> Iterator[Hashable]:
    """Give what two names that may belong to one person have in common: the letters, the words, or all words but for one letter."""
    words = name_key(name).split()
    if letters := loose_key(name):
        yield letters
    yield tuple(sorted(words))
    for at, word in enumerate(words):
        rest = tuple(sorted(words[:at] + words[at + 1 :]))
        for variant in without_a_letter(word):
            yield rest, variant


@lru_cache(maxsize=8192)
def without_a_letter(word: str) -> frozenset[str]:
    """Return a word and its forms without one letter; two words that differ by one letter share one of these."""
    if len(word) < SHORTEST_WORD or not word.isalpha():
        return frozenset([word])
    return frozenset([word, *(word[:at] + word[at + 1 :] for at in range(len(word)))])
