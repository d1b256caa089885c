"""The options of a search: their indices in the array of numbers that `Method.options` makes."""

from __future__ import annotations

from typing import Final

from games.opponents.search.evaluation import FEATURES, KNOTS

#: How many purchases are looked at first (0: all at once), and the factor of the square root of visits / 10 by which they grow.
WIDTH: Final = 0
GROWTH: Final = 1
#: Whether the confidence of a node counts how often it was available instead of the visits of its parent; whether looks share worlds.
COUNTS_AVAILABLE: Final = 2
SHARES_WORLDS: Final = 3
#: The weight of exploring, at the root and below it, in thousandths.
WEIGHT: Final = 4
WEIGHT_BELOW: Final = 5
#: The dollars that are added to the cash of the winner.
PRIZE: Final = 6
#: How a look ends: played out at random to the end of the game, evaluated (FORESEEN), or the mean of both. TURNS: after how many random
#: turns it is evaluated.
ENDS: Final = 7
PLAYED_OUT, FORESEEN, BOTH = range(3)
TURNS: Final = 8
#: Whether hands are dealt by what players are likely to have kept (`dealing`).
DEALS_LIKELY: Final = 9
#: Whether acts are compared by their averages over all looks.
AVERAGES: Final = 10
#: What was learned: the weights of the evaluation, then the odds of the dealing.
WEIGHTS: Final = 11
ODDS: Final = WEIGHTS + FEATURES * KNOTS
