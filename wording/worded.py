"""Enumerations whose members know their words, so that a kind of thing has one table of words: itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from wording import gettext as _


class Worded(StrEnum):
    """A member is its stored value, its words, and how a form offers it; both are sentences for the catalogue, or empty."""

    _value_: str
    said: str
    offer: str

    def __new__(cls, value: str, said: str = "", offer: str = "") -> Self:
        """Make a member; ``said`` and ``offer`` are marked with ``gettext_noop``."""
        member = str.__new__(cls, value)
        member._value_, member.said, member.offer = value, said, offer
        return member

    @property
    def words(self) -> str:
        """The member as a person reads it."""
        return _(self.said)

    @property
    def offered(self) -> str:
        """The member as a form offers it: in words of its own, else as it is read."""
        return _(self.offer or self.said)
