"""Applies an entrant list that was read again: the new, changed and removed entries that the director ticked, in one act."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tournament.day.lists.rosters import RosterLine
from tournament.day.office.compared import ChangedEntry
from tournament.models import Event
from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.figures import ChangeFacts, of_entries
from tournament.record.vocabulary import Status
from tournament.services.changes import By, RefusedError, StaleError, act_on
from tournament.services.entries.entering import (
    check_lines,
    enter_lines,
    forget_entries,
    particulars_of,
)
from tournament.services.people.attendance import entries_in
from tournament.tellings.news.changed import news_of_juniors
from wording import gettext as _
from wording import gettext_noop, ngettext


@dataclass(frozen=True, slots=True)
class ListOrder:
    """The changes of a list that the director ticked: new lines, changed entries, and the numbers of entries to remove."""

    new: Sequence[RosterLine] = ()
    changed: Sequence[ChangedEntry] = ()
    gone: Collection[int] = field(default_factory=tuple)


def apply_list(event: Event, by: By, order: ListOrder) -> None:
    """Remove, change and enter entries as ordered, in one act.

    Raises RefusedError where an entry changed since the comparison was shown.
    """
    if not (order.new or order.changed or order.gone):
        raise RefusedError(_("Nothing is selected. Select something in the list first."))
    with act_on(event, by, Act.READ_LIST) as act:
        gone = entries_in(act.event, sorted(order.gone), frozenset(Status)) if order.gone else []
        before: dict[int, Mapping[str, Any]] = {entry.number: asdict(particulars_of(entry)) for entry in gone}
        after: dict[int, Mapping[str, Any]] = {}
        forget_entries(act.event, gone)
        for changed in order.changed:
            _correct(act.event, changed)
            before[changed.entry.player] = {each.field: each.before for each in changed.changes}
            after[changed.entry.player] = {each.field: each.after for each in changed.changes}
        act.before, act.after = of_entries(before), of_entries(after)
        check_lines(act.event, order.new)
        entered = enter_lines(act.event, order.new)
        act.after["names"] = {str(entry.number): entry.name for entry in entered}
        act.entries = sorted(
            {*order.gone, *(changed.entry.player for changed in order.changed), *(entry.number for entry in entered)}
        )


def _sentence_of_list(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes with the counts of new, changed and removed entries."""
    stay, gone = facts.after.get("entries", {}), facts.before.get("entries", {})
    new, changed, removed = len(facts.after.get("names", {})), len(stay), len(gone.keys() - stay.keys())
    counts = (
        ngettext("{n} new", "{n} new", new) if new else "",
        ngettext("{n} changed", "{n} changed", changed) if changed else "",
        ngettext("{n} removed", "{n} removed", removed) if removed else "",
    )
    return _("List imported: {counts}", counts=", ".join(filter(None, counts)))


declare(
    Act.READ_LIST,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_list,
    why_not=gettext_noop("Undo it by hand on its own page."),
    public_news=news_of_juniors,
)


def _correct(event: Event, changed: ChangedEntry) -> None:
    """Store the changes of one entry; raises RefusedError unless it is still as the comparison showed it."""
    (entry,) = entries_in(event, [changed.entry.player], frozenset(Status))
    for each in changed.changes:
        if getattr(entry, each.field) != each.before:
            raise StaleError
        setattr(entry, each.field, each.after)
    others = event.entries.exclude(pk=entry.pk).filter(contestant_id=entry.contestant_id)
    if entry.contestant_id and others.exists():
        raise RefusedError(
            _("Organiser's number {number} belongs to another player; check it.", number=entry.contestant_id)
        )
    entry.save()
