"""Results made official at the desk: recorded, corrected after closing (R11, R68), restored, ruled equal (R62) or ruled from a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from django.db.models import OuterRef, Prefetch, Subquery
from django.utils import timezone

from tournament.day.reseating import reason_not_to_reopen
from tournament.draw.lines import line
from tournament.draw.seating import title_of_round
from tournament.models import Change, Event, ReportedSeat, Round, TableReport
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import ReportSource, RoundState
from tournament.scores.amounts import missing
from tournament.scores.scoring import fines_of, score_table
from tournament.scores.steps import MissingCashError, NothingToShareError
from tournament.services.changes import By, act_on, actor_of, checked_text, done_since, keep_scorable
from tournament.services.changes.refusals import DoneError, RefusedError, StaleError
from tournament.services.changes.signals import WRITES_RESULTS
from tournament.services.results.official import (
    NothingToDoError,
    Provenance,
    check_result,
    in_diary,
    merged_result,
    store_lines,
    write_official,
)
from tournament.services.results.stored import round_in, shown_results, stored_tables
from wording import gettext as _


def record_result(event: Event, by: By, round_number: int, result: TableRecord) -> None:
    """Make a result of one table of a round being played the official one.

    Raises ResultConflictError where somebody else changed the same figure since the page was read, RefusedError where it cannot be
    stored.
    """
    for refusal in record_results(event, by, round_number, [result]).values():
        raise refusal


def record_results(
    event: Event,
    by: By,
    round_number: int,
    results: Sequence[TableRecord],
    seen: Mapping[int, int | None] = MappingProxyType({}),
) -> dict[int, RefusedError]:
    """Make the results of several tables official in one act, and return the refusals by table number.

    A refused table does not stop the others. ``seen`` gives, by table number, the version that the page showed of it where that is not
    the page's own.
    """
    refusals: dict[int, RefusedError] = {}
    how = Provenance(Act.RECORD_RESULT)
    try:
        with act_on(event, by, how.act, round_number=round_number) as doing:
            tables = stored_tables(
                round_in(doing.event, round_number, RoundState.PUBLISHED), [result.number for result in results]
            )
            shown = shown_results(tables, seen, actor_of(by).seen, doing.event.version)
            changed = []
            for typed in results:
                table = tables[typed.number]
                try:
                    doing.refuse_own(typed.number)
                    result = merged_result(table, shown[typed.number], typed)
                except RefusedError as refusal:
                    refusals[typed.number] = refusal
                else:
                    changed += [result] if result != table.result else []
            write_official(doing, actor_of(by), tables, changed, how)
    except NothingToDoError:
        return refusals
    return refusals


def correct_result(event: Event, by: By, round_number: int, result: TableRecord, reason: str) -> None:
    """Correct the result of a table in a closed round (R11, R68): totals change, seats do not; the reason is stored."""
    _write(event, by, round_number, result, Provenance(Act.CORRECT_RESULT, why=reason.strip()), is_closed=True)


def restore_result(event: Event, by: By, round_number: int, table: int, version: int, reason: str) -> None:
    """Make an earlier result of a table official again: that of the report which the event's version ``version`` made official."""
    result = result_of_version(event, round_number, table, version)
    if any(
        str(table) in change.after.get("tables", {})
        for change in done_since(event, by, (*WRITES_RESULTS, Act.REPORT_RESULT), round_number=round_number)
    ):
        raise StaleError
    how = Provenance(Act.RESTORE_RESULT, why=reason.strip() or line("result.as-of", version=version))
    _write(
        event, replace(actor_of(by), seen=None), round_number, result, how, is_closed=_is_closed(event, round_number)
    )


def result_of_version(event: Event, round_number: int, table: int, version: int) -> TableRecord:
    """Return the result that the event's version ``version`` made official for the table with that number.

    Raises RefusedError where that version made none official, or one of other players.
    """
    made = TableReport.objects.filter(
        table__round__event=event,
        table__round__number=round_number,
        table__number=table,
        official_version=version,
    )
    old = made.select_related("table").first()
    if old is None:
        raise RefusedError(
            _(
                "Version {version} of the event did not set a result for table {table}; choose another version.",
                version=version,
                table=table,
            )
        )
    result = replace(old.result, equal_shares_ruling="")
    if set(result.cash) != set(old.table.seats.values_list("entry__number", flat=True)):
        raise RefusedError(
            _(
                "In version {version}, table {table} has different players; correct who sat there instead, or "
                "undo that correction.",
                version=version,
                table=table,
            )
        )
    return result


def rule_result(event: Event, by: By, round_number: int, result: TableRecord, ruling: str, log: int) -> None:
    """Make the cash that a log proves the table's official result (R11), in an open round or a closed one (R68).

    ``log`` is the primary key of the log.
    """
    how = Provenance(Act.RULE_FROM_LOG, ReportSource.LOG, ruling.strip(), log)
    _write(event, by, round_number, result, how, is_closed=_is_closed(event, round_number))


def report_result(event: Event, by: By, round_number: int, result: TableRecord, source: ReportSource) -> TableReport:
    """Store a report of a table's result that waits to be made official; the official result does not change."""
    with act_on(event, by, Act.REPORT_RESULT, round_number=round_number, table_number=result.number) as doing:
        tables = stored_tables(round_in(doing.event, round_number, RoundState.PUBLISHED), [result.number])
        table = tables[result.number]
        check_result(table, result)
        report = TableReport.objects.create(
            table=table.row,
            source=source.value,
            reported_by=actor_of(by).user,
            reported_at=timezone.now(),
            ended_by=result.ended_by.strip(),
        )
        store_lines([(report, result)], tables)
        doing.after = {"tables": {str(result.number): in_diary(result)}, "report": report.pk}
    return report


def rule_equal_shares(event: Event, by: By, round_number: int, table_number: int, reason: str) -> None:
    """Rule equal shares at a table where there is nothing to share (R62), and set missing cash to 0.

    An empty ``reason`` withdraws the ruling. Raises RefusedError where a player has cash or the round is not being played.
    """
    act = Act.RULE_EQUAL_SHARES if reason.strip() else Act.CANCEL_EQUAL_SHARES
    with act_on(event, by, act, round_number=round_number, table_number=table_number, reason=reason) as doing:
        round_ = round_in(doing.event, round_number)
        if round_.state != RoundState.PUBLISHED.value:
            raise RefusedError(_why_no_ruling(doing.event, round_))
        tables = stored_tables(round_, [table_number])
        stored = tables[table_number].result
        if reason.strip():
            refuse_with_cash(record_of(doing.event), round_number, table_number)
        seats = tuple(replace(seat, cash=seat.cash or 0) if reason.strip() else seat for seat in stored.seats)
        ruled = replace(stored, seats=seats, equal_shares_ruling=checked_text(reason))
        if ruled == stored:
            raise DoneError
        write_official(doing, actor_of(by), tables, [ruled], Provenance(act, why=reason.strip()))


def _why_no_ruling(event: Event, round_: Round) -> str:
    """Return why equal shares can be neither ruled nor withdrawn in a round that is not being played."""
    record = record_of(event)
    title = title_of_round(record, round_.number)
    if round_.state == RoundState.DRAFT.value:
        return _("{round} is a draft; publish it first.", round=title)
    wrong = reason_not_to_reopen(record, record.round(round_.number))
    return (
        " ".join((_("{round} is closed.", round=title), wrong))
        if wrong
        else _("{round} is closed; reopen it first.", round=title)
    )


def refuse_with_cash(record: EventRecord, round_number: int, table_number: int) -> None:
    """Raise RefusedError where a player at the table has cash in the stored result, so that no equal shares can be ruled (R62)."""
    table = record.table(round_number, table_number)
    try:
        scored = score_table(round_number, table, fines_of(record, round_number), record.format, record.fill_ins)
        has_nothing = scored.ruled_equal
    except NothingToShareError:
        has_nothing = True
    except MissingCashError:
        has_nothing = not any(seat.cash for seat in table.seats)
    if not has_nothing:
        cash = _(
            "Somebody at table {table} has cash; equal shares are only for a table where nobody has any (R62).",
            table=table_number,
        )
        other = _("Table {table} has a result; equal shares are only for a table without one.", table=table_number)
        advice = _("If the amounts are wrong, clear the fields and save first.")
        raise RefusedError(" ".join((cash if record.format.amount.is_money else other, advice)))


def shown_tables(
    event: Event,
    round_number: int,
    seen: int | None,
    numbers: Sequence[int],
    own: Mapping[int, int | None] = MappingProxyType({}),
) -> dict[int, TableRecord]:
    """Return the results that a page of version ``seen`` showed of these tables, by table number.

    ``own`` gives the version of single tables on the page where that is not ``seen``.
    """
    return shown_results(stored_tables(round_in(event, round_number), numbers), own, seen, event.version)


def merged_figures(event: Event, by: By, round_number: int, typed: TableRecord) -> TableRecord:
    """Return the official result of a table as it would be if this were saved now; untouched figures stay as stored.

    Raises ResultConflictError where both sides changed a figure.
    """
    tables = stored_tables(round_in(event, round_number), [typed.number])
    shown = shown_results(tables, {}, actor_of(by).seen, event.version)
    return merged_result(tables[typed.number], shown[typed.number], typed)


def versions_of(event: Event, round_number: int, table_number: int) -> list[TableReport]:
    """Return every report of a table that was ever made official, the latest first, with figures and names; two queries."""
    return [report for report, *_ in versions_with_acts(event, round_number, table_number)]


def versions_with_acts(event: Event, round_number: int, table_number: int) -> list[tuple[TableReport, str, bool]]:
    """Return every report of a table that was ever made official, the latest first, each with the act that did so; two queries.

    Each row has the report, the key of the act (empty where not known), and whether that was an undo.
    """
    made = Change.objects.filter(event=event, version=OuterRef("official_version"))
    acts, undone = made.values("act")[:1], made.values("undoes")[:1]
    reports = TableReport.objects.filter(
        table__round__event=event,
        table__round__number=round_number,
        table__number=table_number,
        official_at__isnull=False,
    )
    made_official = (
        reports.select_related("table", "reported_by", "official_by")
        .prefetch_related(Prefetch("figures", ReportedSeat.objects.select_related("entry")))
        .annotate(act=Subquery(acts), undone=Subquery(undone))
        .order_by("-official_version")
    )
    return [(report, report.act or "", report.undone is not None) for report in made_official]


def _is_closed(event: Event, number: int) -> bool:
    """Return whether the round with that number is closed."""
    return event.rounds.filter(number=number, state=RoundState.CLOSED.value).exists()


def _write(event: Event, by: By, round_number: int, typed: TableRecord, how: Provenance, *, is_closed: bool) -> None:
    """Make one result official in a round that must be closed (``is_closed``) or being played.

    Raises RefusedError where the round is in another state, a reason is missing, or nothing would change.
    """
    if is_closed and not how.why:
        raise RefusedError(_("Give a reason; it is kept in the change log."))
    number = typed.number
    with act_on(event, by, how.act, round_number=round_number, table_number=number, reason=how.why) as doing:
        round_ = round_in(doing.event, round_number, None if is_closed else RoundState.PUBLISHED)
        if is_closed and round_.state != RoundState.CLOSED.value:
            raise RefusedError(
                _(
                    "{round} is not closed; make changes on the round's own page.",
                    round=title_of_round(record_of(event), round_number),
                )
            )
        if is_closed and not typed.has_result:
            raise RefusedError(missing(event.format.amount))
        tables = stored_tables(round_, [number])
        shown = shown_results(tables, {}, actor_of(by).seen, doing.event.version)
        is_ruling = how.source is ReportSource.LOG  # the amounts of a log are stored together or not at all
        result = merged_result(tables[number], shown[number], typed, is_meant_whole=is_ruling)
        if result == tables[number].result:
            raise RefusedError(_("Nothing was changed."))
        write_official(doing, actor_of(by), tables, [result], how)
        if is_closed:
            keep_scorable(doing.event)
