"""What tests make in logs beyond a single line: sums of a table that go together, and manners kept from a turn on or throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Final

from games.acquire.actions import ActKind, with_chains
from games.acquire.record import GameRecord
from laboratory.mistakes.sheets import SampleLog, sensible_sheet
from laboratory.mistakes.slips import Lines, exchange_lines, miswritten, paid_otherwise
from tests.games.acquire.spoilt import places_of

Make = Callable[[SampleLog, Random], Lines | None]
"""A function that spoils a log; it returns None where the game has no occasion for it."""

Split = list[tuple[int, int, int]]
"""For each bonus of a chain its place, how many prices of a share are split, and among how many."""


def _splits(sheet: SampleLog) -> Iterator[Split]:
    """For each chain that was taken over, how its bonuses were split."""
    bonuses = places_of(sheet, ActKind.BONUS)
    for _, grouped in groupby(enumerate(bonuses), lambda row: (row[1] - row[0], sheet.events[row[1]].value[0])):
        group = [place for _, place in grouped]
        amounts = [sheet.events[at].value[1] for at in group]
        if min(amounts) == max(amounts):
            yield [(at, 15, len(group)) for at in group]
        else:
            first = group[amounts.index(max(amounts))]
            yield [(at, 10, 1) if at == first else (at, 5, len(group) - 1) for at in group]


def _paid(sheet: SampleLog, amounts: Mapping[int, int]) -> Lines | None:
    """The log of a game in which the bonuses at these places were other amounts, and were written so; None if all are as they were."""
    lines = sheet.events
    for at, amount in amounts.items():
        chain, due = sheet.events[at].value
        lines = paid_otherwise(lines, at, lines[at].player, amount - due)
        lines[at] = lines[at]._replace(value=(chain, amount))
    return lines if lines != sheet.events else None


def _one_split(
    sheet: SampleLog, random: Random, told: Callable[[int, int, int, int], int], prices: int, least: int
) -> Lines | None:
    """The log with one bonus that is split among at least so many, paid otherwise; ``told`` has place, price, prices and number."""
    groups = [
        group
        for group in _splits(sheet)
        if len(group) > 1 and any(of <= prices and among >= least for _, of, among in group)
    ]
    if not groups:
        return None
    return _paid(sheet, {at: told(at, sheet.prices[at], of, among) for at, of, among in random.choice(groups)})


def _pay_both_from_wrong_row(sheet: SampleLog, random: Random) -> Lines | None:
    return _one_split(sheet, random, lambda _, price, of, among: -(-of * (price + 100) // (100 * among)) * 100, 15, 1)


def _pay_whole_second_to_each(sheet: SampleLog, random: Random) -> Lines | None:
    return _one_split(
        sheet, random, lambda at, price, of, _: of * price if of == 5 else sheet.events[at].value[1], 5, 2
    )


def _round_tie_down(sheet: SampleLog, random: Random) -> Lines | None:
    return _one_split(sheet, random, lambda _, price, of, among: of * price // (100 * among) * 100, 15, 2)


def _round_down_throughout(sheet: SampleLog, _: Random) -> Lines | None:
    lines = _paid(
        sheet,
        {at: of * sheet.prices[at] // (100 * among) * 100 for group in _splits(sheet) for at, of, among in group},
    )
    paid = sheet.closing.bonuses
    for chain in {chain for _, chain, _ in paid} if lines else ():
        amounts = sorted((amount for _, of, amount in paid if of == chain), reverse=True)
        for player, of, amount in paid:
            if of == chain and lines:
                is_tied = amounts.count(amount) > 1
                prices = 15 if is_tied and len(set(amounts)) == 1 else 5
                due = prices * sheet.closing.prices[chain] // (100 * amounts.count(amount)) * 100 if is_tied else amount
                lines = _with_final(lines, player, due - amount)
    return lines


def _with_final(lines: Lines, player: int, dollars: int) -> Lines:
    """The lines with so many dollars more in a player's final."""
    return [
        line._replace(value=line.value + dollars) if line.act is ActKind.FINAL and line.player == player else line
        for line in lines
    ]


def _pay_wrong_price_and_bonus(sheet: SampleLog, random: Random) -> Lines | None:
    bought, paid = places_of(sheet, ActKind.BUY), places_of(sheet, ActKind.BONUS)
    if not bought or not paid:
        return None
    at = random.choice(bought)
    dearer = paid_otherwise(sheet.events, at, sheet.events[at].player, -100 * sheet.events[at].value[0][1])
    at = random.choice(paid)
    chain, amount = dearer[at].value
    lines = paid_otherwise(dearer, at, dearer[at].player, 500)
    lines[at] = lines[at]._replace(value=(chain, amount + 500))
    return lines


def _change_between_two(sheet: SampleLog, random: Random) -> Lines:
    at = random.choice(places_of(sheet, ActKind.BUY))
    one, other = random.sample(range(len(sheet.record.header.players)), 2)
    return paid_otherwise(paid_otherwise(sheet.events, at, one, 500), at, other, -500)


def _exchange_finals(sheet: SampleLog, random: Random) -> Lines:
    at, *_ = places_of(sheet, ActKind.FINAL)
    return random.choice([*exchange_lines(sheet.events, at, len(sheet.record.header.players))])


def _finals_in_hundreds(sheet: SampleLog, _: Random) -> Lines:
    return [line._replace(value=line.value // 100) if line.act is ActKind.FINAL else line for line in sheet.events]


def _trades_as_received(sheet: SampleLog, _: Random) -> Lines | None:
    lines = [
        line._replace(value=(*line.value[:2], line.value[2] // 2, line.value[3]))
        if line.act is ActKind.DISPOSE
        else line
        for line in sheet.events
    ]
    return lines if lines != sheet.events else None


def _since(sheet: SampleLog, random: Random) -> int:
    """The place of the head of a turn that is not among the first or last five."""
    return random.choice(sheet.blocks()[5:-5])[0]


def _exchange_names(acts: frozenset[ActKind]) -> Make:
    """The manner of writing two players each under the name of the other in the lines of these acts."""

    def make(sheet: SampleLog, random: Random) -> Lines | None:
        since = _since(sheet, random)
        one, other = random.sample(range(len(sheet.record.header.players)), 2)
        names = {one: other, other: one}
        lines = [
            line._replace(player=names.get(line.player, line.player)) if at >= since and line.act in acts else line
            for at, line in enumerate(sheet.events)
        ]
        return lines if lines != sheet.events else None

    return make


def _exchange_chains(sheet: SampleLog, random: Random) -> Lines:
    since = _since(sheet, random)
    named = sorted({chain for line in sheet.events[since:] if line.act is ActKind.BUY for chain, _ in line.value})
    names = dict(zip(pair := random.sample(named, 2), reversed(pair), strict=True))
    return [
        line if at < since else with_chains(line, lambda chain: names.get(chain, chain))
        for at, line in enumerate(sheet.events)
    ]


def _two_slips(sheet: SampleLog, random: Random) -> Lines:
    lines = sheet.events
    for at in random.sample([*places_of(sheet, ActKind.PLAY), *places_of(sheet, ActKind.CASH)], 2):
        lines[at] = random.choice([*miswritten(lines[at], len(sheet.record.header.players))])
    return lines


MADE: Final[Mapping[str, Make]] = {
    "majority and minority of wrong size": _pay_both_from_wrong_row,
    "second tie split wrongly": _pay_whole_second_to_each,
    "tie rounded down": _round_tie_down,
    "price and bonus wrong": _pay_wrong_price_and_bonus,
    "change between two players": _change_between_two,
    "two finals exchanged": _exchange_finals,
    "finals in hundreds": _finals_in_hundreds,
    "trades as received, always": _trades_as_received,
    "two names exchanged from a turn on": _exchange_names(frozenset(ActKind)),
    "two names exchanged in mergers": _exchange_names(frozenset({ActKind.BONUS, ActKind.DISPOSE})),
    "two chains exchanged from a turn on": _exchange_chains,
    "house rounds down throughout": _round_down_throughout,
    "two random errors": _two_slips,
}


def logs_with(name: str, logs: int) -> Iterator[tuple[GameRecord, SampleLog]]:
    """So many logs that are spoilt in this way, each with its true one."""
    made = 0
    for seed in range(10 * logs):
        sheet = sensible_sheet(seed, 3 + seed % 3).of_scribe()
        lines = MADE[name](sheet, Random(f"{name} {seed}"))
        if lines is not None and made < logs:
            yield replace(sheet.record, events=lines, lines=range(1, len(lines) + 1)), sheet
            made += 1
