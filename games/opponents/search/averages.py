"""What each act brought its seat on average in this search, whatever else was done: in other branches of a tree the same tile is as good.

A node of the tree is visited too seldom to tell the replies of others apart, for it has one for each of eighty tiles. Over all looks
they can be: a tile, a purchase chain by chain. Whoever plays on from the tree takes the better of two at random by these averages, and
in the tree an average counts as some visits more.
"""

from __future__ import annotations

from games.opponents.core.acts import END, PASS, PURCHASE
from games.opponents.core.compiled import Numbers, compiled, zeros
from games.opponents.core.ending import may_end
from games.opponents.core.layout import ACTOR, BUY, CHAINS, DRAW, OVER, PHASE, PLAY, TILES, TURN
from games.opponents.core.legal import any_act
from games.opponents.core.playing import step

#: What is averaged for a seat: each tile, all tiles, a share of each chain, no share at all, all purchases.
ANY_TILE = TILES
SHARE = ANY_TILE + 1
NO_SHARE = SHARE + CHAINS
ANY_PURCHASE = NO_SHARE + 1
KEYS = ANY_PURCHASE + 1
#: It begins with how many acts of this look are told, then has a seat and an act for each, then a sum and a count for each key of a seat.
TOLD = 0
TOLD_AT_MOST = 1000
TALLIES = 1 + 2 * TOLD_AT_MOST
#: So many looks in which an act is as good as any of its kind are added to those that were seen.
DOUBT = 100.0


def averages_room(seats: int) -> Numbers:
    """Room for the averages of so many seats."""
    return zeros(TALLIES + 2 * KEYS * seats)


@compiled
def tell(averages: Numbers, seat: int, act: int) -> None:
    """Note that a seat plays a tile or buys; other acts are not averaged."""
    count = averages[TOLD]
    if count < TOLD_AT_MOST and (act < PASS or act >= PURCHASE):
        averages[1 + 2 * count] = seat
        averages[2 + 2 * count] = act
        averages[TOLD] = count + 1


@compiled
def take_in(averages: Numbers, worth: Numbers) -> None:
    """Count for all acts that were told what their seats were to have in the end, in dollars, and forget the acts."""
    for place in range(1, 1 + 2 * averages[TOLD], 2):
        seat = averages[place]
        act = averages[place + 1]
        if act < PASS:
            tally(averages, seat, act, 1, worth[seat])
            tally(averages, seat, ANY_TILE, 1, worth[seat])
        else:
            for chain in range(CHAINS):
                tally(averages, seat, SHARE + chain, act >> 3 * chain & 7, worth[seat])
            tally(averages, seat, NO_SHARE, int(act == PURCHASE), worth[seat])
            tally(averages, seat, ANY_PURCHASE, 1, worth[seat])
    averages[TOLD] = 0


@compiled
def tally(averages: Numbers, seat: int, key: int, times: int, dollars: int) -> None:
    """Count so many dollars so many times."""
    at = TALLIES + 2 * (KEYS * seat + key)
    averages[at] += times * dollars
    averages[at + 1] += times


@compiled
def ahead(averages: Numbers, seat: int, key: int, kind: int) -> float:
    """How many dollars a seat had more where this key was counted than on average over its kind; 0 while nothing is known."""
    of_all = TALLIES + 2 * (KEYS * seat + kind)
    if averages[of_all + 1] == 0:
        return 0.0
    mean = averages[of_all] / float(averages[of_all + 1])
    at = TALLIES + 2 * (KEYS * seat + key)
    return (averages[at] - mean * averages[at + 1]) / (averages[at + 1] + DOUBT)  # type: ignore[no-any-return]


@compiled
def promise(averages: Numbers, seat: int, act: int) -> float:
    """How many dollars more than others of its kind a tile brings, or a purchase on average over its shares; 0 for any other act."""
    if act < PASS:
        return ahead(averages, seat, act, ANY_TILE)
    if act == PURCHASE:
        return ahead(averages, seat, NO_SHARE, ANY_PURCHASE)
    total = 0.0
    shares = 0
    if act > PURCHASE:
        for chain in range(CHAINS):
            count = act >> 3 * chain & 7
            if count:
                total += count * ahead(averages, seat, SHARE + chain, ANY_PURCHASE)
                shares += count
    return total / shares if shares else 0.0


@compiled
def play_better(s: Numbers, e: Numbers, r: Numbers, out: Numbers, turns: int, averages: Numbers) -> None:
    """As `play_turns`, but of two tiles or purchases at random the one that promises more, and all that is done is told."""
    last = s[TURN] + turns
    while s[PHASE] != OVER and s[TURN] < last:
        if s[PHASE] == DRAW and may_end(s, e):
            step(s, e, r, END)
        else:
            act = any_but_end(s, e, r, out)
            seat = s[ACTOR]
            if s[PHASE] == PLAY or s[PHASE] == BUY:
                other = any_but_end(s, e, r, out)
                if other != act and promise(averages, seat, other) > promise(averages, seat, act):
                    act = other
            tell(averages, seat, act)
            step(s, e, r, act)


@compiled
def any_but_end(s: Numbers, e: Numbers, r: Numbers, out: Numbers) -> int:
    """One of the legal acts but the end, each with the same chance."""
    act = any_act(s, e, r, out)
    while act == END:
        act = any_act(s, e, r, out)
    return act
