"""A second pair of eyes: what the desk typed is a report until a second person types the same, or the table agrees and it is accepted.

1. What was typed is sorted under the event's lock: to be a report, to confirm one that waits, to sign one, to take a result back.
2. Each kind is one act, in the same number of queries whatever the count of tables. In an event without a check all of it is official.

Corrections of closed rounds, rulings and restored results go by their reason and are not checked again: what they move is shown before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.access import may, roles_of
from tournament.day.browsers import ENOUGH, Oddity
from tournament.day.unconfirmed import tables_listed
from tournament.draw.naming import title_of_round
from tournament.models import Event, ReportedSeat, Round, Table, TableReport
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Act, Role
from tournament.record.figures import ResultFigures
from tournament.record.vocabulary import ReportSource, ResultCheck, RoundState
from tournament.services.changes import Actor, By, ConflictError, Doing, RefusedError, act_on, actor_of, check_may
from tournament.services.on_devices.following import games_at_tables
from tournament.services.results.official import (
    WAITING_AT,
    Officially,
    ResultConflictError,
    StoredTable,
    TableFigures,
    check_figures,
    figures_in,
    figures_shown,
    is_same_result,
    spelled,
    store_figures,
    stored_tables,
    waiting_lines,
    weighed,
    write_official,
)
from tournament.services.results.reports import record_results
from tournament.services.results.voices import browsers_agreed


@dataclass(frozen=True, slots=True)
class Slip:
    """What was typed of a table, whether all at the table have signed it, and the waiting report that its page showed (0 for none)."""

    figures: TableFigures
    is_signed: bool = False
    over: int = 0


@dataclass(frozen=True, slots=True)
class Waiting:
    """A report that waits, with what it says; looked up for the desk, also from how many browsers all agreed and what is odd about them."""

    report: TableReport
    figures: TableFigures
    browsers: int | None = None
    odd: tuple[Oddity, ...] = ()


@dataclass(slots=True)
class _Sorted:
    """What is to be done: reports to be made (and whether they are signed), to be signed, to be confirmed, results to be taken back."""

    reported: list[Slip] = field(default_factory=list)
    signed: list[Waiting] = field(default_factory=list)
    confirmed: list[Waiting] = field(default_factory=list)
    emptied: list[tuple[TableFigures, TableFigures]] = field(default_factory=list)


def hand_in(event: Event, by: By, round_number: int, slips: Sequence[Slip]) -> dict[int, RefusedError]:
    """Take what the desk typed of several tables, as the event has results checked. The refusals by table, which hold no other up."""
    if event.result_check == ResultCheck.NONE.value:
        return record_results(event, by, round_number, [slip.figures for slip in slips])
    actor, refusals, todo = actor_of(by), dict[int, RefusedError](), _Sorted()
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        check_may(actor.user, locked, Act.REPORT_RESULT)
        if locked.result_check != event.result_check:
            raise RefusedError("How results are checked was changed meanwhile; reload the page and save again.")
        played = _playing(locked, round_number)
        tables = stored_tables(played, [slip.figures.table for slip in slips])
        waiting = waiting_in(report__table__in=[table.row for table in tables.values()])
        own = {slip.figures.table: slip.figures.seen for slip in slips}
        shown = figures_shown(tables, own, actor.seen, locked.version)
        sort = _for_second_typing if locked.result_check == ResultCheck.REKEY.value else _for_the_table
        for slip in slips:
            number = slip.figures.table
            try:
                wanted = _wanted(tables, shown, slip.figures, round_number)
                here = [each for each in waiting.get(number, ()) if each.report.source == ReportSource.DESK.value]
                _check_comes_second(locked, actor, number, here)
                if not any(seat.cash is not None for seat in wanted.seats):
                    todo.emptied += _emptied(tables[number], wanted)
                else:
                    sort(todo, locked, actor, tables[number], replace(slip, figures=wanted), here)
            except RefusedError as refusal:
                refusals[number] = refusal
        _do(event, actor, round_number, tables, todo)
    return refusals


def confirm_results(
    event: Event, by: By, round_number: int, reports: Sequence[int], reason: str = "", *, is_looked_at: bool = False
) -> list[int]:
    """Make reports that wait official in one act: those a table agrees to as they are, any other with a reason. The tables' numbers.

    What all agreed to from one phone alone, the desk looks at first (``is_looked_at``).
    """
    with act_on(event, by, Act.CONFIRM_RESULT, round_number=round_number, reason=reason.strip()) as doing:
        played = _playing(doing.event, round_number)
        waiting = waiting_in(report__table__round=played)
        here = {each.report.pk: each for said in waiting.values() for each in said}
        if not reports or not set(reports) <= here.keys():
            raise RefusedError("This report does not wait any more; reload the page to see how things stand.")
        chosen = [here[key] for key in reports]
        if len({each.figures.table for each in chosen}) < len(chosen):
            raise RefusedError("Two reports of one table cannot both stand; choose one.")
        if not is_looked_at and not reason.strip():
            check_voices([each for each in chosen if each.report.agreed_at is not None])
        for each in chosen:
            _check_confirms(doing, actor_of(by), each, waiting[each.figures.table], reason.strip())
        tables = stored_tables(played, [each.figures.table for each in chosen])
        for each in chosen:
            check_figures(tables[each.figures.table], each.figures)
        _make_official(doing, actor_of(by), tables, chosen, reason.strip())
    return sorted(each.figures.table for each in chosen)


def waiting_in(**where: Any) -> dict[int, tuple[Waiting, ...]]:
    """The reports that wait, by table: of each at the desk the latest since the official one, of the phones all by which somebody stands.

    ``where`` as of their lines; one query.
    """
    return _by_table(waiting_lines(**where))


def waiting_at(table: Table) -> tuple[Waiting, ...]:
    """The reports of phones that wait at one table; one query, which is written once."""
    return _by_table(WAITING_AT.of(table.pk, ReportSource.PLAYER.value)).get(table.number, ())


def _by_table(lines: Iterable[ReportedSeat]) -> dict[int, tuple[Waiting, ...]]:
    found: dict[int, dict[tuple[str, int | str], Waiting]] = {}
    for _, together in groupby(lines, key=lambda line: line.report_id):
        said = list(together)
        report = said[0].report
        of_table = found.setdefault(report.table.number, {})
        is_by_phone = report.source == ReportSource.PLAYER.value
        author = report.source, report.pk if is_by_phone else report.reported_by_id or report.reported_by_name
        of_table.pop(author, None)
        of_table[author] = Waiting(report, figures_in(said))
    return {number: tuple(each.values()) for number, each in found.items()}


def _wanted(
    tables: Mapping[int, StoredTable], shown: Mapping[int, TableFigures], typed: TableFigures, round_number: int
) -> TableFigures:
    """What was typed, whole; ResultConflictError where the official result was changed since the page showed it."""
    ready = weighed(tables, shown, typed, round_number, is_meant_whole=True)
    wanted = ready[0][1] if ready else tables[typed.table].stands
    cash = [seat.cash for seat in wanted.seats]
    if None in cash and any(amount is not None for amount in cash):
        raise RefusedError(
            f"Type the cash of every seat of table {typed.table}: only a whole result is checked by others."
        )
    return wanted


def _check_comes_second(event: Event, actor: Actor, number: int, waiting: Sequence[Waiting]) -> None:
    """Refuse what a checker types of a table that waits for no second typing by somebody else: to enter results is the desk's."""
    if may(actor.user, event, Act.RECORD_RESULT):
        return
    user = actor.user.pk if actor.user else None
    if event.result_check != ResultCheck.REKEY.value or all(each.report.reported_by_id == user for each in waiting):
        raise RefusedError(
            f"Table {number} does not wait to be typed again; the desk enters it, and you check it then."
        )


def _emptied(table: StoredTable, wanted: TableFigures) -> list[tuple[TableFigures, TableFigures]]:
    """A result that is taken back counts for nothing any more, so nobody has to look at it twice."""
    return [] if wanted == table.stands else [(table.stands, wanted)]


def _for_second_typing(
    todo: _Sorted, event: Event, actor: Actor, table: StoredTable, slip: Slip, waiting: Sequence[Waiting]
) -> None:
    """The first typing waits; another person's is official where it is the same, and stands beside the first where it is not."""
    number, user = slip.figures.table, actor.user.pk if actor.user else None
    others = [each for each in waiting if each.report.reported_by_id != user]
    mine = next((each for each in waiting if each.report.reported_by_id == user), None)
    if not waiting and slip.figures == table.stands:
        return
    same = next((each for each in others if is_same_result(each.figures, slip.figures)), None)
    if same is None and mine is not None and is_same_result(mine.figures, slip.figures):
        at = timezone.localtime(mine.report.reported_at)
        raise RefusedError(
            f"You typed the same of table {number} at {at:%H:%M}; somebody else types it again, on an account of their own."
        )
    if others and not may(actor.user, event, Act.CONFIRM_RESULT):
        raise RefusedError(f"Table {number} is typed already; somebody who may confirm results types it again.")
    if same is None:
        todo.reported.append(replace(slip, is_signed=False))
    else:
        todo.confirmed.append(same)


def _for_the_table(
    todo: _Sorted, _event: Event, _actor: Actor, table: StoredTable, slip: Slip, waiting: Sequence[Waiting]
) -> None:
    """What is typed waits until all have signed; a slip that came before its page was opened is not written over unseen."""
    latest = waiting[-1] if waiting else None
    if latest is None:
        if slip.figures != table.stands:
            todo.reported.append(slip)
        return
    is_same = latest.figures == replace(slip.figures, seen=None)
    is_agreed = latest.report.agreed_at is not None
    if not is_same and latest.report.pk != slip.over:
        raise ResultConflictError(slip.figures.table, latest.figures, slip.figures, ConflictError({}, {}))
    if is_same and slip.is_signed and not is_agreed:
        todo.signed.append(latest)
    elif not is_same or (is_agreed and not slip.is_signed and latest.report.pk == slip.over):
        todo.reported.append(slip)


def _do(event: Event, actor: Actor, round_number: int, tables: Mapping[int, StoredTable], todo: _Sorted) -> None:
    """Do what was sorted, an act for each kind; the form's key is the first one's, so that the form is answered once."""
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
            write_official(doing, actor, tables, todo.emptied, Officially(Act.RECORD_RESULT))


def _report(doing: Doing, actor: Actor, tables: Mapping[int, StoredTable], todo: _Sorted) -> None:
    """Store the reports; their figures stand in them alone, so that no diary shows them to who types them again."""
    now = timezone.now()
    made = TableReport.objects.bulk_create(
        TableReport(
            table=tables[slip.figures.table].row,
            source=ReportSource.DESK.value,
            reported_by=actor.user,
            reported_at=now,
            agreed_at=now if slip.is_signed else None,
            ended_by=slip.figures.ended_by,
        )
        for slip in todo.reported
    )
    entries = {number: entry for table in tables.values() for number, entry in table.entries.items()}
    store_figures([(report, slip.figures) for report, slip in zip(made, todo.reported, strict=True)], entries)
    for each in todo.signed:
        each.report.agreed_at = now
    TableReport.objects.bulk_update([each.report for each in todo.signed], ["agreed_at"])
    told = {slip.figures.table: slip.is_signed for slip in todo.reported}
    told |= {each.figures.table: True for each in todo.signed}
    doing.table_number = next(iter(told)) if len(told) == 1 else None
    doing.after = {
        "tables": {str(number): {"signed_by_all": True} if is_signed else {} for number, is_signed in told.items()}
    }


def _make_official(
    doing: Doing, actor: Actor, tables: Mapping[int, StoredTable], chosen: Sequence[Waiting], why: str
) -> None:
    """Let the tables point at these reports, in the same number of queries whatever their count.

    What came after a report that is official waits; so one that stands against a later one is said again.
    """
    now = timezone.now()
    later = waiting_in(report__table__in=[tables[each.figures.table].row for each in chosen])
    latest = {number: said[-1].report.pk for number, said in later.items()}
    overtaken = [each for each in chosen if each.report.pk < latest[each.figures.table]]
    again = TableReport.objects.bulk_create(_said_again(each.report) for each in overtaken)
    entries = {number: entry for table in tables.values() for number, entry in table.entries.items()}
    store_figures([(report, each.figures) for report, each in zip(again, overtaken, strict=True)], entries)
    repeated = {each.report.pk: report for each, report in zip(overtaken, again, strict=True)}
    rows, reports = [], []
    before: dict[str, ResultFigures] = {}
    for each in chosen:
        report, table = repeated.get(each.report.pk, each.report), tables[each.figures.table]
        report.official_at, report.official_version = now, doing.event.version + 1
        report.official_by, report.why = actor.user, why
        if table.row.official is not None:
            before[str(each.figures.table)] = spelled(table.stands)
        table.row.official = report
        rows.append(table.row)
        reports.append(report)
    TableReport.objects.bulk_update(reports, ["official_at", "official_version", "official_by", "why"])
    Table.objects.bulk_update(rows, ["official"])
    if len(chosen) == 1:
        doing.table_number = chosen[0].figures.table
    doing.before = {"tables": before} if before else {}
    doing.after = {"tables": {str(each.figures.table): spelled(each.figures) for each in chosen}}


def _said_again(report: TableReport) -> TableReport:
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


def from_one_phone(agreed: Iterable[Waiting]) -> list[Waiting]:
    """Those that all at their table agreed to, from fewer phones than are believed without a look.

    Not the games on devices: each hand is on a phone of its own there, and for who stays silent the director has accepted already.
    """
    by_phone = [each for each in agreed if each.report.source == ReportSource.PLAYER.value]
    browsers = browsers_agreed([each.report for each in by_phone]) if by_phone else {}
    alone = [each for each in by_phone if browsers.get(each.report.pk, 0) < ENOUGH]
    if not alone:
        return []
    played = games_at_tables().tables_with_a_game([each.report.table_id for each in alone])
    return [each for each in alone if each.report.table_id not in played]


def check_voices(agreed: Iterable[Waiting]) -> None:
    """Refuse to accept in one press what came from one phone alone."""
    if alone := from_one_phone(agreed):
        named = tables_listed(tuple(sorted(each.figures.table for each in alone)))
        raise RefusedError(
            f"{named} {'are' if len(alone) > 1 else 'is'} agreed from one phone alone. Look at the slip or ask at the table, then accept."
        )


def _check_confirms(doing: Doing, actor: Actor, chosen: Waiting, of_table: Sequence[Waiting], reason: str) -> None:
    """Refuse what nobody looked at: a report no table agrees to needs a reason, one that waits to be typed again the director too."""
    number = chosen.figures.table
    if chosen.report.agreed_at is not None and chosen.report.contested_at is None:
        return
    typed = [each for each in of_table if each.report.source == ReportSource.DESK.value]
    is_alone = doing.event.result_check == ResultCheck.REKEY.value and len(typed) == 1 and chosen in typed
    # An event with one account has nobody to type again: its director accepts with a reason, which the log of changes keeps.
    if is_alone and not roles_of(actor.user, doing.event) & {Role.DIRECTOR, Role.MACHINE}:
        raise RefusedError(
            f"Table {number} waits to be typed again by somebody else; only the director accepts it without."
        )
    if not reason:
        raise RefusedError(
            f"Write why table {number} stands as it was reported; the reason stands in the log of changes."
        )


def _playing(event: Event, number: int) -> Round:
    played = round_at(event, number)
    if played is None:
        raise RefusedError(f"{title_of_round(record_of(event), number)} is not drawn.")
    if played.state != RoundState.PUBLISHED.value:
        raise RefusedError(
            f"{title_of_round(record_of(event), number)} is {played.state}; only a round being played takes results."
        )
    return played
