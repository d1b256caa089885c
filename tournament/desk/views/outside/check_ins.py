"""Check-ins from outside: who is here, and marking players as present, late, absent, excluded or only registered."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.desk.forms.entries import missed_kind
from tournament.desk.views.outside.asking import AskedError, Outside, RefusedError, Resource, resource
from tournament.desk.views.outside.body import BodyError, Plain
from tournament.draw.sitouts import late_entry_choices
from tournament.models import Change
from tournament.record.acts import Role
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.changes import seen_before
from tournament.services.people.attendance import WAITING, check_in, set_status
from wording import gettext as _

MOST = 500
STATUSES = tuple(status.value for status in Status if status in {*WAITING, Status.PRESENT})


def listing(outside: Outside) -> Plain:
    """Return everybody's status, and how rounds that a player missed may be scored, the usual way first (R53)."""
    record = outside.record
    return {
        "entries": [status_values(entry) for entry in record.entries],
        "missed": [choice.kind.value for choice in late_entry_choices(len(record.begun_rounds), record.ruleset)],
    }


def status_values(entry: EntryRecord) -> Plain:
    """Return the status of an entry, and by what to know it."""
    return {
        "player": entry.player,
        "name": entry.as_entered,
        "contestant_id": entry.contestant_id,
        "status": entry.status.value,
    }


def mark(outside: Outside) -> None:
    """Give players a status; asks what the missed rounds score for who comes after round 1 has begun (R53)."""
    body = outside.body
    body.only(("players", "status", "missed", "seen"))
    numbers, wanted, missed = body.numbers("players", MOST), body.text("status"), body.text("missed")
    kind = missed_kind({"missed": missed})
    if wanted not in STATUSES:
        raise BodyError(_("“status” must be one of: {known}.", known=", ".join(STATUSES)))
    if missed and kind is None:
        raise BodyError(_("“missed” must be one of the values that GET lists."))
    status, actor = Status(wanted), outside.actor
    _check_unchanged(outside, numbers, status)
    if status is not Status.PRESENT:
        set_status(outside.event, actor, numbers, status)
        return
    choices = late_entry_choices(len(outside.record.begun_rounds), outside.record.ruleset)
    coming = [outside.record.people.get(PlayerId(number)) for number in numbers]
    if choices and kind is None and any(each and each.status in WAITING and _counts(outside, each) for each in coming):
        raise AskedError(
            _("Rounds have begun. Say how the missed rounds are scored (R53)."),
            "missed",
            choices=[{"missed": choice.kind.value, "sentence": choice.sentence} for choice in choices],
        )
    check_in(outside.event, actor, numbers, kind)


def _counts(outside: Outside, entry: EntryRecord) -> bool:
    """Return whether missed rounds of an entry are scored: not for who only completes tables (R70)."""
    return entry.player not in outside.record.fill_ins


def _check_unchanged(outside: Outside, numbers: Sequence[int], status: Status) -> None:
    """Raise RefusedError where somebody else has changed a status since the version that the program had read."""
    for entry in outside.record.entries:
        if entry.player in numbers and entry.status is not status:
            now = {"status": entry.status.value}
            if seen_before(outside.event, outside.seen, "entries", now, entry.player) != now:
                raise RefusedError(
                    _(
                        "{name} is now {status}. Fetch the check-ins again.",
                        name=entry.name,
                        status=entry.status.words,
                    )
                )


def _marked(outside: Outside, change: Change | None) -> Plain:
    """Return the players whose status was changed."""
    numbers = set(change.entries) if change else set()
    return {"entries": [status_values(entry) for entry in outside.record.entries if entry.player in numbers]}


every = resource(Resource(Role.CHECK_INS, listing, mark, _marked))
