"""Remarks that scribes put among the lines and behind the clauses of a log: the free reader has to tell them from what was played."""

from __future__ import annotations

from random import Random
from typing import Final

from games.acquire.errors import LogError
from games.acquire.logs import read_people, write_text
from games.acquire.record import GameRecord
from laboratory.mistakes.catalogue.editing import Spoilt
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


def told_freely(record: GameRecord, text: str) -> GameRecord:
    """The log that the free reader makes of a text; an empty one with the same players where it can read none."""
    try:
        return read_people(text).record
    except LogError:
        return GameRecord(record.header, ())


def remark_on_own_line(sheet: SampleLog, random: Random) -> Spoilt:
    """A remark stands on a line of its own between two turns: page, time of day, break, dashes, a question, who thinks long."""
    lines, heads = _lines_of(sheet)
    at = random.choice(heads[1:])
    return _read(sheet, [*lines[:at], random.choice(LINES), *lines[at:]], at)


def remark_behind_clause(sheet: SampleLog, random: Random) -> Spoilt:
    """A word or a mark stands behind the last clause of a line: NB, !, ?, ok, [safe], (long think)."""
    lines, heads = _lines_of(sheet)
    at = random.choice(heads[1:])
    lines[at - 1] += random.choice(BEHIND)
    return _read(sheet, lines, at)


def _read(sheet: SampleLog, lines: list[str], at: int) -> Spoilt:
    """The log that the free reader makes of these lines; the last turn before the line ``at`` is that of the remark."""
    before = [line for line in lines[:at] if line[:1].isdigit() and line.split()[0].isdigit()]
    return Spoilt(told_freely(sheet.record, "\n".join(lines) + "\n"), int(before[-1].split()[0]))


def _lines_of(sheet: SampleLog) -> tuple[list[str], list[int]]:
    """The lines of a log in the notation, and the indexes of those that begin a turn."""
    lines = write_text(sheet.record).splitlines()
    return lines, [at for at, line in enumerate(lines) if line[:1].isdigit()]
