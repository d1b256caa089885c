"""Rows of ten models that belong to an event, read by one UNION query and turned into values.

They are disputes, logs, penalties, sit-outs, planned absences, fill-ins, reports that are not official, planned times, codes and former
entries. A second query reads three kinds of lists of entries: rulings on ties, keep-apart rules, and the movement chart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from tournament import models
from tournament.models.plain_sql import SqlRows, moment
from tournament.record.former import FormerEntry
from tournament.record.rounds import (
    ApartRecord,
    ChartRound,
    DisputeRecord,
    LogRecord,
    PenaltyRecord,
    PlannedStart,
    SitOutRecord,
    TieRuling,
    WaitingReport,
)
from tournament.record.vocabulary import (
    DisputeState,
    PenaltyKind,
    PlayerId,
    ReportSource,
    ResultState,
    SitOutKind,
    SitOutSource,
    Subject,
)


class UnionRow(NamedTuple):
    """One row of the UNION, of one of ten kinds: a dispute, log, penalty, sit-out, absence, fill-in, report, plan, code or former entry.

    A column that a kind does not have is empty. For a code, of a table or of a player (``round`` 0), ``number`` is how often it was
    withdrawn. For a report ``settled_at`` is since when it is agreed, ``subject`` its source, and ``flag`` whether it is contested. For a
    plan ``settled_at`` is the start. For a sit-out ``title`` is the director's reason, ``state`` its kind, ``subject`` its source;
    for an absence, ``state`` is its kind. For a former entry ``round`` is the version and ``table`` the number, ``title`` and ``words`` are
    its columns in JSON, ``number`` is 1 where it ends, and ``flag`` whether it is of after the change.
    """

    kind: str
    pk: int
    round: int
    table: int
    title: str
    state: str
    words: str
    came_at: datetime
    settled_at: datetime | None
    number: int
    by: str
    entry: int
    subject: str
    flag: bool

    @property
    def where(self) -> tuple[int, int]:
        """The numbers of the row's round and table."""
        return self.round, self.table


UNION = SqlRows(
    """
    SELECT 'log' AS kind, log.id, played.number, place.number, log.title, '', '', log.attached_at, CAST(NULL AS timestamptz), 0,
        COALESCE(author.username, log.attached_by_name), 0, '', log.is_public
    FROM tournament_gamelog AS log JOIN tournament_table AS place ON place.id = log.table_id
        JOIN tournament_round AS played ON played.id = place.round_id LEFT JOIN auth_user AS author ON author.id = log.attached_by_id
    WHERE played.event_id = %s
    UNION ALL
    SELECT 'dispute', dispute.id, played.number, place.number, dispute.question, dispute.state, dispute.ruling, dispute.opened_at,
        dispute.settled_at, COALESCE(dispute.log_id, 0), '', 0, '', FALSE
    FROM tournament_dispute AS dispute JOIN tournament_table AS place ON place.id = dispute.table_id
        JOIN tournament_round AS played ON played.id = place.round_id
    WHERE played.event_id = %s
    UNION ALL
    SELECT 'penalty', penalty.id, penalty.round_number, 0, penalty.reason, penalty.kind, penalty.cancel_reason, penalty.given_at, NULL,
        penalty.amount, COALESCE(author.username, penalty.given_by_name), penalty.entry_id, penalty.subject, penalty.is_cancelled
    FROM tournament_penalty AS penalty LEFT JOIN auth_user AS author ON author.id = penalty.given_by_id
    WHERE penalty.event_id = %s
    UNION ALL
    SELECT 'sit-out', idle.id, played.number, 0, idle.chosen, idle.kind, idle.reason, NULL, NULL, 0, '', idle.entry_id, idle.source, FALSE
    FROM tournament_sitout AS idle JOIN tournament_round AS played ON played.id = idle.round_id
    WHERE played.event_id = %s
    UNION ALL
    SELECT 'report', report.id, played.number, place.number, '', '', '', report.reported_at, report.agreed_at, 0,
        COALESCE(author.username, report.reported_by_name), 0, report.source, report.contested_at IS NOT NULL
    FROM tournament_tablereport AS report JOIN tournament_table AS place ON place.id = report.table_id
        JOIN tournament_round AS played ON played.id = place.round_id LEFT JOIN auth_user AS author ON author.id = report.reported_by_id
    WHERE played.event_id = %s AND report.official_at IS NULL AND report.left_at IS NULL
    UNION ALL
    SELECT 'plan', plan.id, plan.number, 0, plan.hall, '', '', NULL, plan.starts_at, 0, '', 0, '', FALSE
    FROM tournament_plannedtime AS plan
    WHERE plan.event_id = %s
    UNION ALL
    SELECT 'code', code.id, code.round_number, code.number, '', '', '', NULL, NULL, code.counter, '', 0, '', FALSE
    FROM tournament_devicecode AS code
    WHERE code.event_id = %s AND code.kind IN ('table', 'player')
    UNION ALL
    SELECT 'absence', away.id, away.round_number, 0, '', away.kind, '', NULL, NULL, 0, '', away.entry_id, '', FALSE
    FROM tournament_plannedabsence AS away JOIN tournament_entry AS who ON who.id = away.entry_id
    WHERE who.event_id = %s
    UNION ALL
    SELECT 'fill-in', filling.id, 0, 0, '', '', '', NULL, NULL, 0, '', filling.entry_id, '', FALSE
    FROM tournament_fillin AS filling JOIN tournament_entry AS who ON who.id = filling.entry_id
    WHERE who.event_id = %s
    UNION ALL
    SELECT 'former', former.id, former.version, former.number, CAST(former.named AS text), '', CAST(former.private AS text), NULL, NULL,
        CAST(former.ends AS integer), '', 0, '', former.is_after
    FROM tournament_formerentry AS former
    WHERE former.event_id = %s
    """,
    {7: moment, 8: moment, 13: bool},
)
"""The columns of `UnionRow`; the event's primary key stands for each of the ten parts."""


def union_rows_of(event: models.Event) -> list[UnionRow]:
    """Return all rows of the UNION for an event, each kind in the order of arrival, in one query."""
    return sorted((UnionRow(*row) for row in UNION.of(*[event.pk] * 10)), key=lambda row: row.pk)


def sit_out_of(row: UnionRow, player: PlayerId) -> SitOutRecord:
    """Return a sit-out of this player as a value."""
    return SitOutRecord(player, SitOutKind(row.state), row.words, SitOutSource(row.subject), row.title)


def absences_of(
    rows: Iterable[UnionRow], numbers: Mapping[int, PlayerId], begun: int
) -> Mapping[int, tuple[SitOutRecord, ...]]:
    """Return who will be away, by the number of the round; without rounds that have begun, which have sit-outs instead."""
    away: dict[int, list[SitOutRecord]] = defaultdict(list)
    for row in rows:
        if row.kind == "absence" and row.round > begun:
            record = SitOutRecord(numbers[row.entry], SitOutKind(row.state), source=SitOutSource.ABSENCE)
            away[row.round].append(record)
    in_order = {number: tuple(sorted(away[number], key=lambda each: each.player)) for number in sorted(away)}
    return MappingProxyType(in_order)


def waits_as(report: WaitingReport) -> ResultState:
    """Return the state of a report that is not official."""
    if report.is_contested:
        return ResultState.DISPUTED
    return ResultState.AGREED if report.is_agreed else ResultState.REPORTED


def waiting_of(union_rows: Iterable[UnionRow], official: int) -> tuple[WaitingReport, ...]:
    """Return the reports of a table that came after its official one, whose primary key is ``official`` (0 for none).

    These are the latest of each user at the desk, and all reports of phones that still have support.
    """
    latest: dict[tuple[str, str], UnionRow] = {}
    for row in union_rows:
        if row.pk > official:
            author = row.subject, str(row.pk) if row.subject == ReportSource.PLAYER.value else row.by
            latest.pop(author, None)
            latest[author] = row
    return tuple(
        WaitingReport(row.pk, ReportSource(row.subject), row.by, row.came_at, row.settled_at is not None, row.flag)
        for row in latest.values()
    )


def dispute_of(row: UnionRow) -> DisputeRecord:
    """Return a dispute as a value."""
    return DisputeRecord(
        key=row.pk,
        round=row.round,
        table=row.table,
        question=row.title,
        state=DisputeState(row.state),
        ruling=row.words,
        opened_at=row.came_at,
        settled_at=row.settled_at,
        log=row.number or None,
    )


def log_of(row: UnionRow) -> LogRecord:
    """Return a log as a value."""
    return LogRecord(row.pk, row.round, row.table, row.title, row.flag, row.came_at, row.by)


def penalty_of(row: UnionRow, player: PlayerId) -> PenaltyRecord:
    """Return a penalty of this player as a value."""
    return PenaltyRecord(
        player=player,
        round=row.round,
        kind=PenaltyKind(row.state),
        amount=row.number,
        reason=row.title,
        subject=Subject(row.subject),
        key=row.pk,
        given_at=row.came_at,
        given_by=row.by,
        is_cancelled=row.flag,
        cancel_reason=row.words,
    )


def former_of(row: UnionRow) -> FormerEntry:
    """Return a former entry as a value."""
    columns = {**msgspec.json.decode(row.title), **msgspec.json.decode(row.words)}
    return FormerEntry(row.table, row.round, columns, ends=bool(row.number), is_after=row.flag)


def plan_of(row: UnionRow) -> PlannedStart:
    """Return a planned time as a value."""
    return PlannedStart(row.round, row.settled_at, row.title)


MEMBERS = SqlRows(
    """
    SELECT 'tie' AS kind, member.tie_id, member.ordinal, tie.total, member.entry_id, tie.reason, member.place, CAST(tie.is_told AS integer)
    FROM tournament_tiedentry AS member JOIN tournament_medaltie AS tie ON tie.id = member.tie_id
    WHERE tie.event_id = %s
    UNION ALL
    SELECT 'apart', member.rule_id, member.id, CAST(rule.is_hard AS integer), member.entry_id, rule.reason, NULL, NULL
    FROM tournament_keptapart AS member JOIN tournament_keepapart AS rule ON rule.id = member.rule_id
    WHERE rule.event_id = %s
    UNION ALL
    SELECT 'chart', seat.round_number, seat.position, seat.table_number, seat.entry_id, '', NULL, NULL
    FROM tournament_chartseat AS seat
    WHERE seat.event_id = %s
    """
)
"""Rulings on ties, keep-apart rules and the movement chart, which are all lists of entries."""


def _shared_places(places: Mapping[int, int]) -> tuple[int, ...]:
    """Return the places of a ruling in its order; empty where no place is shared."""
    in_order = tuple(places[at] for at in sorted(places))
    return in_order if len(set(in_order)) < len(in_order) else ()


def members_of(
    event: models.Event, numbers: Mapping[int, PlayerId]
) -> tuple[tuple[TieRuling, ...], tuple[ApartRecord, ...], tuple[ChartRound, ...]]:
    """Return the rulings on ties, the keep-apart rules and the movement chart of an event.

    ``numbers`` are entry numbers by primary key.
    """
    groups: dict[tuple[str, int, int], list[tuple[int, PlayerId]]] = defaultdict(list)
    reasons: dict[tuple[str, int, int], str] = {}
    shared: dict[tuple[str, int, int], dict[int, int]] = defaultdict(dict)
    tells_reason: dict[tuple[str, int, int], bool] = {}
    for kind, owner, at, second, entry, reason, place, is_told in MEMBERS.of(*[event.pk] * 3):
        tells_reason[kind, owner, second] = is_told is None or bool(is_told)
        groups[kind, owner, second].append((at, numbers[entry]))
        reasons[kind, owner, second] = reason
        shared[kind, owner, second][at] = at if place is None else place
    players = {group: tuple(player for _, player in sorted(members)) for group, members in sorted(groups.items())}
    planned: dict[int, list[tuple[PlayerId, ...]]] = defaultdict(list)
    for (kind, owner, _), seated in players.items():
        if kind == "chart":
            planned[owner].append(seated)
    return (
        tuple(
            TieRuling(named, reasons[group], group[2], _shared_places(shared[group]), tells_reason[group])
            for group, named in players.items()
            if group[0] == "tie"
        ),
        tuple(
            ApartRecord(group[1], tuple(sorted(named)), bool(group[2]), reasons[group])
            for group, named in players.items()
            if group[0] == "apart"
        ),
        tuple(ChartRound(number, tuple(tables)) for number, tables in sorted(planned.items())),
    )
