"""Sentences that are written when they are read, in the language that is spoken then.

The judge makes many findings of which few are shown, and a replay is kept for readers of all languages. So an error or a finding holds
a `Sentence`, the message with its values, and `str` writes it::

    from games.sentences import gettext_lazy as _
    found = _("{player} cannot draw {tile}: it is not in the bag.", player="Ann", tile="4C")

Where this package stands alone, without the catalogue, sentences are English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

try:
    from wording import gettext as gettext
    from wording import gettext_noop as gettext_noop
    from wording import ngettext as ngettext
    from wording.figures import listed, listed_or
except ModuleNotFoundError:  # only `games` is installed

    def gettext(message: str, /, **values: object) -> str:
        """Return the English sentence with its values."""
        return message.format_map(values) if values else message

    def ngettext(singular: str, plural: str, number: int, /, **values: object) -> str:
        """Return the English sentence for a count."""
        return gettext(singular if number == 1 else plural, **{"n": f"{number:,}", **values})

    def gettext_noop(message: str) -> str:
        """Return a constant sentence as it is."""
        return message

    def _in_a_row(words: Iterable[object], last: str) -> str:
        *others, end = list(map(str, words)) or [""]
        return f"{', '.join(others)} {last} {end}" if others else end

    def listed(words: Iterable[object]) -> str:
        """Return words as "A, B and C"."""
        return _in_a_row(words, "and")

    def listed_or(words: Iterable[object]) -> str:
        """Return words as "A, B or C"."""
        return _in_a_row(words, "or")


Figure: TypeAlias = Callable[[int | Fraction], str]
"""How numbers are written on a page; without one they are plain digits."""

PLAIN = frozenset({"line", "other_line", "column", "number", "turn", "first_turn", "last_turn", "statement", "event"})
"""The values that are plain digits everywhere: what counts lines and turns is no amount."""


@dataclass(slots=True)
class Sentence:
    """A message with its values; ``plural`` and ``number`` are those of a sentence about a count."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    number: int = 0

    def __str__(self) -> str:
        return self.written()

    def __hash__(self) -> int:
        return hash((self.message, self.number))

    def written(self, figure: Figure | None = None) -> str:
        """Return the sentence in the reader's language; ``figure`` writes its numbers."""
        values = (
            {name: _value_text(name, value, figure) for name, value in self.values.items()} if figure else self.values
        )
        if self.plural:
            return ngettext(self.message, self.plural, self.number, **values)
        return gettext(self.message, **values)


@dataclass(slots=True)
class Listed:
    """Words that a sentence lists: "A, B and C", or with ``is_choice`` "A, B or C"."""

    words: tuple[object, ...]
    is_choice: bool = False

    def __str__(self) -> str:
        return self.written()

    def __hash__(self) -> int:
        return hash(self.words)

    def written(self, figure: Figure | None = None) -> str:
        """Return the list in the reader's language; ``figure`` writes its numbers."""
        words = [_value_text("", word, figure) for word in self.words] if figure else self.words
        return listed_or(words) if self.is_choice else listed(words)


Said: TypeAlias = "str | Sentence | Listed"
"""What a finding or an error says: a sentence, or words that are the same in every language, such as those of a log."""


def _value_text(name: str, value: object, figure: Figure | None) -> object:
    """Return a value of a sentence as ``figure`` writes it."""
    if isinstance(value, (Sentence, Listed)):
        return value.written(figure)
    if figure and isinstance(value, (int, Fraction)) and not isinstance(value, bool) and name not in PLAIN:
        return figure(value)
    return value


def said_text(said: Said, figure: Figure | None = None) -> str:
    """Return what is said in the reader's language; ``figure`` writes its numbers."""
    return said if isinstance(said, str) else said.written(figure)


def gettext_lazy(message: str, /, **values: object) -> Sentence:
    """Return a sentence that is written when it is read."""
    return Sentence(message, values)


def ngettext_lazy(singular: str, plural: str, number: int, /, **values: object) -> Sentence:
    """Return the sentence for a count, which is written when it is read; ``{n}`` is the count."""
    return Sentence(singular, values, plural, number)


def all_of(words: Iterable[object]) -> Listed:
    """Return words as a list that ends with "and"."""
    return Listed(tuple(words))


def any_of(words: Iterable[object]) -> Listed:
    """Return words as a list that ends with "or"."""
    return Listed(tuple(words), is_choice=True)
