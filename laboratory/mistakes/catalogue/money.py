"""Errors with a single amount: a price, a bonus, a sale, change, the final cash."""

from __future__ import annotations

from random import Random

from games.acquire.actions import Action, ActKind
from laboratory.mistakes.catalogue.editing import Spoilt, changed, places_of, with_money, with_value
from laboratory.mistakes.sheets import SampleLog


def pay_wrong_price(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A purchase is paid by the row above or below of the price list."""
    places = places_of(sheet, ActKind.BUY, filled=True)
    if not places:
        return None
    place = random.choice(places)
    _, player, bought = sheet.events[place]
    return with_money(sheet, place, player, random.choice((-100, 100)) * bought[0][1])


def give_wrong_change(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A player has a note too many or too few after a purchase."""
    places = places_of(sheet, ActKind.BUY, filled=True)
    if not places:
        return None
    place = random.choice(places)
    return with_money(sheet, place, sheet.events[place].player, random.choice((-1000, -500, -100, 100, 500, 1000)))


def pay_wrong_bonus(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A bonus is paid by another row of the price list."""
    places = places_of(sheet, ActKind.BONUS)
    if not places:
        return None
    place = random.choice(places)
    _, player, (chain, amount) = sheet.events[place]
    difference = random.choice((-500, 500, 1000))
    spoilt = with_money(sheet, place, player, difference)
    if spoilt is None:
        return None
    events = list(spoilt.record.events)
    events[place] = Action(ActKind.BONUS, player, (chain, amount + difference))
    return changed(sheet, events, place)


def forget_bonus(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A bonus is not paid."""
    places = places_of(sheet, ActKind.BONUS)
    if not places:
        return None
    place = random.choice(places)
    _, player, (_, amount) = sheet.events[place]
    spoilt = with_money(sheet, place, player, -amount)
    if spoilt is None:
        return None
    events = list(spoilt.record.events)
    del events[place]
    return changed(sheet, events, place)


def pay_wrong_sale(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Shares sold in a merger are paid by another row of the price list."""
    places = [place for place in places_of(sheet, ActKind.DISPOSE) if sheet.events[place].value[1]]
    if not places:
        return None
    place = random.choice(places)
    _, player, (_, sold, *_) = sheet.events[place]
    return with_money(sheet, place, player, random.choice((-100, 100)) * sold)


def write_wrong_final(sheet: SampleLog, random: Random) -> Spoilt:
    """Another final cash is written than the player has."""
    place = random.choice(places_of(sheet, ActKind.FINAL))
    difference = random.choice((-1000, -500, -100, 100, 500, 1000))
    return with_value(sheet, place, sheet.events[place].value + difference)
