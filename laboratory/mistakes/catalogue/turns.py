"""Errors with whole turns: forgotten, doubled, out of order, written down for another player."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.replay import replay
from laboratory.mistakes.catalogue.editing import Spoilt, changed, counted_after, middle, places_of
from laboratory.mistakes.sheets import SampleLog


def forget_turn(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is not written down."""
    first, last = sheet.blocks()[middle(sheet, random)]
    lost = sheet.events[first:last]
    known = counted_after(sheet, last, lost[0].player) and all(event.act is not ActKind.DISPOSE for event in lost)
    spoilt = changed(sheet, [*sheet.events[:first], *sheet.events[last:]], first)
    return replace(spoilt, is_determined=known)


def double_turn(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is written down twice."""
    first, last = sheet.blocks()[middle(sheet, random)]
    return changed(sheet, [*sheet.events[:last], *sheet.events[first:]], first)


def swap_turns(sheet: SampleLog, random: Random) -> Spoilt:
    """Two turns are written down in the wrong order."""
    at = middle(sheet, random)
    (first, last), (second, end) = sheet.blocks()[at : at + 2]
    events = sheet.events
    put = [*events[second:end], *events[last:second], *events[first:last]]
    return changed(sheet, [*events[:first], *put, *events[end:]], first)


def exchange_players(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is written down for another player."""
    first, last = sheet.blocks()[middle(sheet, random)]
    events = sheet.events
    was = events[first].player
    other = random.choice([seat for seat in range(len(sheet.record.header.players)) if seat != was])
    for place in range(first, last):
        if events[place].player == was and events[place].act not in (ActKind.BONUS, ActKind.CASH, ActKind.DISPOSE):
            events[place] = events[place]._replace(player=other)
    return changed(sheet, events, first)


def exchange_turns(sheet: SampleLog, random: Random) -> Spoilt:
    """The actions of two players in successive turns are each written down for the other one."""
    at = middle(sheet, random)
    (first, last), (second, end) = sheet.blocks()[at : at + 2]
    events = sheet.events
    one, other = events[first], events[second]
    stays = (ActKind.BONUS, ActKind.CASH, ActKind.DISPOSE)

    def given(part: list[Action], was: int, player: int) -> list[Action]:
        return [
            event._replace(player=player) if event.player == was and event.act not in stays else event for event in part
        ]

    earlier = given(events[second + 1 : end], other.player, one.player)
    later = given(events[first + 1 : last], one.player, other.player)
    return changed(sheet, [*events[:first], one, *earlier, *events[last:second], other, *later, *events[end:]], first)


def forget_turn_and_number_on(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is not written down, and the later turns are numbered as if it had not been."""
    spoilt = forget_turn(sheet, random)
    events = [
        event._replace(value=event.value - 1) if event.act is ActKind.TURN and event.value > spoilt.turn else event
        for event in spoilt.record.events
    ]
    return replace(spoilt, record=replace(spoilt.record, events=events))


def end_before_last_purchase(sheet: SampleLog, _: Random) -> Spoilt | None:
    """In the last turn the end is called and shares are bought after it, which is void: play stops at once; the table counts them."""
    events = sheet.events
    end = next((place for place in places_of(sheet, ActKind.END)), 0)
    if not end or events[end - 1].act is not ActKind.BUY or not events[end - 1].value:
        return None
    stopped = [event for at, event in enumerate(events) if at != end - 1 and event.act is not ActKind.FINAL]
    final = replay(replace(sheet.record, events=stopped)).as_written
    events[end - 1], events[end] = events[end], events[end - 1]
    return replace(changed(sheet, events, end), final=final)
