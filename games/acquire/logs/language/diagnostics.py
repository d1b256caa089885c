"""The diagnostics of reading a log: the liberties taken, and the places that cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.acquire.errors import LogError, Problem
from games.acquire.logs.language.tokens import SourceLine, Token
from games.acquire.record import GameRecord

#: Characters of the longest line that is looked at; a turn with a merger of four chains has a few hundred.
LONGEST_LINE: Final = 4_000
#: Characters of a line that are shown.
LONGEST_SHOWN: Final = 200
#: The most liberties and problems of one log; a game has four hundred turns at most, so more of them are about no game.
MOST_TOLD: Final = 1_000


@dataclass(frozen=True, slots=True)
class Liberty:
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
class LogReading:
    """A log as it could be read: its record, the liberties taken, and the places that cannot be read, in order."""

    record: GameRecord
    notes: tuple[Liberty, ...] = ()
    problems: tuple[Problem, ...] = ()


class Diagnostics:
    """Liberties and problems as they are found; those of a clause that turns out to be unreadable are taken back.

    ``unseen`` counts the lines that were not looked at any more.
    """

    __slots__ = ("_shown", "notes", "problems", "unseen")

    def __init__(self) -> None:
        self.notes: list[Liberty] = []
        self.problems: list[Problem] = []
        self.unseen = 0
        self._shown: dict[int, str] = {}

    @property
    def is_full(self) -> bool:
        """Whether there are so many problems that the text is no log."""
        return len(self.problems) >= MOST_TOLD

    def note(self, place: Token, read: str, written: str | None = None) -> None:
        """Note that ``written``, else the token at its place, was read as something else.

        What is read as it stands is no liberty, and what is read further is still one liberty.
        """
        written = place.text if written is None else written
        if written == read or len(self.notes) >= MOST_TOLD:
            return
        liberty = Liberty(place.line, place.column, written[:LONGEST_SHOWN], read[:LONGEST_SHOWN])
        last = self.notes[-1] if self.notes else None
        is_same = last is not None and (last.line, last.column, last.written) == (
            place.line, place.column, liberty.written,
        )  # fmt: skip
        if written and is_same:
            self.notes.pop()
        self.notes.append(liberty)

    def take_for_granted(self, read: str) -> None:
        """Note what the log does not say."""
        self.note(Token("", 1, 1), read)

    def problem(self, error: LogError, text: str) -> None:
        """Add a place that cannot be read; ``text`` is the whole line."""
        if not self.is_full:
            shown = self._shown.setdefault(error.line, shown_text(text))
            self.problems.append(Problem(error.line, error.column, shown, error.problem, error.expected))

    def add(self, other: Diagnostics) -> None:
        """Add what was found in another part of the log."""
        self.notes += other.notes
        self.problems += other.problems
        self.unseen += other.unseen

    def sorted_notes(self) -> tuple[Liberty, ...]:
        """The liberties in the order of their places."""
        return tuple(sorted(self.notes, key=lambda note: (note.line, note.column)))

    def sorted_problems(self) -> tuple[Problem, ...]:
        """The problems in the order of their places; the last one counts the lines not looked at."""
        problems = sorted(self.problems, key=lambda problem: (problem.line, problem.column))
        if self.unseen:
            last = problems[-1]
            problem = f"so much cannot be read that {self.unseen} more lines were not looked at"
            problems.append(Problem(last.line, last.column, last.text, problem, "the log of one game"))
        return tuple(problems)

    def refusal(self) -> LogError:
        """The error of a log of which no turn can be read, with all problems."""
        problems = self.sorted_problems()
        first = problems[0]
        return LogError(first.problem, first.line, first.column, first.expected, problems)


def shown_text(text: str) -> str:
    """A line for showing: cut to a readable length, and with a mark for each sign that cannot be shown."""
    cut = text[:LONGEST_SHOWN].rstrip()
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in cut)


def too_long(line: SourceLine) -> LogError:
    """The error of a line that is longer than any line of a log."""
    expected = f"at most {LONGEST_LINE:,}, one turn on a line"
    return LogError(f"this line has {len(line.text):,} characters", line.number, 1, expected)
