"""Reports of tables: who reported how a game ended, when, and which report is official.

Rows are only ever added. The result that counts is the report to which its table's ``official`` points; reported figures are never
changed, which triggers guard (migration ``house guards``).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.choices import choices_of, kept_name
from tournament.models.device import Device
from tournament.models.entry import Entry
from tournament.models.result import Table
from tournament.record.lengths import LONGEST_ENDING
from tournament.record.vocabulary import ReportSource, ResultState


class TableReport(models.Model):
    """One report of a table's result; ``official_version`` is the event's version that made it official, None for a pending report.

    ``equal_shares`` is the reason of a ruling of equal shares (R62); ``why`` says why a report was made official where that needs a
    reason (a correction, R11, R68; a ruling from ``log``; an earlier report restored).

    Three moments belong to a report by a phone (``device``): ``agreed_at``, since when the whole table agrees to it; ``contested_at``,
    since when a player has said no or a different report has support too; and ``left_at``, since when no player supports it any more.
    """

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
    """The figures of one player in a report: final cash in dollars before fines (None if not known), and whether time ran out.

    A trigger forbids changing a row.
    """

    report = models.ForeignKey(TableReport, on_delete=models.CASCADE, related_name="figures")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="figures")
    cash = models.IntegerField(null=True, blank=True)
    timed_out = models.BooleanField(default=False)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["report", "entry"], name="reported_once_a_report"),
            models.CheckConstraint(condition=Q(cash__isnull=True) | Q(cash__gte=0), name="cash_is_not_negative"),
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
