"""The result of a look: play on or evaluate from the end of its path, and count the result of each seat."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.money import final_cash
from games.opponents.core.playouts import play_out, play_turns
from games.opponents.search.averages import play_better
from games.opponents.search.evaluation import evaluate
from games.opponents.search.options import AVERAGES, ENDS, FORESEEN, PLAYED_OUT, PRIZE, TURNS, WEIGHTS


@compiled
def reward(s: Numbers, e: Numbers, r: Numbers, o: Numbers, room: Numbers, worth: Numbers, averages: Numbers) -> None:
    """Write to ``worth`` the result of each seat, by playing the game out at random, evaluating it after some turns, or the mean of both.

    ``worth`` has space for two numbers a seat; ``room`` is an array to work in.
    """
    seats = s[at.SEATS]
    if o[ENDS] != PLAYED_OUT:
        if o[AVERAGES]:
            play_better(s, e, r, room, o[TURNS], averages)
        else:
            play_turns(s, e, r, room, o[TURNS])
    is_foreseen = o[ENDS] != PLAYED_OUT and s[at.PHASE] != at.OVER
    if is_foreseen:
        evaluate(s, e, o, WEIGHTS, room, worth)
        give_prize(worth, seats, o[PRIZE], win_exponent(s[at.BAGGED]))
        if o[ENDS] == FORESEEN:
            return
        for seat in range(seats):
            worth[seats + seat] = worth[seat]
    play_out(s, e, r, room)
    final_cash(s, e, worth)
    give_prize(worth, seats, o[PRIZE], 0)
    if is_foreseen:
        for seat in range(seats):
            worth[seat] = (worth[seat] + worth[seats + seat]) // 2


@compiled
def win_exponent(tiles: int) -> int:
    """The exponent by which chances to win are computed from evaluated cash, given the number of tiles in the bag.

    The chances of the seats are proportional to their cash to the power of this exponent. It was fitted to the winners of the games from
    which the weights were learned; it is 43 with 3 tiles in the bag and 5 with 90.
    """
    return 3 + 240 // (tiles + 3)


@compiled
def give_prize(worth: Numbers, seats: int, prize: int, power: int) -> None:
    """Add the winner's prize to the cash: divided equally among the highest, or if cash was evaluated, by the chances to win.

    ``power`` is the exponent of `win_exponent`, or 0 if the game was played out.
    """
    best = 0
    for seat in range(seats):
        best = max(best, worth[seat])
    if best == 0 or not prize:
        return
    chances = 0.0
    for seat in range(seats):
        chances += chance_of(worth[seat], best, power)
    for seat in range(seats):
        worth[seat] += int(prize * chance_of(worth[seat], best, power) / chances)


@compiled
def chance_of(own: int, best: int, power: int) -> float:
    """The chance of a seat with cash ``own`` to win, relative to that of the seat with the most cash, ``best``."""
    if power == 0:
        return 1.0 if own == best else 0.0
    # Multiplied step by step, because compiled and plain powers may differ in their last digit.
    part = own / float(best)
    chance = 1.0
    for _ in range(power):
        chance *= part
    return chance
