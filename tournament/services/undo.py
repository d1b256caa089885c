"""Undo the latest check-in, mark or withdrawal with one press, as long as nothing rests on it yet."""

from __future__ import annotations

from django.contrib.auth.models import User

from tournament.models import Change, Entry, Event
from tournament.record.vocabulary import Status
from tournament.services.changes import RefusedError, act_on
from tournament.services.entries import begun_rounds, drop_late_scores, last_seat, named, statuses_of

UNDONE_AT_ONCE = ("check in", "withdraw", *(f"mark as {status.value}" for status in Status))
"""The verbs of changes that hold statuses before and after; everything else has an act of its own that takes it back."""


def undo_statuses(event: Event, actor: User, version: int) -> list[Entry]:
    """Give the entries of change ``version`` the statuses they had before it; refused where they were changed since."""
    with act_on(event, actor, "undo", "", f"takes back version {version}") as act:
        change = Change.objects.filter(event=act.event, version=version, verb__in=UNDONE_AT_ONCE).first()
        if change is None:
            raise RefusedError("This cannot be undone with one press; change the entry on its page.")
        entries = list(act.event.entries.select_related("player").filter(number__in=map(int, change.after)))
        if statuses_of(entries) != change.after:
            raise RefusedError("These entries were changed again since; change them on their pages.")
        act.before = change.after
        for entry in entries:
            _put_back(act.event, entry, Status(change.before[str(entry.number)]))
        act.subject = f"{change.verb}: {named(entries)}"
        act.after = change.before
    return entries


def _put_back(event: Event, entry: Entry, status: Status) -> None:
    if status is Status.PRESENT:
        _check_no_round_since(event, entry)
        entry.last_round = None
    elif last_seat(entry) is not None:
        raise RefusedError(f"{entry} has played since; withdraw the player instead (R54).")
    else:
        drop_late_scores(entry)
    entry.status = status.value
    entry.save()


def _check_no_round_since(event: Event, entry: Entry) -> None:
    held = set(entry.seats.values_list("round_id", flat=True)) | set(entry.sit_outs.values_list("round_id", flat=True))
    if any(begun.pk not in held for begun in begun_rounds(event)):
        raise RefusedError(f"A round has begun without {entry}; take the player back on the entry's page.")
