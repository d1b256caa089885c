"""Whole games: deal them, and play them at random to their end."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.acts import END
from games.opponents.core.chance import draw, shuffle
from games.opponents.core.compiled import Numbers, compiled, numbers
from games.opponents.core.ending import may_end
from games.opponents.core.legal import any_act, any_but_end
from games.opponents.core.playing import step
from games.opponents.core.turning import begin_turn

#: More turns than any game has.
MANY_TURNS = 1 << 40


def position_room() -> Numbers:
    """Return an array for a position."""
    return numbers([0] * at.POSITION)


@compiled
def set_out(s: Numbers, e: Numbers, seats: int) -> None:
    """Set the position before a game: all tiles in the bag in ascending order, everybody with cash and cards as at the start."""
    for place in range(at.POSITION):
        s[place] = 0
    s[at.SEATS] = seats
    for tile in range(at.TILES):
        s[at.BAG + tile] = tile
    s[at.BAGGED] = at.TILES
    for chain in range(at.CHAINS):
        s[at.BANK + chain] = e[at.E_SHARES]
        s[at.PRICES + chain] = e[at.E_PRICES + (at.TILES + 1) * chain]
        s[at.MARKET + chain] = -1
    for seat in range(seats):
        s[at.CASH + seat] = e[at.E_CASH]
        s[at.CARDS + seat] = 31 if e[at.E_CARDS] else 0
    s[at.PLACED] = -1


@compiled
def deal_game(s: Numbers, e: Numbers, r: Numbers, seats: int) -> None:
    """Begin a game: shuffle the bag, lay the starting tiles, deal the hands, and begin the first turn."""
    set_out(s, e, seats)
    shuffle(s, r, at.BAG, at.TILES)
    for _ in range(seats * e[at.E_STARTING]):
        s[at.BAGGED] -= 1
        s[at.SPACES + s[at.BAG + s[at.BAGGED]]] = at.LONE
    for seat in range(seats):
        for _ in range(e[at.E_HAND]):
            if s[at.BAGGED]:
                draw(s, seat)
    begin_turn(s, e, r, 0)


@compiled
def play_any(s: Numbers, e: Numbers, r: Numbers, out: Numbers) -> int:
    """Play a position to its end, every legal act with the same chance; return the number of acts."""
    count = 0
    while s[at.PHASE] != at.OVER:
        step(s, e, r, any_act(s, e, r, out))
        count += 1
    return count


@compiled
def play_out(s: Numbers, e: Numbers, r: Numbers, out: Numbers) -> None:
    """Play a position to its end at random; a player who may end the game ends it with the turn."""
    play_turns(s, e, r, out, MANY_TURNS)


@compiled
def play_turns(s: Numbers, e: Numbers, r: Numbers, out: Numbers, turns: int) -> None:
    """Play at random as `play_out` does, but only for ``turns`` turns, including the present one."""
    last = s[at.TURN] + turns
    while s[at.PHASE] != at.OVER and s[at.TURN] < last:
        if s[at.PHASE] == at.DRAW and may_end(s, e):
            step(s, e, r, END)
        else:
            step(s, e, r, any_but_end(s, e, r, out))


@compiled
def play_games(s: Numbers, e: Numbers, r: Numbers, out: Numbers, seats: int, games: int) -> int:
    """Play ``games`` games at random, one after the other; return the number of acts."""
    acts = 0
    for _ in range(games):
        deal_game(s, e, r, seats)
        acts += play_any(s, e, r, out)
    return acts


@compiled
def deal_hidden(s: Numbers, r: Numbers, knows: int) -> None:
    """Deal the bag and all hands anew at random, except the hand of the seat ``knows``."""
    count = s[at.BAGGED]
    for seat in range(s[at.SEATS]):
        if seat != knows:
            start = at.HANDS + at.HAND_AT_MOST * seat
            for place in range(s[at.HELD + seat]):
                s[at.BAG + count] = s[start + place]
                count += 1
    shuffle(s, r, at.BAG, count)
    for seat in range(s[at.SEATS]):
        if seat != knows:
            start = at.HANDS + at.HAND_AT_MOST * seat
            for place in range(s[at.HELD + seat]):
                count -= 1
                s[start + place] = s[at.BAG + count]
    s[at.BAGGED] = count
