"""Totals, ranks, medals and Pentamind points of an event, computed from its closed rounds.

1. Standings: the total of the rounded scores decides; ties are parted only by the order of the format, if it has one (R61, R65-R66).
2. Medals: with a Swiss final gold goes to the best total at the top table; all others, the rest of the top table included, are ranked by
   total (R64-R65). A tie is shared unless the director ruled on it; a ruling counts only for the same players with the same total.
3. Pentamind: place by total alone, ties take the average place, points by the formula of the Olympiad (R66).
"""
