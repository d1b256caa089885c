"""Report and log out: what a game on devices hands in for its table, and the round that closes once every table has agreed."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournament.day.ondevices import is_ready
from tournament.models import Device, Entry, Event, GameLog, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Act
from tournament.record.vocabulary import ReportSource, RoundState
from tournament.services.changes import Actor, By, RefusedError, act_on, actor_of
from tournament.services.results.confirming import confirm_results, waiting_in
from tournament.services.results.official import (
    SeatFigures,
    StoredTable,
    TableFigures,
    is_same_result,
    store_figures,
    stored_tables,
)
from tournament.services.rounds import close_round

__all__ = ["Agreed", "NewLog", "SeatFigures", "TableFigures", "close_if_all_agreed", "close_with_agreed", "take_report"]


@dataclass(frozen=True, slots=True)
class Agreed:
    """Who agreed to a result, when, and on which phone."""

    entry: Entry
    at: datetime | None
    device: Device | None


@dataclass(frozen=True, slots=True)
class NewLog:
    """The log of a game and its title."""

    text: str
    title: str


def take_report(
    event: Event, actor: Actor, number: int, figures: TableFigures, agreed: Collection[Agreed], log: NewLog
) -> bool:
    """Store the report of a table with its log as one act; False where the round is not being played any more.

    It waits like a report that all confirmed by phone. Where the desk made a result official meanwhile, the same one needs no report, and
    another one stands beside it as contested. Called with the event locked.
    """
    played = round_at(event, number)
    if played is None or played.state != RoundState.PUBLISHED.value:
        return False
    with act_on(event, actor, Act.REPORT_RESULT, round_number=number, table_number=figures.table) as doing:
        table = stored_tables(played, [figures.table])[figures.table]
        stored = GameLog.objects.create(table=table.row, text=log.text, title=log.title, attached_by=actor.user)
        doing.after = {"tables": {str(figures.table): {}}, "log": {"id": stored.pk}}
        report = _reported(table, figures, agreed, actor)
        if report is not None:
            doing.after["report"] = report.pk
    return True


def _reported(
    table: StoredTable, figures: TableFigures, agreed: Collection[Agreed], actor: Actor
) -> TableReport | None:
    """The report that all at the table agree to; None where the same is official already."""
    official = [table.stands] if any(seat.cash is not None for seat in table.stands.seats) else []
    if any(_is_same(said, figures) for said in official):
        return None
    waiting = waiting_in(report__table=table.row).get(table.row.number, ())
    rivals = [*official, *(each.figures for each in waiting)]
    now = timezone.now()
    is_contested = any(not is_same_result(figures, said) for said in rivals)
    report = TableReport.objects.create(
        table=table.row,
        source=ReportSource.PLAYER.value,
        device=actor.device,
        reported_by=actor.user,
        reported_at=now,
        ended_by=figures.ended_by,
        agreed_at=None if is_contested else now,
        contested_at=now if is_contested else None,
    )
    store_figures([(report, figures)], table.entries)
    ReportAnswer.objects.bulk_create(
        ReportAnswer(report=report, entry=each.entry, agrees=True, said_at=each.at or now, device=each.device)
        for each in agreed
    )
    return report


def _is_same(first: TableFigures, second: TableFigures) -> bool:
    return {seat.player: (seat.cash, seat.timed_out) for seat in first.seats} == {
        seat.player: (seat.cash, seat.timed_out) for seat in second.seats
    }


def close_with_agreed(event: Event, by: By, number: int, over_dispute: str = "") -> None:
    """Accept what the tables of a round agreed to and close it, with one press."""
    actor = actor_of(by)
    with transaction.atomic():
        agreed = [
            each.report.pk
            for said in waiting_in(report__table__round__event=event, report__table__round__number=number).values()
            for each in said
            if each.report.agreed_at is not None and each.report.contested_at is None
        ]
        if agreed:
            confirm_results(event, actor, number, agreed)
            actor = replace(actor, key="")
        close_round(event, actor, number, over_dispute)


def close_if_all_agreed(event: Event, number: int) -> None:
    """Close a round by itself, where the event says so and all its tables have agreed; a refusal is left to the desk."""
    event.refresh_from_db(fields=["rounds_close"])
    if not event.rounds_close or not is_ready(record_of(event).round(number)):
        return
    with suppress(RefusedError):
        close_with_agreed(Event.objects.get(pk=event.pk), Actor(None), number)
