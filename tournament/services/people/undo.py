"""Undo the latest check-in, mark or withdrawal with one press, as long as nothing rests on it yet."""

from __future__ import annotations

from dataclasses import replace

from tournament.models import Change, Entry, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.changes import By, RefusedError, act_on, actor_of
from tournament.services.people.attendance import begun_rounds, drop_late_scores, statuses_of

OF_STATUSES = (Act.CHECK_IN, Act.MARK, Act.WITHDRAW)
"""The acts that set statuses and nothing that an undo could not give back."""


def undo_statuses(event: Event, by: By, version: int) -> list[Entry]:
    """Give the entries of change ``version`` the statuses they had before it; refused where they were changed since."""
    actor = replace(actor_of(by), undoes=version)
    with act_on(event, actor, Act.UNDO_STATUSES) as act:
        change = Change.objects.filter(event=act.event, version=version).first()
        if change is None or change.act not in OF_STATUSES:
            raise RefusedError("This cannot be undone with one press; change the entry on its page.")
        entries = list(act.event.entries.filter(number__in=change.entries))
        if statuses_of(entries)["entries"] != change.after.get("entries"):
            raise RefusedError("These entries were changed again since; change them on their pages.")
        act.before = statuses_of(entries)
        record = record_of(act.event)
        for entry in entries:
            status = Status(change.before["entries"][str(entry.number)]["status"])
            _put_back(entry, status, has_taken_part=record.has_taken_part(PlayerId(entry.number)))
        act.entries = change.entries
        act.after = statuses_of(entries)
    return entries


def _put_back(entry: Entry, status: Status, *, has_taken_part: bool) -> None:
    """Give an entry the status that it had; refused where a round rests on the one that it has."""
    if status is Status.PRESENT:
        _check_no_round_since(entry.event, entry)
    elif has_taken_part:
        raise RefusedError(f"{entry} has taken part since; withdraw the player instead (R54).")
    else:
        drop_late_scores(entry)
    entry.status, entry.last_round = status.value, None
    entry.save()


def _check_no_round_since(event: Event, entry: Entry) -> None:
    held = {*entry.seats.values_list("round_id", flat=True), *entry.sit_outs.values_list("round_id", flat=True)}
    if any(begun.pk not in held for begun in begun_rounds(event)):
        raise RefusedError(f"A round has begun without {entry}; reinstate the player on the entry's page.")
