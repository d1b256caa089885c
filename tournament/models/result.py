"""Tables with their seats, and who sits out.

Triggers guard what constraints cannot (migration ``house guards``): a seat is in its table's round and its entry of the same event,
nobody both plays and sits out a round, and in a closed round the official result, the seats and the sit-outs do not change.

Reports of tables: who reported how a game ended, when, and which report is official.

Rows are only ever added. The result that counts is the report to which its table's ``official`` points; reported figures are never
changed, which triggers guard (migration ``house guards``).

Penalties and warnings; a cancelled one stays stored and does not count.

The director's decisions on ties for a medal (R65).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models.choices import choices_of, kept_name
from tournament.models.device import Device
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.models.round import Round
from tournament.record.lengths import LONGEST_ENDING
from tournament.record.rounds import SeatRecord, TableRecord
from tournament.record.vocabulary import (
    PenaltyKind,
    PlayerId,
    ReportSource,
    ResultState,
    SitOutKind,
    SitOutSource,
    Subject,
)


class Table(models.Model):
    """One table of a round; ``official`` is the report whose figures count, None before the first one."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    chain_set = models.CharField(max_length=20, blank=True)
    official = models.ForeignKey(
        "TableReport", null=True, blank=True, on_delete=models.RESTRICT, related_name="official_of"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once_a_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"


class Seat(models.Model):
    """A player's seat at a table; ``position`` is its place in the order of the draw. A later player may take a free position."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    starting_tile = models.CharField(max_length=3, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="player_sits_once_a_round"),
            models.UniqueConstraint(fields=["table", "position"], name="seat_position_once_a_table"),
            models.UniqueConstraint(
                fields=["table", "starting_tile"], condition=~Q(starting_tile=""), name="starting_tile_once_a_table"
            ),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=6), name="seat_position_one_to_six"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.position}"


class SitOut(models.Model):
    """A player who does not play a round, why, and how that came about (R49-R54).

    The score follows from ``kind`` and the event's settings; ``chosen`` is the director's reason for the choice, if there was one. Who is
    out of a round by the results has no row.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sit_outs")
    kind = models.CharField(max_length=20, choices=choices_of(SitOutKind)[:-1], default=SitOutKind.STANDARD.value)
    source = models.CharField(max_length=10, choices=choices_of(SitOutSource), default=SitOutSource.DRAW.value)
    reason = models.TextField(blank=True)
    chosen = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="sit_out_once_a_round")]

    def __str__(self) -> str:
        return f"{self.entry} sits out {self.round}"


class FillIn(models.Model):
    """An entry that only completes tables: it is not ranked, and no score, sit-out, medal or point counts for it (R70)."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="fill_in")

    class Meta:
        ordering = ["entry"]

    def __str__(self) -> str:
        return f"{self.entry} fills in"


class PlannedAbsence(models.Model):
    """A round that has not begun and that a player will not play, and how it is scored for them; once it begins, this is a `SitOut`."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="planned_absences")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=choices_of(SitOutKind), default=SitOutKind.MISSED.value)

    class Meta:
        ordering = ["round_number", "entry"]
        constraints = [models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once_a_round")]

    def __str__(self) -> str:
        return f"{self.entry} misses round {self.round_number}"


class TableReport(models.Model):
    """One report of a table's result; ``official_version`` is the event's version that made it official, None for a pending report.

    ``equal_shares`` is the reason of a ruling of equal shares (R62); ``why`` says why a report was made official where that needs a
    reason (a correction, R11, R68; a ruling from ``log``; an earlier report restored).

    Three moments belong to a report by a phone (``device``): ``agreed_at``, since when the whole table agrees to it; ``contested_at``,
    since when a player has said no or a different report has support too; and ``left_at``, since when no player supports it any more.

    ``browsers`` is no column: it says from how many browsers the table agreed, only where the desk lists reports.
    """

    browsers: int | None = None

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports")
    source = models.CharField(max_length=10, choices=choices_of(ReportSource), default=ReportSource.DESK.value)
    reported_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reported_by_name = kept_name()
    reported_at = models.DateTimeField()
    ended_by = models.CharField(max_length=LONGEST_ENDING, blank=True)
    equal_shares = models.CharField(max_length=300, blank=True)  # R62
    log = models.ForeignKey("GameLog", null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    device = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    agreed_at = models.DateTimeField(null=True, blank=True)
    contested_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    official_at = models.DateTimeField(null=True, blank=True)
    official_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    official_by_name = kept_name()
    official_version = models.PositiveIntegerField(null=True, blank=True)
    why = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "official_version"],
                condition=Q(official_version__isnull=False),
                name="one_official_report_a_version",
            ),
            models.CheckConstraint(
                condition=Q(official_at__isnull=True, official_version__isnull=True)
                | Q(official_at__isnull=False, official_version__isnull=False),
                name="official_reports_know_since_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, report {self.pk}"

    @property
    def is_by_phone(self) -> bool:
        """Return whether a phone of the table reported it."""
        return self.source == ReportSource.PLAYER.value

    @property
    def is_typed(self) -> bool:
        """Return whether it was typed at the desk."""
        return self.source == ReportSource.DESK.value

    @property
    def is_agreed(self) -> bool:
        """Return whether the whole table agrees to it."""
        return self.agreed_at is not None

    @cached_property
    def result(self) -> TableRecord:
        """The result that the report states; one query, except where whoever read several reports has set it."""
        return self.result_from(self.figures.select_related("entry").order_by("pk"))

    def result_from(self, lines: Iterable[ReportedSeat]) -> TableRecord:
        """Return the result that the report states, from its lines in order, whose entries must have been read."""
        seats = tuple(
            SeatRecord(
                PlayerId(line.entry.number),
                cash=line.cash,
                timed_out=line.timed_out,
                cash_reason=line.reason,
                second=line.second,
            )
            for line in lines
        )
        return TableRecord(self.table.number, seats, ended_by=self.ended_by, equal_shares_ruling=self.equal_shares)

    @property
    def state(self) -> ResultState:
        """Return the state of the report: official, replaced, disputed, agreed or reported."""
        if self.official_at is not None:
            return ResultState.OFFICIAL if self.table.official_id == self.pk else ResultState.REPLACED
        if self.table.official_id is not None and self.pk < self.table.official_id:
            return ResultState.REPLACED
        if self.left_at is not None:
            return ResultState.REPLACED
        if self.contested_at is not None:
            return ResultState.DISPUTED
        return ResultState.AGREED if self.agreed_at is not None else ResultState.REPORTED


class ReportedSeat(models.Model):
    """The figures of one player in a report: what was typed (None if not known), a second figure, and whether time ran out.

    A trigger forbids changing a row.
    """

    report = models.ForeignKey(TableReport, on_delete=models.CASCADE, related_name="figures")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="figures")
    cash = models.IntegerField(null=True, blank=True)
    second = models.IntegerField(null=True, blank=True)
    timed_out = models.BooleanField(default=False)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["report", "entry"], name="reported_once_a_report"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.cash}"


class ReportAnswer(models.Model):
    """A player's yes or no to a report, and the phone that sent it; the last answer of each player counts.

    A trigger forbids changing a row.
    """

    report = models.ForeignKey(TableReport, on_delete=models.CASCADE, related_name="answers")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    agrees = models.BooleanField()
    said_at = models.DateTimeField()
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="answers")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry} {'agrees' if self.agrees else 'does not agree'} to report {self.report_id}"


class Penalty(models.Model):
    """A penalty or warning that the director gave a player in a round (R23-R27); ``amount`` is in dollars, above 0 only for a fine."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=15, choices=choices_of(PenaltyKind))
    subject = models.CharField(max_length=15, choices=choices_of(Subject), default=Subject.OTHER.value)
    amount = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=300)
    given_at = models.DateTimeField(default=timezone.now, editable=False)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by_name = kept_name()
    is_cancelled = models.BooleanField(default=False)
    cancel_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind=PenaltyKind.FINE.value, amount__gt=0)
                | (~Q(kind=PenaltyKind.FINE.value) & Q(amount=0)),
                name="only_a_fine_costs_money",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"


class MedalTie(models.Model):
    """The decision on one tie, with its reason and the total on which the players were equal; its members have the order.

    ``total`` is in thousandths; it is None for ties of versions before 2.8, which did not store it. ``is_told`` says whether public pages
    may show the reason; None, from versions before 2.8, means that they do.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="medal_ties")
    reason = models.TextField()
    total = models.IntegerField(null=True, blank=True)
    is_told = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.reason


class TiedEntry(models.Model):
    """One of the tied entries and its rank by the decision, the best at 1. A trigger requires it to be of the tie's own event.

    ``ordinal`` is its position in the list. ``place`` is its place within the tie, which others may share; None means that it is the
    ordinal.
    """

    tie = models.ForeignKey(MedalTie, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="tied")
    ordinal = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["tie", "entry"], name="tied_entry_once_a_tie"),
            models.UniqueConstraint(fields=["tie", "ordinal"], name="tie_order_parts_everybody"),
            models.CheckConstraint(condition=Q(ordinal__gte=1), name="tie_order_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.ordinal}. {self.entry}"
