"""Long lists in sentences: the first words of a list, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence

from wording import ngettext
from wording.figures import in_a_row, listed


def listed_some(words: Sequence[str], most: int) -> str:
    """Return words as `listed`; of more than ``most`` only the first ones, and how many more there are."""
    if len(words) <= most:
        return listed(words)
    return ngettext("{names} and {n} more", "{names} and {n} more", len(words) - most, names=in_a_row(words[:most]))
