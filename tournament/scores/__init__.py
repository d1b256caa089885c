"""Totals, ranks, medals and Pentamind points of an event, derived from its closed rounds.

1. Standings: the total of the rounded scores decides and ties stay tied (R61, R65-R66).
2. Medals: with a Swiss final gold goes to the best total at the top table; everybody else, the rest of the top table included, stands
   by total (R64-R65). A tie is shared unless the director ruled on it.
3. Pentamind: place by total alone, ties take the average place, points by the formula of the Olympiad (R66).
"""

from tournament.scores.medals import final_cut, junior_medals, medals
from tournament.scores.pentamind import pentamind, pentamind_points
from tournament.scores.tiebreaks import TieStep, parting_keys, tie_steps
from tournament.scores.totals import in_the_field, standings
from tournament.scores.whole import Scores

__all__ = [
    "Scores",
    "TieStep",
    "final_cut",
    "in_the_field",
    "junior_medals",
    "medals",
    "parting_keys",
    "pentamind",
    "pentamind_points",
    "standings",
    "tie_steps",
]
