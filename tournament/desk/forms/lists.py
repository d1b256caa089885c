"""How the page of a list offers its columns: each with a choice of what it holds, its heading and its first cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.day.lists.columns import Choices
from tournament.day.lists.headings import PlayerField
from tournament.day.lists.rosters import Roster
from tournament.day.lists.shapes import COLUMN, NOT_USED, SIGNS, choices_of, kept
from wording import gettext as _
from wording import gettext_noop

SEPARATORS: Mapping[str, str] = {
    "lines": gettext_noop("One person per line"),
    "tab": gettext_noop("Columns separated by tabs"),
    "semicolon": gettext_noop("Columns separated by semicolons"),
    "comma": gettext_noop("Columns separated by commas"),
    "bar": gettext_noop("Columns separated by vertical bars"),
    "blanks": gettext_noop("Columns separated by spaces"),
}
"""The separators in words, by the names of `SIGNS`."""


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """A column on the page: the name of its field of the form, its title, and the choices, of which one is chosen."""

    name: str
    title: str
    options: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class Layout:
    """How a list was read, for the page: its columns, its first rows, and the choices of sheet, separator and headings."""

    columns: tuple[ColumnChoice, ...]
    samples: tuple[tuple[str, ...], ...]
    sheets: tuple[tuple[str, str], ...]
    sheet: str
    separators: tuple[tuple[str, str], ...]
    separator: str
    has_headings: str
    guess: str

    @property
    def is_whole_lines(self) -> bool:
        """Whether each line was read as one person."""
        return self.separator == "lines"


def layout_of(roster: Roster, guess: str) -> Layout | None:
    """Return how a list was read, with the ``guess`` that the reader made of its columns; None before one is read."""
    columns = roster.columns
    if columns is None:
        return None
    fields = ((NOT_USED, _("not used")), *((part.name.lower(), part.words) for part in PlayerField))
    return Layout(
        tuple(
            ColumnChoice(f"{COLUMN}{at}", columns.title(at), fields, part.name.lower() if part else NOT_USED)
            for at, part in enumerate(columns.fields)
        ),
        roster.samples,
        tuple((str(at), name) for at, name in enumerate(roster.sheets)) if len(roster.sheets) > 1 else (),
        str(roster.sheet),
        tuple((name, _(words)) for name, words in SEPARATORS.items()),
        _sign(columns.separator),
        _headings(columns.heading_line),
        guess,
    )


def guess_of(roster: Roster) -> str:
    """Return what the reader made of a list without any choice about its columns, as the page keeps it between two requests."""
    columns = roster.columns
    if columns is None:
        return ""
    laid = f"{roster.sheet}:{_sign(columns.separator)}:{_headings(columns.heading_line)}"
    return f"{laid}:{' '.join(kept(columns).values())}"


def chosen_in(posted: Mapping[str, str], *, is_same_text: bool) -> Choices:
    """Return what the director chose about the list on the page.

    Nothing where the text was changed since, and nothing about columns where these are as they were guessed, or where the list is now laid
    out in another way: its columns are others.
    """
    if not is_same_text:
        return Choices()
    choices = choices_of(posted)
    *laid, guess = (posted.get("guess") or ":::").split(":")
    fields = [part.name.lower() if part else NOT_USED for _, part in sorted(choices.fields.items())]
    shown = [posted.get("sheet", laid[0]), posted.get("separator"), posted.get("headings", laid[-1])]
    if fields == guess.split() or laid != shown:
        return Choices(choices.sheet, choices.separator, choices.has_headings)
    return choices


def _sign(separator: str) -> str:
    """Return the name of a separator."""
    return next(name for name, each in SIGNS.items() if each == separator)


def _headings(line: int) -> str:
    """Return whether a list has headings, as the page sends it."""
    return "yes" if line else "no"
