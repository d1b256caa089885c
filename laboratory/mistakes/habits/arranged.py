"""Habits of writing things in another order than that of the notation, or in more lines."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from random import Random

from games.acquire.actions import Action, ActKind
from laboratory.mistakes.habits.telling import by_turns, different
from laboratory.mistakes.sheets import SampleLog

_MERGER = (ActKind.BONUS, ActKind.DISPOSE)


def disposals_before_bonuses(sheet: SampleLog, _: Random) -> str | None:
    """In a merger what the holders do with their shares is written first, and the bonuses below."""
    return by_turns(sheet, lambda turn: _sorted(turn, lambda event: (event.act is ActKind.BONUS,)))


def bonuses_of_all_chains_first(sheet: SampleLog, _: Random) -> str | None:
    """In a merger of three or four the bonuses of all chains are written first, then all disposals."""
    return by_turns(sheet, lambda turn: _sorted(turn, lambda event: (event.act is not ActKind.BONUS,)))


def disposals_by_seats(sheet: SampleLog, _: Random) -> str | None:
    """The holders' disposals are written by columns, in the order of the seats, whoever laid the tile."""

    def by_seat(turn: list[Action]) -> list[Action]:
        chains = [event.value[0] for event in turn if event.act is ActKind.DISPOSE]
        return _sorted(turn, lambda event: (chains.index(event.value[0]), event.player), (ActKind.DISPOSE,))

    return by_turns(sheet, by_seat)


def _sorted(
    turn: list[Action], key: Callable[[Action], tuple[int, ...]], acts: tuple[ActKind, ...] = _MERGER
) -> list[Action]:
    """The events of a turn with those of some acts in another order; each run of them is sorted by itself."""
    runs = groupby(turn, lambda event: event.act in acts)
    return [event for is_run, run in runs for event in (sorted(run, key=key) if is_run else run)]


def purchase_beside_tile(sheet: SampleLog, _: Random) -> str | None:
    """Tile, purchase and count stand on one line, and the merger of that tile on the lines below."""

    def arranged(turn: list[Action]) -> list[Action]:
        merger = [event for event in turn if event.act in (*_MERGER, ActKind.ORDER)]
        others = [event for event in turn if event not in merger]
        return [*others, *merger] if merger and any(event.act is ActKind.BUY for event in turn) else turn

    return by_turns(sheet, arranged)


def sole_bonus_in_two_lines(sheet: SampleLog, _: Random) -> str | None:
    """The only holder's two bonuses are written as two lines, the majority and below it the minority."""
    events: list[Action] = []
    for at, event in enumerate(sheet.record.events):
        is_sole = event.act is ActKind.BONUS and event.value[1] == 15 * sheet.prices[at]
        if is_sole:
            chain, amount = event.value
            events += [event._replace(value=(chain, amount // 3 * 2)), event._replace(value=(chain, amount // 3))]
        else:
            events.append(event)
    return different(sheet, events)


def disposal_in_two_lines(sheet: SampleLog, _: Random) -> str | None:
    """Who sells and trades shares of a chain has a line for each."""
    events: list[Action] = []
    for event in sheet.record.events:
        if event.act is ActKind.DISPOSE and event.value[1] and event.value[2]:
            chain, sold, traded, held = event.value
            events += [event._replace(value=(chain, sold, 0, None)), event._replace(value=(chain, 0, traded, held))]
        else:
            events.append(event)
    return different(sheet, events)


def end_before_nothing(sheet: SampleLog, _: Random) -> str | None:
    """In the last turn "end" is written in front of "buy -"."""
    return _end_first(sheet, is_filled=False)


def end_before_purchase(sheet: SampleLog, _: Random) -> str | None:
    """In the last turn "end" is written in front of the purchase, where the edition lets the player finish his turn."""
    return _end_first(sheet, is_filled=True)


def _end_first(sheet: SampleLog, *, is_filled: bool) -> str | None:
    """The log with the end in front of the purchase of its turn; None where there is none, or not such a one."""
    events = sheet.events
    end = next((at for at, event in enumerate(events) if event.act is ActKind.END), 0)
    if not end or events[end - 1].act is not ActKind.BUY or bool(events[end - 1].value) != is_filled:
        return None
    events[end - 1], events[end] = events[end], events[end - 1]
    return different(sheet, events)
