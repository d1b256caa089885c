"""Errors of pages: turns that are lost in a row, turns that a second scribe wrote again, the end of the log torn off."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.acquire.actions import Action, ActKind
from laboratory.mistakes.catalogue.editing import Spoilt, changed, middle
from laboratory.mistakes.sheets import SampleLog


def lose_half_page(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Five to ten turns in a row are lost with the counts between them; the later turns keep their numbers."""
    blocks, turns = sheet.blocks(), random.randint(5, 10)
    if len(blocks) < turns + 10:
        return None
    at = random.randrange(3, len(blocks) - turns - 3)
    events = sheet.events
    return changed(sheet, [*events[: blocks[at][0]], *events[blocks[at + turns][0] :]], blocks[at][0])


def lose_half_page_and_number_on(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Five to ten turns in a row are lost with the counts between them, and the later turns are numbered as if they had not been."""
    spoilt = lose_half_page(sheet, random)
    if spoilt is None:
        return None
    lost = len(sheet.blocks()) - sum(event.act is ActKind.TURN for event in spoilt.record.events)
    events = [
        event._replace(value=event.value - lost) if event.act is ActKind.TURN and event.value > spoilt.turn else event
        for event in spoilt.record.events
    ]
    return replace(spoilt, record=replace(spoilt.record, events=events))


def overlap(sheet: SampleLog, random: Random) -> Spoilt:
    """A second scribe takes over and writes the last two to four turns once more, word for word."""
    at, turns = middle(sheet, random, 5), random.randint(2, 4)
    blocks = sheet.blocks()
    first, last = blocks[at - turns][0], blocks[at - 1][1]
    events = sheet.events
    return changed(sheet, [*events[:last], *events[first:]], first)


def overlap_and_differ(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A second scribe takes over and writes the last two to four turns once more; one of the two got a purchase wrong."""
    at, turns = middle(sheet, random, 5), random.randint(2, 4)
    blocks = sheet.blocks()
    first, last = blocks[at - turns][0], blocks[at - 1][1]
    events = sheet.events
    places = [place for place in range(first, last) if events[place].act is ActKind.BUY and events[place].value]
    if not places:
        return None
    place = random.choice(places)
    copy = events[first:last]
    wrong = _miswritten(events[place], random)
    before = events[:last]
    if random.random() < 0.5:
        before[place] = wrong
    else:
        copy[place - first] = wrong
    return changed(sheet, [*before, *copy, *events[last:]], first)


def _miswritten(purchase: Action, random: Random) -> Action:
    """A purchase with another number of shares of its first chain."""
    (chain, count), *others = purchase.value
    return purchase._replace(value=((chain, random.choice([n for n in (1, 2, 3) if n != count])), *others))


def lose_last_turn(sheet: SampleLog, _: Random) -> Spoilt:
    """The last turn, in which the end was called, is not written down; the final is."""
    return _broken_off(sheet, len(sheet.blocks()) - 1)


def lose_second_half(sheet: SampleLog, _: Random) -> Spoilt:
    """The second half of the log is lost, but for the final."""
    return _broken_off(sheet, len(sheet.blocks()) // 2)


def _broken_off(sheet: SampleLog, turns: int) -> Spoilt:
    """The log of so many turns and the final; the error lies where it breaks off, in the last turn that is written."""
    blocks = sheet.blocks()
    first, last = blocks[turns][0], blocks[-1][1]
    events = sheet.events
    return changed(sheet, [*events[:first], *events[last:]], blocks[turns - 1][0])
