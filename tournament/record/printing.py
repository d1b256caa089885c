"""A printed sheet as a value: what one lists, part by part, and what is kept of one that was printed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class Sides(StrEnum):
    """Whether the hall prints on one side of the paper or on both, turned over the long edge."""

    ONE = "1"
    TWO = "2"


def mark_of_part(value: Any) -> str:
    """The fingerprint of a part: equal where what is set of it is equal."""
    return hashlib.blake2b(repr(value).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Contents:
    """What one sheet lists: its name, the round it is of (None for one of the event), and the fingerprint of each part.

    ``is_whole`` where no stretch of tables was chosen.
    """

    sheet: str
    round: int | None
    parts: Mapping[str, str]
    is_whole: bool

    @property
    def fingerprint(self) -> str:
        """The fingerprint of all of it."""
        return mark_of_part(sorted(self.parts.items()))


@dataclass(frozen=True, slots=True)
class Printed:
    """A sheet as it was printed: when, by whom, at which version of the event, and the fingerprints of what it listed."""

    sheet: str
    round: int | None
    printed_at: datetime
    by: str
    version: int
    parts: Mapping[str, str]
    is_whole: bool
