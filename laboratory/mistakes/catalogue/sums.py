"""Wrong sums of a table, of which each later count and the final are wrong as well; by the rules everybody has what he ought to have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from games.acquire.actions import Action, ActKind
from laboratory.mistakes.catalogue.editing import (
    Spoilt,
    again,
    changed,
    places_of,
    with_bonuses,
    with_money,
    with_sums,
    with_value,
)
from laboratory.mistakes.catalogue.money import pay_wrong_bonus, pay_wrong_price
from laboratory.mistakes.sheets import SampleLog

#: For each bonus of a chain its index, how many prices of a share are to be split, and among how many.
Split = list[tuple[int, int, int]]


def splits(sheet: SampleLog) -> Iterator[Split]:
    """For each chain that was taken over, how its bonuses were split."""
    group: list[int] = []
    events = sheet.record.events
    for place in [*places_of(sheet, ActKind.BONUS), None]:
        if group and (place is None or place != group[-1] + 1 or events[place].value[0] != events[group[0]].value[0]):
            yield _split(group, [events[at].value[1] for at in group])
            group = []
        if place is not None:
            group.append(place)


def _split(group: list[int], amounts: list[int]) -> Split:
    """How the bonuses of one chain were split, from what was paid."""
    if len(group) == 1:
        return [(group[0], 15, 1)]
    if min(amounts) == max(amounts):
        return [(place, 15, len(group)) for place in group]
    most = amounts.index(max(amounts))
    return [(place, 10, 1) if at == most else (place, 5, len(group) - 1) for at, place in enumerate(group)]


def rounded_up(amount: int, among: int) -> int:
    """A part of a bonus as the rules round it, up to the hundred."""
    return -(-amount // (100 * among)) * 100


def _other_row(sheet: SampleLog, random: Random, chain: int, price: int) -> int:
    """The price of a share in the next row of the price list, above or below."""
    tier = sheet.record.header.labels().tiers[chain]
    lowest, highest = 200 + 100 * tier, 1000 + 100 * tier
    return random.choice([row for row in (price - 100, price + 100) if lowest <= row <= highest])


def pay_both_from_wrong_row(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Majority and minority are both paid by the next row of the price list."""
    groups = [group for group in splits(sheet) if len(group) > 1]
    if not groups:
        return None
    group = random.choice(groups)
    place = group[0][0]
    row = _other_row(sheet, random, sheet.record.events[place].value[0], sheet.prices[place])
    return with_bonuses(sheet, {at: rounded_up(prices * row, among) for at, prices, among in group})


def pay_whole_minority_to_each(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Of several tied for second each is paid the whole minority bonus instead of his part."""
    groups = [group for group in splits(sheet) if any(prices == 5 and among > 1 for _, prices, among in group)]
    if not groups:
        return None
    group = random.choice(groups)
    return with_bonuses(sheet, {at: prices * sheet.prices[at] for at, prices, _ in group if prices == 5})


def round_tie_down(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The parts of one split bonus are rounded down to the hundred instead of up."""
    groups = [group for group in splits(sheet) if any(_is_rounded(sheet, part) for part in group)]
    if not groups:
        return None
    group = random.choice(groups)
    return with_bonuses(sheet, {at: prices * sheet.prices[at] // (100 * among) * 100 for at, prices, among in group})


def _is_rounded(sheet: SampleLog, part: tuple[int, int, int]) -> bool:
    """Whether a part of a bonus is no whole number of hundreds."""
    place, prices, among = part
    return bool(prices * sheet.prices[place] % (100 * among))


def _by_the_house(sheet: SampleLog, rounded: Callable[[int, int], int]) -> Spoilt | None:
    """The log of a table that rounds the parts of all split bonuses in its own way, also those of the winding-up."""
    paid = {at: rounded(prices * sheet.prices[at], among) for group in splits(sheet) for at, prices, among in group}
    spoilt = with_bonuses(sheet, paid)
    if spoilt is None:
        return None
    events = list(spoilt.record.events)
    for player, difference in _at_the_close(sheet, rounded):
        for at, event in enumerate(events):
            if event.act is ActKind.FINAL and event.player == player:
                events[at] = event._replace(value=event.value + difference)
    return replace(spoilt, record=replace(spoilt.record, events=events))


def _at_the_close(sheet: SampleLog, rounded: Callable[[int, int], int]) -> Iterator[tuple[int, int]]:
    """For each bonus of the winding-up its player and how much more he is paid where parts are rounded in that way."""
    closing = sheet.closing
    for chain in {chain for _, chain, _ in closing.bonuses}:
        paid = [(player, amount) for player, of, amount in closing.bonuses if of == chain]
        for at, prices, among in _split([*range(len(paid))], [amount for _, amount in paid]):
            player, amount = paid[at]
            yield player, rounded(prices * closing.prices[chain], among) - amount


def round_down_throughout(sheet: SampleLog, _: Random) -> Spoilt | None:
    """The house rounds the parts of every split bonus down to the hundred, from the first to the last."""
    return _by_the_house(sheet, lambda amount, among: amount // (100 * among) * 100)


def round_to_the_dollar_throughout(sheet: SampleLog, _: Random) -> Spoilt | None:
    """The house pays the parts of every split bonus to the dollar, a rest below a dollar to nobody, from the first to the last."""
    return _by_the_house(sheet, lambda amount, among: amount // among)


def pay_third_for_second(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The minority bonus is paid to the third holder instead of the second, and so written."""
    events = sheet.record.events
    choices = []
    for group in splits(sheet):
        seconds = [at for at, prices, among in group if (prices, among) == (5, 1)]
        last = group[-1][0]
        paid = {events[at].player for at, _, _ in group}
        for place in range(last + 1, len(events)):
            if events[place].act is ActKind.TURN or events[place].act is ActKind.BONUS:
                break
            if seconds and events[place].act is ActKind.DISPOSE and events[place].player not in paid:
                choices.append((seconds[0], events[place].player))
    if not choices:
        return None
    place, third = random.choice(choices)
    chain, amount = events[place].value
    spoilt = with_sums(sheet, [(place, events[place].player, -amount), (place, third, amount)])
    if spoilt is None:
        return None
    put = list(spoilt.record.events)
    put[place] = Action(ActKind.BONUS, third, (chain, amount))
    return changed(sheet, put, place)


def sell_at_survivors_price(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Shares sold in a merger are paid at the price of the chain that survives."""
    choices = []
    for place, (_, price) in sheet.survivors.items():
        _, player, (_, sold, *_) = sheet.record.events[place]
        if sold and price != sheet.prices[place]:
            choices.append((place, player, (price - sheet.prices[place]) * sold))
    return with_money(sheet, *random.choice(choices)) if choices else None


def change_between_two(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Two players change money wrongly: from there to the end one has more and the other as much less."""
    places = places_of(sheet, ActKind.BUY)
    if not places:
        return None
    place = random.choice(places)
    one, other = random.sample(range(len(sheet.record.header.players)), 2)
    dollars = random.choice((100, 400, 500, 900, 1000))
    return with_sums(sheet, [(place, one, dollars), (place, other, -dollars)])


def pay_fine_from_cash(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A player pays a fine from his cash, and nothing is written of it."""
    places = places_of(sheet, ActKind.BUY)
    if not places:
        return None
    place = random.choice(places)
    return with_money(sheet, place, sheet.record.events[place].player, -random.choice((200, 500, 1000)))


def two_sums_that_cancel(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A player pays too much or too little for a purchase, and at a later one as much the other way."""
    places = places_of(sheet, ActKind.BUY, filled=True)
    events = sheet.record.events
    pairs = [
        (one, other) for one in places for other in places if one < other and events[one].player == events[other].player
    ]
    if not pairs:
        return None
    one, other = random.choice(pairs)
    player, dollars = events[one].player, random.choice((-300, -200, -100, 100, 200, 300))
    return with_sums(sheet, [(one, player, dollars), (other, player, -dollars)])


def wrong_price_and_wrong_bonus(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A purchase is paid by another row of the price list and, elsewhere in the game, a bonus as well."""
    first = pay_wrong_price(sheet, random)
    second = pay_wrong_bonus(again(sheet, first), random) if first is not None else None
    if first is None or second is None:
        return None
    return Spoilt(second.record, min(first.turn, second.turn))


def forget_end_bonus(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A bonus of the winding-up is not paid, so that the final cash of its player is less by it."""
    if not sheet.closing.bonuses:
        return None
    player, _, amount = random.choice(sheet.closing.bonuses)
    last = places_of(sheet, ActKind.TURN)[-1]
    return with_money(replace(sheet, purses={}), last, player, -amount)


def write_wrong_bonus_line(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The amount of a bonus is written wrongly; the right one was paid."""
    places = places_of(sheet, ActKind.BONUS)
    if not places:
        return None
    place = random.choice(places)
    chain, amount = sheet.record.events[place].value
    return with_value(sheet, place, (chain, amount + random.choice((-1000, -500, 500, 1000))))


def write_fine_as_purchase(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A fine of the price of a share is noted as if that share had been bought; the player has no such share."""
    choices = []
    for place, market in sheet.markets.items():
        bought = dict(sheet.record.events[place].value)
        if sum(bought.values()) < 3:
            choices += [(place, chain, price) for chain, price in enumerate(market) if price]
    if not choices:
        return None
    place, chain, price = random.choice(choices)
    event = sheet.record.events[place]
    spoilt = with_money(sheet, place, event.player, -price)
    if spoilt is None:
        return None
    events = list(spoilt.record.events)
    bought = dict(event.value)
    bought[chain] = bought.get(chain, 0) + 1
    events[place] = event._replace(value=tuple(sorted(bought.items())))
    return changed(sheet, events, place)
