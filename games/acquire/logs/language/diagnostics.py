"""What the reader of a log has to report: the liberties that it took, and the places that it could not read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from games.acquire.errors import LogError, Problem
from games.acquire.logs.language.tokens import SourceLine, Token
from games.acquire.record import GameRecord
from games.sentences import Said, gettext, ngettext_lazy, said_text
from games.sentences import gettext_lazy as _

#: The most characters of a line that is read; a turn with a merger of four chains has a few hundred.
LONGEST_LINE: Final = 4_000
#: The most characters of a line that are shown.
LONGEST_SHOWN: Final = 200
#: The most liberties and the most problems stored for one log; a game has at most four hundred turns, so a text with more is no log.
MOST_TOLD: Final = 1_000
#: What words that form no clause are read as.
REMARK: Final = _("a remark")


@dataclass(frozen=True, slots=True)
class Liberty:
    """One liberty taken in reading: what was written at ``line`` and ``column`` (from 1), and how it was read.

    ``words`` are empty if the log says nothing and something was assumed; ``meant`` is empty if words were skipped. `said_text` and `read`
    are these in the reader's language.
    """

    line: int
    column: int
    words: Said
    meant: Said

    @property
    def written(self) -> str:
        """What the log says there."""
        return said_text(self.words)

    @property
    def read(self) -> str:
        """What it was taken for."""
        return said_text(self.meant)

    def __repr__(self) -> str:
        return f"Liberty(line={self.line}, column={self.column}, written={self.written!r}, read={self.read!r})"

    def __str__(self) -> str:
        if not self.words:
            return gettext("took {read}", read=self.meant)
        if not self.meant:
            return gettext('passed over "{written}"', written=self.words)
        return gettext('read "{written}" as {read}', written=self.words, read=self.meant)


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word that a log has often in one place and nobody knows: how often, on which line first, and what it may mean.

    ``guess`` is the key of an act, such as "cash"; empty if the reader has none.
    """

    word: str
    times: int
    line: int
    guess: str


@dataclass(frozen=True, slots=True)
class LogReading:
    """The result of reading a log: its record, the liberties taken, and the places that cannot be read, in order of lines.

    ``asked`` are the words whose meaning is to be asked.
    """

    record: GameRecord
    notes: tuple[Liberty, ...] = ()
    problems: tuple[Problem, ...] = ()
    asked: tuple[AskedWord, ...] = ()


class Diagnostics:
    """The liberties and problems found so far; the reader removes the liberties of a clause that turns out to be unreadable."""

    __slots__ = ("_shown", "notes", "problems")

    def __init__(self) -> None:
        self.notes: list[Liberty] = []
        self.problems: list[Problem] = []
        self._shown: dict[int, str] = {}

    @property
    def is_full(self) -> bool:
        """Whether there are so many problems that the text is probably no log."""
        return len(self.problems) >= MOST_TOLD

    def note(self, place: Token, read: Said, written: Said | None = None) -> None:
        """Note how ``said_text``, or the token ``place`` if that is None, was read.

        Nothing is noted if it was read as written. A second note for the same words replaces the first one.
        """
        written = place.text if written is None else written
        if written == read or len(self.notes) >= MOST_TOLD:
            return
        liberty = Liberty(place.line, place.column, _shortened(written), _shortened(read))
        if written and self.notes and replace(self.notes[-1], meant=liberty.meant) == liberty:
            self.notes.pop()
        self.notes.append(liberty)

    def take_for_granted(self, read: Said) -> None:
        """Note something that was assumed because the log does not say it."""
        self.note(Token("", 1, 1), read)

    def problem(self, error: LogError, text: str) -> None:
        """Add a place that cannot be read; ``text`` is the whole line."""
        if not self.is_full:
            self.problems.append(self._problem(error, text))

    def _problem(self, error: LogError, text: str) -> Problem:
        """Return the problem that an error is, with as much of the line as is shown."""
        shown = self._shown.setdefault(error.line, shown_text(text))
        return Problem(error.line, error.column, shown, error.what, error.wanted)

    def sorted_notes(self) -> tuple[Liberty, ...]:
        """Return the liberties in the order of their lines and columns."""
        return tuple(sorted(self.notes, key=lambda note: (note.line, note.column)))

    def sorted_problems(self) -> tuple[Problem, ...]:
        """Return the problems in the order of their lines."""
        return tuple(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))

    def refusal(self) -> LogError:
        """Return the error of a log of which no turn can be read, with all problems."""
        problems = self.sorted_problems()
        first = problems[0]
        return LogError(first.what, first.line, first.column, first.wanted, problems)


def _shortened(said: Said) -> Said:
    """Return words of the log cut to a readable length; a sentence stays whole."""
    return said[:LONGEST_SHOWN] if isinstance(said, str) else said


def shown_text(text: str) -> str:
    """Return a line cut to a readable length, with a replacement for each character that cannot be shown."""
    cut = text[:LONGEST_SHOWN].rstrip()
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in cut)


def too_long(line: SourceLine) -> LogError:
    """Return the error of a line with too many characters."""
    expected = _("at most {most}, with one turn per line", most=f"{LONGEST_LINE:,}")
    return LogError(
        ngettext_lazy("this line has {n} character", "this line has {n} characters", len(line.text)),
        line.number,
        1,
        expected,
    )
