"""What a director chooses on the arrangement page, as a value and as the text that its button sends."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.draw.allocation import parse_sizes
from tournament.record.rulesets import LARGEST_TABLE, SMALLEST_TABLE
from tournament.record.vocabulary import RoundKind


@dataclass(frozen=True, slots=True)
class TableChoice:
    """Table sizes, and what departs from the rules where the director may choose it: the round's kind (R45), the top table's size (R42)."""

    sizes: tuple[int, ...]
    kind: RoundKind | None = None
    top_table: int | None = None

    @property
    def spelled(self) -> str:
        """The choice in one line: "4 4 3", "4 4 4 4|random", "5 5 5 4|swiss|5"."""
        parts = (" ".join(map(str, self.sizes)), self.kind.value if self.kind else "", str(self.top_table or ""))
        return "|".join(parts).rstrip("|")

    @classmethod
    def read(cls, text: str) -> TableChoice:
        """The choice that a button sent; AllocationError for sizes that are none. What else cannot be read is left to the rules."""
        sizes, kind, top = [*text.split("|"), "", ""][:3]
        is_size = top.isascii() and top.isdigit() and SMALLEST_TABLE <= int(top) <= LARGEST_TABLE
        return cls(
            parse_sizes(sizes), RoundKind(kind) if kind in set(RoundKind) else None, int(top) if is_size else None
        )
