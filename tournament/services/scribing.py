"""Write a log at the table while its game is played: entries from a scribe's device, or lines typed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from tournament.models import Event, GameLog, ScribedEntry, Scribing, Table
from tournament.record.acts import BY_ARBITER, Act, Part, Role, declare
from tournament.record.vocabulary import ScribeMark
from tournament.replays.scribe import (
    EntryError,
    LogEntry,
    ScribedLog,
    fold_entries,
    objection_to,
    open_log,
    read_entries,
    read_entry,
    read_line,
    text_of,
)
from tournament.services.changes import Actor, By, RefusedError, act_on, actor_of, check_actor, check_table
from tournament.services.gamelogs import attach_log, header_at, table_in
from wording import gettext as _
from wording import gettext_noop, ngettext

SCRIBED_TITLE = "Scribe's board"


@dataclass(frozen=True, slots=True)
class SentEntry:
    """An entry of the log as a scribe's device sends it.

    ``key`` is unique for the entry, ``events`` are in log notation (an entry without events undoes the latest one), and ``is_forced``
    says that the scribe confirmed it against the rules.
    """

    key: str
    events: Sequence[Mapping[str, object]] = ()
    is_forced: bool = False


class WrittenElsewhereError(RefusedError):
    """Another device wrote ``since`` entries that this device does not know; nothing of what it sent was stored."""

    def __init__(self, since: int) -> None:
        super().__init__(
            " ".join(
                (
                    ngettext(
                        "Another device has added {n} entry to this log.",
                        "Another device has added {n} entries to this log.",
                        since,
                    ),
                    _(
                        "Yours are kept on this device but are not in the log yet: check the log, then add "
                        "yours at the end or keep them in a separate log."
                    ),
                )
            )
        )
        self.since = since


def write_entries(
    event: Event, by: By, round_number: int, table_number: int, after: int, sent: Sequence[SentEntry]
) -> Scribing:
    """Append entries to a table's log, and return the log.

    ``after`` is how many entries the device knew; entries whose keys are stored already are skipped. The first entry begins the log. An
    entry against the rules is stored too, with a mark that says so. Raises WrittenElsewhereError where the log has more entries than the
    device knew, RefusedError where an entry cannot be read as a line of a log or the log is public.
    """
    actor = _writer(event, by, round_number, table_number)
    with transaction.atomic():
        scribing = _scribing_in(event, by, table_in(event, round_number, table_number), has_begun=bool(sent))
        stored = list(scribing.entries.order_by("number")) if scribing.pk else []
        known = {row.key for row in stored}
        fresh = [entry for entry in sent if entry.key not in known]
        if not fresh:
            return scribing
        if after + len(sent) - len(fresh) != len(stored):
            raise WrittenElsewhereError(len(stored) - after)
        if scribing.log.is_public:
            raise RefusedError(
                _("The replay of this log is public; take it off the public page before you continue the log.")
            )
        try:
            log, rows = _continued_log(scribing, entries_of(scribing, stored), fresh)
            scribing.log.text = text_of(log.record)
        except EntryError as error:
            raise RefusedError(str(error)) from None
        for number, row in enumerate(rows, len(stored) + 1):
            row.number, row.made_by = number, actor.user
        ScribedEntry.objects.bulk_create(rows)
        scribing.log.save(update_fields=["text"])
    return scribing


def write_line(
    event: Event, by: By, round_number: int, table_number: int, line: str
) -> tuple[Scribing, tuple[str, ...]]:
    """Append one typed line of notation to a table's log, for a page without script.

    Returns the log, and notes on what had to be guessed when the line was read. Raises RefusedError with the reason where the line cannot
    be read.
    """
    actor = _writer(event, by, round_number, table_number)
    with transaction.atomic():
        scribing = _scribing_in(event, by, table_in(event, round_number, table_number), has_begun=False)
        entries = entries_of(scribing)
        try:
            read = read_line(fold_entries(scribing.opening, entries), line)
        except EntryError as error:
            raise RefusedError(str(error)) from None
        key = actor.key or f"line {len(entries) + 1}"
        sent = [SentEntry(key, read.events)]
        return write_entries(event, by, round_number, table_number, len(entries), sent), read.notes


def _writer(event: Event, by: By, round_number: int, table_number: int) -> Actor:
    """Return the actor who writes; raises NotAllowedError for users without the right and for players of that table."""
    actor = actor_of(by)
    check_actor(actor, event, Act.WRITE_LOG, round_number, table_number)
    check_table(actor.user, event, Act.WRITE_LOG, round_number, table_number)
    return actor


def keep_beside(
    event: Event, by: By, round_number: int, table_number: int, after: int, sent: Sequence[SentEntry]
) -> GameLog:
    """Store the device's version of the log as a separate log of the same table, beside the one that was begun there.

    Its text is the first ``after`` entries of the table's log and then the entries that were sent.
    """
    check_actor(by, event, Act.WRITE_LOG, round_number, table_number)
    scribing = scribing_of(event, round_number, table_number)
    if scribing is None:
        raise RefusedError(_("Nobody has started a log for this table, so yours cannot be kept as a separate log."))
    stored = entries_of(scribing)[:after]
    known = {entry.key for entry in stored}
    try:
        log, _rows = _continued_log(scribing, stored, [entry for entry in sent if entry.key not in known])
        text = text_of(log.record)
    except EntryError as error:
        raise RefusedError(str(error)) from None
    return attach_log(
        event,
        by,
        round_number,
        table_number,
        text,
        _("Scribe's board on another device, from entry {number}", number=after + 1),
    )


def scribing_of(event: Event, round_number: int, table_number: int) -> Scribing | None:
    """Return the log that is being written at a table, None while nobody has begun it."""
    found = Scribing.objects.filter(
        table__round__event=event, table__round__number=round_number, table__number=table_number
    )
    return found.select_related("log").first()


def begun_at(event: Event, round_number: int, table_number: int) -> Scribing:
    """Return the log of a table, or an unsaved new one with only its opening.

    Raises RefusedError where the round is not published or the table's game cannot be logged.
    """
    table = table_in(event, round_number, table_number)
    return getattr(table, "scribing", None) or _new_scribing(event, table)


def entries_of(scribing: Scribing, rows: Sequence[ScribedEntry] | None = None) -> list[LogEntry]:
    """Return the entries of a log as values, in order; ``rows`` are its stored entries where the caller has read them already."""
    if rows is None:
        rows = list(scribing.entries.order_by("number")) if scribing.pk else []
    read = read_entries(scribing.opening, [row.events for row in rows])
    return [LogEntry(row.key, events, ScribeMark(row.mark)) for row, events in zip(rows, read, strict=True)]


def _continued_log(
    scribing: Scribing, entries: Sequence[LogEntry], sent: Sequence[SentEntry]
) -> tuple[ScribedLog, list[ScribedEntry]]:
    """Return the log continued with the entries that were sent, and unsaved rows for these.

    Each row is marked by whether the rules allow it. Raises EntryError where an entry cannot be read.
    """
    rows = []
    so_far = list(entries)
    for entry in sent:
        events = read_entry(scribing.opening, list(entry.events)) if entry.events else ()
        so_far.append(LogEntry(entry.key, events))
        mark = ScribeMark.NONE
        if events:
            log = fold_entries(scribing.opening, so_far)
            is_against = bool(objection_to(log, len(log.entries) - 1))
            mark = ScribeMark.FORCED if entry.is_forced else ScribeMark.AGAINST if is_against else ScribeMark.NONE
        so_far[-1] = LogEntry(entry.key, events, mark)
        rows.append(ScribedEntry(scribing=scribing, key=entry.key, events=list(entry.events), mark=mark.value))
    return fold_entries(scribing.opening, so_far), rows


def _scribing_in(event: Event, by: By, table: Table, *, has_begun: bool) -> Scribing:
    """Return the table's log, locked; where it has none, a new one, which is saved only if ``has_begun``."""
    found = Scribing.objects.select_for_update(of=("self",)).select_related("log").filter(table=table).first()
    if found is not None or not has_begun:
        return found or _new_scribing(event, table)
    with act_on(event, by, Act.WRITE_LOG, round_number=table.round.number, table_number=table.number) as doing:
        found = Scribing.objects.select_related("log").filter(table=table).first()
        if found is None:
            found = _new_scribing(doing.event, table)
            found.log.attached_by = actor_of(by).user
            found.log.save()
            found.save()
        doing.after = {"log": {"id": found.log.pk}}
    return found


def _new_scribing(event: Event, table: Table) -> Scribing:
    """Return an unsaved log of a table with only its opening: the header and the starting tiles that are known."""
    about = {"event": event.name, "round": table.round.number, "table": table.number, "source": SCRIBED_TITLE}
    try:
        opening = open_log(header_at(event, table.round.number, table.number), about)
    except EntryError as error:
        raise RefusedError(str(error)) from None
    return Scribing(table=table, log=GameLog(table=table, title=SCRIBED_TITLE), opening=opening)


declare(
    Act.WRITE_LOG,
    Part.RESULTS,
    may=BY_ARBITER | {Role.TABLE},
    sentence=gettext_noop("Log started at {place}"),
    why_not=gettext_noop("A log stays with the table it was attached to."),
)
