"""A list of players as a file, read as the page reads it, as plain values: what `manage.py roster` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournament.day.lists.columns import Choices
from tournament.day.lists.rosters import NO_CHOICES, LineState, Roster, RosterError, RosterLine, Surroundings, read_list
from tournament.day.office.files import source_of_file
from tournament.day.office.sources.texts import CANDIDATES, encoding_words, recoded
from wording import gettext as _


def as_json(name: str, content: bytes, choices: Choices = NO_CHOICES, encoding: str = "") -> dict[str, Any]:
    """Return a list as it is understood; raises FileError or RosterError, both ValueErrors, with a sentence for what cannot be read.

    ``columns`` have their ``heading`` and ``kind`` ("unused" for one that is not read), ``rows`` every filled line in its order, with
    ``selected`` as the page ticks it and ``doubts`` as sentences; ``questions`` are about the list as a whole.
    """
    source = source_of_file(name, content)
    text = recoded(source.text, source.encoding, encoding) if encoding and source.encoding else source.text
    roster = read_list(text, Surroundings(), choices)
    _check_choices(roster, choices)
    return told(roster, encoding or source.encoding)


def _check_choices(roster: Roster, choices: Choices) -> None:
    """Raise RosterError for a sheet or a column that the list does not have."""
    columns = len(roster.columns.fields) if roster.columns else 0
    has_sheet = 0 <= (choices.sheet or 0) < max(len(roster.sheets), 1)
    if not has_sheet or any(at >= columns for at in choices.fields):
        raise RosterError(
            _("The list has no sheet or column with this number; leave the number out to see what there is.")
        )


def told(roster: Roster, encoding: str = "") -> dict[str, Any]:
    """Return a list that was read as plain values."""
    columns = roster.columns
    asked = [each.words for each in roster.asked]
    if encoding and (accented := roster.accented):
        asked.insert(0, about_letters(encoding, accented))
    return {
        "sheet": roster.sheets[roster.sheet] if roster.sheets else "",
        "sheets": list(roster.sheets) if len(roster.sheets) > 1 else [],
        "encoding": encoding,
        "encodings": [each for each in CANDIDATES if encoding and each != encoding],
        "columns": [
            {"heading": heading, "kind": part.name.lower() if part else "unused"}
            for part, heading in zip(columns.fields, columns.headings, strict=True)
        ]
        if columns
        else [],
        "questions": asked,
        "rows": [_row(line, asked) for line in roster.lines],
    }


def _row(line: RosterLine, asked: list[str]) -> dict[str, Any]:
    """Return a line as plain values; a question about the list is a doubt about each line that is selected."""
    is_selected = line.state is LineState.NEW
    return {
        "line": line.line,
        "name": line.name,
        "given": line.given_name,
        "family": line.family_name,
        "country": line.country,
        "unknown_country": line.unknown_country,
        "junior": line.is_junior,
        "number": line.contestant_id,
        "club": line.club,
        "team": line.team,
        "email": line.email,
        "fee": line.fee,
        "selected": is_selected,
        "doubts": [*line.why, *_unknown(line), *(asked if is_selected else [])],
        "unused": list(line.unused),
    }


def _unknown(line: RosterLine) -> list[str]:
    """Return the question about a country that is not known."""
    return [_("Which country is {country}?", country=f"“{line.unknown_country}”")] if line.unknown_country else []


def about_letters(encoding: str, accented: Sequence[str]) -> str:
    """Return the question whether the letters of a file are right, with some names as they were read."""
    words = _("Are all the letters right? The file was read as {encoding}.", encoding=encoding_words(encoding))
    return f"{words} {' · '.join(accented)}"
