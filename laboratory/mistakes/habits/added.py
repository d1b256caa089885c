"""Habits of writing more than the notation asks for: counts, bonuses of the winding-up, times, breaks, remarks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.logs.writer import write_text
from games.acquire.record import Stamp
from laboratory.mistakes.habits.telling import different, is_head, joined, split_text, text_of, turns_of
from laboratory.mistakes.sheets import SampleLog

#: Lines that tell of nothing that was played.
LINES: Final = (
    "page 2",
    "14:35",
    "break 5 min",
    "-----",
    "director called",
    "(Ben asks whether Luxor is safe)",
    "NB: P1 was late",
    "* P1 has the majority",
    "P2 thinks long",
    "Round 2 of the table",
)
#: Words behind a clause that tell of nothing that was played.
BEHIND: Final = (" -- NB", " !", " ?", " ok", " [safe]", " (long think)")


def own_count_after_each_turn(sheet: SampleLog, _: Random) -> str | None:
    """Whoever has played counts his cash at the end of each of his turns."""
    return _with_counts(sheet, lambda player, _: [player])


def counts_after_each_round(sheet: SampleLog, _: Random) -> str | None:
    """Everybody's cash is counted after each round."""
    seats = len(sheet.record.header.players)
    return _with_counts(sheet, lambda _, number: [] if number % seats else [*range(seats)])


def _with_counts(sheet: SampleLog, counted: Callable[[int, int], list[int]]) -> str | None:
    """The log with other counts: those of the players that ``counted`` names for the player and the number of a turn."""
    events: list[Action] = []
    for turn in turns_of(sheet):
        events += [event for event in turn if event.act is not ActKind.CASH]
        head = turn[0]
        if head.act is ActKind.TURN and head.value < max(sheet.purses):
            purse = sheet.purses[head.value]
            events += [Action(ActKind.CASH, player, purse[player]) for player in counted(head.player, head.value)]
    return different(sheet, events)


def count_at_the_start(sheet: SampleLog, _: Random) -> str:
    """Everybody's cash is written before the first turn."""
    cash = sheet.record.header.rulebook().start_cash
    first = next(at for at, event in enumerate(sheet.record.events) if event.act is ActKind.TURN)
    counts = [Action(ActKind.CASH, seat, cash) for seat in range(len(sheet.record.header.players))]
    return text_of(sheet, [*sheet.events[:first], *counts, *sheet.events[first:]])


def winding_up(sheet: SampleLog, _: Random) -> str | None:
    """The bonuses of the winding-up are written behind the last turn."""
    events = sheet.events
    last = max(at for at, event in enumerate(events) if event.act is not ActKind.FINAL) + 1
    paid = [Action(ActKind.BONUS, player, (chain, amount)) for player, chain, amount in sheet.closing.bonuses]
    return different(sheet, [*events[:last], *paid, *events[last:]])


def times(sheet: SampleLog, _: Random) -> str:
    """Each clause has its time."""
    stamps = tuple(Stamp(1000 * at) for at in range(len(sheet.record.events)))
    return write_text(replace(sheet.record, stamps=stamps))


def breaks(sheet: SampleLog, random: Random) -> str:
    """The director's pauses and the time that he gives are written between the turns."""
    turns = turns_of(sheet)
    for at in sorted(random.sample(range(2, len(turns) - 2), 3), reverse=True):
        seat = random.randrange(len(sheet.record.header.players))
        given = [Action(ActKind.PAUSE, NOBODY), Action(ActKind.TIME, seat, 120), Action(ActKind.RESUME, NOBODY)]
        turns[at:at] = [given]
    return text_of(sheet, [event for turn in turns for event in turn])


def remarks(sheet: SampleLog, random: Random) -> str:
    """Five remarks stand on lines of their own: page, time of day, break, dashes, a question, who thinks long."""
    head, body = split_text(text_of(sheet, sheet.record.events))
    heads = [at for at, line in enumerate(body) if is_head(line)]
    for at in sorted(random.sample(heads[1:], 5), reverse=True):
        body.insert(at, random.choice(LINES))
    return joined(head, body)


def marks(sheet: SampleLog, random: Random) -> str:
    """Five lines end with a word or a mark that is no clause: NB, !, ?, ok, [safe], (long think)."""
    head, body = split_text(text_of(sheet, sheet.record.events))
    heads = [at for at, line in enumerate(body) if is_head(line)]
    for at in random.sample(heads[1:], 5):
        body[at - 1] += random.choice(BEHIND)
    return joined(head, body)


def rounds(sheet: SampleLog, _: Random) -> str:
    """A blank line and the number of the round stand above each round."""
    head, body = split_text(text_of(sheet, sheet.record.events))
    seats = len(sheet.record.header.players)
    put: list[str] = []
    for line in body:
        number = int(line.split()[0]) if is_head(line) else 0
        put += ["", f"Round {number // seats + 1}"] if number % seats == 1 else []
        put.append(line)
    return joined(head, put)


def full_header(sheet: SampleLog, _: Random) -> str:
    """The header names event, round, table, date and scribe, and everybody's full name."""
    players = [replace(player, name=f"{player.id} Example") for player in sheet.record.header.players]
    other = {"event": "Example Open", "round": 2, "table": 3, "date": "2026-11-26", "scribe": "P9 Example"}
    header = replace(sheet.record.header, players=tuple(players), other=other)
    return write_text(replace(sheet.record, header=header))
