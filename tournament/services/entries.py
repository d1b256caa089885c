"""Enter players, correct their particulars, remove an entry made by mistake.

Applies an entrant list that was read again: the new, changed and removed entries that the director ticked, in one act.

Keeps how the director said that a list is to be read, and reads the next list of the same shape in that way.

Entries: entered one by one or by a list, corrected, removed, and merged where one person is entered twice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from secrets import randbits
from typing import Any, cast

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from tournament.access.devices import withdraw_code
from tournament.day.lists.columns import Choices, RosterError
from tournament.day.lists.lines import RosterLine
from tournament.day.lists.rosters import Roster, Surroundings, choices_kept, fields_by_place, read_list, shape_of
from tournament.day.office.compared import ChangedEntry
from tournament.day.office.registering import RegistrationState, read_fee, usual_fee
from tournament.installation.processes import read_apart
from tournament.models import Change, Entry, Event, ListShape, Registration
from tournament.models.queries import record_of
from tournament.record.acts import DIRECTORS, Act, Part, Publicity, Role
from tournament.record.devices import player_subject
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, EntryFigures, figures_of, of_entries
from tournament.record.lengths import LONGEST_CLUB, LONGEST_EMAIL, LONGEST_REASON, too_long
from tournament.record.names import parts_follow
from tournament.record.vocabulary import NameShown, PlayerId, SitOutKind, SitOutSource, Status
from tournament.services.attendance import begun_rounds, entries_in, need_missed, score_missed
from tournament.services.changes import Actor, Doing, act, act_on, actor_of, before_of, merged_fields, seen_before
from tournament.services.changes.refusals import RefusedError, StaleError, UnchangedError
from tournament.services.joining import NEW_PERSON, TOLD_ONCE, followers_of, join_by_number
from tournament.tellings.changed import news_of_juniors
from tournament.tellings.undoing import people_of
from wording import gettext as _
from wording import gettext_noop, ngettext

PUBLIC = frozenset({"name", "given_name", "family_name", "shown_as", "country"})
"""The particulars (editable fields) of an entry that are public; once the final list is public, so is who is a junior."""
LONGEST = {"club": LONGEST_CLUB, "team": LONGEST_CLUB, "email": LONGEST_EMAIL, "fee": LONGEST_REASON}
"""The most letters of what a line of a list says for the desk alone."""


@dataclass(frozen=True, slots=True)
class Particulars:
    """The editable fields of an entry, without its status."""

    name: str
    country: str = ""
    is_junior: bool = False
    contestant_id: str = ""
    fixed_table: int | None = None
    note: str = ""
    given_name: str = ""
    family_name: str = ""
    shown_as: str = NameShown.FULL.value
    club: str = ""
    team: str = ""
    email: str = ""
    fee_due: int | None = None
    fee_paid: int = 0
    tie_figure: int | None = None


def enter_lines(
    doing: Doing, lines: Sequence[RosterLine], status: Status = Status.REGISTERED, begun: int | None = None
) -> list[Entry]:
    """Store entries for these lines within an act, with the numbers after the highest one.

    ``begun`` is how many rounds have begun; None means that they are counted.
    """
    event = doing.event
    after = len(begun_rounds(event)) if begun is None else begun
    top = event.entries.aggregate(top=Max("number"))["top"] or 0
    entries = [
        Entry(
            event=event,
            number=top + count,
            name=line.name,
            given_name=line.given_name,
            family_name=line.family_name,
            country=line.country,
            is_junior=line.is_junior,
            contestant_id=line.contestant_id,
            shown_as=line.shown_as or NameShown.FULL.value,
            status=status.value,
            first_round=after + 1,
            **_for_the_desk(event, line),
        )
        for count, line in enumerate(lines, 1)
    ]
    join_by_number(event, doing.actor.user, entries)
    return Entry.objects.bulk_create(entries)


def _for_the_desk(event: Event, line: RosterLine) -> dict[str, Any]:
    """Return the columns of what only the desk knows of a player; words about the fee that say no amount become the note."""
    fee = read_fee(line.fee, usual_fee(event, is_junior=line.is_junior))
    columns = {name: getattr(line, name) for name in ("club", "team", "email")}
    if fee is None:
        return columns | {"note": line.fee}
    return columns | {"fee_due": fee.due, "fee_paid": fee.paid}


def check_lines(event: Event, lines: Sequence[RosterLine]) -> None:
    """Raise RefusedError for a text that is too long, and an organiser's number that is entered already or is twice in the list."""
    for line in lines:
        for name, longest in LONGEST.items():
            if refusal := too_long(getattr(line, name), longest):
                raise RefusedError(refusal)
    entered = {entry.contestant_id: str(entry) for entry in event.entries.exclude(contestant_id="")}
    for line in lines:
        if line.contestant_id and line.contestant_id in entered:
            raise RefusedError(
                _("Organiser's number {number} belongs to another player; check it.", number=line.contestant_id)
            )
        entered[line.contestant_id] = line.name


def _edit_back(event: Event, by: Actor, change: Change) -> None:
    """Undo changed particulars: store those of before."""
    (number,) = change.entries
    entry = particulars_of(event.entries.get(number=number))
    before: Mapping[str, Any] = before_of(change)["entries"][str(number)]
    edit_entry(event, by, number, replace(entry, **before))


@act(
    Act.EDIT_ENTRY,
    Part.ENTRIES,
    Publicity.ALWAYS,
    may=DIRECTORS | {Role.ENTRIES},
    sentence=gettext_noop("Details of {whom} changed"),
    opposite=_edit_back,
    public_news=news_of_juniors,
    is_joined=True,
)
def edit_entry(doing: Doing, number: int, typed: Particulars) -> Entry:
    """Change the particulars of the entry with that number; raises ConflictError where another page changed the same one meanwhile."""
    doing.about(entries=[number])
    entry = entries_in(doing.event, [number], frozenset(Status))[0]
    stored = asdict(particulars_of(entry))
    shown = seen_before(doing.event, actor_of(doing.actor).seen, "entries", stored, number)
    wanted = merged_fields(shown, stored, asdict(typed))
    wanted |= _derived_name_parts(stored, wanted)
    if wanted == stored:
        raise UnchangedError
    _check_number(entry, wanted["contestant_id"])
    changed = _save_particulars(doing, entry, wanted)
    public = PUBLIC | {"is_junior"} if doing.event.is_final_published else PUBLIC
    doing.is_private = not public & set(changed)
    doing.before = of_entries({number: {name: stored[name] for name in changed}})
    doing.after = of_entries({number: changed})
    return entry


def _save_particulars(doing: Doing, entry: Entry, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Store particulars of an entry within an act, and of its person in other events; return those that changed, with their values."""
    stored = asdict(particulars_of(entry))
    for name, value in wanted.items():
        setattr(entry, name, value)
    if entry.contestant_id != stored["contestant_id"]:
        join_by_number(doing.event, doing.actor.user, [entry])
    entry.save()
    changed = {name: value for name, value in asdict(particulars_of(entry)).items() if value != stored[name]}
    told = {name: changed[name] for name in TOLD_ONCE if name in changed}
    for other in followers_of(entry, doing.actor.user) if told else ():
        with suppress(UnchangedError):
            edit_entry(other.event, doing.actor.user, other.number, replace(particulars_of(other), **told))
    return changed


@transaction.atomic
def join_entries(user: User, chosen: Sequence[Entry]) -> None:
    """Join entries of different events, with those to which they are joined; what is told once of a person is as the first of them says.

    Where that one says nothing, the next does. Raises RefusedError where two of them are of one event, or have different numbers.
    """
    known = {entry.person for entry in chosen if entry.person}
    further = Entry.objects.filter(person__in=known).exclude(pk__in=[entry.pk for entry in chosen])
    everybody = [*chosen, *further.select_related("event")]
    if len(everybody) < 2 or len({entry.event_id for entry in everybody}) < len(everybody):
        raise RefusedError(_("Select entries of different events, one in each."))
    numbers = sorted({entry.contestant_id for entry in everybody} - {""})
    if len(numbers) > 1:
        raise RefusedError(_("Organiser's number {number} belongs to another player; check it.", number=numbers[1]))
    person = min(known, default=randbits(NEW_PERSON))
    Entry.objects.filter(pk__in=[entry.pk for entry in everybody]).update(person=person)
    said = {name: [value for entry in everybody if (value := getattr(entry, name))] for name in TOLD_ONCE}
    told: dict[str, Any] = {name: values[0] for name, values in said.items() if values}
    for entry in everybody:
        if not entry.event.is_final_published:
            with suppress(UnchangedError):
                edit_entry(entry.event, user, entry.number, replace(particulars_of(entry), **told))


def _derived_name_parts(stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, str]:
    """Return given name and surname as they follow from the corrected name; empty where they were corrected themselves."""
    given, family = stored["given_name"], stored["family_name"]
    if (wanted["given_name"], wanted["family_name"]) == (given, family):
        given, family = parts_follow(stored["name"], given, family, wanted["name"])
        return {"given_name": given, "family_name": family}
    return {}


def particulars_of(entry: Entry) -> Particulars:
    """Return the particulars of an entry as they are stored."""
    return Particulars(**{each.name: getattr(entry, each.name) for each in fields(Particulars)})


def entry_figures(entry: Entry) -> EntryFigures:
    """Return the particulars of an entry as the log of changes stores them."""
    return cast(EntryFigures, asdict(particulars_of(entry)))


def reason_to_keep(record: EventRecord, player: PlayerId) -> str:
    """Return why an entry cannot be removed, and what to do instead; empty where it can be."""
    has_seat = any(round_.table_of(player) for round_ in record.rounds)
    # A no-show that scores 0.000 did not take part, but the round has a row for it, so the entry must stay.
    has_sit_out = any(
        row.player == player and row.source is not SitOutSource.LATE_ENTRY
        for round_ in record.rounds
        for row in round_.sit_outs
    )
    named = f"{player} {record.name_of(player)}"
    if has_seat or has_sit_out or any(penalty.player == player for penalty in record.penalties):
        return _("{player} has a seat, a score, a report or a penalty; withdraw the player instead.", player=named)
    if record.entry(player).taken:
        return _("{player}'s seat has already been taken over. Undo that first.", player=named)
    if any(player in tie.players for tie in record.ties):
        return _("{player} is part of a ruling on a tie; withdraw the ruling first (R65).", player=named)
    return ""


def forget_entries(event: Event, entries: Sequence[Entry]) -> None:
    """Delete entries within an act; raises RefusedError for one that must stay (`reason_to_keep`), or that a report names."""
    record = record_of(event)
    for entry in entries:
        if wrong := reason_to_keep(record, PlayerId(entry.number)):
            raise RefusedError(wrong)
        if entry.figures.exists():
            raise RefusedError(
                _(
                    "{player} has a seat, a score, a report or a penalty; withdraw the player instead.",
                    player=entry,
                )
            )
        for rule in event.keep_aparts.filter(members__entry=entry):
            if rule.members.count() <= 2:
                rule.delete()
        entry.sit_outs.all().delete()
        entry.chart_seats.all().delete()
        withdraw_code(event, player_subject(entry.number))  # the number may be somebody else's next
        entry.delete()


def _remove_entered(event: Event, by: Actor, change: Change) -> None:
    """Undo entering players: remove all of them."""
    with act_on(event, by, Act.REMOVE_ENTRY, entries=change.entries) as doing:
        found = entries_in(doing.event, [int(number) for number in figures_of(change)[1]["names"]], frozenset(Status))
        doing.before = {"entries": {str(entry.number): entry_figures(entry) for entry in found}}
        registered = Registration.objects.filter(entry__in=found)
        registered.update(
            state=RegistrationState.OPEN.value, entry=None
        )  # they wait again, where they were in the line
        forget_entries(doing.event, found)


@act(
    Act.ENTER_PLAYERS,
    Part.ENTRIES,
    Publicity.ALWAYS,
    may=DIRECTORS | {Role.ENTRIES},
    sentence=gettext_noop("{whom} entered"),
    opposite=_remove_entered,
    rests_on=people_of,
    is_joined=True,
)
def add_entries(
    doing: Doing,
    lines: Sequence[RosterLine],
    status: Status = Status.REGISTERED,
    missed: SitOutKind | None = None,
) -> list[Entry]:
    """Enter the players of a roster in its order, and return their entries.

    For players who are entered as present after round 1 has begun, ``missed`` says what the missed rounds score (R53).
    """
    if not lines:
        raise RefusedError(_("Nothing is selected. Select something in the list first."))
    begun = begun_rounds(doing.event)
    if begun and status is Status.PRESENT:
        need_missed(doing.event, missed, len(begun))
    check_lines(doing.event, lines)
    entries = enter_lines(doing, lines, status, len(begun))
    if status is Status.PRESENT:
        score_missed(entries, begun, missed)
    doing.entries = [entry.number for entry in entries]
    doing.after = {"names": {str(entry.number): entry.name for entry in entries}}
    return entries


@act(
    Act.REMOVE_ENTRY,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=gettext_noop("{whom} removed"),
    why_not=gettext_noop("Undo it by hand on its own page."),
)
def remove_entry(doing: Doing, number: int) -> None:
    """Remove an entry made by mistake, by its number, which never took part; keep-apart rules lose it too."""
    doing.about(entries=[number])
    entries = entries_in(doing.event, [number], frozenset(Status))
    doing.before = {"entries": {str(number): entry_figures(entries[0])}}
    forget_entries(doing.event, entries)


@dataclass(frozen=True, slots=True)
class ListOrder:
    """The changes of a list that the director ticked: new lines, changed entries, and the numbers of entries to remove."""

    new: Sequence[RosterLine] = ()
    changed: Sequence[ChangedEntry] = ()
    gone: Collection[int] = field(default_factory=tuple)


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


@act(
    Act.READ_LIST,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_list,
    why_not=gettext_noop("Undo it by hand on its own page."),
    public_news=news_of_juniors,
)
def apply_list(doing: Doing, order: ListOrder) -> None:
    """Remove, change and enter entries as ordered, in one act.

    Raises RefusedError where an entry changed since the comparison was shown.
    """
    if not (order.new or order.changed or order.gone):
        raise RefusedError(_("Nothing is selected. Select something in the list first."))
    gone = entries_in(doing.event, sorted(order.gone), frozenset(Status)) if order.gone else []
    before: dict[int, Mapping[str, Any]] = {entry.number: asdict(particulars_of(entry)) for entry in gone}
    after: dict[int, Mapping[str, Any]] = {}
    forget_entries(doing.event, gone)
    for changed in order.changed:
        stored, now = _correct(doing, changed)
        before[changed.entry.player], after[changed.entry.player] = {name: stored[name] for name in now}, now
    doing.before, doing.after = of_entries(before), of_entries(after)
    check_lines(doing.event, order.new)
    entered = enter_lines(doing, order.new)
    doing.after["names"] = {str(entry.number): entry.name for entry in entered}
    doing.entries = sorted(
        {*order.gone, *(changed.entry.player for changed in order.changed), *(entry.number for entry in entered)}
    )


def _correct(doing: Doing, changed: ChangedEntry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Store the changes of an entry, return its particulars of before and the new ones; RefusedError where it is not as compared."""
    (entry,) = entries_in(doing.event, [changed.entry.player], frozenset(Status))
    if any(getattr(entry, each.field) != each.before for each in changed.changes):
        raise StaleError
    stored = asdict(particulars_of(entry))
    wanted: dict[str, Any] = {each.field: each.after for each in changed.changes}
    _check_number(entry, wanted.get("contestant_id", ""))
    return stored, _save_particulars(doing, entry, wanted)


def _check_number(entry: Entry, number: str) -> None:
    """Raise RefusedError where another entry of the event has that organiser's number."""
    if number and entry.event.entries.exclude(pk=entry.pk).filter(contestant_id=number).exists():
        raise RefusedError(_("Organiser's number {number} belongs to another player; check it.", number=number))


MOST_SHAPES = 20
"""The most shapes of lists that are kept for an event; the latest stay."""


def read_as_before(event: Event, text: str, around: Surroundings, choices: Choices) -> Roster:
    """Return a list as understood, with the columns as the director chose them for the last list with the same headings.

    Raises RosterError as `read_list` does.
    """
    roster = read_apart(RosterError, read_list, text, around, choices)
    if roster.columns is None or choices.fields or roster.columns.is_whole_lines:
        return roster
    known = ListShape.objects.filter(event=event, shape=shape_of(roster.columns)).first()
    if known is None:
        return roster
    chosen = Choices(choices.sheet, choices.separator, choices.has_headings, choices_kept(known.fields).fields)
    return read_apart(RosterError, read_list, text, around, chosen)


def remember(event: Event, roster: Roster) -> None:
    """Keep what the director chose for the columns of this list, which has been entered."""
    if roster.columns is None or roster.columns.is_whole_lines:
        return
    ListShape.objects.update_or_create(
        event=event, shape=shape_of(roster.columns), defaults={"fields": fields_by_place(roster.columns)}
    )
    too_many = ListShape.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True)[MOST_SHAPES:]
    ListShape.objects.filter(pk__in=list(too_many)).delete()
