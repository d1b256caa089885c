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
#: What a result is: the table's score instead of the cash (1 or 0), and the dollars that are added for the winner.
BY_SCORE: Final = 6
PRIZE: Final = 7
#: How a look ends: played out at random to the end of the game, evaluated (FORESEEN), or the mean of both. TURNS: after how many random
#: turns it is evaluated.
ENDS: Final = 8
PLAYED_OUT, FORESEEN, BOTH = range(3)
TURNS: Final = 9
#: Whether hands are dealt by what players are likely to have kept (`dealing`).
DEALS_LIKELY: Final = 10
#: Whether acts are compared by their averages over all looks.
AVERAGES: Final = 11
#: What was learned: the weights of the evaluation, then the odds of the dealing.
WEIGHTS: Final = 12
ODDS: Final = WEIGHTS + FEATURES * KNOTS
