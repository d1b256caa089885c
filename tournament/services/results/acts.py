"""Declares the acts on results: reported, confirmed, made official, corrected and ruled; and how each is undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tournament.day.correcting import read_stored_seats, reason_not_sat
from tournament.draw.lines import line
from tournament.models import Change, Event, ReportedSeat, Table
from tournament.record.acts import (
    BY_ARBITER,
    BY_DESK,
    DIRECTORS,
    TO_CONFIRM,
    TO_REPORT,
    Act,
    Part,
    Place,
    Publicity,
    Reseats,
    Role,
    declare,
)
from tournament.record.event import EventRecord, TableRecord
from tournament.record.figures import ChangeFacts, ChangeRow, Figures, ResultFigures, figures_of
from tournament.record.vocabulary import Dollars, RoundState
from tournament.services.changes import Actor, act_on, keep_scorable
from tournament.services.results.official import Provenance, write_official
from tournament.services.results.seating import sit_as_before
from tournament.services.results.stored import round_in, stored_tables
from tournament.tellings.changed import PublicChangeKind, news_of_result
from wording import gettext as _
from wording import gettext_noop, ngettext

AMOUNTS_EXCHANGED = gettext_noop("Two amounts for {place} swapped")


def _number_of_tables(facts: ChangeFacts) -> int:
    """Return the number of tables of a change, at least one."""
    return len(set(facts.tables)) or 1


def _sentence_of_record(facts: ChangeFacts) -> str:
    """Return the sentence about results that were entered, cleared where no seat has cash any more, or exchanged between two seats."""
    rows = [row for table in facts.after.get("tables", {}).values() for row in table.get("seats", {}).values()]
    if rows and all(row.get("cash") is None for row in rows):
        return ngettext(
            "Result for {place} cleared", "Results for {place} cleared", _number_of_tables(facts), place=facts.place
        )
    if _is_exchange(_amounts(facts.before), _amounts(facts.after)):
        return _(AMOUNTS_EXCHANGED, place=facts.place)
    return ngettext(
        "Result for {place} entered", "Results for {place} entered", _number_of_tables(facts), place=facts.place
    )


def _amounts(figures: Figures) -> dict[tuple[str, str], Dollars | None]:
    """Return the stored amounts of a change by table and player."""
    return {
        (table, player): row.get("cash")
        for table, result in figures.get("tables", {}).items()
        for player, row in result.get("seats", {}).items()
    }


def _is_exchange(
    before: Mapping[tuple[str, str], Dollars | None], after: Mapping[tuple[str, str], Dollars | None]
) -> bool:
    """Whether exactly two players of one table have each other's amount afterwards."""
    others = [key for key, cash in after.items() if before.get(key) != cash]
    if len(others) != 2 or before.keys() != after.keys() or others[0][0] != others[1][0]:
        return False
    one, other = others
    return (before[one], before[other]) == (after[other], after[one])


def _sentence_of_answer(facts: ChangeFacts) -> str:
    """Return the sentence about a player's answer to a report."""
    if "answer" in facts.after and facts.after["answer"]["agrees"]:
        return _("{players} agreed to the result for {place}", players=facts.who, place=facts.place)
    return _("{players} did not agree to the result for {place}", players=facts.who, place=facts.place)


def _restoring_as(act: Act) -> Callable[[Event, Actor, Change], None]:
    """Return an undo that makes each table's figures of before a change official again, by this act.

    In a closed round only what `Act.RESTORE_RESULT` may do is undone so; the reason is the version of before, where nobody gives one.
    """

    def restore(event: Event, by: Actor, change: Change) -> None:
        number, (before, after) = change.round_number or 0, figures_of(change)
        is_version = act is Act.RESTORE_RESULT
        why = by.reason or line("result.as-of", version=change.version - 1) if is_version else ""
        how, of_table = Provenance(act, why=why), change.table_number if is_version else None
        with act_on(event, by, how.act, round_number=number, table_number=of_table, reason=why) as doing:
            row = round_in(doing.event, number, None if is_version else RoundState.PUBLISHED)
            tables = stored_tables(row, sorted(map(int, after["tables"])))
            stood = before.get("tables", {})
            ready = [_result_before(table.result, stood.get(str(key), {})) for key, table in tables.items()]
            write_official(doing, by, tables, ready, how)
            for table in tables.values():
                _renew_waiting_report(table.row, change.version)
            keep_scorable(doing.event)

    return restore


def _result_before(result: TableRecord, was: ResultFigures) -> TableRecord:
    """Return the result of a table before a change; no player has cash where the log of changes stores none."""
    rows = was.get("seats", {})
    seats = tuple(
        replace(
            seat,
            cash=row.get("cash"),
            second=row.get("second"),
            cash_reason=row.get("reason", ""),
            timed_out=bool(row.get("timed_out")),
        )
        for seat in result.seats
        for row in [rows.get(str(seat.player), {})]
    )
    return replace(
        result, seats=seats, ended_by=was.get("ended_by", ""), equal_shares_ruling=was.get("equal_shares", "")
    )


def _renew_waiting_report(table: Table, version: int) -> None:
    """Store a report once more that waited before change ``version`` made another one official, so that it waits again.

    Nothing happens where none waited.
    """
    official = table.reports.filter(official_version=version).first()
    earlier = table.reports.filter(official_version__lt=version).order_by("-official_version").first()
    waiting = table.reports.filter(
        official_at=None, pk__gt=earlier.pk if earlier else 0, pk__lt=official.pk if official else 0
    )
    report = waiting.order_by("pk").last()
    if report is None:
        return
    lines = list(report.figures.all())
    report.pk = None
    report.save()
    for figure in lines:
        figure.pk, figure.report = None, report
    ReportedSeat.objects.bulk_create(lines)


def _seat_as_before(event: Event, by: Actor, change: Change) -> None:
    """Undo a correction of who sat where, and let the reports that waited before it wait again."""
    sit_as_before(event, by, change)
    numbers = list(map(int, figures_of(change)[1]["tables"]))
    tables = Table.objects.filter(round__event=event, round__number=change.round_number or 0)
    for table in tables.filter(number__in=numbers):
        _renew_waiting_report(table, change.version)


def _sits_otherwise(change: ChangeRow, record: EventRecord) -> str:
    """Return why a correction of who sat where cannot be undone; empty where it can."""
    number = change.round_number
    if number is None or not record.has_round(number):
        return ""
    round_ = record.round(number)
    return reason_not_sat(record, round_, read_stored_seats(figures_of(change)[0], round_), is_undo=True)


def _report_made_official(change: ChangeRow) -> str:
    """Return why an undo is done on the table's page: a report was made official; empty for typed results."""
    if "report" not in figures_of(change)[1]:
        return ""
    return _("Undo it by hand on its own page.")


declare(
    Act.REPORT_RESULT,
    Part.RESULTS,
    may=TO_REPORT | {Role.RESULTS},
    sentence=lambda facts: ngettext(
        "Result for {place} reported", "Results for {place} reported", _number_of_tables(facts), place=facts.place
    ),
    stands_on=Place.RESULTS,
    why_not=gettext_noop("A report stays until a newer one replaces it."),
    is_joined=True,
)
declare(
    Act.ANSWER_REPORT,
    Part.RESULTS,
    may=DIRECTORS | {Role.TABLE},
    sentence=_sentence_of_answer,
    stands_on=Place.RESULTS,
    why_not=gettext_noop("A report stays until a newer one replaces it."),
)
declare(
    Act.RECORD_RESULT,
    Part.RESULTS,
    may=BY_DESK | {Role.RESULTS},
    sentence=_sentence_of_record,
    stands_on=Place.RESULTS,
    opposite=_restoring_as(Act.RECORD_RESULT),
    asks_page=_report_made_official,
    undone_on=Place.TABLE,
    public_news=news_of_result(PublicChangeKind.ENTERED),
    is_joined=True,
)
declare(
    Act.CONFIRM_RESULT,
    Part.RESULTS,
    may=TO_CONFIRM,
    sentence=lambda facts: ngettext(
        "Result for {place} confirmed", "Results for {place} confirmed", _number_of_tables(facts), place=facts.place
    ),
    stands_on=Place.RESULTS,
    public_news=news_of_result(PublicChangeKind.ENTERED),
)
declare(
    Act.CORRECT_RESULT,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=lambda facts: ngettext(
        "Result for {place} corrected", "Results for {place} corrected", _number_of_tables(facts), place=facts.place
    ),
    opposite=_restoring_as(Act.RESTORE_RESULT),
    public_news=news_of_result(PublicChangeKind.CORRECTED),
    came_about=gettext_noop("Corrected"),
)
declare(
    Act.CORRECT_SEATS,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=gettext_noop("Seating at {place} corrected: {who}"),
    opposite=_seat_as_before,
    not_undone=_sits_otherwise,
    reseats=Reseats.TABLES,
    public_news=news_of_result(PublicChangeKind.SEATED),
    came_about=gettext_noop("Seating corrected"),
)
declare(
    Act.RESTORE_RESULT,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=lambda facts: ngettext(
        "Result for {place} restored", "Results for {place} restored", _number_of_tables(facts), place=facts.place
    ),
    opposite=_restoring_as(Act.RESTORE_RESULT),
    public_news=news_of_result(PublicChangeKind.RESTORED),
    came_about=gettext_noop("Restored"),
)
declare(
    Act.RULE_FROM_LOG,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=lambda facts: ngettext(
        "Result for {place} decided from a game log",
        "Results for {place} decided from a game log",
        _number_of_tables(facts),
        place=facts.place,
    ),
    opposite=_restoring_as(Act.RESTORE_RESULT),
    public_news=news_of_result(PublicChangeKind.RULED),
)
declare(
    Act.RULE_EQUAL_SHARES,
    Part.RESULTS,
    may=BY_ARBITER,
    sentence=gettext_noop("Equal shares awarded for {place}"),
    opposite=_restoring_as(Act.CANCEL_EQUAL_SHARES),
    public_news=news_of_result(PublicChangeKind.RULED),
)
declare(
    Act.CANCEL_EQUAL_SHARES,
    Part.RESULTS,
    may=BY_ARBITER,
    sentence=gettext_noop("Ruling of equal shares for {place} withdrawn"),
    opposite=_restoring_as(Act.RULE_EQUAL_SHARES),
    public_news=news_of_result(PublicChangeKind.RULED),
)
