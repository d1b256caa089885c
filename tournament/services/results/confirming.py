"""Checks typed results: one is only a report until a second person types the same, or all at the table sign it.

1. Under the event's lock what was typed is sorted: new reports, pending reports to confirm or to mark as signed, and official results to
clear.

2. Each kind is one act, in the same number of queries whatever the number of tables. In an event without a check every typed result is
official at once.

Corrections of closed rounds, rulings and restored results need a reason and are not checked again: the page shows beforehand what they
change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from django.db import transaction
from django.utils import timezone

from tournament.access import may, roles_of
from tournament.day.phones import ENOUGH, numbers_listed
from tournament.models import Event, TableReport
from tournament.record.acts import Act, Role
from tournament.record.event import TableRecord
from tournament.record.vocabulary import ReportSource, ResultCheck, RoundState
from tournament.scores.amounts import missing
from tournament.services.changes import Actor, By, Doing, act_on, actor_of, check_may
from tournament.services.changes.refusals import ConflictError, DoneError, RefusedError, StaleError
from tournament.services.on_devices.following import games_at_tables
from tournament.services.results.official import (
    Provenance,
    ResultConflictError,
    check_result,
    in_diary,
    make_current,
    merged_result,
    store_lines,
    write_official,
)
from tournament.services.results.phones import browsers_agreed
from tournament.services.results.reports import record_results
from tournament.services.results.stored import (
    StoredTable,
    pending_in,
    round_in,
    shown_results,
    stored_tables,
)
from wording import gettext as _
from wording import ngettext
from wording.figures import clock_time


@dataclass(slots=True)
class _Sorted:
    """What is to be done: reports to store, pending ones to mark as signed or to confirm, and results to clear.

    ``on_slips`` are the numbers of the tables whose typed results all at the table have signed.
    """

    on_slips: Collection[int]
    reported: list[TableRecord] = field(default_factory=list)
    signed: list[TableReport] = field(default_factory=list)
    confirmed: list[TableReport] = field(default_factory=list)
    emptied: list[TableRecord] = field(default_factory=list)


def hand_in(
    event: Event,
    by: By,
    round_number: int,
    results: Sequence[TableRecord],
    *,
    signed: Collection[int] = (),
    over: Mapping[int, int] = MappingProxyType({}),
    seen: Mapping[int, int | None] = MappingProxyType({}),
) -> dict[int, RefusedError]:
    """Store what the desk typed for several tables, as the event has results checked.

    All else is by table number: ``signed`` are the tables at which all have signed the result, ``over`` is the key of the pending report
    that the table's row on the page showed, and ``seen`` the version of the event that the row showed where it is not the page's. Returns
    the refusals by table number; a refused table does not stop the others.
    """
    if event.result_check == ResultCheck.NONE.value:
        return record_results(event, by, round_number, results, seen)
    is_typed_twice = event.result_check == ResultCheck.REKEY.value
    actor, refusals, todo = actor_of(by), dict[int, RefusedError](), _Sorted(() if is_typed_twice else signed)
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        check_may(actor.user, locked, Act.REPORT_RESULT)
        if locked.result_check != event.result_check:
            raise StaleError
        tables = stored_tables(round_in(locked, round_number, RoundState.PUBLISHED), [each.number for each in results])
        pending = pending_in(report__table__in=[table.row for table in tables.values()])
        shown = shown_results(tables, seen, actor.seen, locked.version)
        for each in results:
            number = each.number
            try:
                result = _merged_result(tables[number], shown[number], each)
                of_desk = [report for report in pending.get(number, ()) if report.is_typed]
                _check_comes_second(locked, actor, number, of_desk)
                if result.has_cash and is_typed_twice:
                    _for_second_typing(todo, locked, actor, tables[number].result, result, of_desk)
                elif result.has_cash:
                    _for_the_table(todo, tables[number].result, result, over.get(number, 0), of_desk)
                elif result != tables[number].result:
                    # A result that is cleared no longer counts, so no second person has to check it.
                    todo.emptied.append(result)
            except RefusedError as refusal:
                refusals[number] = refusal
        _carry_out(event, actor, round_number, tables, todo)
    return refusals


def confirm_results(
    event: Event, by: By, round_number: int, reports: Sequence[int], reason: str = "", *, is_looked_at: bool = False
) -> list[int]:
    """Make pending reports official in one act, and return their tables' numbers.

    ``reports`` are primary keys. A report to which the table agrees needs no reason, any other does. Where all agreed from a single
    phone, the desk must look at the slip first and says so by ``is_looked_at``. Raises RefusedError where one of them cannot be
    confirmed.
    """
    with act_on(event, by, Act.CONFIRM_RESULT, round_number=round_number, reason=reason.strip()) as doing:
        round_ = round_in(doing.event, round_number, RoundState.PUBLISHED)
        pending = pending_in(report__table__round=round_)
        by_key = {each.pk: each for of_table in pending.values() for each in of_table}
        if not reports or not set(reports) <= by_key.keys():
            raise DoneError
        chosen = {by_key[key].result.number: by_key[key] for key in reports}
        if len(chosen) < len(reports):
            raise RefusedError(_("Only one report from a table can be its result; choose one."))
        if not is_looked_at and not reason.strip():
            check_phones([each for each in chosen.values() if each.is_agreed])
        for number, each in chosen.items():
            _check_confirms(doing, actor_of(by), each, pending[number], reason.strip())
        tables = stored_tables(round_, list(chosen))
        for number, each in chosen.items():
            check_result(tables[number], each.result)
        _make_official(doing, actor_of(by), tables, list(chosen.values()), reason.strip())
    return sorted(chosen)


def _merged_result(table: StoredTable, shown: TableRecord, typed: TableRecord) -> TableRecord:
    """Return what was typed as a whole result; raises ResultConflictError where the official one changed since the page showed it.

    Raises RefusedError where only some of the seats have cash.
    """
    result = merged_result(table, shown, typed, is_meant_whole=True)
    if result.has_cash and not result.has_result:
        raise RefusedError(missing(table.row.round.event.format.amount))
    return result


def _check_comes_second(event: Event, actor: Actor, number: int, pending: Sequence[TableReport]) -> None:
    """Raise RefusedError where somebody who may only check results types a table that waits for no second typing by them.

    Entering the first result of a table is for the desk.
    """
    if may(actor.user, event, Act.RECORD_RESULT):
        return
    user = actor.user.pk if actor.user else None
    if event.result_check != ResultCheck.REKEY.value or all(each.reported_by_id == user for each in pending):
        raise RefusedError(
            _("Table {table} is not ready for a second check yet: the desk must enter it first.", table=number)
        )


def is_same_result(first: TableRecord, second: TableRecord) -> bool:
    """Return whether two people typed the same of a table.

    Cash and time-outs of every seat must be equal, and also who ended the game, unless ``second`` does not say it.
    """
    return first.counts_like(second) and second.ended_by in ("", first.ended_by)


def _for_second_typing(
    todo: _Sorted,
    event: Event,
    actor: Actor,
    stored: TableRecord,
    typed: TableRecord,
    pending: Sequence[TableReport],
) -> None:
    """Sort a typed result where a second person must type each: the first one waits.

    What another person types confirms an equal report, and is stored beside the report where it differs. Raises RefusedError where the
    same person types the same again, or a second person may not confirm.
    """
    number, user = typed.number, actor.user.pk if actor.user else None
    others = [each for each in pending if each.reported_by_id != user]
    mine = next((each for each in pending if each.reported_by_id == user), None)
    if not pending and typed == stored:
        return
    same = next((each for each in others if is_same_result(each.result, typed)), None)
    if same is None and mine is not None and is_same_result(mine.result, typed):
        at = timezone.localtime(mine.reported_at)
        raise RefusedError(
            _(
                "You entered the same result for table {table} at {time}; somebody else must enter it again, "
                "from their own account.",
                table=number,
                time=clock_time(at),
            )
        )
    if others and not may(actor.user, event, Act.CONFIRM_RESULT):
        raise RefusedError(
            _(
                "Table {table} has already been entered; somebody who can confirm results must enter it again.",
                table=number,
            )
        )
    if same is None:
        todo.reported.append(typed)
    else:
        todo.confirmed.append(same)


def _for_the_table(
    todo: _Sorted, stored: TableRecord, typed: TableRecord, over: int, pending: Sequence[TableReport]
) -> None:
    """Sort a typed result where the table must sign it: it waits until all have signed.

    ``over`` is the key of the pending report that the page showed, 0 for none.

    Raises ResultConflictError rather than replace a different report that came after the page was opened.
    """
    latest = pending[-1] if pending else None
    if latest is None:
        if typed != stored:
            todo.reported.append(typed)
        return
    is_signed = typed.number in todo.on_slips
    is_same, is_over = latest.result.figures == typed.figures, latest.pk == over
    if not is_same and not is_over:
        raise ResultConflictError(latest.result, typed, ConflictError({}, {}))
    if is_same and is_signed and not latest.is_agreed:
        todo.signed.append(latest)
    elif not is_same or (latest.is_agreed and not is_signed and is_over):
        todo.reported.append(typed)


def _carry_out(event: Event, actor: Actor, round_number: int, tables: Mapping[int, StoredTable], todo: _Sorted) -> None:
    """Do what was sorted, one act for each kind; only the first act carries the form's one-use key, which can be stored once."""
    if todo.reported or todo.signed:
        with act_on(event, actor, Act.REPORT_RESULT, round_number=round_number) as doing:
            _report(doing, actor, tables, todo)
        actor = replace(actor, key="")
    if todo.confirmed:
        with act_on(event, actor, Act.CONFIRM_RESULT, round_number=round_number) as doing:
            _make_official(doing, actor, tables, todo.confirmed, "")
        actor = replace(actor, key="")
    if todo.emptied:
        with act_on(event, actor, Act.RECORD_RESULT, round_number=round_number) as doing:
            write_official(doing, actor, tables, todo.emptied, Provenance(Act.RECORD_RESULT))


def _report(doing: Doing, actor: Actor, tables: Mapping[int, StoredTable], todo: _Sorted) -> None:
    """Store the reports and signatures.

    The figures are stored in the reports only: the log of changes must not show them to the person who types them again.
    """
    now = timezone.now()
    made = TableReport.objects.bulk_create(
        TableReport(
            table=tables[typed.number].row,
            source=ReportSource.DESK.value,
            reported_by=actor.user,
            reported_at=now,
            agreed_at=now if typed.number in todo.on_slips else None,
            ended_by=typed.ended_by,
        )
        for typed in todo.reported
    )
    store_lines(zip(made, todo.reported, strict=True), tables)
    for each in todo.signed:
        each.agreed_at = now
    TableReport.objects.bulk_update(todo.signed, ["agreed_at"])
    signed = {typed.number: typed.number in todo.on_slips for typed in todo.reported}
    signed |= {each.result.number: True for each in todo.signed}
    doing.table_number = next(iter(signed)) if len(signed) == 1 else None
    doing.after = {
        "tables": {str(number): {"signed_by_all": True} if is_signed else {} for number, is_signed in signed.items()}
    }


def _make_official(
    doing: Doing, actor: Actor, tables: Mapping[int, StoredTable], chosen: Sequence[TableReport], why: str
) -> None:
    """Make these reports the official ones of their tables, in the same number of queries whatever their number.

    Reports later than the official one count as pending. So a report that is chosen over a later one is stored once more, as the latest.
    """
    now = timezone.now()
    later = pending_in(report__table__in=[tables[each.result.number].row for each in chosen])
    latest = {number: of_table[-1].pk for number, of_table in later.items()}
    overtaken = [each for each in chosen if each.pk < latest[each.result.number]]
    copies = TableReport.objects.bulk_create(_copy_of(each) for each in overtaken)
    store_lines(zip(copies, (each.result for each in overtaken), strict=True), tables)
    current = {each.result.number: each for each in chosen}
    current |= {each.result.number: copy for each, copy in zip(overtaken, copies, strict=True)}
    before = {
        str(number): in_diary(tables[number].result) for number in current if tables[number].row.official is not None
    }
    for row in current.values():
        row.official_at, row.official_version = now, doing.event.version + 1
        row.official_by, row.why = actor.user, why
    TableReport.objects.bulk_update(current.values(), ["official_at", "official_version", "official_by", "why"])
    make_current(doing, tables, current)
    doing.before = {"tables": before} if before else {}
    doing.after = {"tables": {str(each.result.number): in_diary(each.result) for each in chosen}}


def _copy_of(report: TableReport) -> TableReport:
    """Return an unsaved copy of a report that is not official."""
    return TableReport(
        table=report.table,
        source=report.source,
        reported_by=report.reported_by,
        reported_by_name=report.reported_by_name,
        device=report.device,
        reported_at=report.reported_at,
        agreed_at=report.agreed_at,
        ended_by=report.ended_by,
        equal_shares=report.equal_shares,
    )


def from_one_phone(agreed: Iterable[TableReport]) -> list[TableReport]:
    """Return the reports to which all at the table agreed from fewer phones than are accepted without looking at the slip.

    Tables with a game on devices are left out: there each player plays on their own phone, and the director has already accepted for
    anybody who did not answer.
    """
    by_phone = [each for each in agreed if each.is_by_phone]
    browsers = browsers_agreed(by_phone) if by_phone else {}
    alone = [each for each in by_phone if browsers.get(each.pk, 0) < ENOUGH]
    if not alone:
        return []
    on_devices = games_at_tables().tables_with_a_game([each.table_id for each in alone])
    return [each for each in alone if each.table_id not in on_devices]


def check_phones(agreed: Iterable[TableReport]) -> None:
    """Raise RefusedError if one of these reports was agreed from one phone alone, so it must not be accepted unseen."""
    if alone := from_one_phone(agreed):
        numbers = sorted(each.result.number for each in alone)
        raise RefusedError(
            ngettext(
                "Table {tables} agreed from one phone only. Check the slip or ask at the table, then accept.",
                "Tables {tables} agreed from one phone only. Check the slips or ask at the tables, then accept.",
                len(numbers),
                tables=numbers_listed(numbers),
            )
        )


def _check_confirms(
    doing: Doing, actor: Actor, chosen: TableReport, of_table: Sequence[TableReport], reason: str
) -> None:
    """Raise RefusedError for a report to which the table did not agree, unless the confirmation gives a reason.

    A report that waits to be typed by a second person also needs the director.
    """
    number = chosen.result.number
    if chosen.is_agreed and chosen.contested_at is None:
        return
    typed = [each for each in of_table if each.is_typed]
    is_alone = doing.event.result_check == ResultCheck.REKEY.value and len(typed) == 1 and chosen in typed
    # An event with a single account has no second person to type: its director accepts with a reason, which is recorded.
    if is_alone and not roles_of(actor.user, doing.event) & {Role.DIRECTOR, Role.MACHINE}:
        raise RefusedError(
            _(
                "Table {table} needs a second check by somebody else; only the director can accept it without one.",
                table=number,
            )
        )
    if not reason:
        raise RefusedError(_("Give a reason; it is kept in the change log."))
