"""What a list as a whole leaves open, for its director to answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wording import gettext as _
from wording import gettext_noop


class Question(StrEnum):
    """What the list as a whole leaves open; the value is a sentence for `gettext` with {columns}."""

    ORDER = gettext_noop("Which column is the surname? {columns}")
    WHAT_IS = gettext_noop("What is in {columns}? It is not used until you say so.")
    SURNAMES = gettext_noop("Are these surnames or countries? {columns}")
    HEADINGS = gettext_noop("The first line is taken for column headings: {columns}")
    MISFIT = gettext_noop("The headings do not match their columns. Check what each column holds: {columns}")
    MIXED = gettext_noop(
        "Not every line seems to be a player: some look like times, addresses, or parts of a page. Select only the players."
    )
    BLOCKS = gettext_noop("Each block of lines was read as one person, as in addresses.")
    GAMES = gettext_noop("Other games are in the list too: {columns}. Only lines with Acquire are selected.")
    SHEET = gettext_noop("The list has several sheets; this one is read: {columns}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about the list, and what it is about."""

    question: Question
    about: str

    @property
    def words(self) -> str:
        """The sentence for a page."""
        return _(self.question.value, columns=self.about)
