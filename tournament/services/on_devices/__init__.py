"""The report and the log that a game on devices hands in for its table, and the round that closes once every table has agreed.

The starting tiles that a game on devices drew for the seats of its table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournament.day.phones import is_ready
from tournament.models import Device, Entry, Event, GameLog, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Act
from tournament.record.event import TableRecord
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.services.changes import Actor, By, act_on, actor_of
from tournament.services.changes.refusals import RefusedError
from tournament.services.results.confirming import confirm_results, is_same_result
from tournament.services.results.official import store_lines
from tournament.services.results.stored import StoredTable, pending_in, stored_tables
from tournament.services.rounds import close_round
from tournament.services.seats import set_starting_tiles


@dataclass(frozen=True, slots=True)
class Agreed:
    """A player's agreement to a result: the entry, when (None: now), and on which phone (None: unknown)."""

    entry: Entry
    at: datetime | None
    device: Device | None


@dataclass(frozen=True, slots=True)
class NewLog:
    """The log of a game and its title."""

    text: str
    title: str


def take_report(
    event: Event, actor: Actor, number: int, result: TableRecord, agreed: Collection[Agreed], log: NewLog
) -> bool:
    """Store the report and the log of a game on devices as one act; return False where the round is no longer being played.

    The report waits for the desk like one that all players confirmed by phone. If the desk made a result official meanwhile, an equal
    report is not stored, and a different one is stored as contested. ``number`` is the round's.
    """
    round_ = round_at(event, number)
    if round_ is None or round_.state != RoundState.PUBLISHED.value:
        return False
    with act_on(event, actor, Act.REPORT_RESULT, round_number=number, table_number=result.number) as doing:
        table = stored_tables(round_, [result.number])[result.number]
        stored = GameLog.objects.create(table=table.row, text=log.text, title=log.title, attached_by=actor.user)
        doing.after = {"tables": {str(result.number): {}}, "log": {"id": stored.pk}}
        report = _store_report(table, result, agreed, actor)
        if report is not None:
            doing.after["report"] = report.pk
    return True


def _store_report(
    table: StoredTable, result: TableRecord, agreed: Collection[Agreed], actor: Actor
) -> TableReport | None:
    """Store the report to which all at the table agreed; return None where the same result is official already."""
    official = [table.result] if table.result.has_cash else []
    if any(result.counts_like(other) for other in official):
        return None
    pending = pending_in(report__table=table.row).get(table.row.number, ())
    rivals = [*official, *(each.result for each in pending)]
    now = timezone.now()
    is_contested = any(not is_same_result(result, rival) for rival in rivals)
    report = TableReport.objects.create(
        table=table.row,
        source=ReportSource.PLAYER.value,
        device=actor.device,
        reported_by=actor.user,
        reported_at=now,
        ended_by=result.ended_by,
        agreed_at=None if is_contested else now,
        contested_at=now if is_contested else None,
    )
    store_lines([(report, result)], {table.row.number: table})
    ReportAnswer.objects.bulk_create(
        ReportAnswer(report=report, entry=each.entry, agrees=True, said_at=each.at or now, device=each.device)
        for each in agreed
    )
    return report


def close_with_agreed(event: Event, by: By, number: int, over_dispute: str = "") -> None:
    """Make the agreed results of round ``number`` official and close the round, in one transaction.

    ``over_dispute`` is the reason to close it although a result is disputed.
    """
    actor = actor_of(by)
    with transaction.atomic():
        agreed = [
            each.pk
            for of_table in pending_in(report__table__round__event=event, report__table__round__number=number).values()
            for each in of_table
            if each.is_agreed and each.contested_at is None
        ]
        if agreed:
            confirm_results(event, actor, number, agreed)
            actor = replace(actor, key="")
        close_round(event, actor, number, over_dispute)


def close_if_all_agreed(event: Event, number: int) -> None:
    """Close round ``number`` if the event closes rounds automatically and all its tables have agreed.

    If that is refused nothing happens, and the desk closes the round by hand.
    """
    event.refresh_from_db(fields=["rounds_close"])
    if not event.rounds_close or not is_ready(record_of(event).round(number)):
        return
    with suppress(RefusedError):
        close_with_agreed(Event.objects.get(pk=event.pk), Actor(None), number)


def take_starting_tiles(event: Event, number: int, table: int, tiles: Mapping[PlayerId, str]) -> None:
    """Store the starting tiles of a table, such as "4C", as if the director had typed them (R4).

    ``number`` is the round's. Where that is refused, nothing is stored.
    """
    with suppress(RefusedError):
        set_starting_tiles(event, Actor(None), number, {table: dict(tiles)})
