"""What a director chose about a list, as the page sends it and as it is kept for the next list of the same shape."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from tournament.day.lists.cells import BLANKS, WHOLE_LINES
from tournament.day.lists.columns import Choices, Columns
from tournament.day.lists.headings import PlayerField
from tournament.record.names import name_key

NOT_USED = "-"
"""How a page says that a column is not used."""
SIGNS: Mapping[str, str] = {
    "lines": WHOLE_LINES,
    "tab": "\t",
    "semicolon": ";",
    "comma": ",",
    "bar": "|",
    "blanks": BLANKS,
}
"""The separators by the names under which a page sends them."""
COLUMN = "column-"
"""The prefix of a page's fields that say what a column holds; the column's place follows, counted from 0."""
MOST_COLUMNS = 200


def choices_of(sent: Mapping[str, str]) -> Choices:
    """Return what a page sent; values that no page offers are passed over."""
    fields: dict[int, PlayerField | None] = {}
    for name, value in sent.items():
        at = name.removeprefix(COLUMN)
        if name.startswith(COLUMN) and at.isascii() and at.isdigit() and len(at) <= len(str(MOST_COLUMNS)):
            if value == NOT_USED:
                fields[int(at)] = None
            elif value.upper() in PlayerField.__members__:
                fields[int(at)] = PlayerField[value.upper()]
    sheet, headings = sent.get("sheet", ""), sent.get("headings", "")
    return Choices(
        sheet=int(sheet) if sheet.isascii() and sheet.isdigit() and len(sheet) < 4 else None,
        separator=SIGNS.get(sent.get("separator", "")),
        has_headings={"yes": True, "no": False}.get(headings),
        fields=fields,
    )


def shape_of(columns: Columns) -> str:
    """Return a digest of the separator and the headings; without headings the number of columns stands for them."""
    told = [name_key(heading) for heading in columns.headings] if any(columns.headings) else [str(len(columns.fields))]
    return hashlib.sha256(repr((columns.separator, told)).encode()).hexdigest()[:16]


def kept(columns: Columns) -> dict[str, str]:
    """Return the fields of the columns as they are kept: the name of the field by the column's place, `NOT_USED` for none."""
    return {str(at): part.name.lower() if part else NOT_USED for at, part in enumerate(columns.fields)}


def choices_kept(fields: Mapping[str, str]) -> Choices:
    """Return what was kept of an earlier list as choices for this one."""
    return choices_of({f"{COLUMN}{at}": value for at, value in fields.items()})
