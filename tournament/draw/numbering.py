"""Names that versions before 4.3 stored in finished texts, exchanged for numbers of entries: in the log, in draws, in terms of games.

Pure: it takes the rows of one event as an archive has them, so a migration and a restored archive do the same. A name that means no entry,
or more than one, stays as it is; forgetting a person finds it as it finds what people typed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tournament.draw.lines import exchanged
from tournament.record.former import FormerEntry, all_put_apart
from tournament.record.names import NameForm, name_in_parts

Rows = dict[str, list[dict[str, Any]]]
"""The rows of an event by the name of their model, each by the names of its columns."""

LINES = {
    "Change": ("before", "after"),
    "Draw": ("protocol", "report"),
    "Round": ("protocol",),
    "SitOut": ("reason",),
}
"""The columns with lines of a draw."""


def number_names(rows: Rows, present: Mapping[int, Mapping[str, Any]]) -> None:
    """Exchange the names in the rows of an event, and add its former entries to them.

    ``present`` has the columns of the entries by number, those of who else has a seat as ``taken_name`` and so on.
    """
    log = {row["version"]: row for row in rows.get("Change", ()) if _is_told(row)}
    told = [(version, log[version]["before"], log[version]["after"]) for version in sorted(log)]
    emptied, former = all_put_apart(told, present)
    for version, (before, after) in emptied.items():
        log[version]["before"], log[version]["after"] = before, after
    rows["FormerEntry"] = [_as_row(row) for row in former]
    numbers = _numbers(former, present)
    for model, columns in LINES.items():
        for row in rows.get(model, ()):
            for column in columns:
                row[column] = exchanged(row.get(column), lambda name: numbers.get(name, name))
    for row in rows.get("Game", ()):
        for player in row["terms"]["header"]["players"]:
            player["name"] = player["id"]


def present_columns(
    entries: Sequence[Mapping[str, Any]], taken: Mapping[Any, Mapping[str, Any]]
) -> dict[int, dict[str, Any]]:
    """Return the columns of entries by number; ``taken`` are the rows of who else has a seat, by what ``entries`` have as ``id``."""
    return {
        entry["number"]: {
            **entry,
            **{f"taken_{column}": value for column, value in taken.get(entry["id"], {}).items()},
        }
        for entry in entries
    }


def _is_told(row: Mapping[str, Any]) -> bool:
    """Return whether a change has figures on both sides; some of the earliest have a text."""
    return isinstance(row.get("before"), dict) and isinstance(row.get("after"), dict)


def _as_row(former: FormerEntry) -> dict[str, Any]:
    """Return a former entry as a row."""
    return {
        "number": former.number,
        "version": former.version,
        "named": former.named,
        "private": former.private,
        "ends": former.ends,
        "is_after": former.is_after,
    }


def _numbers(former: Sequence[FormerEntry], present: Mapping[int, Mapping[str, Any]]) -> dict[Any, int]:
    """Return the entry that each name means, in every form in which an event writes it; names of several people are left out."""
    ended: dict[int, int] = defaultdict(int)
    for row in former:
        if row.ends:
            ended[row.number] = max(ended[row.number], row.version)
    people: dict[str, set[tuple[int, bool]]] = defaultdict(set)
    for number, columns in present.items():
        for name in _forms(columns):
            people[name].add((number, True))
    for row in former:
        for name in _forms(row.columns):
            people[name].add((row.number, row.number in present and row.version > ended[row.number]))
    whose = {name: next(iter(found)) for name, found in people.items() if len(found) == 1}
    return {name: number for name, (number, is_here) in whose.items() if is_here}


def _forms(columns: Mapping[str, Any]) -> set[str]:
    """Return a name in every form in which an event writes it."""
    name = columns.get("name") or ""
    parts = name_in_parts(name, columns.get("given_name") or "", columns.get("family_name") or "")
    return {name, *(parts.said(form) for form in NameForm)} if name else set()
