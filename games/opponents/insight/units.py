"""What a decision is measured in. Nothing here has to be compiled, so pages may name it."""

from __future__ import annotations

from typing import Final

#: The player's final cash in dollars.
DOLLARS: Final = "dollars"
#: The player's percentage of the table with the winning bonus (R56, R57), in thousandths of a percent.
SCORE: Final = "score"
