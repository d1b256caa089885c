"""Reports by phone: one player enters the table's result, the others say yes or no, each from which phone they hold.

1. Every seat has one word: the report to which it last said yes or no; so has every browser, under whatever name (`voices`);
   what a player's own browser said, no other turns.
   Two reports that are equal are one, so who types the same says yes.
2. A report by which nobody stands any more is left; one to which every seat said yes, and beside which no other stands, is agreed.
3. Where two stand, or somebody said no, all that stand are contested until all agree to one, or the desk decides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils import timezone

from tournament.models import Device, Entry, Event, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Act
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.services.changes import By, Doing, RefusedError, act_on, actor_of, check_actor
from tournament.services.results.confirming import waiting_at
from tournament.services.results.official import (
    StoredTable,
    TableFigures,
    check_figures,
    store_figures,
    stored_tables,
)
from tournament.services.results.voices import Word, words_at
from tournament.tellings.news.phones import moved_words


def report_by_phone(event: Event, by: By, figures: TableFigures, players: Collection[int] = ()) -> bool:
    """Take the result of a phone's table; where the same is reported already it is a yes to that. Whether it is a report of its own.

    ``players`` are those who say yes with it on a phone that the table shares; on a player's own phone its holder does.
    Raises RefusedError where it cannot be, DoneBeforeError where it was sent before.
    """
    device = _device(event, by, Act.REPORT_RESULT)
    with act_on(event, by, Act.REPORT_RESULT, round_number=device.round_number, table_number=device.number) as doing:
        table = _open_table(doing, device)
        check_figures(table, figures)
        if not figures.is_whole:
            raise RefusedError("Type the cash of every player; 0 for nothing.")
        voices = _voices(table, device, players)
        now = timezone.now()
        report = next((row for row, said in _standing(table) if _is_equal(said, figures)), None)
        is_new = report is None
        if report is None:
            report = TableReport.objects.create(
                table=table.row,
                source=ReportSource.PLAYER.value,
                device=device,
                reported_at=now,
                ended_by=figures.ended_by.strip(),
            )
            store_figures([(report, figures)], table.entries)
        _say(report, voices, device, agrees=True, now=now)
        _settle(table, now)
        # No figures: no diary shows them to who types the slip again.
        doing.after = {"tables": {str(table.row.number): {}}, "report": report.pk}
    return is_new


def answer_report(event: Event, by: By, report: int, *, agrees: bool, players: Collection[int] = ()) -> None:
    """Say yes or no to a report of the phone's table, for its holder, or for these players where the table shares the phone."""
    device = _device(event, by, Act.ANSWER_REPORT)
    with act_on(event, by, Act.ANSWER_REPORT, round_number=device.round_number, table_number=device.number) as doing:
        table = _open_table(doing, device)
        row = next((row for row, _ in _standing(table) if row.pk == report), None)
        if row is None:
            raise RefusedError("This report does not stand any more; look at how things are now, then answer.")
        voices = _voices(table, device, players)
        if not voices:
            raise RefusedError("Select whose answer it is.")
        now = timezone.now()
        _say(row, voices, device, agrees=agrees, now=now)
        _settle(table, now)
        doing.entries = [entry.number for entry in voices]
        doing.after = {"tables": {str(table.row.number): {}}, "answer": {"agrees": agrees, "report": row.pk}}


def _device(event: Event, by: By, act: Act) -> Device:
    actor = actor_of(by)
    if actor.device is None:
        check_actor(actor, event, act)
        raise RefusedError("Only a phone of the table reports so; type the slip on the results page.")
    return actor.device


def _open_table(doing: Doing, device: Device) -> StoredTable:
    """The phone's table, as long as it may be reported: players report at this event, and its result is not official."""
    event, number = doing.event, device.number
    if not event.players_report:
        raise RefusedError("Players do not report by phone at this event; hand the slip in at the desk.")
    played = round_at(event, device.round_number)
    if played is None or played.state != RoundState.PUBLISHED.value:
        raise RefusedError(f"Round {device.round_number} is not being played; hand the slip in at the desk.")
    table = stored_tables(played, [number])[number]
    if any(seat.cash is not None for seat in table.stands.seats):
        raise RefusedError(f"The result of table {number} is official already; tell the director if it is wrong.")
    if hasattr(table.row, "game"):
        raise RefusedError(
            f"Table {number} plays on devices, and its result comes from there; call the director if it cannot be finished."
        )
    if device.entry is not None and device.entry.number not in table.entries:
        record = record_of(event)
        where = moved_words(record, record.round(device.round_number), PlayerId(device.entry.number), number)
        raise RefusedError(f"Not sent. {where}")
    return table


def _standing(table: StoredTable) -> list[tuple[TableReport, TableFigures]]:
    """The reports of phones by which somebody stands, with what they say."""
    return [(each.report, each.figures) for each in waiting_at(table.row)]


def _is_equal(first: TableFigures, second: TableFigures) -> bool:
    """Whether two reports are the same: cash and time-outs of every seat. Who ended the game is no reason for a dispute."""
    said = [{seat.player: (seat.cash, seat.timed_out) for seat in each.seats} for each in (first, second)]
    return said[0] == said[1]


def _voices(table: StoredTable, device: Device, players: Collection[int]) -> list[Entry]:
    if device.entry is not None:
        return [device.entry]
    strangers = set(players) - table.entries.keys()
    if strangers:
        raise RefusedError(f"The seats of table {table.row.number} were changed meanwhile; reload the page.")
    return [table.entries[number] for number in sorted(players)]


def _say(report: TableReport, voices: Sequence[Entry], device: Device, *, agrees: bool, now: datetime) -> None:
    ReportAnswer.objects.bulk_create(
        ReportAnswer(report=report, entry=entry, agrees=agrees, said_at=now, device=device) for entry in voices
    )


def _settle(table: StoredTable, now: datetime) -> None:
    """Write of every report that stands whether it is agreed, contested or left, from the last word of each seat."""
    standing = _standing(table)
    said = words_at([row for row, _ in standing])
    words = [word for word in said if word.player in table.entries]
    alive = _alive(table, [row for row, said in standing if set(said.cash) == set(table.entries)], words)
    for row, _ in standing:
        yes = {word.player for word in words if word.report == row.pk and word.agrees}
        is_refused = any(word.report == row.pk and not word.agrees for word in words)
        is_contested = row.pk in alive and (len(alive) > 1 or is_refused)
        is_agreed = row.pk in alive and not is_contested and yes == set(table.entries)
        row.agreed_at = (row.agreed_at or now) if is_agreed else None
        row.contested_at = (row.contested_at or now) if is_contested else None
        row.left_at = None if row.pk in alive else now
    TableReport.objects.bulk_update([row for row, _ in standing], ["agreed_at", "contested_at", "left_at"])


def _alive(table: StoredTable, rows: Sequence[TableReport], words: Sequence[Word]) -> set[int]:
    """The reports that stand: a seat spoke last about it, or a shared phone entered it last and not all said otherwise since."""
    alive = {word.report for word in words}
    latest = {row.device_id: row for row in rows if row.device is not None and row.device.entry_id is None}
    for row in latest.values():
        since = {word.player for word in words if word.report != row.pk and word.said_at > row.reported_at}
        if since != set(table.entries):
            alive.add(row.pk)
    return alive & {row.pk for row in rows}
