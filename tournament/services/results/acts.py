"""Declares the acts on results: reported, confirmed, made official, corrected and ruled; and how each is undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tournament.day.correcting import read_stored_seats, reason_not_sat
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
from tournament.record.figures import ChangeFacts, ChangeRow, ResultFigures, figures_of
from tournament.record.vocabulary import RoundState
from tournament.services.changes import Actor, act_on
from tournament.services.results.official import Provenance, write_official
from tournament.services.results.seating import sit_as_before
from tournament.services.results.stored import stored_tables
from tournament.services.rounds import round_in
from tournament.tellings.news.changed import PublicChangeKind, news_of_result


def _sentence_of_result(verb: str) -> Callable[[ChangeFacts], str]:
    """Return a function that writes a sentence of the log of changes: the result of the tables, and what was done with it."""
    return lambda facts: f"{'Results' if len(set(facts.tables)) > 1 else 'Result'} of {facts.place} {verb}"


def _sentence_of_record(facts: ChangeFacts) -> str:
    """Return the sentence about results that were entered, or cleared where no seat has cash any more."""
    rows = [row for table in facts.after.get("tables", {}).values() for row in table.get("seats", {}).values()]
    is_cleared = bool(rows) and all(row.get("cash") is None for row in rows)
    return _sentence_of_result("cleared" if is_cleared else "entered")(facts)


def _sentence_of_answer(facts: ChangeFacts) -> str:
    """Return the sentence about a player's answer to a report."""
    verb = "agreed to" if "answer" in facts.after and facts.after["answer"]["agrees"] else "did not agree to"
    return f"{facts.who} {verb} the result of {facts.place}"


def _restoring_as(act: Act) -> Callable[[Event, Actor, Change], None]:
    """Return an undo that makes each table's figures of before a change official again, by this act."""

    def restore(event: Event, by: Actor, change: Change) -> None:
        how, number, (before, after) = Provenance(act), change.round_number or 0, figures_of(change)
        with act_on(event, by, how.act, round_number=number) as doing:
            row = round_in(doing.event, number, RoundState.PUBLISHED)
            tables = stored_tables(row, sorted(map(int, after["tables"])))
            stood = before.get("tables", {})
            ready = [_result_before(table.result, stood.get(str(key), {})) for key, table in tables.items()]
            write_official(doing, by, tables, ready, how)
            for table in tables.values():
                _renew_waiting_report(table.row, change.version)

    return restore


def _result_before(result: TableRecord, was: ResultFigures) -> TableRecord:
    """Return the result of a table before a change; no player has cash where the log of changes stores none."""
    rows = was.get("seats", {})
    seats = tuple(
        replace(seat, cash=row.get("cash"), cash_reason=row.get("reason", ""), timed_out=bool(row.get("timed_out")))
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
    for line in lines:
        line.pk, line.report = None, report
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
    return "A report of the table was made official; look at both on the table's page."


declare(
    Act.REPORT_RESULT,
    "report result",
    Part.RESULTS,
    may=TO_REPORT,
    sentence=_sentence_of_result("reported"),
    stands_on=Place.RESULTS,
    why_not="What a table reported stays as it was said; a new report replaces it.",
    is_joined=True,
)
declare(
    Act.ANSWER_REPORT,
    "answer a report",
    Part.RESULTS,
    may=DIRECTORS | {Role.TABLE},
    sentence=_sentence_of_answer,
    stands_on=Place.RESULTS,
    why_not="What a player said to a report stays; they can answer again on the phone.",
)
declare(
    Act.RECORD_RESULT,
    "record result",
    Part.RESULTS,
    may=BY_DESK,
    sentence=_sentence_of_record,
    stands_on=Place.RESULTS,
    opposite=_restoring_as(Act.RECORD_RESULT),
    asks_page=_report_made_official,
    undone_on=(Place.TABLE, "Restore a version"),
    public_news=news_of_result(PublicChangeKind.ENTERED),
    is_joined=True,
)
declare(
    Act.CONFIRM_RESULT,
    "confirm result",
    Part.RESULTS,
    may=TO_CONFIRM,
    sentence=_sentence_of_result("confirmed"),
    stands_on=Place.RESULTS,
    public_news=news_of_result(PublicChangeKind.ENTERED),
)
declare(
    Act.CORRECT_RESULT,
    "correct result",
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=_sentence_of_result("corrected"),
    undone_on=(Place.TABLE, "Restore a version"),
    public_news=news_of_result(PublicChangeKind.CORRECTED),
    came_about="Corrected",
)
declare(
    Act.CORRECT_SEATS,
    "correct who sat where",
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence="Corrected who sat at {place}: {who}",
    opposite=_seat_as_before,
    not_undone=_sits_otherwise,
    reseats=Reseats.TABLES,
    public_news=news_of_result(PublicChangeKind.SEATED),
    came_about="Corrected who sat there",
)
declare(
    Act.RESTORE_RESULT,
    "restore result",
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=_sentence_of_result("restored"),
    undone_on=(Place.TABLE, "Restore a version"),
    public_news=news_of_result(PublicChangeKind.RESTORED),
    came_about="Restored",
)
declare(
    Act.RULE_FROM_LOG,
    "rule result from log",
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=_sentence_of_result("ruled from a log"),
    undone_on=(Place.TABLE, "Restore a version"),
    public_news=news_of_result(PublicChangeKind.RULED),
)
declare(
    Act.RULE_EQUAL_SHARES,
    "rule equal shares",
    Part.RESULTS,
    may=BY_ARBITER,
    sentence="Equal shares ruled for {place}",
    opposite=_restoring_as(Act.CANCEL_EQUAL_SHARES),
    public_news=news_of_result(PublicChangeKind.RULED),
)
declare(
    Act.CANCEL_EQUAL_SHARES,
    "cancel equal shares",
    Part.RESULTS,
    may=BY_ARBITER,
    sentence="Ruling of equal shares for {place} withdrawn",
    opposite=_restoring_as(Act.RULE_EQUAL_SHARES),
    public_news=news_of_result(PublicChangeKind.RULED),
)
