"""Reads a whole event from its rows into one value, in the same number of queries at any size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

import msgspec
from django.conf import settings
from django.urls import reverse

from tournament import models
from tournament.draw.lines import named
from tournament.models.plain_sql import SqlRows, from_json, moment
from tournament.models.queries.union_rows import (
    UnionRow,
    absences_of,
    dispute_of,
    former_of,
    log_of,
    members_of,
    penalty_of,
    plan_of,
    sit_out_of,
    union_rows_of,
    waiting_of,
    waits_as,
)
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.names import NameForm, TakenOver
from tournament.record.rounds import DrawRecord, OfficialReport, Pause, PlannedRound, SitOutRecord
from tournament.record.settings import Extras, ScoreOwner
from tournament.record.vocabulary import (
    DisputeState,
    NameShown,
    PlayerId,
    ReportSource,
    RoundKind,
    RoundState,
    SeatsBy,
    SeatSource,
    Status,
    on_devices,
)

Numbers = Mapping[int, PlayerId]
"""Entry numbers by the primary keys of entries."""

DRAWS_KEPT = 64
"""The most draws that a process caches as values: enough for the events that are being played at the same time."""


def read_record(event: models.Event) -> EventRecord:
    """Read everything of an event into one immutable value."""
    entries = ENTRIES.of(event.pk)
    numbers = {key: PlayerId(number) for key, number, *_ in entries}
    union_rows = union_rows_of(event)
    withdrawn = {row.where: row.number for row in union_rows if row.kind == "code"}
    ties, aparts, chart = members_of(event, numbers)
    form = NameForm(event.name_form)
    people = tuple(_entry(withdrawn.get((0, columns[0]), 0), *columns).in_form(form) for _, *columns in entries)
    rounds = _rounds(event, numbers, union_rows, {entry.player: entry.name for entry in people})
    return EventRecord(
        **{name: read(getattr(event, name)) for name, read in _columns().items()},
        seat_source=SeatSource.CHART if event.seat_source == SeatSource.CHART else event.format.seats_by,
        extras=Extras.of(event.extras, event.format),
        public_address=public_address(event.slug),
        entries=people,
        rounds=rounds,
        fill_ins=tuple(sorted(numbers[row.entry] for row in union_rows if row.kind == "fill-in")),
        absences=absences_of(union_rows, numbers, sum(round_.has_begun for round_ in rounds)),
        penalties=tuple(penalty_of(row, numbers[row.entry]) for row in union_rows if row.kind == "penalty"),
        ties=ties,
        chart=chart,
        aparts=aparts,
        disputes=tuple(dispute_of(row) for row in union_rows if row.kind == "dispute"),
        logs=tuple(log_of(row) for row in union_rows if row.kind == "log"),
        planned_starts=tuple(
            sorted((plan_of(row) for row in union_rows if row.kind == "plan"), key=lambda plan: plan.number)
        ),
        former=tuple(former_of(row) for row in union_rows if row.kind == "former"),
    )


@cache
def _columns() -> Mapping[str, Callable[[Any], Any]]:
    """Return the fields of a record that are columns of the event, each with the function from the value of the column to its own."""
    stored = {column.name for column in models.Event._meta.concrete_fields} - {"seat_source", "extras"}
    read: dict[str, Callable[[Any], Any]] = {"prints": lambda names: None if names is None else tuple(names)}
    for each in fields(EventRecord):
        if each.name in stored:
            read.setdefault(each.name, type(each.default) if isinstance(each.default, StrEnum) else lambda value: value)
    return read


def public_address(slug: str) -> str:
    """Return the absolute address of an event's public page, empty where no public address is set."""
    return f"{settings.PUBLIC_ADDRESS}{reverse('event', args=[slug])}" if settings.PUBLIC_ADDRESS else ""


ENTRIES = SqlRows(
    """
    SELECT here.id, here.number, here.name, here.country, here.is_junior, here.status, here.first_round, here.last_round,
        here.contestant_id, here.note, here.fixed_table, here.given_name, here.family_name, here.shown_as, here.club, here.team,
        here.email, here.fee_due, here.fee_paid, here.tie_figure,
        other.round_number, other.name, other.given_name, other.family_name, other.country, other.is_junior, other.owner
    FROM tournament_entry AS here LEFT JOIN tournament_takenover AS other ON other.entry_id = here.id
    WHERE here.event_id = %s ORDER BY here.number
    """,
    {4: bool, 25: bool},
)
"""The entries of an event in order of number: the primary key, then the columns that `_entry` takes."""


def _entry(
    codes_withdrawn: int, number: int, name: str, country: str, is_junior: bool, status: str, *rest: Any
) -> EntryRecord:
    """Return an entry as a value, from its columns and how often the code on its place card was withdrawn."""
    (
        first_round,
        last_round,
        contestant_id,
        note,
        fixed_table,
        given_name,
        family_name,
        shown_as,
        *desk_only,
        tie_figure,
    ) = rest[:14]
    at, *named, other_country, is_other_junior, owner = rest[14:]
    taken = None
    if owner is not None:
        taken = TakenOver(at, named[0], named[1], named[2], other_country, bool(is_other_junior), ScoreOwner(owner))
    return EntryRecord(
        *(PlayerId(number), name, country, is_junior, Status(status), first_round, last_round, contestant_id, note),
        *(
            fixed_table,
            given_name,
            family_name,
            NameShown(shown_as),
            codes_withdrawn,
            "",
            *desk_only,
            taken,
            tie_figure,
        ),
    )


ROUNDS = SqlRows(
    """
    SELECT played.id, played.number, played.kind, played.top_table_wins, played.state, played.seat_source, played.protocol,
        played.starts_at, played.published_at, played.pauses, played.draw_id, draw.first_round, draw.seed, draw.fingerprint,
        CAST(draw.plan AS text), CAST(draw.report AS text), CAST(draw.protocol AS text)
    FROM tournament_round AS played LEFT JOIN tournament_draw AS draw ON draw.id = played.draw_id
    WHERE played.event_id = %s ORDER BY played.number
    """,
    {3: bool, 6: from_json, 7: moment, 8: moment, 9: from_json},
)
"""The rounds of an event in order of number: the columns of the round, then those of its draw, with JSON still as text."""


def _rounds(
    event: models.Event, numbers: Numbers, union_rows: Sequence[UnionRow], names: Mapping[PlayerId, str]
) -> tuple[RoundRecord, ...]:
    """Return the rounds of an event in order; ``numbers`` are entry numbers by primary key, ``names`` what their lines say."""
    people = tuple(names.items())
    tables = _tables(event, numbers, union_rows)
    sit_outs: dict[int, list[SitOutRecord]] = defaultdict(list)
    for row in union_rows:
        if row.kind == "sit-out":
            idle = sit_out_of(row, numbers[row.entry])
            (reason,) = _lines_named(people, (idle.reason,))
            sit_outs[row.round].append(replace(idle, reason=reason, stored=idle.reason))
    rounds = []
    for pk, number, kind, wins, state, seat_source, protocol, starts_at, published_at, pauses, *columns in ROUNDS.of(
        event.pk
    ):
        draw = _draw_as_written(people, *columns) if columns[0] else None
        source, made = SeatSource(seat_source), RoundKind(kind)
        if source is SeatSource.DRAWN and made.is_seated_by_rank:
            stage = event.format.stage(number, event.rounds_planned, len(tables[pk]))
            source = SeatSource.CHOSEN if stage.seats is SeatsBy.CHOSEN else source
        rounds.append(
            RoundRecord(
                number=number,
                kind=made,
                state=RoundState(state),
                tables=tuple(tables[pk]),
                sit_outs=tuple(sit_outs[number]),
                seat_source=source,
                seed=draw.seed if draw else None,
                protocol=_lines_named(people, tuple(protocol)),
                draw=draw,
                starts_at=starts_at,
                published_at=published_at,
                pauses=pauses_of(pauses),
                top_table_wins=wins,
            )
        )
    return tuple(rounds)


def pauses_of(stored: object) -> tuple[Pause, ...]:
    """Return the pauses of a round's clock from the column that holds them."""
    return msgspec.convert(stored, tuple[Pause, ...])


SEATS = SqlRows(
    """
    SELECT seat.table_id, seat.entry_id, seat.position, seat.starting_tile, said.cash, said.timed_out, said.reason, said.second
    FROM tournament_seat AS seat JOIN tournament_round AS played ON played.id = seat.round_id
        JOIN tournament_table AS place ON place.id = seat.table_id
        LEFT JOIN tournament_reportedseat AS said ON said.report_id = place.official_id AND said.entry_id = seat.entry_id
    WHERE played.event_id = %s ORDER BY seat.table_id, seat.position
    """
)
"""The seats of every table with their figures in its official report."""


def _seats(event: models.Event, numbers: Numbers) -> Mapping[int, list[SeatRecord]]:
    """Return the seats of every table, by the table's primary key, with their official figures."""
    seats: dict[int, list[SeatRecord]] = defaultdict(list)
    for table, entry, position, tile, cash, timed_out, reason, second in SEATS.of(event.pk):
        seats[table].append(SeatRecord(numbers[entry], position, tile, cash, bool(timed_out), reason or "", second))
    return seats


TABLES = SqlRows(
    """
    SELECT place.round_id, played.number, place.id, place.number, place.chain_set, report.ended_by, report.equal_shares, report.id,
        report.source, COALESCE(reporter.username, report.reported_by_name), report.reported_at,
        COALESCE(official.username, report.official_by_name), report.official_at, report.official_version, report.why,
        game.state, game.last, game.reported_at IS NOT NULL
    FROM tournament_table AS place JOIN tournament_round AS played ON played.id = place.round_id
        LEFT JOIN tournament_tablereport AS report ON report.id = place.official_id
        LEFT JOIN auth_user AS reporter ON reporter.id = report.reported_by_id
        LEFT JOIN auth_user AS official ON official.id = report.official_by_id
        LEFT JOIN tournament_game AS game ON game.table_id = place.id
    WHERE played.event_id = %s ORDER BY place.round_id, place.number
    """,
    {10: moment, 12: moment, 17: bool},
)
"""The tables of an event: their own columns, the contents and origin of the official report, and the state of a game on devices."""


def _tables(event: models.Event, numbers: Numbers, union_rows: Sequence[UnionRow]) -> Mapping[int, list[TableRecord]]:
    """Return the tables of every round, by the round's primary key.

    ``union_rows`` hold open disputes, reports that are not official, and withdrawn codes.
    """
    seats = _seats(event, numbers)
    disputed = {row.where for row in union_rows if row.kind == "dispute" and row.state == DisputeState.OPEN.value}
    reports: dict[tuple[int, int], list[UnionRow]] = defaultdict(list)
    for row in union_rows:
        if row.kind == "report":
            reports[row.where].append(row)
    withdrawn = {row.where: row.number for row in union_rows if row.kind == "code"}
    tables: dict[int, list[TableRecord]] = defaultdict(list)
    for played, round_number, pk, number, chain_set, ended_by, equal_shares, *rest in TABLES.of(event.pk):
        *official, state, last, is_reported = rest
        # The latest report of a table is the one that waits, unless a later one is official.
        waiting = waiting_of(reports.get((round_number, number), ()), official[0] or 0)
        tables[played].append(
            TableRecord(
                number=number,
                seats=tuple(seats[pk]),
                chain_set=chain_set,
                ended_by=ended_by or "",
                equal_shares_ruling=equal_shares or "",
                official=official_of(*official) if official[0] else None,
                waiting=waits_as(waiting[-1]) if waiting else None,
                is_disputed=(round_number, number) in disputed,
                reports=waiting,
                codes_withdrawn=withdrawn.get((round_number, number), 0),
                on_devices=on_devices(state, last, is_reported=is_reported),
            )
        )
    return tables


def official_of(
    key: int,
    source: str,
    reported_by: str | None,
    reported_at: datetime,
    official_by: str | None,
    official_at: datetime,
    version: int,
    why: str,
) -> OfficialReport:
    """Return the origin of an official report as a value, from its columns: source, authors, moments, version and reason."""
    return OfficialReport(
        key, ReportSource(source), reported_by or "", reported_at, official_by or "", official_at, version, why
    )


def draw_of(row: models.Draw, names: Mapping[PlayerId, str]) -> DrawRecord:
    """Return a stored draw as a value, with the names of the event's players."""
    origin = row.pk, row.first_round, row.seed, row.fingerprint
    protocol = _lines_named(tuple(names.items()), tuple(row.protocol))
    return _draw(origin, row.plan, named(row.report, names), list(protocol))


@lru_cache(DRAWS_KEPT * 8)
def _lines_named(people: tuple[tuple[PlayerId, str], ...], lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return stored lines with the names of ``people``; cached, as draws are."""
    return tuple(named(lines, dict(people)))


@lru_cache(DRAWS_KEPT)
def _draw_as_written(
    people: tuple[tuple[PlayerId, str], ...], key: int, first_round: int, seed: int, fingerprint: str, *written: str
) -> DrawRecord:
    """Return a draw from its columns with JSON still as text; cached, because parsing that JSON is half the cost of a record.

    ``people`` are the numbers and names that its lines have.
    """
    plan, report, protocol = map(msgspec.json.decode, written)
    names = dict(people)
    return _draw((key, first_round, seed, fingerprint), plan, named(report, names), named(protocol, names))


def _draw(
    origin: tuple[int, int, int, str], plan: Any, report: Mapping[str, Any], protocol: Sequence[str]
) -> DrawRecord:
    """Return a draw as a value from its columns: ``origin`` are its key, first round, seed and fingerprint."""
    return DrawRecord(*origin, msgspec.convert(plan, tuple[PlannedRound, ...]), report, tuple(protocol))
