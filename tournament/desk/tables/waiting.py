"""Reports that wait, as grid and table page show them: what the fields of a row hold, what is said beside, and whose figures are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from tournament.access.browsers import oddities
from tournament.day.unconfirmed import Waits, waits_for
from tournament.desk.forms.results import Basis
from tournament.desk.lists.results import cash_by_name
from tournament.models import Event, TableReport
from tournament.models.choices import who
from tournament.record.event import EventRecord, RoundRecord, TableRecord, WaitingReport
from tournament.record.vocabulary import ReportSource, ResultCheck
from tournament.services.results.phones import browsers_agreed
from tournament.services.results.stored import ByTable, PendingReport, differing_players, pending_in, results_of
from tournament.tellings.news.phones import agreed_from, odd_words
from tournament.tellings.words import listed

SHOWN = frozenset({Waits.DECISION, Waits.PLAYERS, Waits.VERSIONS, Waits.ACCEPTANCE})
"""What a row shows the figures of: what differs, and what the phones of a table say."""


def waiting_of(event: Event, record: EventRecord, played: RoundRecord) -> ByTable:
    """The reports of a round that wait, with their figures, by table; nothing is asked where no figure of them is shown."""
    if not any(table.reports and waits_for(record, table) is not Waits.SECOND_TYPING for table in played.tables):
        return {}
    return looked_up(
        event,
        played.number,
        pending_in(report__table__round__event=event, report__table__round__number=played.number),
    )


def looked_up(event: Event, number: int, waiting: ByTable) -> ByTable:
    """The same with what is to be known of the phones of each table: one query for their names, one for an agreement."""
    phones = [each for said in waiting.values() for each in said if each.is_by_phone]
    if not phones:
        return waiting
    agreed = [each.row for each in phones if each.is_agreed]
    browsers = browsers_agreed(agreed) if agreed else {}
    odd = oddities(event, number)
    return {
        table: [replace(each, browsers=browsers.get(each.row.pk), odd=odd.get(table, ())) for each in said]
        for table, said in waiting.items()
    }


def latest_of(table: TableRecord) -> WaitingReport | None:
    """The latest report that the desk typed and that waits."""
    typed = [report for report in table.reports if report.source is ReportSource.DESK]
    return typed[-1] if typed else None


def in_fields(record: EventRecord, table: TableRecord, waiting: Sequence[PendingReport] = ()) -> TableRecord:
    """The table as the fields of its row hold it: empty where it is to be typed again, as it was reported where it is to be signed."""
    if latest_of(table) is None or record.result_check is ResultCheck.NONE:
        return table
    if record.result_check is ResultCheck.REKEY:
        return table.without_result()
    typed = [each for each in waiting if each.is_typed]
    return table.with_result(typed[-1].result) if typed else table


def basis_of(record: EventRecord, table: TableRecord) -> Basis:
    """The report on which the fields of a row rest."""
    latest = latest_of(table) if record.result_check is not ResultCheck.NONE else None
    return Basis(latest.key, latest.is_agreed) if latest else Basis()


def shown_by(
    record: EventRecord,
    table: TableRecord,
    shown: TableRecord,
    waiting: ByTable,
    reports: Mapping[int, TableRecord],
    over: int,
) -> TableRecord:
    """What the page showed of a table: ``shown`` of what was official then, unless its fields rested on report ``over``."""
    if not over or record.result_check is ResultCheck.NONE:
        return shown
    if record.result_check is ResultCheck.REKEY:
        return shown.without_result()
    here = {each.row.pk: each.result for each in waiting.get(table.number, ())}
    return here.get(over) or reports.get(over) or shown


def reports_said(event: Event, played: RoundRecord, keys: Sequence[int], waiting: ByTable) -> dict[int, TableRecord]:
    """What reports said on which a page rests and that do not wait any more; nothing is asked where all of them wait."""
    gone = set(keys) - {each.row.pk for row in waiting.values() for each in row} - {0}
    if not gone:
        return {}
    reports = TableReport.objects.filter(pk__in=gone, table__round__event=event, table__round__number=played.number)
    return results_of(list(reports.select_related("table")))


def waiting_words(
    record: EventRecord, table: TableRecord, waiting: Sequence[PendingReport], user: User | None
) -> dict[str, Any]:
    """What a row says of the report that waits: what for, since when, by whom, and both reports where they differ."""
    waits = waits_for(record, table)
    latest = table.reports[-1] if table.reports else None
    return {
        "waits": waits.value if waits else "",
        "typed_at": latest.reported_at if latest else None,
        "typed_by": latest.reported_by if latest else "",
        "is_mine": waits is Waits.SECOND_TYPING
        and latest is not None
        and user is not None
        and latest.reported_by == user.get_username(),
        "typings": reports_in_words(record, waiting) if waits in SHOWN else [],
        "differing": listed([record.name_of(player) for player in differing_players([each.result for each in waiting])])
        if waits in SHOWN
        else "",
        "odd": [odd_words(record, odd) for odd in waiting[0].odd] if waiting else [],
    }


def reports_in_words(record: EventRecord, waiting: Sequence[PendingReport]) -> list[dict[str, Any]]:
    """Reports with their figures in a line each; those in which several differ stand apart."""
    differing = differing_players([each.result for each in waiting])
    return [
        {
            "key": each.row.pk,
            "by": said_by(each),
            "at": each.row.reported_at,
            "is_agreed": each.row.agreed_at is not None,
            "agreed_from": agreed_from(each.browsers) if each.browsers else "",
            "source": each.row.source,
            "cash": cash_by_name(record, each.result.cash),
            "lines": [
                (cash_by_name(record, {seat.player: seat.cash}), seat.player in differing) for seat in each.result.seats
            ],
            "late": [record.name_of(seat.player) for seat in each.result.seats if seat.timed_out],
            "ended_by": each.result.ended_by,
        }
        for each in waiting
    ]


def said_by(each: PendingReport) -> str:
    """Who reported, as the desk reads it: a user, or whose phone it was."""
    report = each.row
    if report.device is not None:
        return f"the phone of {report.device.entry.name}" if report.device.entry else "a phone of the table"
    said = who(report, "reported_by")
    return said or (
        "a phone of the table" if report.source == ReportSource.PLAYER.value else ""
    )  # restored, its phone is not


def is_hidden_from(record: EventRecord, table: TableRecord, user: User) -> bool:
    """Whether the figures of a table are hidden from who types them again."""
    latest = latest_of(table)
    return (
        waits_for(record, table) is Waits.SECOND_TYPING
        and latest is not None
        and latest.reported_by != user.get_username()
    )
