"""Two entries of one person become one, where nothing of a round is lost."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tournament.day.doubles import Merge, merge_of
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.changes import By, RefusedError, act_on
from tournament.services.entries.entering import forget_entry, particulars_of
from tournament.services.people.attendance import entries_in


def merge_entries(event: Event, by: By, kept: int, gone: int) -> Merge:
    """Let entry ``kept`` take over what it lacks, rules and offences of entry ``gone``, which is deleted."""
    with act_on(event, by, Act.MERGE_ENTRIES, entries=sorted({kept, gone})) as act:
        stays, goes = (entries_in(act.event, [number], frozenset(Status))[0] for number in (kept, gone))
        record = record_of(act.event)
        merge = merge_of(record, record.entry(PlayerId(kept)), record.entry(PlayerId(gone)))
        if merge.refusals:
            raise RefusedError(" ".join(merge.refusals))
        taken = _taken(merge)
        before = {name: getattr(stays, name) for name in taken}
        act.before = {"entries": {str(gone): asdict(particulars_of(goes)) | {"status": goes.status}, str(kept): before}}
        goes.penalties.update(entry=stays)
        act.event.helpers.filter(entry=goes).update(entry=stays)
        _move_rules(act.event, stays, goes)
        forget_entry(act.event, goes, record_of(act.event))
        for name, value in taken.items():
            setattr(stays, name, value)
        stays.save()
        act.after = {"entries": {str(kept): taken}, "merge": {"kept": kept, "gone": gone}}
    return merge


def _taken(merge: Merge) -> dict[str, Any]:
    """What changes of the entry that stays."""
    taken: dict[str, Any] = {name: getattr(merge.gone, name) for name in merge.filled}
    if merge.gone.is_junior and not merge.kept.is_junior:
        taken["is_junior"] = True
    if merge.becomes_present:
        taken["status"] = Status.PRESENT.value
    return taken


def _move_rules(event: Event, stays: Entry, goes: Entry) -> None:
    """Keep-apart rules of the entry that goes hold for the one that stays; a rule between the two says nothing any more."""
    for rule in event.keep_aparts.filter(members__entry=goes):
        if not rule.members.filter(entry=stays).exists():
            rule.members.filter(entry=goes).update(entry=stays)
        elif rule.members.count() <= 2:
            rule.delete()
        else:
            rule.members.filter(entry=goes).delete()
