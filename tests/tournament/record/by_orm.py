"""The queries of a record as the ORM writes them, against which those in plain SQL are held."""

from __future__ import annotations

from typing import Any

from django.db.models import BooleanField, CharField, F, FilteredRelation, IntegerField, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce

from tournament import models
from tournament.record.devices import DeviceKind


def entries(event: int) -> QuerySet[Any, Any]:
    return (
        models.Entry.objects.filter(event=event)
        .order_by("number")
        .values_list(
            *("pk", "number", "name", "country", "is_junior", "status", "first_round", "last_round", "contestant_id"),
            *("note", "fixed_table", "given_name", "family_name", "shown_as"),
            *("club", "team", "email", "fee_due", "fee_paid"),
            *(
                f"taken_over__{name}"
                for name in ("round_number", "name", "given_name", "family_name", "country", "is_junior", "owner")
            ),
        )
    )


def rounds(event: int) -> QuerySet[Any, Any]:
    return (
        models.Round.objects.filter(event=event)
        .order_by("number")
        .values_list(
            *(
                "pk",
                "number",
                "kind",
                "state",
                "seat_source",
                "protocol",
                "starts_at",
                "published_at",
                "pauses",
                "draw_id",
            ),
            *(f"draw__{name}" for name in ("first_round", "seed", "fingerprint")),
            *(Cast(f"draw__{name}", TextField()) for name in ("plan", "report", "protocol")),
        )
    )


def seats(event: int) -> QuerySet[Any, Any]:
    return (
        models.Seat.objects.filter(round__event=event)
        .annotate(
            said=FilteredRelation("table__official__figures", condition=Q(table__official__figures__entry=F("entry")))
        )
        .order_by("table_id", "position")
        .values_list(
            *("table_id", "entry_id", "position", "starting_tile", "said__cash", "said__timed_out", "said__reason")
        )
    )


def tables(event: int) -> QuerySet[Any, Any]:
    return (
        models.Table.objects.filter(round__event=event)
        .order_by("round_id", "number")
        .values_list(
            *("round_id", "round__number", "pk", "number", "chain_set", "official__ended_by", "official__equal_shares"),
            *(
                "official_id",
                "official__source",
                Coalesce("official__reported_by__username", "official__reported_by_name"),
                "official__reported_at",
                Coalesce("official__official_by__username", "official__official_by_name"),
                "official__official_at",
                "official__official_version",
                "official__why",
            ),
            "game__state",
            "game__last",
            Q(game__reported_at__isnull=False),  # type: ignore[arg-type]  # a condition is an expression too
        )
    )


def union(event: int) -> QuerySet[Any, Any]:
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
    absences = models.PlannedAbsence.objects.filter(entry__event=event).order_by()
    fill_ins = models.FillIn.objects.filter(entry__event=event).order_by()
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
        absences.values_list(
            *(Value("absence"), "pk", "round_number", none, nothing, "kind", nothing, never, never, none),
            *(nothing, "entry_id", nothing, no),
        ),
        fill_ins.values_list(
            *(Value("fill-in"), "pk", none, none, nothing, nothing, nothing, never, never, none),
            *(nothing, "entry_id", nothing, no),
        ),
        all=True,
    )


def members(event: int) -> QuerySet[Any, Any]:
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
