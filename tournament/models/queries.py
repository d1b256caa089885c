"""Rows become vocabulary values: one event whole, in seven queries at any size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from types import MappingProxyType

from django.conf import settings
from django.urls import reverse

from tournament import models
from tournament.record.event import (
    ChartRound,
    EntryRecord,
    EventRecord,
    PenaltyRecord,
    RoundRecord,
    SeatRecord,
    SitOutRecord,
    TableRecord,
    TieRuling,
)
from tournament.record.rulesets import MSO_ACQUIRE, Ruleset
from tournament.record.vocabulary import (
    CutTieBreak,
    FineTiming,
    NegativeCash,
    PenaltyKind,
    PlayerId,
    Reading,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    Status,
)


def read_event(slug: str) -> EventRecord:
    """Read a whole event by its slug; Event.DoesNotExist where there is none."""
    return record_of(models.Event.objects.get(slug=slug))


def record_of(event: models.Event) -> EventRecord:
    """Read everything of an event as one frozen value."""
    entries = list(event.entries.select_related("player"))
    numbers = {entry.pk: entry.number for entry in entries}
    return EventRecord(
        slug=event.slug,
        name=event.name,
        date=event.date,
        version=event.version,
        rounds_planned=event.rounds_planned,
        place=event.place,
        network_name=event.network_name,
        public_address=public_address(event.slug),
        chain_set=event.chain_set,
        ruleset=ruleset_of(event),
        entries=tuple(_entry(entry) for entry in entries),
        rounds=_rounds(event, numbers),
        penalties=tuple(_penalty(row, numbers) for row in event.penalties.select_related("given_by")),
        gold_from_room=event.gold_from_room,
        is_final_published=event.is_final_published,
        ties=tuple(
            TieRuling(tuple(PlayerId(number) for number in tie.numbers), tie.reason) for tie in event.medal_ties.all()
        ),
        chart=tuple(
            ChartRound(row["number"], tuple(tuple(PlayerId(player) for player in table) for table in row["tables"]))
            for row in event.chart.get("rounds", [])
        ),
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
    )


def _by_size(*values: int | None) -> Mapping[int, int]:
    return MappingProxyType({size: value for size, value in enumerate(values, 3) if value is not None})


def _entry(entry: models.Entry) -> EntryRecord:
    return EntryRecord(
        player=PlayerId(entry.number),
        name=entry.player.name,
        country=entry.player.country,
        is_junior=entry.player.is_junior,
        status=Status(entry.status),
        first_round=entry.first_round,
        last_round=entry.last_round,
        contestant_id=entry.player.contestant_id,
        note=entry.note,
    )


def _rounds(event: models.Event, numbers: Mapping[int, int]) -> tuple[RoundRecord, ...]:
    seats: dict[int, list[SeatRecord]] = defaultdict(list)
    for seat in models.Seat.objects.filter(round__event=event).order_by("table_id", "position"):
        seats[seat.table_id].append(
            SeatRecord(
                player=PlayerId(numbers[seat.entry_id]),
                position=seat.position,
                starting_tile=seat.starting_tile,
                cash=seat.cash,
                timed_out=seat.timed_out,
                cash_reason=seat.cash_reason,
            )
        )
    tables: dict[int, list[TableRecord]] = defaultdict(list)
    for table in models.Table.objects.filter(round__event=event).order_by("round_id", "number"):
        tables[table.round_id].append(
            TableRecord(
                number=table.number,
                seats=tuple(seats[table.pk]),
                chain_set=table.chain_set,
                ended_by=table.ended_by,
                equal_shares_ruling=table.equal_shares_ruling,
            )
        )
    sit_outs: dict[int, list[SitOutRecord]] = defaultdict(list)
    for row in models.SitOut.objects.filter(round__event=event).order_by("pk"):
        sit_outs[row.round_id].append(SitOutRecord(PlayerId(numbers[row.entry_id]), SitOutKind(row.kind), row.reason))
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
            starts_at=row.starts_at,
            published_at=row.published_at,
        )
        for row in event.rounds.select_related("draw").order_by("number")
    )


def _penalty(row: models.Penalty, numbers: Mapping[int, int]) -> PenaltyRecord:
    return PenaltyRecord(
        player=PlayerId(numbers[row.entry_id]),
        round=row.round_number,
        kind=PenaltyKind(row.kind),
        amount=row.amount,
        reason=row.reason,
        given_at=row.given_at,
        given_by=row.given_by.get_username() if row.given_by else "",
        is_cancelled=row.is_cancelled,
        cancel_reason=row.cancel_reason,
    )
