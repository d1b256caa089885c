"""Averages over all looks of a search: the final result of a seat if it played a certain tile or bought a certain share at any moment.

A node is visited too seldom to compare all replies of other players, which may be eighty tiles; but a tile that is good in one branch is
mostly good in others. The playout after the tree takes the better of two random acts by these averages, and in the tree an average
counts like a number of additional visits.
"""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.acts import END, PASS, PURCHASE
from games.opponents.core.compiled import Numbers, compiled, zeros
from games.opponents.core.ending import may_end
from games.opponents.core.legal import any_but_end
from games.opponents.core.playing import step

#: What is averaged for a seat: each tile, all tiles, a share of each chain, no share at all, all purchases.
ANY_TILE = at.TILES
SHARE = ANY_TILE + 1
NO_SHARE = SHARE + at.CHAINS
ANY_PURCHASE = NO_SHARE + 1
KEYS = ANY_PURCHASE + 1
#: The array: the number of acts noted in this look, then a seat and an act for each, then a sum and a count for each key of a seat.
NOTED = 0
NOTED_AT_MOST = 1000
TALLIES = 1 + 2 * NOTED_AT_MOST
#: The number of looks, added to those that were made, in which an act is taken to be as good as any of its kind.
PRIOR_LOOKS = 100.0


def averages_room(seats: int) -> Numbers:
    """Return an empty array for the averages of a number of seats."""
    return zeros(TALLIES + 2 * KEYS * seats)


@compiled
def note_act(averages: Numbers, seat: int, act: int) -> None:
    """Note in a look that a seat placed a tile or made a purchase; other acts are ignored, as they are not averaged."""
    count = averages[NOTED]
    if count < NOTED_AT_MOST and (act < PASS or act >= PURCHASE):
        averages[1 + 2 * count] = seat
        averages[2 + 2 * count] = act
        averages[NOTED] = count + 1


@compiled
def add_results(averages: Numbers, worth: Numbers) -> None:
    """Add the result of a look, in dollars by seat, to the averages of all acts noted in it, and clear the notes."""
    for place in range(1, 1 + 2 * averages[NOTED], 2):
        seat = averages[place]
        act = averages[place + 1]
        if act < PASS:
            tally(averages, seat, act, 1, worth[seat])
            tally(averages, seat, ANY_TILE, 1, worth[seat])
        else:
            for chain in range(at.CHAINS):
                tally(averages, seat, SHARE + chain, act >> 3 * chain & 7, worth[seat])
            tally(averages, seat, NO_SHARE, int(act == PURCHASE), worth[seat])
            tally(averages, seat, ANY_PURCHASE, 1, worth[seat])
    averages[NOTED] = 0


@compiled
def tally(averages: Numbers, seat: int, key: int, times: int, dollars: int) -> None:
    """Add a result in dollars ``times`` times to the average of a key (a tile or share, see `KEYS`) for a seat."""
    place = TALLIES + 2 * (KEYS * seat + key)
    averages[place] += times * dollars
    averages[place + 1] += times


@compiled
def gain_over_mean(averages: Numbers, seat: int, key: int, kind: int) -> float:
    """How many dollars more a seat had with a key than on average over its kind (`ANY_TILE` or `ANY_PURCHASE`); 0 if nothing is known."""
    of_all = TALLIES + 2 * (KEYS * seat + kind)
    if averages[of_all + 1] == 0:
        return 0.0
    mean = averages[of_all] / float(averages[of_all + 1])
    place = TALLIES + 2 * (KEYS * seat + key)
    return (averages[place] - mean * averages[place + 1]) / (averages[place + 1] + PRIOR_LOOKS)  # type: ignore[no-any-return]


@compiled
def expected_gain(averages: Numbers, seat: int, act: int) -> float:
    """How many dollars more a tile brought than an average tile, or a purchase on average over its shares; 0 for any other act."""
    if act < PASS:
        return gain_over_mean(averages, seat, act, ANY_TILE)
    if act == PURCHASE:
        return gain_over_mean(averages, seat, NO_SHARE, ANY_PURCHASE)
    total = 0.0
    shares = 0
    if act > PURCHASE:
        for chain in range(at.CHAINS):
            count = act >> 3 * chain & 7
            if count:
                total += count * gain_over_mean(averages, seat, SHARE + chain, ANY_PURCHASE)
                shares += count
    return total / shares if shares else 0.0


@compiled
def play_better(s: Numbers, e: Numbers, r: Numbers, out: Numbers, turns: int, averages: Numbers) -> None:
    """Play as `play_turns` does, but of two random tiles or purchases take the one that is better by average; note all acts."""
    last = s[at.TURN] + turns
    while s[at.PHASE] != at.OVER and s[at.TURN] < last:
        if s[at.PHASE] == at.DRAW and may_end(s, e):
            step(s, e, r, END)
        else:
            act = any_but_end(s, e, r, out)
            seat = s[at.ACTOR]
            if s[at.PHASE] == at.PLAY or s[at.PHASE] == at.BUY:
                other = any_but_end(s, e, r, out)
                if other != act and expected_gain(averages, seat, other) > expected_gain(averages, seat, act):
                    act = other
            note_act(averages, seat, act)
            step(s, e, r, act)
