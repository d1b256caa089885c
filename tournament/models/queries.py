"""Rows become values: one event whole, in the same number of queries at any size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db.models import CharField, F, FilteredRelation, IntegerField, Q, Value
from django.db.models.functions import Cast
from django.urls import reverse

from tournament import models
from tournament.models.papers import Paper, dispute_of, log_of, papers_of, penalty_of, waits_as
from tournament.record.event import (
    ApartRecord,
    ChartRound,
    DrawRecord,
    EntryRecord,
    EventRecord,
    OfficialReport,
    PlannedRound,
    RoundRecord,
    SeatRecord,
    SitOutRecord,
    TableRecord,
    TieRuling,
)
from tournament.record.rulesets import MSO_ACQUIRE, Ruleset
from tournament.record.vocabulary import (
    CutTieBreak,
    DisputeState,
    FineTiming,
    LastRound,
    NegativeCash,
    PlayerId,
    Reading,
    ReportSource,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    SitOutSource,
    Status,
)

Numbers = Mapping[int, PlayerId]


def read_event(slug: str) -> EventRecord:
    """Read a whole event by its slug; Event.DoesNotExist where there is none."""
    return record_of(models.Event.objects.get(slug=slug))


def record_of(event: models.Event) -> EventRecord:
    """Read everything of an event as one frozen value."""
    entries = list(event.entries.all())
    numbers = {entry.pk: PlayerId(entry.number) for entry in entries}
    papers = papers_of(event)
    ties, aparts, chart = _members(event, numbers)
    return EventRecord(
        slug=event.slug,
        name=event.name,
        date=event.date,
        version=event.version,
        public_version=event.public_version,
        rounds_planned=event.rounds_planned,
        venue=event.venue,
        network_name=event.network_name,
        public_address=public_address(event.slug),
        chain_set=event.chain_set,
        seat_source=SeatSource(event.seat_source),
        is_practice=event.is_practice,
        ruleset=ruleset_of(event),
        entries=tuple(_entry(entry) for entry in entries),
        rounds=_rounds(event, numbers, papers),
        penalties=tuple(penalty_of(paper, numbers[paper.entry]) for paper in papers if paper.kind == "penalty"),
        gold_from_room=event.gold_from_room,
        is_final_published=event.is_final_published,
        is_fine_timing_settled=event.is_fine_timing_settled,
        ties=ties,
        chart=chart,
        aparts=aparts,
        disputes=tuple(dispute_of(paper) for paper in papers if paper.kind == "dispute"),
        logs=tuple(log_of(paper) for paper in papers if paper.kind == "log"),
    )


def public_address(slug: str) -> str:
    """Write the absolute address of an event's public page, or nothing where no public address is set."""
    return f"{settings.PUBLIC_ADDRESS}{reverse('event', args=[slug])}" if settings.PUBLIC_ADDRESS else ""


def ruleset_of(event: models.Event) -> Ruleset:
    """Read the event's settings as a ruleset; a six-player table has no value until one is confirmed (R29, R60)."""
    return Ruleset(
        name=MSO_ACQUIRE.name,
        size_multipliers=_by_size(
            event.multiplier_three, event.multiplier_four, event.multiplier_five, event.multiplier_six
        ),
        minutes=_by_size(event.minutes_three, event.minutes_four, event.minutes_five, event.minutes_six),
        allowance_minutes=event.allowance_minutes,
        sit_out_score=event.sit_out_score,
        pairing_problem_score=event.pairing_problem_score,
        fine_amount=event.fine_amount,
        fine_timing=FineTiming(event.fine_timing),
        negative_cash=NegativeCash(event.negative_cash),
        dilution=event.dilution,
        reading=Reading(event.reading),
        cut_tie_break=CutTieBreak(event.cut_tie_break),
        last_round=LastRound(event.last_round),
    )


def _by_size(*values: int | None) -> Mapping[int, int]:
    return MappingProxyType({size: value for size, value in enumerate(values, 3) if value is not None})


def _entry(entry: models.Entry) -> EntryRecord:
    return EntryRecord(
        player=PlayerId(entry.number),
        name=entry.name,
        country=entry.country,
        is_junior=entry.is_junior,
        status=Status(entry.status),
        first_round=entry.first_round,
        last_round=entry.last_round,
        contestant_id=entry.contestant_id,
        note=entry.note,
        fixed_table=entry.fixed_table,
        given_name=entry.given_name,
        family_name=entry.family_name,
    )


def _rounds(event: models.Event, numbers: Numbers, papers: Sequence[Paper]) -> tuple[RoundRecord, ...]:
    rows = list(event.rounds.select_related("draw").order_by("number"))
    tables = _tables(event, numbers, papers)
    sit_outs: dict[int, list[SitOutRecord]] = defaultdict(list)
    for sit_out in models.SitOut.objects.filter(round__event=event).order_by("pk"):
        sit_outs[sit_out.round_id].append(
            SitOutRecord(
                numbers[sit_out.entry_id],
                SitOutKind(sit_out.kind),
                sit_out.reason,
                SitOutSource(sit_out.source),
                sit_out.chosen,
            )
        )
    return tuple(
        RoundRecord(
            number=row.number,
            kind=RoundKind(row.kind),
            state=RoundState(row.state),
            tables=tuple(tables[row.pk]),
            sit_outs=tuple(sit_outs[row.pk]),
            seat_source=SeatSource(row.seat_source),
            seed=row.draw.seed if row.draw else None,
            protocol=tuple(row.protocol),
            draw=draw_of(row.draw) if row.draw else None,
            starts_at=row.starts_at,
            published_at=row.published_at,
        )
        for row in rows
    )


def _seats(event: models.Event, numbers: Numbers) -> Mapping[int, list[SeatRecord]]:
    """The seats of every table with their figures in its official report."""
    of_the_seat = Q(table__official__figures__entry=F("entry"))
    rows = (
        models.Seat.objects.filter(round__event=event)
        .annotate(said=FilteredRelation("table__official__figures", condition=of_the_seat))
        .order_by("table_id", "position")
        .values_list(
            *("table_id", "entry_id", "position", "starting_tile", "said__cash", "said__timed_out", "said__reason")
        )
    )
    seats: dict[int, list[SeatRecord]] = defaultdict(list)
    for table, entry, position, tile, cash, timed_out, reason in rows:
        seats[table].append(SeatRecord(numbers[entry], position, tile, cash, bool(timed_out), reason or ""))
    return seats


TABLE_COLUMNS = (
    *("round_id", "round__number", "pk", "number", "chain_set", "official__ended_by", "official__equal_shares"),
    *("official_id", "official__source", "official__reported_by__username", "official__reported_at"),
    *("official__official_by__username", "official__official_at", "official__official_version", "official__why"),
)
"""What is read of a table: its own columns, what its official report says of it, and where that comes from."""


def _tables(event: models.Event, numbers: Numbers, papers: Sequence[Paper]) -> Mapping[int, list[TableRecord]]:
    """The tables of every round by its key; ``papers`` hold open disputes, and reports that are not official."""
    seats = _seats(event, numbers)
    disputed = {paper.where for paper in papers if paper.kind == "dispute" and paper.state == DisputeState.OPEN.value}
    # The latest of a table waits, where nothing later is official.
    waiting = {paper.where: paper for paper in papers if paper.kind == "report"}
    rows = models.Table.objects.filter(round__event=event).order_by("round_id", "number").values_list(*TABLE_COLUMNS)
    tables: dict[int, list[TableRecord]] = defaultdict(list)
    for played, round_number, pk, number, chain_set, ended_by, equal_shares, *official in rows:
        latest = waiting.get((round_number, number))
        is_waiting = latest is not None and latest.pk > (official[0] or 0)
        tables[played].append(
            TableRecord(
                number=number,
                seats=tuple(seats[pk]),
                chain_set=chain_set,
                ended_by=ended_by or "",
                equal_shares_ruling=equal_shares or "",
                official=_official(*official) if official[0] else None,
                waiting=waits_as(latest) if latest is not None and is_waiting else None,
                is_disputed=(round_number, number) in disputed,
            )
        )
    return tables


def _official(
    key: int,
    source: str,
    reported_by: str | None,
    reported_at: datetime,
    official_by: str | None,
    official_at: datetime,
    version: int,
    why: str,
) -> OfficialReport:
    return OfficialReport(
        key, ReportSource(source), reported_by or "", reported_at, official_by or "", official_at, version, why
    )


def username(user: Any) -> str:
    """The name of a user who may be gone; empty for nobody."""
    return str(user.get_username()) if user else ""


def draw_of(row: models.Draw) -> DrawRecord:
    """A stored draw as a value."""
    return DrawRecord(
        key=row.pk,
        first_round=row.first_round,
        seed=row.seed,
        fingerprint=row.fingerprint,
        plan=tuple(
            PlannedRound(
                tuple(tuple(PlayerId(player) for player in table) for table in planned["tables"]),
                tuple(PlayerId(player) for player in planned["sit_outs"]),
            )
            for planned in row.plan
        ),
        report=row.report,
        protocol=tuple(row.protocol),
    )


def draw_before(event: models.Event, draw: DrawRecord | None, number: int) -> DrawRecord | None:
    """The draw made before this one that planned the round of that number too; None for the first."""
    rows = event.draws.filter(pk__lt=draw.key if draw else 0, first_round__lte=number).order_by("-pk")
    row = rows.first()
    return draw_of(row) if row else None


def _members(
    event: models.Event, numbers: Numbers
) -> tuple[tuple[TieRuling, ...], tuple[ApartRecord, ...], tuple[ChartRound, ...]]:
    """Rulings on ties, keep-apart rules and the movement chart: all three are lists of entries, so one query reads them."""
    none = Value(0, IntegerField())
    tied = models.TiedEntry.objects.filter(tie__event=event).order_by()
    apart = models.KeptApart.objects.filter(rule__event=event).order_by()
    chart = models.ChartSeat.objects.filter(event=event).order_by()
    said = Cast(F("rule__is_hard"), IntegerField())
    rows = tied.values_list(Value("tie"), "tie_id", "ordinal", none, "entry_id", "tie__reason").union(
        apart.values_list(Value("apart"), "rule_id", "pk", said, "entry_id", "rule__reason"),
        chart.values_list(
            Value("chart"), "round_number", "position", "table_number", "entry_id", Value("", CharField())
        ),
        all=True,
    )
    groups: dict[tuple[str, int, int], list[tuple[int, PlayerId]]] = defaultdict(list)
    reasons: dict[tuple[str, int, int], str] = {}
    for kind, owner, place, second, entry, reason in rows:
        groups[kind, owner, second].append((place, numbers[entry]))
        reasons[kind, owner, second] = reason
    players = {group: tuple(player for _, player in sorted(members)) for group, members in sorted(groups.items())}
    planned: dict[int, list[tuple[PlayerId, ...]]] = defaultdict(list)
    for (kind, owner, _), seated in players.items():
        if kind == "chart":
            planned[owner].append(seated)
    return (
        tuple(TieRuling(named, reasons[group]) for group, named in players.items() if group[0] == "tie"),
        tuple(
            ApartRecord(group[1], tuple(sorted(named)), bool(group[2]), reasons[group])
            for group, named in players.items()
            if group[0] == "apart"
        ),
        tuple(ChartRound(number, tuple(tables)) for number, tables in sorted(planned.items())),
    )
