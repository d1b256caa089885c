"""Errors with shares as scribes note them: purchases taken for others, disposals told otherwise than they are to be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

from games.acquire.actions import ActKind
from games.acquire.record import GameRecord
from games.acquire.replay.findings import grave
from games.acquire.replay.judging.judge import answer
from games.acquire.replay.replayer import Replayer
from laboratory.mistakes.catalogue.editing import (
    Spoilt,
    changed,
    counted_after,
    places_of,
    with_value,
    with_values,
    without_one,
)
from laboratory.mistakes.sheets import SampleLog

#: The findings that only compare money.
_OF_MONEY = ("final-wrong", "cash-wrong")


def is_told_by_shares(record: GameRecord) -> bool:
    """Whether something beside the money in a log speaks against it as it is written."""
    return any(finding.code not in _OF_MONEY for finding in grave(answer(Replayer(record)).findings))


def repeat_last_purchase(sheet: SampleLog, random: Random) -> Spoilt | None:
    """In place of a purchase that of the same player in his turn before is written once more."""
    return _with_earlier_purchase(sheet, random, is_own=True)


def repeat_neighbours_purchase(sheet: SampleLog, random: Random) -> Spoilt | None:
    """In place of a purchase that of the player before is written once more."""
    return _with_earlier_purchase(sheet, random, is_own=False)


def _with_earlier_purchase(sheet: SampleLog, random: Random, *, is_own: bool) -> Spoilt | None:
    """The log with a purchase in place of the next one, of the same player or of whoever is next."""
    events = sheet.record.events
    places = places_of(sheet, ActKind.BUY)
    choices = []
    for at, place in enumerate(places):
        before = [one for one in places[:at] if not is_own or events[one].player == events[place].player]
        if before and events[before[-1]].value and events[before[-1]].value != events[place].value:
            choices.append((place, events[before[-1]].value))
    if not choices:
        return None
    place, value = random.choice(choices)
    known = counted_after(sheet, place, events[place].player)
    return replace(with_value(sheet, place, value), is_determined=known)


def buy_another_of_equal_price(sheet: SampleLog, random: Random) -> Spoilt | None:
    """In a purchase another chain of the same price is written, so that no count can tell."""
    choices = []
    for place, market in sheet.markets.items():
        bought = sheet.record.events[place].value
        for at, (chain, count) in enumerate(bought):
            for other, price in enumerate(market):
                if price == market[chain] and other not in dict(bought):
                    choices.append((place, tuple(sorted((*bought[:at], (other, count), *bought[at + 1 :])))))
    return with_value(sheet, *random.choice(choices)) if choices else None


def exchange_purchases_of_equal_cost(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The purchases of two neighbours in successive turns, which cost the same, are each written for the other."""
    events = sheet.record.events
    choices = []
    for one, other in pairwise(places_of(sheet, ActKind.BUY)):
        first, second = events[one].value, events[other].value
        if first and first != second and second:
            costs = {
                sum(sheet.markets[place][chain] * count for chain, count in bought)
                if all(sheet.markets[place][chain] for chain, _ in bought)
                else -place
                for place in (one, other)
                for bought in (first, second)
            }
            if len(costs) == 1:
                choices.append((one, other))
    if not choices:
        return None
    one, other = random.choice(choices)
    spoilt = with_values(sheet, {one: events[other].value, other: events[one].value})
    return replace(spoilt, is_determined=is_told_by_shares(spoilt.record))


def write_founders_share_as_bought(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The founder's free share is written among the shares that he bought; nothing was paid for it."""
    choices = []
    for place in places_of(sheet, ActKind.FOUND):
        buying = next((at for at in places_of(sheet, ActKind.BUY) if at > place), None)
        if buying is not None and sheet.record.events[buying].player == sheet.record.events[place].player:
            choices.append((buying, sheet.record.events[place].value))
    if not choices:
        return None
    place, chain = random.choice(choices)
    bought = dict(sheet.record.events[place].value)
    bought[chain] = bought.get(chain, 0) + 1
    return with_value(sheet, place, tuple(sorted(bought.items())))


def write_trade_as_received(sheet: SampleLog, random: Random) -> Spoilt | None:
    """In one disposal the shares received for others are written instead of those given up, 1 for a trade of 2."""
    trades = [place for place in places_of(sheet, ActKind.DISPOSE) if sheet.record.events[place].value[2]]
    return _with_disposals(sheet, [random.choice(trades)], _received) if trades else None


def write_trades_as_received(sheet: SampleLog, _: Random) -> Spoilt | None:
    """In all disposals the shares received for others are written instead of those given up."""
    trades = [place for place in places_of(sheet, ActKind.DISPOSE) if sheet.record.events[place].value[2]]
    return _with_disposals(sheet, trades, _received) if trades else None


def _received(disposal: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """A disposal with the shares received in place of those traded."""
    chain, sold, traded, held = disposal
    return chain, sold, traded // 2, held


def _with_disposals(
    sheet: SampleLog, places: list[int], told: Callable[[tuple[int, int, int, int]], tuple[int, int, int, int]]
) -> Spoilt:
    """The log with the disposals at these indexes told in another way."""
    return with_values(sheet, {place: told(sheet.record.events[place].value) for place in places})


def trade_odd_number(sheet: SampleLog, random: Random) -> Spoilt | None:
    """One share that is held is written among those traded, so that an odd number is."""
    places = [
        place
        for place in places_of(sheet, ActKind.DISPOSE)
        if sheet.record.events[place].value[2] and sheet.record.events[place].value[3]
    ]
    if not places:
        return None
    return _with_disposals(sheet, [random.choice(places)], lambda told: (told[0], told[1], told[2] + 1, told[3] - 1))


def dispose_under_survivors_name(sheet: SampleLog, random: Random) -> Spoilt | None:
    """In one disposal the chain that survives is named instead of the one that is taken over."""
    if not sheet.survivors:
        return None
    place, (survivor, _) = random.choice([*sheet.survivors.items()])
    return with_value(sheet, place, (survivor, *sheet.record.events[place].value[1:]))


def lose_disposal(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The line of one disposal is not written down."""
    return without_one(sheet, random, ActKind.DISPOSE)


def leave_survivor_unsaid(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Which of equal chains survived is not written down."""
    places = places_of(sheet, ActKind.SURVIVOR)
    if not places:
        return None
    place = random.choice(places)
    events = sheet.events
    del events[place]
    return changed(sheet, events, place)


def write_other_chain(sheet: SampleLog, random: Random) -> Spoilt | None:
    """In a purchase another chain on the board is written than was bought."""
    choices = []
    for place, market in sheet.markets.items():
        bought = sheet.record.events[place].value
        for at, (_, count) in enumerate(bought):
            others = [chain for chain, price in enumerate(market) if price and chain not in dict(bought)]
            choices += [(place, tuple(sorted((*bought[:at], (o, count), *bought[at + 1 :])))) for o in others]
    return with_value(sheet, *random.choice(choices)) if choices else None
