"""Errors of columns: two names, chains, counts or finals exchanged, amounts in the wrong place or in another unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby, pairwise
from random import Random

from games.acquire.actions import Action, ActKind, with_chains
from laboratory.mistakes.catalogue.editing import Spoilt, changed, middle, places_of, with_values
from laboratory.mistakes.sheets import SampleLog


def exchange_names_on(sheet: SampleLog, random: Random) -> Spoilt:
    """From a turn to the end the scribe writes two players each under the name of the other, also in counts and final."""
    return _with_names_exchanged(sheet, random, lambda _: True)


def exchange_names_in_mergers_on(sheet: SampleLog, random: Random) -> Spoilt | None:
    """From a turn to the end the scribe writes two players each under the name of the other in the lines of mergers."""
    spoilt = _with_names_exchanged(sheet, random, lambda act: act in (ActKind.BONUS, ActKind.DISPOSE))
    return spoilt if spoilt.record.events != sheet.record.events else None


def _with_names_exchanged(sheet: SampleLog, random: Random, concerned: Callable[[ActKind], bool]) -> Spoilt:
    """The log with two players exchanged in all events of some kinds from a turn on."""
    first, _ = sheet.blocks()[middle(sheet, random, 5)]
    one, other = random.sample(range(len(sheet.record.header.players)), 2)
    names = {one: other, other: one}
    events = sheet.events
    for place in range(first, len(events)):
        if concerned(events[place].act):
            events[place] = events[place]._replace(player=names.get(events[place].player, events[place].player))
    return changed(sheet, events, first)


def exchange_chains_on(sheet: SampleLog, random: Random) -> Spoilt | None:
    """From a turn to the end the scribe writes two chains each under the name of the other."""
    first, _ = sheet.blocks()[middle(sheet, random, 5)]
    named = sorted({chain for event in sheet.record.events[first:] for chain in _chains_of(event)})
    if len(named) < 2:
        return None
    one, other = random.sample(named, 2)
    names = {one: other, other: one}
    events = [
        event if place < first else with_chains(event, lambda chain: names.get(chain, chain))
        for place, event in enumerate(sheet.record.events)
    ]
    return changed(sheet, events, first)


def _chains_of(event: Action) -> list[int]:
    """The chains that an event names."""
    act, _, value = event
    if act in (ActKind.FOUND, ActKind.SURVIVOR):
        return [value]
    if act is ActKind.ORDER:
        return list(value)
    if act in (ActKind.BONUS, ActKind.DISPOSE):
        return [value[0]]
    return [chain for chain, _ in value] if act is ActKind.BUY else []


def sort_the_header(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The header names the players in another order than that of play, as in the order of the alphabet."""
    players = sheet.record.header.players
    order = random.sample(range(len(players)), len(players))
    if not places_of(sheet, ActKind.START) or order == sorted(order):
        return None
    seats = {seat: at for at, seat in enumerate(order)}
    events = [event._replace(player=seats.get(event.player, event.player)) for event in sheet.record.events]
    spoilt = changed(sheet, events, 0)
    header = replace(sheet.record.header, players=tuple(players[seat] for seat in order))
    return replace(spoilt, record=replace(spoilt.record, header=header))


def _counts(sheet: SampleLog) -> list[list[int]]:
    """The indexes of the counts of cash, those that were taken at the same time together."""
    places = enumerate(places_of(sheet, ActKind.CASH))
    return [[place for _, place in group] for _, group in groupby(places, lambda row: row[1] - row[0])]


def exchange_counts(sheet: SampleLog, random: Random) -> Spoilt | None:
    """In one count the amounts of two players are written each in the column of the other."""
    return _with_amounts_exchanged(sheet, random, _counts(sheet))


def exchange_finals(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The final cash of two players is written each in the column of the other."""
    return _with_amounts_exchanged(sheet, random, [places_of(sheet, ActKind.FINAL)])


def _with_amounts_exchanged(sheet: SampleLog, random: Random, groups: Iterable[list[int]]) -> Spoilt | None:
    """The log with two unequal amounts of one of these groups exchanged."""
    events = sheet.record.events
    pairs = [
        (one, other)
        for group in groups
        for one in group
        for other in group
        if one < other and events[one].value != events[other].value
    ]
    if not pairs:
        return None
    one, other = random.choice(pairs)
    return with_values(sheet, {one: events[other].value, other: events[one].value})


def transpose_digits(sheet: SampleLog, random: Random) -> Spoilt | None:
    """In one count two neighbouring digits of an amount are exchanged."""
    choices = []
    for place in places_of(sheet, ActKind.CASH):
        digits = str(sheet.record.events[place].value)
        for at, (one, other) in enumerate(pairwise(digits[:-2])):
            if one != other and (at or other != "0"):
                choices.append((place, int(digits[:at] + other + one + digits[at + 2 :])))
    if not choices:
        return None
    place, amount = random.choice(choices)
    return with_values(sheet, {place: amount})


def count_a_turn_late(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A count of everybody's cash is written behind the turn after the one that it belongs to."""
    turns = places_of(sheet, ActKind.TURN)
    groups = [group for group in _counts(sheet) if group[-1] < turns[-1]]
    if not groups:
        return None
    group = random.choice(groups)
    events = sheet.events
    _, end = next(block for block in sheet.blocks() if block[0] > group[-1])
    counts = events[group[0] : group[-1] + 1]
    put = [*events[: group[0]], *events[group[-1] + 1 : end], *counts, *events[end:]]
    return changed(sheet, put, group[0])


def miscount_everybody(sheet: SampleLog, random: Random) -> Spoilt | None:
    """All amounts of one count are wrong."""
    groups = _counts(sheet)
    if not groups:
        return None
    off = (-1000, -500, -300, -100, 100, 300, 500, 1000)
    return with_values(
        sheet, {place: sheet.record.events[place].value + random.choice(off) for place in random.choice(groups)}
    )


def write_finals_in_hundreds(sheet: SampleLog, _: Random) -> Spoilt | None:
    """The final cash of everybody is written in hundreds, 161 for 16,100."""
    places = places_of(sheet, ActKind.FINAL)
    if not places or any(sheet.record.events[place].value % 100 for place in places):
        return None
    return with_values(sheet, {place: sheet.record.events[place].value // 100 for place in places})


def misread_share_in_final(sheet: SampleLog, random: Random) -> Spoilt | None:
    """One share too many or too few is paid to a player at the end, so that his final cash is off by its price."""
    places = places_of(sheet, ActKind.FINAL)
    prices = [price for price in sheet.closing.prices if price]
    if not places or not prices:
        return None
    place = random.choice(places)
    return with_values(
        sheet, {place: sheet.record.events[place].value + random.choice((-1, 1)) * random.choice(prices)}
    )
