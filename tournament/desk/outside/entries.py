"""Entries from outside: read with what the desk knows of them, entered, and corrected.

Check-ins from outside: who is here, and marking players as present, late, absent, excluded or only registered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.day.lists.lines import RosterLine
from tournament.day.office.registering import read_fee
from tournament.desk.entries import doubts_of, medals_moved, particulars_in_form
from tournament.desk.entry_forms import EntryForm, missed_kind
from tournament.desk.outside.asking import AskedError, Body, BodyError, Outside, Plain, Resource, check_form, resource
from tournament.draw.sitouts import late_entry_choices
from tournament.models import Change
from tournament.record.acts import Role
from tournament.record.event import EntryRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import WAITING, check_in, set_status
from tournament.services.changes import seen_before
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import add_entries, edit_entry
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

MOST_CHECK_INS = 500
STATUSES = tuple(status.value for status in Status if status in {*WAITING, Status.PRESENT})


def check_ins_listed(outside: Outside) -> Plain:
    """Return everybody's status, and how rounds that a player missed may be scored, the usual way first (R53)."""
    record = outside.record
    return {
        "entries": [status_values(entry) for entry in record.entries],
        "missed": [choice.kind.value for choice in late_entry_choices(len(record.begun_rounds), record.format)],
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
    numbers, wanted, missed = body.numbers("players", MOST_CHECK_INS), body.text("status"), body.text("missed")
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
    choices = late_entry_choices(len(outside.record.begun_rounds), outside.record.format)
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


def _changed_statuses(outside: Outside, change: Change | None) -> Plain:
    """Return the players whose status was changed."""
    numbers = set(change.entries) if change else set()
    return {"entries": [status_values(entry) for entry in outside.record.entries if entry.player in numbers]}


every_check_in = resource(Resource(Role.CHECK_INS, check_ins_listed, mark, _changed_statuses))


MOST = 500
"""The most entries of one request."""
TEXTS = ("name", "given_name", "family_name", "shown_as", "country", "contestant_id", "club", "team", "email")
TO_ENTER = (*TEXTS, "is_junior", "fee")
FEES = ("fee_due", "fee_paid")
TO_CORRECT = (*TEXTS, "is_junior", "note", "fixed_table", "tie_figure", *FEES)
OF_A_REQUEST = ("seen", "confirmed")


def listing(outside: Outside) -> Plain:
    """Return every entry."""
    return {"entries": [entry_values(entry) for entry in outside.record.entries]}


def of_one(outside: Outside, number: int) -> Plain:
    """Return one entry."""
    return {"entry": entry_values(outside.desk.entry(number))}


def entry_values(entry: EntryRecord) -> Plain:
    """Return an entry with what the desk knows of it; amounts are texts, null where nothing is said."""
    values = particulars_in_form(entry)
    fees = {name: None if values[name] is None else f"{int(str(values[name])) / 100:.2f}" for name in FEES}
    if entry.tie_figure is None:
        del values["tie_figure"]
    return {"player": entry.player, "status": entry.status.value} | values | fees


def enter(outside: Outside) -> None:
    """Enter players in their order; asks first where a name is entered already, or is there twice."""
    outside.body.only(("entries", *OF_A_REQUEST))
    sent = outside.body.objects("entries", MOST)
    lines = [_line(outside, at, each) for at, each in enumerate(sent, 1)]
    if not outside.is_confirmed and (again := _names_in_twice(outside, lines)):
        raise AskedError(
            ngettext(
                "{names} has already been entered. Confirm that this is another player with the same name.",
                "{names} have already been entered. Confirm that these are other players with the same names.",
                len(again),
                names=listed(again),
            ),
            "confirmed",
        )
    add_entries(outside.event, outside.actor, lines)


def _line(outside: Outside, at: int, sent: Body) -> RosterLine:
    """Return a player as a line of a list; raises ValidationError where the form of an entry would refuse it."""
    sent.only(TO_ENTER)
    fee = sent.text("fee")
    if read_fee(fee) is None:
        raise BodyError(_("“fee” must be an amount such as 12.50, or paid, unpaid or free."))
    form = _form(outside, _fields(sent, TO_ENTER), {})
    typed = form.particulars
    return RosterLine(
        at,
        typed.name,
        typed.country,
        typed.is_junior,
        typed.contestant_id,
        typed.given_name,
        typed.family_name,
        club=typed.club,
        team=typed.team,
        email=typed.email,
        fee=fee,
        shown_as=typed.shown_as,
    )


def _names_in_twice(outside: Outside, lines: Sequence[RosterLine]) -> list[str]:
    """Return the names of lines that an entry has, or a line before; a number of the organiser's tells players apart."""
    known = {name_key(entry.as_entered) for entry in outside.record.entries}
    found = []
    for line in lines:
        if name_key(line.name) in known:
            found.append(line.name)
        known.add(name_key(line.name))
    return found


def _fields(sent: Body, names: Iterable[str]) -> dict[str, str]:
    """Return the members that were sent as fields of the form of an entry."""
    fields = {}
    for name in names:
        if name not in sent:
            continue
        if name == "is_junior":
            fields[name] = "on" if sent.flag(name) else ""
        elif name in ("fixed_table", "tie_figure"):
            number = sent.number(name)
            fields[name] = "" if number is None else str(number)
        else:
            fields[name] = sent.text(name)
    return fields


def _form(outside: Outside, fields: dict[str, str], initial: dict[str, Any]) -> EntryForm:
    """Return the valid form of an entry; raises ValidationError for what it refuses."""
    form = EntryForm(fields, initial=initial, event=outside.record)
    check_form(form.errors, {})
    return form


def correct(outside: Outside, number: int) -> None:
    """Correct the members that were sent of one entry; asks first where the entry's page would."""
    entry = outside.desk.entry(number)
    known = [name for name in TO_CORRECT if name not in FEES or outside.record.extras.fees]
    outside.body.only((*known, *OF_A_REQUEST))
    stored = particulars_in_form(entry)
    now = {name: value for name, value in entry_values(entry).items() if name in TO_CORRECT and value is not None}
    fields = {name: "on" if value is True else str(value or "") for name, value in now.items()}
    form = _form(outside, fields | _fields(outside.body, known), stored)
    doubts = (
        *doubts_of(outside.record, entry, form.particulars),
        *medals_moved(outside.desk, number, form.particulars),
    )
    if doubts and not outside.is_confirmed:
        raise AskedError(" ".join(doubts), "confirmed")
    edit_entry(outside.event, outside.actor, number, form.particulars)


def _new_entries(outside: Outside, change: Change | None) -> Plain:
    """Return the entries that a change entered, those of them that are still there."""
    numbers = set(change.entries) if change else set()
    return {"entries": [entry_values(entry) for entry in outside.record.entries if entry.player in numbers]}


def _corrected_entry(outside: Outside, _change: Change | None, number: int) -> Plain:
    """Return the corrected entry."""
    return of_one(outside, number)


every = resource(Resource(Role.ENTRIES, listing, enter, _new_entries, status=201))
one = resource(Resource(Role.ENTRIES, of_one, correct, _corrected_entry, verb="PATCH"))
