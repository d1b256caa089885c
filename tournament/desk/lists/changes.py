"""The log of changes as a file: a line for every change, with the values before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import django_tables2 as tables
from django.utils.translation import gettext_lazy

from tournament.desk.desk import Desk
from tournament.desk.lists import PageTable
from tournament.models import Change
from tournament.models.choices import who as name_of
from tournament.tellings.diary import differences, sentence_of
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


class ChangeTable(PageTable):
    """Changes, newest first, for the file; the page shows them in another form (`views.changes`)."""

    version = tables.Column(verbose_name=gettext_lazy("Version"))
    made_at = tables.Column(verbose_name=gettext_lazy("When"))
    made_by = tables.Column(verbose_name=gettext_lazy("Who"), empty_values=())
    act = tables.Column(verbose_name=gettext_lazy("What"))
    after = tables.Column(verbose_name=gettext_lazy("Before → after"), empty_values=())
    reason = tables.Column(verbose_name=gettext_lazy("Reason"), default="")

    def __init__(self, rows: Iterable[Change], desk: Desk) -> None:
        """``rows`` are the changes; the record of ``desk`` gives the present names of players."""
        super().__init__(rows)
        self.event_record = desk.record

    def value_made_at(self, value: datetime) -> datetime:
        """Return the moment itself, not in words."""
        return value

    def value_made_by(self, record: Change) -> str:
        """Return who made the change."""
        return who(record)

    def value_act(self, record: Change) -> str:
        """Return what was done, in a sentence."""
        return sentence_of(record, self.event_record)

    def value_after(self, record: Change) -> str:
        """Return the differences in one cell."""
        return "; ".join(row.words for row in differences(record, self.event_record))
