"""Reports of tables: make one, make it official. Typing, correcting, restoring, ruling equal shares or from a log are all these two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from django.db.models import OuterRef, Prefetch, Subquery
from django.utils import timezone

from tournament.day.staying import reason_not_to_reopen
from tournament.draw.naming import title_of_round
from tournament.models import Change, Event, ReportedSeat, Round, TableReport
from tournament.models.device import number_held
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Act
from tournament.record.event import EventRecord
from tournament.record.vocabulary import ReportSource, RoundState
from tournament.scores.scoring import MissingCashError, NothingToShareError, fines_of, score_table
from tournament.services.changes import (
    Actor,
    By,
    Doing,
    RefusedError,
    act_on,
    actor_of,
    done_since,
    keep_scorable,
    whole,
)
from tournament.services.results.official import (
    NothingToDoError,
    Officially,
    ResultConflictError,
    SeatFigures,
    TableFigures,
    check_figures,
    figures_said,
    figures_shown,
    spelled,
    store_figures,
    stored_tables,
    weighed,
    write_official,
)

__all__ = [
    "ResultConflictError",
    "SeatFigures",
    "TableFigures",
    "correct_result",
    "make_official",
    "merged_figures",
    "record_result",
    "record_results",
    "refuse_with_cash",
    "report_result",
    "restore_result",
    "rule_equal_shares",
    "rule_result",
    "shown_tables",
    "versions_of",
    "versions_with_acts",
]


def record_result(event: Event, by: By, round_number: int, figures: TableFigures) -> None:
    """Make what is said of one table of a round being played its official result.

    Raises ResultConflictError where the page is stale and figures collide, RefusedError where it cannot be.
    """
    for refusal in record_results(event, by, round_number, [figures]).values():
        raise refusal


def record_results(event: Event, by: By, round_number: int, wanted: Sequence[TableFigures]) -> dict[int, RefusedError]:
    """Make what is said of several tables official in one act; what is refused of one holds no other up. The refusals by table."""
    refusals: dict[int, RefusedError] = {}
    how = Officially(Act.RECORD_RESULT)
    try:
        with act_on(event, by, how.act, round_number=round_number) as doing:
            played = _round(doing.event, round_number, RoundState.PUBLISHED)
            tables = stored_tables(played, [figures.table for figures in wanted])
            own = {figures.table: figures.seen for figures in wanted}
            shown = figures_shown(tables, own, actor_of(by).seen, doing.event.version)
            ready = []
            for figures in wanted:
                try:
                    doing.refuse_own(figures.table)
                    ready += weighed(tables, shown, figures, round_number)
                except RefusedError as refusal:
                    refusals[figures.table] = refusal
            write_official(doing, actor_of(by), tables, ready, how)
    except NothingToDoError:
        return refusals
    return refusals


def correct_result(event: Event, by: By, round_number: int, figures: TableFigures, reason: str) -> None:
    """Correct a table of a closed round (R11, R68): re-totals, re-seats nobody; the reason is kept."""
    _write_closed(event, by, round_number, figures, Officially(Act.CORRECT_RESULT, why=reason.strip()))


def restore_result(event: Event, by: By, round_number: int, table: int, version: int, reason: str) -> None:
    """Make a table's result once more what the report that version ``version`` made official had said."""
    figures = figures_of_version(event, round_number, table, version)
    written = (
        *(Act.RECORD_RESULT, Act.REPORT_RESULT, Act.CONFIRM_RESULT, Act.CORRECT_RESULT, Act.RESTORE_RESULT),
        Act.CORRECT_SEATS,
        *(Act.RULE_FROM_LOG, Act.RULE_EQUAL_SHARES, Act.CANCEL_EQUAL_SHARES),
    )
    if any(
        str(table) in change.after.get("tables", {})
        for change in done_since(event, by, written, round_number=round_number)
    ):
        raise RefusedError(
            f"Table {table} got another report or result on another page meanwhile; look at its versions, then restore one."
        )
    why = reason.strip() or f"as of version {version}"
    how = Officially(Act.RESTORE_RESULT, why=why)
    actor = replace(actor_of(by), seen=None)
    if event.rounds.filter(number=round_number, state=RoundState.CLOSED.value).exists():
        _write_closed(event, actor, round_number, figures, how)
    else:
        _write_open(event, actor, round_number, figures, how)


def figures_of_version(event: Event, round_number: int, table: int, version: int) -> TableFigures:
    """What the report said that version ``version`` made official for a table; refused where it made none, or of other players."""
    made = TableReport.objects.filter(
        table__round__event=event,
        table__round__number=round_number,
        table__number=table,
        official_version=version,
    )
    old = made.select_related("table").first()
    if old is None:
        raise RefusedError(f"Version {version} of the event did not write a result of table {table}; choose another.")
    figures = replace(figures_said(old, table), equal_shares="")
    if {seat.player for seat in figures.seats} != set(old.table.seats.values_list("entry__number", flat=True)):
        raise RefusedError(
            f"Version {version} of table {table} has other players; correct who sat there instead, or undo that correction."
        )
    return figures


def rule_result(event: Event, by: By, round_number: int, figures: TableFigures, ruling: str, log: int) -> None:
    """Make the cash that a log proves the table's official result (R11), in an open round or a closed one (R68)."""
    how = Officially(Act.RULE_FROM_LOG, ReportSource.LOG, ruling.strip(), log)
    if event.rounds.filter(number=round_number, state=RoundState.CLOSED.value).exists():
        _write_closed(event, by, round_number, figures, how)
    else:
        _write_open(event, by, round_number, figures, how)


def report_result(event: Event, by: By, round_number: int, figures: TableFigures, source: ReportSource) -> TableReport:
    """Take a report that waits to be made official; what is official stays as it is."""
    with act_on(event, by, Act.REPORT_RESULT, round_number=round_number, table_number=figures.table) as doing:
        played = _round(doing.event, round_number, RoundState.PUBLISHED)
        table = stored_tables(played, [figures.table])[figures.table]
        check_figures(table, figures)
        report = TableReport.objects.create(
            table=table.row,
            source=source.value,
            reported_by=actor_of(by).user,
            reported_at=timezone.now(),
            ended_by=figures.ended_by.strip(),
        )
        store_figures([(report, figures)], table.entries)
        doing.after = {"tables": {str(figures.table): spelled(figures)}, "report": report.pk}
    return report


def make_official(event: Event, by: By, report: TableReport, reason: str = "") -> None:
    """Make a report that waits its table's official result; what was official before is replaced."""
    number = report.table.round.number
    with act_on(event, by, Act.RECORD_RESULT, round_number=number, reason=reason) as doing:
        played = _round(doing.event, number, RoundState.PUBLISHED)
        row = played.tables.select_related("official").filter(pk=report.table_id).first()
        waiting = (
            row.reports.filter(pk=report.pk, official_at=None, pk__gt=row.official_id or 0).first() if row else None
        )
        if row is None or waiting is None:
            raise RefusedError("This report does not wait any more; reload the page to see how things stand.")
        doing.table_number = row.number
        said = figures_said(waiting, row.number)
        check_figures(stored_tables(played, [row.number])[row.number], said)
        before = figures_said(row.official, row.number) if row.official else None
        waiting.official_at, waiting.official_version = timezone.now(), doing.event.version + 1
        waiting.official_by, waiting.why = actor_of(by).user, reason.strip()
        waiting.save(update_fields=["official_at", "official_version", "official_by", "why"])
        row.official = waiting
        row.save(update_fields=["official"])
        doing.before = {"tables": {str(row.number): spelled(before)}} if before else {}
        doing.after = {"tables": {str(row.number): spelled(said)}, "report": waiting.pk}
    report.refresh_from_db()


def rule_equal_shares(event: Event, by: By, round_number: int, table_number: int, reason: str) -> None:
    """Rule equal shares where there is nothing to share (R62); seats without cash get 0, an empty reason takes the ruling back."""
    act = Act.RULE_EQUAL_SHARES if reason.strip() else Act.CANCEL_EQUAL_SHARES
    how = Officially(act, why=reason.strip())
    try:
        with act_on(event, by, act, round_number=round_number, table_number=table_number, reason=reason) as doing:
            played = _round(doing.event, round_number)
            if played.state != RoundState.PUBLISHED.value:
                raise RefusedError(_why_no_ruling(doing.event, played))
            table = stored_tables(played, [table_number])[table_number]
            if reason.strip():
                refuse_with_cash(record_of(doing.event), round_number, table_number)
            seats = tuple(replace(seat, cash=seat.cash or 0) if reason.strip() else seat for seat in table.stands.seats)
            ruled = replace(table.stands, seats=seats, equal_shares=whole(reason))
            write_official(doing, actor_of(by), {table_number: table}, [(table.stands, ruled)], how)
    except NothingToDoError:
        raise RefusedError(f"Table {table_number} is ruled so already; reload the page.") from None


def _why_no_ruling(event: Event, played: Round) -> str:
    """Why equal shares are neither ruled nor taken back in a round that is not being played."""
    record = record_of(event)
    title = title_of_round(record, played.number)
    if played.state == RoundState.DRAFT.value:
        return f"{title} is a draft; publish it first."
    wrong = reason_not_to_reopen(record, record.round(played.number))
    return f"{title} is closed. {wrong}" if wrong else f"{title} is closed; reopen it to change a ruling."


def refuse_with_cash(record: EventRecord, round_number: int, table_number: int) -> None:
    """Raise RefusedError where the table's stored result has something to share, so that no equal shares can be ruled (R62)."""
    table = record.table(round_number, table_number)
    try:
        scored = score_table(round_number, table, fines_of(record, round_number), record.ruleset)
        has_nothing = scored.ruled_equal
    except NothingToShareError:
        has_nothing = True
    except MissingCashError:
        has_nothing = not any(seat.cash for seat in table.seats)
    if not has_nothing:
        raise RefusedError(
            f"Table {table_number} has cash above zero; equal shares are for a table where nobody has any (R62). "
            "If the amounts are wrong, empty its fields and save first."
        )


def shown_tables(
    event: Event,
    round_number: int,
    seen: int | None,
    numbers: Sequence[int],
    own: Mapping[int, int | None] = MappingProxyType({}),
) -> dict[int, TableFigures]:
    """What a page of version ``seen`` showed of these tables of a round, by number; ``own`` are versions of single tables on it."""
    return figures_shown(stored_tables(_round(event, round_number), numbers), own, seen, event.version)


def merged_figures(event: Event, by: By, round_number: int, figures: TableFigures) -> TableFigures:
    """What would stand of a table if this were saved now: what a stale page did not touch as it is stored. Raises ResultConflictError."""
    tables = stored_tables(_round(event, round_number), [figures.table])
    shown = figures_shown(tables, {}, actor_of(by).seen, event.version)
    ready = weighed(tables, shown, figures, round_number)
    return ready[0][1] if ready else tables[figures.table].stands


def versions_of(event: Event, round_number: int, table_number: int) -> list[TableReport]:
    """Every report of a table that was made official, the latest first, with figures and names; two queries."""
    return [report for report, *_ in versions_with_acts(event, round_number, table_number)]


def versions_with_acts(event: Event, round_number: int, table_number: int) -> list[tuple[TableReport, str, bool]]:
    """The same, each with the key of the act that made it official (empty where not known), and whether that was an undo; two queries.

    On each report stands ``phones`` too, how many hold the code of its table: whoever shows the one shows the other.
    """
    made = Change.objects.filter(event=event, version=OuterRef("official_version"))
    acts, undone = made.values("act")[:1], made.values("undoes")[:1]
    reports = TableReport.objects.filter(
        table__round__event=event,
        table__round__number=round_number,
        table__number=table_number,
        official_at__isnull=False,
    )
    told = (
        reports.select_related("table", "reported_by", "official_by")
        .prefetch_related(Prefetch("figures", ReportedSeat.objects.select_related("entry")))
        .annotate(act=Subquery(acts), undone=Subquery(undone), phones=number_held(event, round_number, table_number))
        .order_by("-official_version")
    )
    return [(report, report.act or "", report.undone is not None) for report in told]


def _write_open(event: Event, by: By, round_number: int, figures: TableFigures, how: Officially) -> None:
    try:
        with act_on(event, by, how.act, round_number=round_number, table_number=figures.table, reason=how.why) as doing:
            played = _round(doing.event, round_number, RoundState.PUBLISHED)
            _write(doing, actor_of(by), played, figures, how)
    except NothingToDoError:
        raise RefusedError(
            f"The result of table {figures.table} is that already; there is nothing to change."
        ) from None


def _write_closed(event: Event, by: By, round_number: int, figures: TableFigures, how: Officially) -> None:
    if not how.why:
        raise RefusedError("Write why the result is corrected; the reason stands in the log of changes.")
    try:
        with act_on(event, by, how.act, round_number=round_number, table_number=figures.table, reason=how.why) as doing:
            played = _round(doing.event, round_number)
            if played.state != RoundState.CLOSED.value:
                raise RefusedError(
                    f"{title_of_round(record_of(event), round_number)} is not closed; enter the result on its page."
                )
            if not figures.is_whole:
                raise RefusedError("A closed round needs the cash of every seat; type the missing amounts.")
            _write(doing, actor_of(by), played, figures, how)
            keep_scorable(doing.event)
    except NothingToDoError:
        raise RefusedError(
            f"The result of table {figures.table} is that already; there is nothing to change."
        ) from None


def _write(doing: Doing, actor: Actor, played: Round, figures: TableFigures, how: Officially) -> None:
    tables = stored_tables(played, [figures.table])
    shown = figures_shown(tables, {}, actor.seen, doing.event.version)
    is_ruling = how.source is ReportSource.LOG  # of the amounts of a log none goes without the others
    ready = weighed(tables, shown, figures, played.number, is_meant_whole=is_ruling)
    write_official(doing, actor, tables, ready, how)


def _round(event: Event, number: int, state: RoundState | None = None) -> Round:
    played = round_at(event, number)
    if played is None:
        raise RefusedError(f"{title_of_round(record_of(event), number)} is not drawn.")
    if state is not None and played.state != state.value:
        raise RefusedError(
            f"{title_of_round(record_of(event), number)} is {played.state}; only a round being played takes results."
        )
    return played
