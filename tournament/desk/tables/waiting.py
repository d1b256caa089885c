"""Reports that wait, as grid and table page show them: what the fields of a row hold, what is said beside, and whose figures are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from tournament.access.browsers import oddities
from tournament.day.unconfirmed import Waits, waits_for
from tournament.desk.forms.results import with_figures
from tournament.desk.lists.results import cash_by_name
from tournament.models import Event, TableReport
from tournament.models.choices import who
from tournament.record.event import EventRecord, RoundRecord, TableRecord, WaitingReport
from tournament.record.vocabulary import ReportSource, ResultCheck
from tournament.services.results.confirming import Waiting, waiting_in
from tournament.services.results.official import TableFigures, differing_players, said_of
from tournament.services.results.voices import browsers_agreed
from tournament.tellings.news.phones import agreed_from, odd_words
from tournament.tellings.words import listed

SHOWN = frozenset({Waits.DECISION, Waits.PLAYERS, Waits.VERSIONS, Waits.ACCEPTANCE})
"""What a row shows the figures of: what differs, and what the phones of a table say."""

ByTable = Mapping[int, Sequence[Waiting]]


def waiting_of(event: Event, record: EventRecord, played: RoundRecord) -> ByTable:
    """The reports of a round that wait, with their figures, by table; nothing is asked where no figure of them is shown."""
    if not any(table.reports and waits_for(record, table) is not Waits.SECOND_TYPING for table in played.tables):
        return {}
    return looked_up(
        event,
        played.number,
        waiting_in(report__table__round__event=event, report__table__round__number=played.number),
    )


def looked_up(event: Event, number: int, waiting: ByTable) -> ByTable:
    """The same with what is to be known of the phones of each table: one query for their names, one for an agreement."""
    phones = [each for said in waiting.values() for each in said if each.report.source == ReportSource.PLAYER.value]
    if not phones:
        return waiting
    agreed = [each.report for each in phones if each.report.agreed_at is not None]
    browsers = browsers_agreed(agreed) if agreed else {}
    odd = oddities(event, number)
    return {
        table: [replace(each, browsers=browsers.get(each.report.pk), odd=odd.get(table, ())) for each in said]
        for table, said in waiting.items()
    }


def latest_of(table: TableRecord) -> WaitingReport | None:
    """The latest report that the desk typed and that waits."""
    typed = [report for report in table.reports if report.source is ReportSource.DESK]
    return typed[-1] if typed else None


def in_fields(record: EventRecord, table: TableRecord, waiting: Sequence[Waiting] = ()) -> TableRecord:
    """The table as the fields of its row hold it: empty where it is to be typed again, as it was reported where it is to be signed."""
    if latest_of(table) is None or record.result_check is ResultCheck.NONE:
        return table
    if record.result_check is ResultCheck.REKEY:
        return emptied(table)
    typed = [each for each in waiting if each.report.source == ReportSource.DESK.value]
    return with_figures(table, typed[-1].figures) if typed else table


def emptied(table: TableRecord) -> TableRecord:
    """The table with nothing said of it."""
    seats = tuple(replace(seat, cash=None, timed_out=False, cash_reason="") for seat in table.seats)
    return replace(table, seats=seats, ended_by="", equal_shares_ruling="", official=None)


def spelled(record: EventRecord, table: TableRecord) -> str:
    """The report on which the fields of a row rest, as its form carries it: the key, with "s" where all have signed."""
    latest = latest_of(table) if record.result_check is not ResultCheck.NONE else None
    return f"{latest.key}{'s' if latest.is_agreed else ''}" if latest else ""


def shown_by(
    record: EventRecord,
    table: TableRecord,
    shown: TableFigures,
    waiting: ByTable,
    reports: Mapping[int, TableFigures],
    over: int,
) -> TableFigures:
    """What the page showed of a table: ``shown`` of what was official then, unless its fields rested on report ``over``."""
    if not over or record.result_check is ResultCheck.NONE:
        return shown
    if record.result_check is ResultCheck.REKEY:
        seats = tuple(replace(seat, cash=None, reason="", timed_out=False) for seat in shown.seats)
        return replace(shown, seats=seats, ended_by="", equal_shares="")
    here = {each.report.pk: each.figures for each in waiting.get(table.number, ())}
    return here.get(over) or reports.get(over) or shown


def reports_said(event: Event, played: RoundRecord, keys: Sequence[int], waiting: ByTable) -> dict[int, TableFigures]:
    """What reports said on which a page rests and that do not wait any more; nothing is asked where all of them wait."""
    gone = set(keys) - {each.report.pk for row in waiting.values() for each in row} - {0}
    if not gone:
        return {}
    reports = TableReport.objects.filter(pk__in=gone, table__round__event=event, table__round__number=played.number)
    return said_of(list(reports))


def waiting_words(
    record: EventRecord, table: TableRecord, waiting: Sequence[Waiting], user: User | None
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
        "differing": listed(
            [record.name_of(player) for player in differing_players([each.figures for each in waiting])]
        )
        if waits in SHOWN
        else "",
        "odd": [odd_words(record, odd) for odd in waiting[0].odd] if waiting else [],
    }


def reports_in_words(record: EventRecord, waiting: Sequence[Waiting]) -> list[dict[str, Any]]:
    """Reports with their figures in a line each; those in which several differ stand apart."""
    differing = differing_players([each.figures for each in waiting])
    return [
        {
            "key": each.report.pk,
            "by": said_by(each),
            "at": each.report.reported_at,
            "is_agreed": each.report.agreed_at is not None,
            "agreed_from": agreed_from(each.browsers) if each.browsers else "",
            "source": each.report.source,
            "cash": cash_by_name(record, each.figures.cash),
            "lines": [
                (cash_by_name(record, {seat.player: seat.cash}), seat.player in differing)
                for seat in each.figures.seats
            ],
            "late": [record.name_of(seat.player) for seat in each.figures.seats if seat.timed_out],
            "ended_by": each.figures.ended_by,
        }
        for each in waiting
    ]


def said_by(each: Waiting) -> str:
    """Who reported, as the desk reads it: a user, or whose phone it was."""
    report = each.report
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
