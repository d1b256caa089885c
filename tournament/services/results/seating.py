"""Corrects who sat where in a closed round after later rounds began: seats, sit-outs and results in one act (R68).

Triggers of the database forbid new seats in a closed round, so the round is opened inside the transaction and closed before its end:
nobody sees it open, and a refusal changes nothing. Stored reports stay: every corrected table gets one more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from tournament.day.correcting import (
    COMES,
    ActualSeats,
    entry_as_corrected,
    players_moved,
    read_stored_seats,
    reason_not_sat,
    round_as_played,
    seats_as_stored,
)
from tournament.draw.lines import line
from tournament.draw.seating import title_of_round
from tournament.models import Change, Entry, Event, Round, Seat, SitOut, Table
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Act
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.figures import EntryFigures, ResultFigures
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState, SitOutKind
from tournament.services.attendance import begun_rounds, drop_late_scores, score_missed
from tournament.services.changes import Actor, By, Doing, act_on, actor_of, done_since, keep_scorable
from tournament.services.changes.refusals import RefusedError, StaleError
from tournament.services.changes.signals import WRITES_RESULTS
from tournament.services.results.official import Provenance, write_official
from tournament.services.results.stored import StoredTable, stored_tables
from wording import gettext as _


def correct_seats(event: Event, by: By, round_number: int, sat: ActualSeats, reason: str) -> None:
    """Correct who sat where in a closed round, with the results of the tables in ``sat``; the reason is stored (R68)."""
    if not reason.strip():
        raise RefusedError(_("Give a reason; it is kept in the change log."))
    table = sat.tables[0].number if sat.tables else None
    with act_on(
        event, by, Act.CORRECT_SEATS, round_number=round_number, table_number=table, reason=reason.strip()
    ) as doing:
        _refuse_stale(event, by, round_number, sat)
        _seat_as(doing, actor_of(by), sat, reason.strip())


def sit_as_before(event: Event, by: By, change: Change) -> None:
    """Undo a correction of seats: restore seats, results and the players' attendance from the log of changes."""
    number = change.round_number or 0
    with act_on(event, by, Act.CORRECT_SEATS, round_number=number, table_number=change.table_number) as doing:
        record = record_of(doing.event)
        _seat_as(doing, actor_of(by), read_stored_seats(change.before, _drawn_round(record, number)), "", is_undo=True)


def _refuse_stale(event: Event, by: By, round_number: int, sat: ActualSeats) -> None:
    """Raise RefusedError where one of the corrected tables changed since the version that the actor's page showed."""
    numbers = {table.number for table in sat.tables}
    touched = {
        int(table)
        for change in done_since(event, by, WRITES_RESULTS, round_number=round_number)
        for table in change.after.get("tables", {})
    }
    if numbers & touched:
        raise StaleError


def _drawn_round(record: EventRecord, number: int) -> RoundRecord:
    """Return the round with that number; raises RefusedError where it is not drawn."""
    if not record.has_round(number):
        raise RefusedError(_("{round} has not been drawn.", round=title_of_round(record, number)))
    return record.round(number)


def _seat_as(doing: Doing, actor: Actor, sat: ActualSeats, why: str, *, is_undo: bool = False) -> None:
    """Store the seats of a round as it was played, and make the result of every corrected table official once more."""
    event, number = doing.event, doing.round_number or 0
    record = record_of(event)
    round_ = _drawn_round(record, number)
    if wrong := reason_not_sat(record, round_, sat, is_undo=is_undo):
        raise RefusedError(wrong)
    people = players_moved(round_, sat)
    if not people:
        raise RefusedError(_("Nothing was changed."))
    row, after = round_at(event, number), round_as_played(round_, sat)
    assert row is not None  # noqa: S101  the record has it
    tables = [table.number for table in sat.tables]
    before = stored_tables(row, tables)
    entries = {PlayerId(entry.number): entry for entry in event.entries.filter(number__in=[*people, *sat.seated])}
    state, row.state = row.state, RoundState.PUBLISHED.value
    row.protocol = [*row.protocol, line("hall.seats-undone" if is_undo else "hall.corrected-seats", names=people)]
    row.save(update_fields=["state", "protocol"])
    sitting_out = [rest for rest in sat.idle.values() if rest is not None and after.table_of(rest.player) is None]
    _reseat(row, before, sitting_out, sat, entries)
    was, now = _update_entries(event, row, [entries[player] for player in people], sat, is_undo=is_undo)
    _results(doing, actor, row, before, sat, why)
    row.state = state
    row.save(update_fields=["state"])
    doing.entries = people
    doing.before |= {"entries": _places(round_, people, was), "sat": seats_as_stored(round_, tables, people)}
    doing.after |= {"entries": _places(after, people, now), "sat": seats_as_stored(after, tables, people)}
    doing.reseated.add(number)
    keep_scorable(event)


def _reseat(
    row: Round,
    before: Mapping[int, StoredTable],
    sitting_out: Sequence[SitOutRecord],
    sat: ActualSeats,
    entries: Mapping[PlayerId, Entry],
) -> None:
    """Replace the seats of the corrected tables, and the sit-outs of the players concerned by ``sitting_out``."""
    rows = [before[table.number].row for table in sat.tables]
    for table in rows:
        table.official_id = None  # a trigger refuses new seats at a table with a result
    Table.objects.bulk_update(rows, ["official"])
    Seat.objects.filter(table__in=rows).delete()
    SitOut.objects.filter(round=row, entry__number__in=[*sat.seated, *sat.idle]).delete()
    Seat.objects.bulk_create(
        Seat(
            round=row,
            table=before[table.number].row,
            entry=entries[seat.player],
            position=seat.position,
            starting_tile=seat.starting_tile,
        )
        for table in sat.tables
        for seat in table.seats
    )
    SitOut.objects.bulk_create(
        SitOut(
            round=row,
            entry=entries[rest.player],
            kind=rest.kind.value,
            source=rest.source.value,
            reason=rest.stored or rest.reason,
            chosen=rest.chosen,
        )
        for rest in sitting_out
    )


def _results(
    doing: Doing, actor: Actor, row: Round, before: Mapping[int, StoredTable], sat: ActualSeats, why: str
) -> None:
    """Make the result of each corrected table official once more, for those who sat there.

    A result that a log proved keeps that source where no amount changed.
    """
    now = stored_tables(row, [table.number for table in sat.tables])
    at = doing.table_number
    was: dict[str, ResultFigures] = {}
    then: dict[str, ResultFigures] = {}
    for table in sat.tables:
        earlier = before[table.number]
        source, log = _source_of_correction(earlier, table)
        how = Provenance(Act.CORRECT_SEATS, source, why, log)
        write_official(doing, actor, {table.number: replace(now[table.number], result=earlier.result)}, [table], how)
        was |= doing.before["tables"]
        then |= doing.after["tables"]
    doing.before, doing.after, doing.table_number = {"tables": was}, {"tables": then}, at


def _source_of_correction(before: StoredTable, after: TableRecord) -> tuple[ReportSource, int | None]:
    """Return the source and the key of the log of a corrected result: the log that proved the same amounts, else the desk."""
    official = before.official
    is_same = [seat.cash for seat in before.result.seats] == [seat.cash for seat in after.seats]
    if official is not None and is_same and official.source == ReportSource.LOG.value:
        return ReportSource.LOG, official.log_id
    return ReportSource.DESK, None


def _update_entries(
    event: Event, row: Round, entries: list[Entry], sat: ActualSeats, *, is_undo: bool
) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
    """Update the attendance of entries: who played counts as present from that round on, and has not left before it.

    Returns the changed columns of each entry number, before and after. For an undo ``sat.people`` holds the values.
    """
    after = record_of(event)
    was: dict[int, dict[str, Any]] = {}
    now: dict[int, dict[str, Any]] = {}
    for entry in entries:
        player = PlayerId(entry.number)
        wanted: dict[str, Any] = dict(sat.people.get(player, {}))
        if not is_undo:
            played = entry_as_corrected(after, after.entry(player), row.number)
            wanted = {"status": played.status.value, "first_round": played.first_round, "last_round": played.last_round}
        before = {name: getattr(entry, name) for name in wanted}
        changed = [name for name, value in wanted.items() if value != before[name]]
        for name in changed:
            setattr(entry, name, wanted[name])
        was[entry.number] = {name: before[name] for name in changed}
        now[entry.number] = {name: wanted[name] for name in changed}
        if not changed:
            continue
        entry.save(update_fields=changed)
        if wanted.get("status") in COMES:
            drop_late_scores(entry)
        elif "status" in changed:
            score_missed([entry], begun_rounds(event), SitOutKind.MISSED)
    return was, now


def _places(
    round_: RoundRecord, players: tuple[PlayerId, ...], people: Mapping[int, Mapping[str, Any]]
) -> dict[str, EntryFigures]:
    """Return where each player is in the round, with the changed columns of the entry, as the log of changes stores it."""
    sitting_out = {row.player: row.kind.value for row in round_.sit_outs}
    found: dict[str, EntryFigures] = {}
    for player in players:
        table = round_.table_of(player)
        place: Mapping[str, Any] = {"table": table.number} if table else {}
        if table is None and player in sitting_out:
            place = {"scored_as": sitting_out[player]}
        found[str(player)] = cast(EntryFigures, {**place, **people.get(player, {})})
    return found
