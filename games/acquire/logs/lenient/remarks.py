"""What the reader of people's logs tells beside the record: liberties it took, and places it could not read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.acquire.errors import LogError, Problem
from games.acquire.logs.scan import Line
from games.acquire.record import GameRecord

#: Characters of the longest line that is looked at; a turn with a merger of four chains has a few hundred.
LONGEST_LINE: Final = 4_000
#: Characters of a line that are kept for showing it.
LONGEST_SHOWN: Final = 200
#: Notes and problems that are kept; a game has four hundred turns at most, so more of them are about no game.
MOST_REMARKS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Note:
    """One liberty taken in reading: what stands at ``line`` and ``column`` (from 1), and what it was read as.

    ``written`` is empty where the log says nothing and something was taken for granted, ``read`` where words were passed over.
    """

    line: int
    column: int
    written: str
    read: str

    def __str__(self) -> str:
        if not self.written:
            return f"took {self.read}"
        return f'read "{self.written}" as {self.read}' if self.read else f'passed over "{self.written}"'


@dataclass(frozen=True, slots=True)
class Reading:
    """A log as it could be read: its record, the liberties taken, and the places that nobody could read, in order."""

    record: GameRecord
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()


class Remarks:
    """Notes and problems on the way; those of a clause that turns out to be unreadable are taken back.

    ``unseen`` are the lines that nobody looked at any more.
    """

    __slots__ = ("_shown", "notes", "problems", "unseen")

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.problems: list[Problem] = []
        self.unseen = 0
        self._shown: dict[int, str] = {}

    @property
    def is_full(self) -> bool:
        """Whether there are so many problems that the text is no log."""
        return len(self.problems) >= MOST_REMARKS

    def note(self, line: int, column: int, written: str, read: str) -> None:
        """Tell of a liberty; what is read as it stands is none, and what is read further is one liberty."""
        if written == read or len(self.notes) >= MOST_REMARKS:
            return
        note = Note(line, column, written[:LONGEST_SHOWN], read[:LONGEST_SHOWN])
        last = self.notes[-1] if self.notes else None
        if last is not None and written and (last.line, last.column, last.written) == (line, column, note.written):
            self.notes.pop()
        self.notes.append(note)

    def problem(self, error: LogError, text: str) -> None:
        """Tell of what cannot be read; ``text`` is the whole line."""
        if not self.is_full:
            shown = self._shown.setdefault(error.line, shown_text(text))
            self.problems.append(Problem(error.line, error.column, shown, error.problem, error.expected))

    def told(self) -> tuple[tuple[Note, ...], tuple[Problem, ...]]:
        """Notes and problems in the order of their places; the last problem counts the lines not looked at."""
        notes = tuple(sorted(self.notes, key=lambda note: (note.line, note.column)))
        problems = sorted(self.problems, key=lambda problem: (problem.line, problem.column))
        if self.unseen:
            last = problems[-1]
            problem = f"so much cannot be read that {self.unseen} more lines were not looked at"
            problems.append(Problem(last.line, last.column, last.text, problem, "the log of one game"))
        return notes, tuple(problems)


def shown_text(text: str) -> str:
    """A line for showing: no longer than anybody reads, and with a mark for each sign that cannot be shown."""
    cut = text[:LONGEST_SHOWN].rstrip()
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in cut)


def too_long(line: Line) -> LogError:
    """The error of a line that is longer than any line of a log."""
    expected = f"at most {LONGEST_LINE:,}, one turn on a line"
    return LogError(f"this line has {len(line.text):,} characters", line.number, 1, expected)
