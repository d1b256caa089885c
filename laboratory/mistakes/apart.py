"""What scribes and tables do wrong, imagined by somebody who builds no judge: looked at once, at the end, never to mend a judge by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, TypeVar

from games.acquire.actions import Action, ActKind
from games.acquire.state import State
from laboratory.mistakes.course import opened, step
from laboratory.mistakes.sheets import SampleLog
from laboratory.mistakes.slips import Kind, Lines, Slip, exchanged, paid_otherwise

_Choice = TypeVar("_Choice")


def _groups(sheet: SampleLog, act: ActKind) -> list[list[int]]:
    """The places of the lines of an act that follow one another."""
    found: list[list[int]] = []
    for at, line in enumerate(sheet.events):
        if line.act is act:
            if at and sheet.events[at - 1].act is act:
                found[-1].append(at)
            else:
                found.append([at])
    return found


def _positions(sheet: SampleLog) -> Iterator[tuple[int, Action, State]]:
    """Each line with its place and the position before it; the position is changed afterwards."""
    state = opened(sheet.record.header)
    for at, line in enumerate(sheet.events):
        yield at, line, state
        if not step(state, line):
            return


def _one_of(random: Random, choices: list[_Choice]) -> _Choice | None:
    """One of these at random, None of nothing."""
    return random.choice(choices) if choices else None


def _paid(sheet: SampleLog, amounts: dict[int, int]) -> Lines:
    """The log of a game in which the bonuses at these places were other amounts, and were written so."""
    lines = sheet.events
    for at, amount in amounts.items():
        chain, due = lines[at].value
        lines = paid_otherwise(lines, at, lines[at].player, amount - due)
        lines[at] = lines[at]._replace(value=(chain, amount))
    return lines


def _bonuses(sheet: SampleLog, random: Random, told: Callable[[int, int], tuple[int, int]]) -> Lines | None:
    """The log of a game in which the first and the second of one chain were paid otherwise."""
    pairs = [group[:2] for group in _groups(sheet, ActKind.BONUS) if len(group) > 1]
    choices = [(one, two) for one, two in pairs if sheet.events[one].value[0] == sheet.events[two].value[0]]
    choices = [(one, two) for one, two in choices if sheet.events[one].value != sheet.events[two].value]
    if (pair := _one_of(random, choices)) is None:
        return None
    first, second = told(*(sheet.events[at].value[1] for at in pair))
    return _paid(sheet, {pair[0]: first, pair[1]: second})


def pay_second_as_first(sheet: SampleLog, random: Random) -> Lines | None:
    """The banker pays the second holder the bonus of the first as well."""
    return _bonuses(sheet, random, lambda first, _: (first, first))


def pay_bonuses_the_wrong_way_round(sheet: SampleLog, random: Random) -> Lines | None:
    """The banker pays the second holder the bonus of the first, and the first that of the second."""
    return _bonuses(sheet, random, lambda first, second: (second, first))


def pay_the_old_price(sheet: SampleLog, random: Random) -> Lines | None:
    """A purchase is paid at the price from before the tile of the turn."""
    choices, before = [], [0] * 7
    for at, line, state in _positions(sheet):
        if line.act is ActKind.PLAY:
            before = state.price[:]
        elif line.act is ActKind.BUY:
            less = sum(count * (state.price[chain] - before[chain]) for chain, count in line.value if before[chain])
            choices += [(at, line.player, less)] if less > 0 else []
    chosen = _one_of(random, choices)
    return chosen and paid_otherwise(sheet.events, *chosen)


def pay_sales_by_the_survivor(sheet: SampleLog, random: Random) -> Lines | None:
    """Shares of a chain that is taken over are sold at the price of the other chain."""
    choices = []
    for at, line, state in _positions(sheet):
        if line.act is ActKind.DISPOSE and state.merger is not None and line.value[1]:
            prices = state.merger.prices
            more = line.value[1] * (prices[state.merger.survivor] - prices[line.value[0]])
            choices += [(at, line.player, more)] if more else []
    chosen = _one_of(random, choices)
    return chosen and paid_otherwise(sheet.events, *chosen)


def write_free_share_as_bought(sheet: SampleLog, random: Random) -> Lines | None:
    """The founder's free share is written among the shares that he bought."""
    lines = sheet.events
    choices = [
        (at, dict(lines[at].value) | {lines[at - 1].value: 1 + dict(lines[at].value).get(lines[at - 1].value, 0)})
        for at in range(1, len(lines))
        if lines[at].act is ActKind.BUY and lines[at - 1].act is ActKind.FOUND
    ]
    if (chosen := _one_of(random, choices)) is None:
        return None
    lines[chosen[0]] = lines[chosen[0]]._replace(value=tuple(sorted(chosen[1].items())))
    return lines


def forget_the_free_share(sheet: SampleLog, random: Random) -> Lines | None:
    """The founder forgets his free share, and sells one less than he would when the chain is taken over."""
    choices, founders = [], {}
    for at, line, state in _positions(sheet):
        if line.act is ActKind.FOUND:
            founders[line.value] = line.player
        elif (
            line.act is ActKind.DISPOSE
            and line.value[1]
            and founders.get(line.value[0]) == line.player
            and state.merger
        ):
            choices.append((at, state.merger.prices[line.value[0]]))
    if (chosen := _one_of(random, choices)) is None:
        return None
    at, price = chosen
    player, (chain, sold, traded, held) = sheet.events[at].player, sheet.events[at].value
    lines = paid_otherwise(sheet.events, at, player, -price)
    lines[at] = lines[at]._replace(value=(chain, sold - 1, traded, held))
    return lines


def write_turn_a_round_late(sheet: SampleLog, random: Random) -> Lines | None:
    """The scribe skips a player's turn and writes it when he notices, a round later."""
    blocks, seats = sheet.blocks(), len(sheet.record.header.players)
    if len(blocks) <= seats + 1:
        return None
    at = random.randrange(len(blocks) - seats)
    (first, last), (_, end) = blocks[at], blocks[at + seats - 1]
    return [*sheet.events[:first], *sheet.events[last:end], *sheet.events[first:last], *sheet.events[end:]]


def copy_the_row_above(sheet: SampleLog, random: Random, act: ActKind) -> Lines | None:
    """The scribe copies a tile or a purchase from the row of the player before."""
    lines = sheet.events
    places = [at for at, line in enumerate(lines) if line.act is act]
    choices = [(one, two) for one, two in pairwise(places) if lines[one].value != lines[two].value]
    if (chosen := _one_of(random, choices)) is None:
        return None
    lines[chosen[1]] = lines[chosen[1]]._replace(value=lines[chosen[0]].value)
    return lines


def slip_into_the_neighbours_rows(sheet: SampleLog, random: Random) -> Lines | None:
    """Two players' tiles and their purchases stand each in the row of the other."""
    turns = [
        [at for at in range(first, last) if sheet.events[at].act in (ActKind.PLAY, ActKind.BUY)]
        for first, last in sheet.blocks()
        if last - first == 3
    ]
    choices = [(one, two) for one, two in pairwise(turns) if len(one) == len(two) == 2]
    if (chosen := _one_of(random, choices)) is None:
        return None
    lines = sheet.events
    for one, two in zip(*chosen, strict=True):
        lines = exchanged(lines, one, two)
    return lines


def take_columns_for_others(sheet: SampleLog, random: Random) -> Lines | None:
    """In one merger the columns of shares sold and held are taken for each other."""
    lines = sheet.events
    for at in _one_of(random, _groups(sheet, ActKind.DISPOSE)) or []:
        chain, sold, traded, held = lines[at].value
        lines[at] = lines[at]._replace(value=(chain, held, traded, sold))
    return lines


def turn_the_columns_of_a_count(sheet: SampleLog, random: Random) -> Lines | None:
    """In one count the amounts begin in the column of the next player."""
    group = _one_of(random, _groups(sheet, ActKind.CASH)) or []
    lines = sheet.events
    for at, other in zip(group, [*group[1:], *group[:1]], strict=True):
        lines[at] = lines[at]._replace(value=sheet.events[other].value)
    return lines


def final_without_shares(sheet: SampleLog, random: Random) -> Lines | None:
    """One player's cash before the winding-up is written as his final."""
    choices = [
        (at, line, state.cash[line.player]) for at, line, state in _positions(sheet) if line.act is ActKind.FINAL
    ]
    if (chosen := _one_of(random, choices)) is None:
        return None
    at, line, cash = chosen
    return [*sheet.events[:at], line._replace(value=int(cash)), *sheet.events[at + 1 :]]


def pay_for_the_neighbour(sheet: SampleLog, random: Random) -> Lines | None:
    """The bank takes the money of a purchase from the next player."""
    choices = []
    for at, line, state in _positions(sheet):
        if line.act is ActKind.BUY and line.value:
            cost = sum(count * state.price[chain] for chain, count in line.value)
            choices.append((at, line.player, state.following[line.player], cost))
    chosen = _one_of(random, choices)
    if chosen is None:
        return None
    at, player, other, cost = chosen
    return paid_otherwise(paid_otherwise(sheet.events, at, player, cost), at, other, -cost)


_MADE: Final[tuple[Slip, ...]] = (
    pay_second_as_first,
    pay_bonuses_the_wrong_way_round,
    pay_the_old_price,
    pay_sales_by_the_survivor,
    write_free_share_as_bought,
    forget_the_free_share,
    write_turn_a_round_late,
    slip_into_the_neighbours_rows,
    take_columns_for_others,
    turn_the_columns_of_a_count,
    final_without_shares,
    pay_for_the_neighbour,
)

APART: Final = (
    *(Kind(make.__name__.replace("_", " "), make) for make in _MADE),
    Kind("copy the tile above", partial(copy_the_row_above, act=ActKind.PLAY)),
    Kind("copy the purchase above", partial(copy_the_row_above, act=ActKind.BUY)),
)
