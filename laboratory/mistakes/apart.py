"""What scribes and tables do wrong, imagined by somebody who builds no judge: looked at once, at the end, never to mend a judge by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby, pairwise
from random import Random
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.state import State
from laboratory.mistakes.course import opened, step
from laboratory.mistakes.sheets import SampleLog
from laboratory.mistakes.slips import Kind, Lines, paid_otherwise

Made = Iterator[Lines]
"""The log with a mistake, for each occasion that it has for it."""


def _groups(sheet: SampleLog, act: ActKind) -> Iterator[list[int]]:
    """The places of the lines of an act that follow one another."""
    for is_act, group in groupby(range(len(sheet.events)), lambda at: sheet.record.events[at].act is act):
        if is_act:
            yield [*group]


def _positions(sheet: SampleLog) -> Iterator[tuple[int, Action, State]]:
    """Each line with its place and the position before it; the position is changed afterwards."""
    state = opened(sheet.record.header)
    for at, line in enumerate(sheet.events):
        yield at, line, state
        if not step(state, line):
            return


def _told(sheet: SampleLog, values: dict[int, object]) -> Lines:
    """The log with other values at some places."""
    return [line._replace(value=values.get(at, line.value)) for at, line in enumerate(sheet.events)]


def _bonuses(sheet: SampleLog) -> Iterator[tuple[int, int]]:
    """The places of the first two bonuses of each chain, unequal ones."""
    lines = sheet.events
    for one, two, *_ in (group for group in _groups(sheet, ActKind.BONUS) if len(group) > 1):
        if lines[one].value[0] == lines[two].value[0] and lines[one].value != lines[two].value:
            yield one, two


def _paid(lines: Lines, at: int, amount: int) -> Lines:
    """The lines of a game in which a bonus was another amount, and was written so."""
    chain, due = lines[at].value
    told = paid_otherwise(lines, at, lines[at].player, amount - due)
    return [*told[:at], lines[at]._replace(value=(chain, amount)), *told[at + 1 :]]


def pay_second_as_first(sheet: SampleLog) -> Made:
    """The banker pays the second holder the bonus of the first as well."""
    for one, two in _bonuses(sheet):
        yield _paid(sheet.events, two, sheet.events[one].value[1])


def pay_bonuses_the_wrong_way_round(sheet: SampleLog) -> Made:
    """The banker pays the second holder the bonus of the first, and the first that of the second."""
    for one, two in _bonuses(sheet):
        yield _paid(_paid(sheet.events, one, sheet.events[two].value[1]), two, sheet.events[one].value[1])


def pay_the_old_price(sheet: SampleLog) -> Made:
    """A purchase is paid at the price from before the tile of the turn."""
    before: list[int] = []
    for at, line, state in _positions(sheet):
        if line.act is ActKind.PLAY:
            before = state.price[:]
        elif line.act is ActKind.BUY:
            less = sum(count * (state.price[chain] - before[chain]) for chain, count in line.value if before[chain])
            if less > 0:
                yield paid_otherwise(sheet.events, at, line.player, less)


def pay_sales_by_the_survivor(sheet: SampleLog) -> Made:
    """Shares of a chain that is taken over are sold at the price of the other chain."""
    for at, line, state in _positions(sheet):
        if line.act is ActKind.DISPOSE and state.merger is not None and line.value[1]:
            more = state.merger.prices[state.merger.survivor] - state.merger.prices[line.value[0]]
            yield paid_otherwise(sheet.events, at, line.player, line.value[1] * more)


def pay_for_the_neighbour(sheet: SampleLog) -> Made:
    """The bank takes the money of a purchase from the next player."""
    for at, line, state in _positions(sheet):
        if line.act is ActKind.BUY and line.value:
            cost = sum(count * state.price[chain] for chain, count in line.value)
            told = paid_otherwise(sheet.events, at, line.player, cost)
            yield paid_otherwise(told, at, state.following[line.player], -cost)


def forget_the_free_share(sheet: SampleLog) -> Made:
    """The founder forgets his free share, and sells one less than he would when the chain is taken over."""
    founders: dict[int, int] = {}
    for at, line, state in _positions(sheet):
        if line.act is ActKind.FOUND:
            founders[line.value] = line.player
        elif line.act is ActKind.DISPOSE and state.merger is not None:
            chain, sold, traded, held = line.value
            if sold and founders.get(chain) == line.player:
                told = paid_otherwise(sheet.events, at, line.player, -state.merger.prices[chain])
                yield [*told[:at], line._replace(value=(chain, sold - 1, traded, held)), *told[at + 1 :]]


def write_free_share_as_bought(sheet: SampleLog) -> Made:
    """The founder's free share is written among the shares that he bought."""
    for (_, found), (at, line) in pairwise(enumerate(sheet.events)):
        if (found.act, line.act) == (ActKind.FOUND, ActKind.BUY):
            bought = dict(line.value)
            yield _told(sheet, {at: tuple(sorted((bought | {found.value: bought.get(found.value, 0) + 1}).items()))})


def write_turn_a_round_late(sheet: SampleLog) -> Made:
    """The scribe skips a player's turn and writes it when he notices, a round later."""
    seats, turns = len(sheet.record.header.players), sheet.blocks()
    for (first, last), (_, end) in zip(turns, turns[seats - 1 : -1], strict=False):
        yield [*sheet.events[:first], *sheet.events[last:end], *sheet.events[first:last], *sheet.events[end:]]


def slip_into_the_neighbours_row(sheet: SampleLog) -> Made:
    """Two players' tiles and their purchases, of turns with nothing else, stand each in the row of the other."""
    plain = [ActKind.TURN, ActKind.PLAY, ActKind.BUY]
    lines, acts = sheet.events, [line.act for line in sheet.events]
    for (one, last), (two, end) in pairwise(sheet.blocks()):
        if acts[one:last] == acts[two:end] == plain:
            pairs = [(one + by, two + by) for by in (1, 2)]
            yield _told(sheet, {at: lines[to].value for pair in pairs for at, to in (pair, pair[::-1])})


def copy_the_row_above(sheet: SampleLog, act: ActKind) -> Made:
    """The scribe copies a tile or a purchase from the row of the player before."""
    for one, two in pairwise([at for at, line in enumerate(sheet.events) if line.act is act]):
        yield _told(sheet, {two: sheet.events[one].value})


def take_columns_for_others(sheet: SampleLog) -> Made:
    """In one merger the columns of shares sold and held are taken for each other."""
    for group in _groups(sheet, ActKind.DISPOSE):
        rows = {at: sheet.events[at].value for at in group}
        yield _told(sheet, {at: (chain, held, traded, sold) for at, (chain, sold, traded, held) in rows.items()})


def turn_the_columns_of_a_count(sheet: SampleLog) -> Made:
    """In one count the amounts begin in the column of the next player."""
    for group in _groups(sheet, ActKind.CASH):
        yield _told(sheet, {at: sheet.events[to].value for at, to in zip(group, [*group[1:], group[0]], strict=True)})


def final_without_shares(sheet: SampleLog) -> Made:
    """One player's cash before the winding-up is written as his final."""
    for at, line, state in _positions(sheet):
        if line.act is ActKind.FINAL:
            yield _told(sheet, {at: int(state.cash[line.player])})


def _drawn(name: str, made: Callable[[SampleLog], Made]) -> Kind:
    """The kind of which one log is drawn from all that may be made of a game."""

    def make(sheet: SampleLog, random: Random) -> Lines | None:
        choices = [*made(sheet)]
        return random.choice(choices) if choices else None

    return Kind(name, make)


APART: Final = (
    *(
        _drawn(made.__name__.replace("_", " "), made)
        for made in (
            pay_second_as_first,
            pay_bonuses_the_wrong_way_round,
            pay_the_old_price,
            pay_sales_by_the_survivor,
            pay_for_the_neighbour,
            forget_the_free_share,
            write_free_share_as_bought,
            write_turn_a_round_late,
            slip_into_the_neighbours_row,
            take_columns_for_others,
            turn_the_columns_of_a_count,
            final_without_shares,
        )
    ),
    _drawn("copy the tile above", partial(copy_the_row_above, act=ActKind.PLAY)),
    _drawn("copy the purchase above", partial(copy_the_row_above, act=ActKind.BUY)),
)
