"""Attach a game log or write it at the table, publish its replay, and let the correct amount stand (R11); nothing happens by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.db import transaction

from tournament.models import Dispute, Event, GameLog, ScribedEntry, Scribing, Table
from tournament.models.games.gamelog import MAX_LOG_CHARACTERS
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import SeatRecord
from tournament.record.vocabulary import DisputeState, Dollars, PlayerId, ScribeMark, format_dollars
from tournament.replays import LARGEST_CASH, NO_TABLE, TableHeader, UnreadableLogError, header_of, read_game
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
from tournament.services.changes import By, RefusedError, act_on, actor_of, check_actor, check_table, whole
from tournament.services.disputes import open_disputes_of, settle_dispute, table_in
from tournament.services.results.reports import SeatFigures, TableFigures, rule_result

LONGEST_TITLE = 120
SCRIBED_TITLE = "Scribe's board"


@dataclass(frozen=True, slots=True)
class SentEntry:
    """An entry as a scribe's device sends it: its key, events in the words of a log (none takes back), whether it was forced."""

    key: str
    events: Sequence[Mapping[str, object]] = ()
    is_forced: bool = False


class WrittenElsewhereError(RefusedError):
    """Somebody else wrote in the log meanwhile; ``since`` entries are new to the device, and nothing of what it sent was stored."""

    def __init__(self, since: int) -> None:
        entries = f"{since} entr{'y' if since == 1 else 'ies'}"
        super().__init__(
            f"Another device wrote {entries} in this log meanwhile. Yours are kept on this device and not in the log yet: look at "
            "the log, then write yours behind it or keep yours beside it."
        )
        self.since = since


def attach_log(event: Event, by: By, round_number: int, table_number: int, text: str, title: str = "") -> GameLog:
    """Keep a log of a table's game as it came; RefusedError where no turn of it can be read, with line and column."""
    if not text.strip():
        raise RefusedError("The log is empty; paste its text or choose a file.")
    if len(text) > MAX_LOG_CHARACTERS:
        raise RefusedError(
            f"The log has {len(text):,} characters; at most {MAX_LOG_CHARACTERS:,} are kept. Attach one game alone."
        )
    try:
        read_game(text, _table_header(event, round_number, table_number))
    except UnreadableLogError as error:
        raise RefusedError(str(error)) from None
    with act_on(event, by, Act.ATTACH_LOG, round_number=round_number, table_number=table_number) as act:
        table = table_in(act.event, round_number, table_number)
        log = GameLog.objects.create(
            table=table,
            text=text,
            title=whole(title, LONGEST_TITLE, "The name of the log"),
            attached_by=actor_of(by).user,
        )
        act.after = {"log": {"id": log.pk, "characters": len(text)}}
    return log


def write_entries(
    event: Event, by: By, round_number: int, table_number: int, after: int, sent: Sequence[SentEntry]
) -> Scribing:
    """Write entries behind the first ``after`` of the table's log, which the first of them begins; what came before is not doubled.

    What the rules refuse is written all the same and marked. Raises WrittenElsewhereError where the log has more entries than the
    device knew of, RefusedError where an entry is no statement of a log.
    """
    actor = actor_of(by)
    check_actor(actor, event, Act.WRITE_LOG, round_number, table_number)
    check_table(actor.user, event, Act.WRITE_LOG, round_number, table_number)
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
            raise RefusedError("The replay of this log is public; take it off the public page, then write on.")
        try:
            told, rows = _written_on(scribing, entries_of(scribing, stored), fresh)
            scribing.log.text = text_of(told.record)
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
    """Write a line behind the table's log, as a page without script or a scribe who knows the notation does, and say what was read freely.

    Raises RefusedError with the reason where the line cannot be read.
    """
    actor = actor_of(by)
    check_actor(actor, event, Act.WRITE_LOG, round_number, table_number)
    check_table(actor.user, event, Act.WRITE_LOG, round_number, table_number)
    with transaction.atomic():
        scribing = _scribing_in(event, by, table_in(event, round_number, table_number), has_begun=False)
        entries = entries_of(scribing)
        told = fold_entries(scribing.opening, entries)
        try:
            read = read_line(told, line)
        except EntryError as error:
            raise RefusedError(str(error)) from None
        key = actor.key or f"line {len(entries) + 1}"
        sent = [SentEntry(key, read.events)]
        return write_entries(event, by, round_number, table_number, len(entries), sent), read.notes


def keep_beside(
    event: Event, by: By, round_number: int, table_number: int, after: int, sent: Sequence[SentEntry]
) -> GameLog:
    """Attach what a device wrote behind the first ``after`` entries as a log of its own, beside the table's."""
    check_actor(by, event, Act.WRITE_LOG, round_number, table_number)
    scribing = scribing_of(event, round_number, table_number)
    if scribing is None:
        raise RefusedError("Nobody has begun a log of this table; there is nothing to keep another one beside.")
    stored = entries_of(scribing)[:after]
    known = {entry.key for entry in stored}
    try:
        told, _ = _written_on(scribing, stored, [entry for entry in sent if entry.key not in known])
        text = text_of(told.record)
    except EntryError as error:
        raise RefusedError(str(error)) from None
    return attach_log(
        event, by, round_number, table_number, text, f"{SCRIBED_TITLE}, another device from entry {after + 1}"
    )


def scribing_of(event: Event, round_number: int, table_number: int) -> Scribing | None:
    """The log that is written at a table, None while nobody has begun it."""
    found = Scribing.objects.filter(
        table__round__event=event, table__round__number=round_number, table__number=table_number
    )
    return found.select_related("log").first()


def begun_at(event: Event, round_number: int, table_number: int) -> Scribing:
    """The log that is written at a table, or the one that its first entry would begin, not stored; RefusedError where no game is."""
    table = table_in(event, round_number, table_number)
    return getattr(table, "scribing", None) or _opened(event, table)


def entries_of(scribing: Scribing, rows: Sequence[ScribedEntry] | None = None) -> list[LogEntry]:
    """The entries of a log as values, in order."""
    if rows is None:
        rows = list(scribing.entries.order_by("number")) if scribing.pk else []
    told = read_entries(scribing.opening, [row.events for row in rows])
    return [LogEntry(row.key, events, ScribeMark(row.mark)) for row, events in zip(rows, told, strict=True)]


def _written_on(
    scribing: Scribing, entries: Sequence[LogEntry], sent: Sequence[SentEntry]
) -> tuple[ScribedLog, list[ScribedEntry]]:
    """The log with what was sent behind it, and the rows of that, each marked by what the rules say; raises EntryError."""
    rows = []
    so_far = list(entries)
    for entry in sent:
        events = read_entry(scribing.opening, list(entry.events)) if entry.events else ()
        so_far.append(LogEntry(entry.key, events))
        mark = ScribeMark.NONE
        if events:
            told = fold_entries(scribing.opening, so_far)
            is_against = bool(objection_to(told, len(told.entries) - 1))
            mark = ScribeMark.FORCED if entry.is_forced else ScribeMark.AGAINST if is_against else ScribeMark.NONE
        so_far[-1] = LogEntry(entry.key, events, mark)
        rows.append(ScribedEntry(scribing=scribing, key=entry.key, events=list(entry.events), mark=mark.value))
    return fold_entries(scribing.opening, so_far), rows


def _scribing_in(event: Event, by: By, table: Table, *, has_begun: bool) -> Scribing:
    """The table's log, locked; begun now where there is none and ``has_begun`` says that something is to be written."""
    found = Scribing.objects.select_for_update(of=("self",)).select_related("log").filter(table=table).first()
    if found is not None or not has_begun:
        return found or _opened(event, table)
    with act_on(event, by, Act.WRITE_LOG, round_number=table.round.number, table_number=table.number) as act:
        found = Scribing.objects.select_related("log").filter(table=table).first()
        if found is None:
            found = _opened(act.event, table)
            found.log.attached_by = actor_of(by).user
            found.log.save()
            found.save()
        act.after = {"log": {"id": found.log.pk}}
    return found


def _opened(event: Event, table: Table) -> Scribing:
    """The log of a table as its first entry would begin it, with what the table knows of its game."""
    about = {"event": event.name, "round": table.round.number, "table": table.number, "source": SCRIBED_TITLE}
    try:
        opening = open_log(_table_header(event, table.round.number, table.number), about)
    except EntryError as error:
        raise RefusedError(str(error)) from None
    return Scribing(table=table, log=GameLog(table=table, title=SCRIBED_TITLE), opening=opening)


def publish_log(event: Event, by: By, log: GameLog) -> None:
    """Show the replay of a log on its table's public page; refused while something about the game waits for a ruling.

    Ruling: a replay without errors needs none; one with errors is public only after a dispute of its table has been ruled; one
    with places that nobody could read is not published, for what it finds may come from them.
    """
    with act_on(event, by, Act.PUBLISH_LOG) as act:
        act.round_number, act.table_number = log.table.round.number, log.table.number
        log = _log_in(act.event, log)
        if log.is_public:
            raise RefusedError("The replay is public already.")
        if open_disputes_of(log.table):
            raise RefusedError(f"{log.table} has an open dispute; rule on it before the replay is published.")
        told = _table_header(act.event, act.round_number, act.table_number)
        try:
            reading = read_game(log.text, told)
        except UnreadableLogError as error:
            raise RefusedError(
                f"This log cannot be read any more: {error} Correct it, attach it again and publish that one."
            ) from None
        if unread := len(reading.problems):
            raise RefusedError(
                f"{unread} place{'' if unread == 1 else 's'} of the log cannot be read, so its findings may be wrong; "
                "correct the log and publish that one."
            )
        errors = sum(finding.severity == "error" for _, finding in reading.findings)
        if errors and not log.table.disputes.filter(state=DisputeState.RULED.value).exists():
            raise RefusedError(
                f"The replay finds {errors} error{'' if errors == 1 else 's'} on which nobody has ruled; "
                "apply its cash or rule on a dispute first."
            )
        _set_public(log, is_public=True)
        act.before, act.after = _public(log, False), _public(log, True)


def withdraw_log(event: Event, by: By, log: GameLog) -> None:
    """Take a replay off the public page; the log stays with its table."""
    with act_on(event, by, Act.WITHDRAW_LOG) as act:
        act.round_number, act.table_number = log.table.round.number, log.table.number
        log = _log_in(act.event, log)
        if not log.is_public:
            raise RefusedError("The replay is not public.")
        _set_public(log, is_public=False)
        act.before, act.after = _public(log, True), _public(log, False)


@transaction.atomic
def apply_cash(
    event: Event,
    by: By,
    log: GameLog,
    cash: Mapping[PlayerId, Dollars],
    ruling: str,
    settles: Collection[int] = (),
    reasons: Mapping[PlayerId, str] = MappingProxyType({}),
) -> None:
    """Make the replayed cash the table's result by ruling (R11), in an open round or a closed one (R68).

    ``reasons`` are the director's for the amounts that he chose, where the log proves none; each of them needs one.

    ``settles`` are the keys of open disputes that the same words rule; where there is none, a ruled dispute is written, so that the
    ruling stands with the table. Raises ResultConflictError where the result changed after the version that the actor saw.
    """
    if not ruling.strip():
        raise RefusedError("Write the ruling with the finding it rests on; it is kept with the result.")
    log = _log_in(event, log)
    record = record_of(event)
    table = record.table(log.table.round.number, log.table.number)
    if all(cash.get(seat.player) == seat.cash for seat in table.seats):
        raise RefusedError("The result is what the replay computes already; there is nothing to apply.")
    ruled = tuple(_ruled(record.name_of(seat.player), seat, cash, reasons.get(seat.player)) for seat in table.seats)
    rule_result(event, by, log.table.round.number, TableFigures(table.number, ruled, table.ended_by), ruling, log.pk)
    settled = [dispute for dispute in open_disputes_of(log.table) if dispute.pk in settles]
    for dispute in settled or [Dispute.objects.create(table=log.table, log=log, question="Final cash")]:
        settle_dispute(event, actor_of(by).user, dispute, DisputeState.RULED, ruling)


def _ruled(name: str, seat: SeatRecord, cash: Mapping[PlayerId, Dollars], why: str | None) -> SeatFigures:
    """The seat with its ruled cash; the reason stands where the amount changes, ``why`` where the director chose it."""
    player = seat.player
    if player not in cash:
        raise RefusedError(f"The log has no cash for {name}; say which player of the log it is.")
    amount = cash[player]
    if not 0 <= amount <= LARGEST_CASH:
        raise RefusedError(f"{format_dollars(amount)} cannot be anybody's final cash; look at the log.")
    if why is not None and not why.strip():
        raise RefusedError(f"Write why {name} has {format_dollars(amount)}; the log does not prove it (R11).")
    if amount == seat.cash:
        return SeatFigures(player, amount, seat.cash_reason, timed_out=seat.timed_out)
    was = "nothing" if seat.cash is None else format_dollars(seat.cash)
    ruled = "ruled from the log of the game (R11)" if why is None else f"set by the director (R11): {why.strip()}"
    reason = f"{ruled}; {was} had been entered"
    return SeatFigures(player, amount, reason, timed_out=seat.timed_out)


def _table_header(event: Event, round_number: int, table_number: int) -> TableHeader:
    """What the table knows of its game; nothing where there is no such table."""
    record = record_of(event)
    try:
        played = record.round(round_number)
        table = played.table(table_number)
    except KeyError:
        return NO_TABLE
    names = {seat.player: record.name_of(seat.player) for seat in table.seats}
    return header_of(table, names, played.seat_source, record.chain_set)


def _log_in(event: Event, log: GameLog) -> GameLog:
    found = GameLog.objects.select_related("table__round").filter(pk=log.pk, table__round__event=event).first()
    if found is None:
        raise RefusedError("The log belongs to no table of this event; reload the page.")
    return found


def _public(log: GameLog, is_public: bool) -> dict[str, dict[str, int | bool]]:
    return {"log": {"id": log.pk, "public": is_public}}


def _set_public(log: GameLog, *, is_public: bool) -> None:
    log.is_public = is_public
    log.save(update_fields=["is_public"])
