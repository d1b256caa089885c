"""Where the options of a search stand in their array."""

from __future__ import annotations

from typing import Final

from games.opponents.search.foresight import BASES, KNOTS

#: How many purchases are looked at first (0: all at once), and how many more for each root of ten visits.
WIDTH: Final = 0
GROWTH: Final = 1
#: Whether a node's chances are counted by how often it was available, and whether worlds are shared.
COUNTS_AVAILABLE: Final = 2
SHARES_WORLDS: Final = 3
#: The weight of what was seldom tried, at the root and below it, in thousandths.
WEIGHT: Final = 4
WEIGHT_BELOW: Final = 5
#: What everybody is to have: whether the table's score instead of the cash, and how many dollars more the winner.
BY_SCORE: Final = 6
PRIZE: Final = 7
#: How a look ends, and after how many turns at random it is foreseen: what was foreseen and what was played out in equal parts with BOTH.
ENDS: Final = 8
PLAYED_OUT, FORESEEN, BOTH = range(3)
TURNS: Final = 9
#: Whether tiles lie in hands as they are likely to.
DEALS_LIKELY: Final = 10
#: Whether acts are known by their averages over all looks.
AVERAGES: Final = 11
#: What was learned: the weights by which is foreseen, then the odds by which is dealt.
WEIGHTS: Final = 12
ODDS: Final = WEIGHTS + BASES * KNOTS
