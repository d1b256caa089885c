"""Choose who sits out each planned round where nobody is named: by chance, and nobody twice (R49, R50).

Round 1 has no scores; later rounds name the lowest total (R50), which is the application's affair. The search may still exchange a
sit-out chosen here for another where that saves repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournament.draw.pairings.chance import shuffled


def choose_sit_outs(
    open_places: Sequence[int], candidates: Sequence[Sequence[int]], random: Random
) -> list[list[int]] | None:
    """For each round as many of its candidates as it has open places, nobody twice; None where that is impossible.

    A round's candidates are in order of preference only within equal chances: they are mixed first. Augmenting paths make the choice
    exact: a round with few candidates is served by moving an earlier choice.
    """
    mixed = [shuffled(random, players) for players in candidates]
    taken: dict[int, int] = {}  # player -> index of the place
    places = [index for index, count in enumerate(open_places) for _ in range(count)]
    for place in range(len(places)):
        if not _place(place, places, mixed, taken, set()):
            return None
    chosen: list[list[int]] = [[] for _ in open_places]
    for player, place in sorted(taken.items()):
        chosen[places[place]].append(player)
    return chosen


def _place(place: int, places: list[int], mixed: list[list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    for player in mixed[places[place]]:
        if player not in taken and player not in tried:
            taken[player] = place
            return True
    for player in mixed[places[place]]:
        if player not in tried:
            tried.add(player)
            if _place(taken[player], places, mixed, taken, tried):
                taken[player] = place
                return True
    return False
