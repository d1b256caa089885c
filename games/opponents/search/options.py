"""The options of a search: their places in its array."""

from __future__ import annotations

from typing import Final

from games.opponents.search.evaluation import FEATURES, KNOTS

#: How many purchases are looked at first (0: all at once), and how many more for each root of ten visits.
WIDTH: Final = 0
GROWTH: Final = 1
#: Whether a node's chances are counted by how often it was available, and whether worlds are shared.
COUNTS_AVAILABLE: Final = 2
SHARES_WORLDS: Final = 3
#: The weight of exploring, at the root and below it, in thousandths.
WEIGHT: Final = 4
WEIGHT_BELOW: Final = 5
#: What a result counts: whether the table's score instead of the cash, and the dollars that the winner gets more.
BY_SCORE: Final = 6
PRIZE: Final = 7
#: How a look ends, and after how many random turns it is evaluated: BOTH is the mean of an evaluation and of a playout.
ENDS: Final = 8
PLAYED_OUT, FORESEEN, BOTH = range(3)
TURNS: Final = 9
#: Whether hands are dealt as they are likely to be.
DEALS_LIKELY: Final = 10
#: Whether acts are compared by their averages over all looks.
AVERAGES: Final = 11
#: What was learned: the weights of the evaluation, then the odds of the dealing.
WEIGHTS: Final = 12
ODDS: Final = WEIGHTS + FEATURES * KNOTS
