"""What was written down about an event beside its tables: disputes, logs, penalties, sit-outs, waiting reports, plans; in one query.

What is a list of entries, rulings on ties, rules that keep players apart and the movement chart, is read by another one.
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
    """A row of what was written down about an event: a dispute, log, penalty, sit-out, report not yet official, planned time, or code.

    What a kind does not have is empty; a code of a table, or of a player (round 0), has how often it was withdrawn as its number; of
    a report ``settled_at`` says since when it is agreed, ``subject`` its source and ``flag`` whether its players differ about it, of a plan
    it is the start. Of a sit-out ``title`` is what was chosen, ``state`` its kind, ``subject`` its source.
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
        """The numbers of its round and table."""
        return self.round, self.table


def _union_query(event: int) -> QuerySet[Any, Any]:
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


PAPERS = PreparedRows(_union_query)


def union_rows_of(event: models.Event) -> list[UnionRow]:
    """Everything that was written down, each kind in the order of arrival, in one query."""
    return sorted((UnionRow(*row) for row in PAPERS.of(event.pk)), key=lambda row: row.pk)


def sit_out_of(row: UnionRow, player: PlayerId) -> SitOutRecord:
    """A player's sit-out as it was written down."""
    return SitOutRecord(player, SitOutKind(row.state), row.words, SitOutSource(row.subject), row.title)


def waits_as(report: WaitingReport) -> ResultState:
    """How a report that is not official waits."""
    if report.is_contested:
        return ResultState.DISPUTED
    return ResultState.AGREED if report.is_agreed else ResultState.REPORTED


def waiting_of(union_rows: Iterable[UnionRow], official: int) -> tuple[WaitingReport, ...]:
    """The reports of a table later than its official one: of each at the desk the latest, of the phones all by which somebody stands."""
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
    """A dispute as a value."""
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
    """A log as a value, named by its key where it has no title."""
    title = row.title or f"Log {row.pk}"
    return LogRecord(row.pk, row.round, row.table, title, row.flag, row.came_at, row.by)


def penalty_of(row: UnionRow, player: PlayerId) -> PenaltyRecord:
    """A penalty of a player as a value."""
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
    """A planned time as a value."""
    return PlannedStart(row.round, row.settled_at, row.title)


def _member_rows(event: int) -> QuerySet[Any, Any]:
    """Rulings on ties, keep-apart rules and the movement chart: all three are lists of entries, so one query reads them."""
    nowhere = Value(None, IntegerField())
    tied = models.TiedEntry.objects.filter(tie__event=event).order_by()
    apart = models.KeptApart.objects.filter(rule__event=event).order_by()
    chart = models.ChartSeat.objects.filter(event=event).order_by()
    said = Cast(F("rule__is_hard"), IntegerField())
    told = Cast(F("tie__is_told"), IntegerField())
    return tied.values_list(
        Value("tie"), "tie_id", "ordinal", "tie__total", "entry_id", "tie__reason", "place", told
    ).union(
        apart.values_list(Value("apart"), "rule_id", "pk", said, "entry_id", "rule__reason", nowhere, nowhere),
        chart.values_list(
            *(Value("chart"), "round_number", "position", "table_number", "entry_id"),
            *(Value("", CharField()), nowhere, nowhere),
        ),
        all=True,
    )


MEMBERS = PreparedRows(_member_rows)


def _places_shared(places: Mapping[int, int]) -> tuple[int, ...]:
    """The places of a ruling in its order; none where everybody has a place of their own."""
    in_order = tuple(places[at] for at in sorted(places))
    return in_order if len(set(in_order)) < len(in_order) else ()


def members_of(
    event: models.Event, numbers: Mapping[int, PlayerId]
) -> tuple[tuple[TieRuling, ...], tuple[ApartRecord, ...], tuple[ChartRound, ...]]:
    """The rulings on ties, the rules that keep players apart, the movement chart; ``numbers`` are players by the keys of entries."""
    groups: dict[tuple[str, int, int], list[tuple[int, PlayerId]]] = defaultdict(list)
    reasons: dict[tuple[str, int, int], str] = {}
    shared: dict[tuple[str, int, int], dict[int, int]] = defaultdict(dict)
    is_told: dict[tuple[str, int, int], bool] = {}
    for kind, owner, at, second, entry, reason, place, told in MEMBERS.of(event.pk):
        is_told[kind, owner, second] = told is None or bool(told)
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
            TieRuling(named, reasons[group], group[2], _places_shared(shared[group]), is_told[group])
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
