"""What the judge makes of truthful logs in the habits of scribes: in how many it sees an error, and in how many it proves too little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Final

from games.acquire.editions.values import EDITIONS
from games.acquire.errors import LogError
from games.acquire.logs.language.diagnostics import LogReading
from games.acquire.logs.reading import read_people
from games.acquire.record import Header
from games.acquire.replay.findings import Severity
from games.acquire.replay.judging.judge import replay
from laboratory.mistakes.habits import HABITS, Habit
from laboratory.mistakes.sheets import SampleLog, played_on_sheet, sensible_sheet

#: How many games are tried for each log that is wanted, because not every game has an occasion for a habit.
_MOST_GAMES = 10
#: Every so many games one is of another edition than the tournament's.
_EVERY: Final = 4
_OTHERS: Final = tuple(name for name in EDITIONS if name != "mso")


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a truthful log meets with.

    ``codes`` are those of the errors and warnings, and "unread" where a place could not be read; with ``is_unproved`` somebody's right
    final cash is not proved, with ``is_wrong_certain`` a wrong amount is; ``seconds`` are the processor's for the replay.
    """

    codes: tuple[str, ...]
    is_unproved: bool
    is_wrong_certain: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class HabitTally:
    """The sums of what the logs in one habit met with: ``accused`` of something, somebody's cash ``unproved``."""

    habit: str
    definition: str
    logs: int
    accused: int
    unproved: int
    wrong_certain: int
    codes: tuple[str, ...]
    seconds: float
    seconds_worst: float


def tellings(habit: Habit, games: int, first: int = 0) -> Iterator[tuple[str, SampleLog]]:
    """Logs in one habit, each with the log it was made of: of the tournament's edition, and some of every other one.

    ``first`` is the number of the first game.
    """
    made = 0
    for seed in range(first, first + _MOST_GAMES * games):
        sheet = _sheet(habit, seed, made)
        text = habit.tell(sheet if habit.is_full else sheet.of_scribe(), Random(f"{habit.name} {seed}"))
        if text is not None:
            yield text, sheet
            made += 1
            if made == games:
                return


def _sheet(habit: Habit, seed: int, made: int) -> SampleLog:
    """The log to be told in a habit; ``made`` is the number of those told before."""
    edition = "mso" if made % _EVERY < _EVERY - 1 else _OTHERS[seed % len(_OTHERS)]
    if habit.editions:
        edition = habit.editions[seed % len(habit.editions)]
    return (played_on_sheet if habit.is_played_on else sensible_sheet)(seed, 3 + seed % 3, edition)


def reading_of(text: str, sheet: SampleLog) -> LogReading | None:
    """What the free reader makes of a log at a table of this edition; None where it can read nothing."""
    try:
        return read_people(text, Header(sheet.record.header.edition, ()))
    except LogError:
        return None


def welcome_of(text: str, sheet: SampleLog) -> Welcome:
    """What the judge says of a truthful log."""
    reading = reading_of(text, sheet)
    if reading is None:
        return Welcome(("refused",), is_unproved=True, is_wrong_certain=False, seconds=0.0)
    begun = process_time()
    answer = replay(reading.record)
    seconds = process_time() - begun
    codes = [finding.code for finding in answer.findings if finding.severity is not Severity.NOTE]
    codes += ["unread"] * bool(reading.problems)
    return Welcome(
        codes=tuple(dict.fromkeys(codes)),
        is_unproved=any(answer.final.get(player) is None for player in sheet.final),
        is_wrong_certain=any(
            cash is not None and cash != sheet.final.get(player) for player, cash in answer.final.items()
        ),
        seconds=seconds,
    )


def habit_tallies(games: int, habits: Iterable[Habit] = HABITS, first: int = 0) -> Iterator[HabitTally]:
    """A tally for each habit that some games have an occasion for, of ``games`` logs from the game ``first`` on, and one of all."""
    told: list[Welcome] = []
    for habit in habits:
        rows = [welcome_of(text, sheet) for text, sheet in tellings(habit, games, first)]
        told += rows
        if rows:
            yield _tally(habit.name, habit.definition, rows)
    if told:
        yield _tally("all habits", "", told)


def _tally(name: str, definition: str, rows: list[Welcome]) -> HabitTally:
    """The sums of what some logs met with."""
    codes = [code for row in rows for code in row.codes]
    return HabitTally(
        name,
        definition,
        len(rows),
        sum(bool(row.codes) for row in rows),
        sum(row.is_unproved for row in rows),
        sum(row.is_wrong_certain for row in rows),
        tuple(sorted(set(codes), key=lambda code: (-codes.count(code), code))),
        sum(row.seconds for row in rows) / len(rows),
        max(row.seconds for row in rows),
    )
