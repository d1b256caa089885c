"""The log of changes as a file: a line for every change, with the values before and after it."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.desk.desk import Desk
from tournament.models import Change
from tournament.models.choices import who as name_of
from tournament.tellings.diary import differences, sentence_of
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from wording import gettext as _


def who(change: Change) -> str:
    """Return who made a change, in words: a user, a table by one of its phones, or the machine itself."""
    if change.after.get("phone"):
        return _("table {number}", number=change.after["phone"]["table"])
    return name_of(change, "made_by") or _("the machine")


def who_key(change: Change) -> str:
    """Return who made a change as addresses name it in every language: a user's name, "table 3", "the machine"."""
    if change.after.get("phone"):
        return f"table {change.after['phone']['table']}"
    return name_of(change, "made_by") or "the machine"


def change_listing(changes: Iterable[Change], desk: Desk) -> Listing:
    """Return changes, newest first, for a file; the record of ``desk`` gives the present names of players."""
    columns = (
        Column("version", _("Version"), ColumnKind.WORD),
        Column("made_at", _("When"), ColumnKind.MOMENT),
        Column("made_by", _("Who"), ColumnKind.WORD),
        Column("act", _("What"), ColumnKind.WORD),
        Column("after", _("Before → after"), ColumnKind.WORD),
        Column("reason", _("Reason"), ColumnKind.WORD),
    )
    return Listing("changes", "", columns, tuple(_row(change, desk) for change in changes))


def _row(change: Change, desk: Desk) -> Row:
    """Return a change as a row."""
    differing = "; ".join(row.words for row in differences(change, desk.record))
    texts = (change.version, change.made_at, who(change), sentence_of(change, desk.record), differing, change.reason)
    return Row(change.version, tuple(Cell(str(text)) for text in texts))
