"""Rows of seven models that belong to an event, read by one UNION query and turned into values.

They are disputes, logs, penalties, sit-outs, reports that are not official, planned times and withdrawn codes. A second query reads three
kinds of lists of entries: rulings on ties, keep-apart rules, and the movement chart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import BooleanField, CharField, F, IntegerField, Q, QuerySet, Value
from django.db.models.functions import Cast, Coalesce

from tournament import models
from tournament.models.prepared import PreparedRows
from tournament.record.devices import DeviceKind
from tournament.record.event import (
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
    """One row of the UNION: a dispute, log, penalty, sit-out, report that is not official, planned time or withdrawn code.

    A column that a kind does not have is empty. For a code, of a table or of a player (``round`` 0), ``number`` is how often it was
    withdrawn. For a report ``settled_at`` is since when it is agreed, ``subject`` its source, and ``flag`` whether it is contested. For a
    plan ``settled_at`` is the start. For a sit-out ``title`` is the director's reason, ``state`` its kind, ``subject`` its source.
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


def _union_query(event: int) -> QuerySet[Any, Any]:
    """Return the UNION query for the event with that primary key, with the columns of `UnionRow`."""
    # Values of columns that a kind of row does not have: text, moment, number, truth.
    nothing, never = Value("", CharField()), Cast(Value(None), models.GameLog._meta.get_field("attached_at"))
    none, no = Value(0, IntegerField()), Value(False, BooleanField())
    where = ("table__round__number", "table__number")
    logs = models.GameLog.objects.filter(table__round__event=event).order_by()
    disputes = models.Dispute.objects.filter(table__round__event=event).order_by()
    penalties = models.Penalty.objects.filter(event=event).order_by()
    reports = models.TableReport.objects.filter(table__round__event=event, official_at=None, left_at=None)
    reports = reports.annotate(is_contested=Q(contested_at__isnull=False)).order_by()
    sit_outs = models.SitOut.objects.filter(round__event=event).order_by()
    plans = models.PlannedTime.objects.filter(event=event).order_by()
    codes = models.DeviceCode.objects.filter(
        event=event, kind__in=[DeviceKind.TABLE.value, DeviceKind.PLAYER.value]
    ).order_by()
    return logs.values_list(
        *(Value("log"), "pk", *where, "title", nothing, nothing, "attached_at", never, none),
        *(Coalesce("attached_by__username", "attached_by_name"), none, nothing, "is_public"),
    ).union(
        disputes.values_list(
            *(Value("dispute"), "pk", *where, "question", "state", "ruling", "opened_at", "settled_at"),
            *(Coalesce("log_id", 0, output_field=IntegerField()), nothing, none, nothing, no),
        ),
        penalties.values_list(
            *(Value("penalty"), "pk", "round_number", none, "reason", "kind", "cancel_reason", "given_at", never),
            *("amount", Coalesce("given_by__username", "given_by_name"), "entry_id", "subject", "is_cancelled"),
        ),
        sit_outs.values_list(
            *(Value("sit-out"), "pk", "round__number", none, "chosen", "kind", "reason", never, never, none),
            *(nothing, "entry_id", "source", no),
        ),
        reports.values_list(
            *(Value("report"), "pk", *where, nothing, nothing, nothing, "reported_at", "agreed_at", none),
            *(Coalesce("reported_by__username", "reported_by_name"), none, "source", "is_contested"),
        ),
        plans.values_list(
            *(Value("plan"), "pk", "number", none, "hall", nothing, nothing, never, "starts_at", none),
            *(nothing, none, nothing, no),
        ),
        codes.values_list(
            *(Value("code"), "pk", "round_number", "number", nothing, nothing, nothing, never, never, "counter"),
            *(nothing, none, nothing, no),
        ),
        all=True,
    )


UNION = PreparedRows(_union_query)


def union_rows_of(event: models.Event) -> list[UnionRow]:
    """Return all rows of the UNION for an event, each kind in the order of arrival, in one query."""
    return sorted((UnionRow(*row) for row in UNION.of(event.pk)), key=lambda row: row.pk)


def sit_out_of(row: UnionRow, player: PlayerId) -> SitOutRecord:
    """Return a sit-out of this player as a value."""
    return SitOutRecord(player, SitOutKind(row.state), row.words, SitOutSource(row.subject), row.title)


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
    """Return a log as a value; one without a title is named by its primary key."""
    title = row.title or f"Log {row.pk}"
    return LogRecord(row.pk, row.round, row.table, title, row.flag, row.came_at, row.by)


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


def plan_of(row: UnionRow) -> PlannedStart:
    """Return a planned time as a value."""
    return PlannedStart(row.round, row.settled_at, row.title)


def _member_rows(event: int) -> QuerySet[Any, Any]:
    """Return the query of rulings on ties, keep-apart rules and the movement chart, which are all lists of entries."""
    nowhere = Value(None, IntegerField())
    tied = models.TiedEntry.objects.filter(tie__event=event).order_by()
    apart = models.KeptApart.objects.filter(rule__event=event).order_by()
    chart = models.ChartSeat.objects.filter(event=event).order_by()
    is_hard = Cast(F("rule__is_hard"), IntegerField())
    is_told = Cast(F("tie__is_told"), IntegerField())
    return tied.values_list(
        Value("tie"), "tie_id", "ordinal", "tie__total", "entry_id", "tie__reason", "place", is_told
    ).union(
        apart.values_list(Value("apart"), "rule_id", "pk", is_hard, "entry_id", "rule__reason", nowhere, nowhere),
        chart.values_list(
            *(Value("chart"), "round_number", "position", "table_number", "entry_id"),
            *(Value("", CharField()), nowhere, nowhere),
        ),
        all=True,
    )


MEMBERS = PreparedRows(_member_rows)


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
    for kind, owner, at, second, entry, reason, place, is_told in MEMBERS.of(event.pk):
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
