"""The code of a game in an address: eight letters of those in which codes are written, so no page of anything else is taken for one."""

from __future__ import annotations

from tournament.record.gaming import CODE_LENGTH
from tournament.record.letin import LETTERS


class GameCode:
    """A part of an address that may be the code of a game."""

    regex = f"[{LETTERS}]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """The code as it stands in the address."""
        return value

    def to_url(self, value: str) -> str:
        """The code as it stands in the row."""
        return value
