"""A name put together from its pieces, by what the text itself and the rest of the list say about their order.

"Eins, Alpha" and "Alpha Eins, London" cannot be told apart alone: what a comma means is a habit of the whole list (`Habits`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from tournament.day.lists.lines import Doubt, Reason
from tournament.day.lists.signs import PARTICLES, is_code, is_rank, name_key_without_points
from tournament.day.office.countries import country_code

_LEAST_WITH_CODE = 3
"""The least number of words of a name behind which a code of a country may stand without anything between."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a list writes names: whether a comma parts surname and given name, capitals are the surname.

    Where ``has_parts`` the list has columns of their own for given name and surname, and what is a whole name all the same stays one.
    Where it ``has_country``, a code of a country behind a name is part of it.
    """

    surname_first: bool = True
    capitals_first: bool = False
    first_word_is_surname: bool = False
    comma_turns: bool = False
    has_parts: bool = False
    has_country: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A name put together; ``given`` and ``family`` are empty where nothing tells them apart."""

    name: str = ""
    given: str = ""
    family: str = ""
    country: str = ""
    unused: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass(slots=True)
class Written:
    """What a name holds: its pieces in their order, parted by commas, or its parts from cells of their own, and what stands beside it.

    It is filled while its text is read, and not changed any more after that.
    """

    pieces: list[str] = field(default_factory=list)
    given: str = ""
    family: str = ""
    suffix: str = ""
    country: str = ""
    unknown_country: str = ""
    is_junior: bool = False
    number: str = ""
    unused: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    had_contacts: bool = False

    @property
    def is_turned(self) -> bool | None:
        """Whether a comma plainly parts surname and given name; None if only the rest of the list can say; False without a comma."""
        match self.pieces:
            case [first, second]:
                words = first.split()
                is_surname = (
                    len(words) == 1
                    or name_key_without_points(words[0]) in PARTICLES
                    or (first.isupper() and not second.isupper())
                )
                return True if is_surname else None
            case [_, _, *_]:
                return None
            case _:
                return False

    def named(self, habits: Habits) -> Named:
        """Return the name with its parts, as far as the text and the habits of its list tell them."""
        turned, doubts = self._order(habits)
        if turned:
            family, given, *rest = self.pieces
            doubts += [Doubt(Reason.LEFT_OUT, ", ".join(rest))] if rest else []
            given, country, doubt = self._without_code(given, habits, least=2)
            doubts += doubt
            name = f"{given} {family}"
        else:
            whole, *rest = self.pieces or [""]
            given = family = ""
            name, country, doubt = self._without_code(whole, habits)
            doubts += doubt
            parts = name.split()
            first = 0 if habits.has_parts else _capitals_first(name) * habits.capitals_first
            last = 0 if habits.has_parts or first else _capitals_first(" ".join(reversed(parts)))
            if not first and not last and habits.first_word_is_surname and len(parts) > 1:
                first = _surname_in_front(parts)
                if first > 2 and parts[1].islower():  # "Von der" has its capital from the beginning of the cell
                    parts[0] = parts[0].lower()
                if len(parts) > first + 1:  # of more words nobody knows where the surname ends
                    doubts.append(Doubt(Reason.ORDER))
            if first:
                family, given = " ".join(parts[:first]), " ".join(parts[first:])
                name = f"{given} {family}"
            elif last:
                family, given = " ".join(parts[-last:]), " ".join(parts[:-last])
        if self.suffix and name:
            name, family = f"{name} {self.suffix}", f"{family} {self.suffix}" if family else ""
        return Named(name, given, family, country, (*self.unused, *rest), (*self.doubts, *doubts))

    def _order(self, habits: Habits) -> tuple[bool, list[Doubt]]:
        """Return whether the first piece is the surname and the second the given name, and the doubts about that."""
        if self.is_turned is not None:
            return self.is_turned, []
        first, second, *more = self.pieces
        if len(first.split()) == 1:
            return True, []
        if habits.comma_turns and not more:
            return True, []
        if more or not habits.surname_first:
            return False, [Doubt(Reason.LEFT_OUT, ", ".join(self.pieces[1:]))]
        is_name = sum(len(word.strip(".")) > 1 for word in second.split()) > 1
        return True, [Doubt(Reason.TWO_PEOPLE)] if is_name else []

    def _without_code(self, name: str, habits: Habits, least: int = _LEAST_WITH_CODE) -> tuple[str, str, list[Doubt]]:
        """Return a name without the code of a country behind it, the country, and a doubt, since surnames of two capitals are common."""
        words = name.split()
        is_read = habits.has_country or self.country or self.unknown_country
        if is_read or len(words) < least or not _ends_in_code(words) or " ".join(words[:-1]).isupper():
            return name, self.country, []
        kept = words[:-1]
        while len(kept) > 2 and is_rank(kept[-1]):  # two words are a name
            kept.pop()
        # Behind a rank stands no surname.
        doubts = [Doubt(Reason.COUNTRY, words[-1])] if len(kept) == len(words) - 1 else []
        return " ".join(kept), country_code(words[-1]) or "", doubts


def _ends_in_code(words: list[str]) -> bool:
    """Return whether the last of several words is the code of a country in capitals."""
    return words[-1].isupper() and is_code(words[-1]) and bool(country_code(words[-1]))


def _capitals_first(name: str) -> int:
    """Return how many words in capitals a name begins with, where words in other letters follow; 0 for any other name."""
    parts = name.split()
    first = next((at for at, word in enumerate(parts) if not (word.isupper() and len(word.strip(".")) > 1)), len(parts))
    return first if first < len(parts) and not any(word.isupper() and len(word) > 2 for word in parts[first:]) else 0


def _surname_in_front(parts: list[str]) -> int:
    """Return how many words in front are the surname: one, with the small words before it."""
    small = next((at for at, word in enumerate(parts) if name_key_without_points(word) not in PARTICLES), 0)
    return min(small + 1, len(parts) - 1)


def habits_of(all_written: Collection[Written]) -> Habits:
    """Return how most of these texts write names."""
    turned = sum(written.is_turned is True for written in all_written)
    unclear = [written for written in all_written if written.is_turned is None]
    whole = [written.pieces[0] for written in all_written if len(written.pieces) == 1]
    capitals = sum(map(bool, map(_capitals_first, whole)))
    return Habits(
        capitals_first=capitals > 1 and capitals * 5 >= 3 * len(whole),
        surname_first=turned >= max(len(unclear), 1),
    )
