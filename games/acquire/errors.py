"""The errors of the Acquire library.

::

    ValueError
    └── AcquireError
        ├── TileError            a text or number that names no tile
        ├── ChainError           a name that is no chain of the label set, or of several
        ├── EditionError         an unknown edition, label set or rule, or a wrong value for one
        ├── IllegalActionError   an action the rules refuse; carries a code and a rule
        ├── NotOverError         what only the end of a game can tell, asked for before it
        ├── PositionError        a document or text that describes no position; carries the place in it
        └── LogError             a log that is not well-formed; carries line, column, expectation,
                                 and from the reader of people's logs every problem of the sheet

Every message is one sentence that says what is wrong, with the value, and then what would be right.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.sentences import Said, gettext, said_text
from games.sentences import gettext_lazy as _


class AcquireError(ValueError):
    """The base of all errors of the library: something given to it is wrong.

    ``said`` is the sentence; `str` writes it in the reader's language.
    """

    def __init__(self, said: Said) -> None:
        super().__init__(said)
        self.said = said


class TileError(AcquireError):
    """A text or a number names no tile of the 12 by 9 board."""


class _WithExpectationError(AcquireError):
    """An error that says what is wrong and what would be right, each as a phrase."""

    def __init__(self, problem: Said, expected: Said = "") -> None:
        whole = _("{problem}; expected {expected}.", problem=problem, expected=expected) if expected else problem
        super().__init__(whole)
        self.problem = problem
        self.expected = expected


class ChainError(_WithExpectationError):
    """A text names no chain of the label set, or may name several."""


class EditionError(_WithExpectationError):
    """An edition, label set or rule is unknown, or a rule cannot take the value."""


class IllegalActionError(AcquireError):
    """The rules refuse an action.

    ``code`` is a word for programs, often the code of the finding for the same mistake in a log; ``rule`` is the number of the rule.
    """

    def __init__(self, said: Said, code: str, rule: str = "R3") -> None:
        super().__init__(said)
        self.code = code
        self.rule = rule


class NotOverError(AcquireError):
    """Something that is only known at the end of a game, such as final cash, was asked for before it."""


class PositionError(AcquireError):
    """A document or text describes no position; ``place`` is the path of keys to the first mistake."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place or 'the document'}: {problem}.")
        self.place = place


class _InTwoPhrases:
    """What is wrong and what would be right, kept as messages with their values and written when they are read."""

    __slots__ = ()
    what: Said
    wanted: Said

    @property
    def problem(self) -> str:
        """What is wrong, as a phrase."""
        return said_text(self.what)

    @property
    def expected(self) -> str:
        """What would be right, as a phrase."""
        return said_text(self.wanted)


@dataclass(frozen=True, slots=True)
class Problem(_InTwoPhrases):
    """A place of a log that cannot be read.

    ``line`` and ``column`` count from 1; ``text`` is the line as written, cut if it is long. ``what`` is wrong and ``wanted`` would be
    right; `problem` and `expected` are these phrases in the reader's language.
    """

    line: int
    column: int
    text: str
    what: Said
    wanted: Said

    def __str__(self) -> str:
        return gettext("{problem}; expected {expected}.", problem=self.what, expected=self.wanted)


class LogError(_InTwoPhrases, AcquireError):
    """A log cannot be read; ``line`` and ``column`` count from 1, ``what`` and ``wanted`` are as of a `Problem`.

    ``problems`` are all problems in the order of the lines if the reader has read the whole log, else empty.
    """

    def __init__(
        self, problem: Said, line: int, column: int, expected: Said, problems: tuple[Problem, ...] = ()
    ) -> None:
        super().__init__(
            _(
                "line {line}, column {column}: {problem}; expected {expected}.",
                line=line,
                column=column,
                problem=problem,
                expected=expected,
            )
        )
        self.what = problem
        self.line = line
        self.column = column
        self.wanted = expected
        self.problems = problems


def short_repr(value: object, longest: int = 60) -> str:
    """Return a value as text for an error message, cut to so many characters."""
    try:
        text = repr(value)
    except ValueError:  # a number of more digits than Python writes
        return f"such a {type(value).__name__}"
    return text if len(text) <= longest else text[: longest - 3] + "..."
