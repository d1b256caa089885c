"""How the page of a list offers its columns: each with a choice of what it holds, its heading and its first cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.day.lists.columns import Choices
from tournament.day.lists.headings import PlayerField
from tournament.day.lists.rosters import Roster
from tournament.day.lists.shapes import COLUMN, NOT_USED, SIGNS, choices_of
from wording import gettext as _
from wording import gettext_noop

SEPARATORS: Mapping[str, str] = {
    "lines": gettext_noop("One person on a line"),
    "tab": gettext_noop("Columns, separated by tabs"),
    "semicolon": gettext_noop("Columns, separated by semicolons"),
    "comma": gettext_noop("Columns, separated by commas"),
    "bar": gettext_noop("Columns, separated by vertical bars"),
    "blanks": gettext_noop("Columns, separated by spaces"),
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
    is_chosen: bool

    @property
    def is_whole_lines(self) -> bool:
        """Whether each line was read as one person."""
        return self.separator == "lines"  # not said


def layout_of(roster: Roster, choices: Choices) -> Layout | None:
    """Return how a list was read; None before one is."""
    columns = roster.columns
    if columns is None:
        return None
    sign = next(name for name, each in SIGNS.items() if each == columns.separator)
    fields = ((NOT_USED, _("not used")), *((part.name.lower(), part.words) for part in PlayerField))
    return Layout(
        tuple(
            ColumnChoice(
                f"{COLUMN}{at}",
                columns.title(at),
                fields,
                part.name.lower() if part else NOT_USED,
            )
            for at, part in enumerate(columns.fields)
        ),
        roster.samples,
        tuple((str(at), name) for at, name in enumerate(roster.sheets)) if len(roster.sheets) > 1 else (),
        str(roster.sheet),
        tuple((name, _(words)) for name, words in SEPARATORS.items()),
        sign,
        "yes" if columns.heading_line else "no",  # not said
        bool(choices.fields),
    )


def chosen_in(posted: Mapping[str, str], *, is_same_text: bool) -> Choices:
    """Return what the director chose about the list on the page; nothing where the text was changed since, since its columns are others."""
    return choices_of(posted) if is_same_text else Choices()
