"""Errors with single clauses: a tile, a chain, a number of shares."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, NEIGHBOURS, TILES
from laboratory.mistakes.catalogue.editing import (
    Spoilt,
    changed,
    counted_after,
    places_of,
    with_money,
    with_value,
    without_one,
)
from laboratory.mistakes.sheets import SampleLog


def write_nothing_bought(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Nothing is written as bought where something was."""
    places = places_of(sheet, ActKind.BUY, filled=True)
    if not places:
        return None
    place = random.choice(places)
    known = counted_after(sheet, place, sheet.record.events[place].player)
    return replace(with_value(sheet, place, ()), is_determined=known)


def lose_purchase(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The clause of a purchase is not written down."""
    places = places_of(sheet, ActKind.BUY, filled=True)
    if not places:
        return None
    place = random.choice(places)
    events = sheet.events
    lost = events.pop(place)
    return replace(changed(sheet, events, place), is_determined=counted_after(sheet, place, lost.player))


def misplace_purchase(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The clause of a purchase is written into the turn after the one that it belongs to."""
    places = places_of(sheet, ActKind.BUY, filled=True)
    turns = places_of(sheet, ActKind.TURN)
    if not places or turns[-1] < places[0]:
        return None
    place = random.choice([place for place in places if place < turns[-1]])
    events = sheet.events
    after = next(at for at in turns if at > place)
    buying = next((at for at in range(after, len(events)) if events[at].act is ActKind.BUY), None)
    if buying is None:
        return None
    events.insert(buying, events[place]._replace(player=events[after].player))
    del events[place]
    return changed(sheet, events, place)


def miswrite_shares(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Another number of shares is written than was bought."""
    places = places_of(sheet, ActKind.BUY, filled=True)
    if not places:
        return None
    place = random.choice(places)
    bought = list(sheet.events[place].value)
    at = random.randrange(len(bought))
    chain, count = bought[at]
    bought[at] = (chain, random.choice([other for other in (1, 2, 3) if other != count]))
    return with_value(sheet, place, tuple(bought))


def buy_four(sheet: SampleLog, random: Random) -> Spoilt | None:
    """One share more is written than anybody may buy."""
    places = [
        place for place in places_of(sheet, ActKind.BUY) if sum(count for _, count in sheet.events[place].value) == 3
    ]
    if not places:
        return None
    place = random.choice(places)
    (chain, count), *others = sheet.events[place].value
    return with_value(sheet, place, ((chain, count + 1), *others))


def write_wrong_tile(sheet: SampleLog, random: Random) -> Spoilt:
    """Another tile is written than was played."""
    place = random.choice(places_of(sheet, ActKind.PLAY))
    played = sheet.events[place].value
    return with_value(sheet, place, random.choice([tile for tile in range(TILES) if tile != played]))


def write_neighbouring_tile(sheet: SampleLog, random: Random) -> Spoilt:
    """A space next to that of the played tile is written."""
    place = random.choice(places_of(sheet, ActKind.PLAY))
    return with_value(sheet, place, random.choice(NEIGHBOURS[sheet.events[place].value]))


def found_another(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Another chain is written than was founded."""
    return _with_other_chain(sheet, random, ActKind.FOUND)


def name_another_survivor(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Another chain is written than survived."""
    return _with_other_chain(sheet, random, ActKind.SURVIVOR)


def _with_other_chain(sheet: SampleLog, random: Random, act: ActKind) -> Spoilt | None:
    """The log with another chain in one event of this kind; None where it has none."""
    places = places_of(sheet, act)
    if not places:
        return None
    place = random.choice(places)
    named = sheet.events[place].value
    return with_value(sheet, place, random.choice([chain for chain in range(CHAINS) if chain != named]))


def keep_founders_share(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The founder did not take his share: at the merger he sells one less than the rules give him."""
    founders = {(event.player, event.value) for event in sheet.events if event.act is ActKind.FOUND}
    places = [
        place
        for place in places_of(sheet, ActKind.DISPOSE)
        if sheet.events[place].value[1] and (sheet.events[place].player, sheet.events[place].value[0]) in founders
    ]
    if not places:
        return None
    place = random.choice(places)
    _, player, (chain, sold, *rest) = sheet.events[place]
    spoilt = with_money(sheet, place, player, -sheet.prices[place])
    if spoilt is None:
        return None
    events = list(spoilt.record.events)
    events[place] = Action(ActKind.DISPOSE, player, (chain, sold - 1, *rest))
    founded = max(
        at for at in range(place) if sheet.events[at].act is ActKind.FOUND and sheet.events[at].value == chain
    )
    return changed(sheet, events, founded)


def sell_too_many(sheet: SampleLog, random: Random) -> Spoilt | None:
    """More shares are written as sold than the player holds."""
    places = places_of(sheet, ActKind.DISPOSE)
    if not places:
        return None
    place = random.choice(places)
    chain, sold, traded, held = sheet.events[place].value
    return with_value(sheet, place, (chain, sold + (held or 0) + random.randint(1, 3), traded, held))


def forget_draw(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A draw is not written down."""
    return without_one(sheet, random, ActKind.DRAW)


def lay_out_wrong_tile(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Another tile is written as dead than was laid out."""
    places = places_of(sheet, ActKind.DEAD, filled=True)
    if not places:
        return None
    place = random.choice(places)
    first, *others = sheet.events[place].value
    other = random.choice([tile for tile in range(TILES) if tile != first])
    return with_value(sheet, place, (other, *others))
