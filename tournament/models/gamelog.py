"""Game logs as they were handed in, and the disputes about a table."""

from __future__ import annotations

import json

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournament.models.choices import choices_of, kept_name
from tournament.models.result import Table
from tournament.record.vocabulary import DisputeState, PlayerId
from wording import gettext

MAX_LOG_CHARACTERS = 1_000_000


class GameLog(models.Model):
    """The text of a game log as it was handed in; findings are derived on each read.

    The text is never altered, except while the log is being written at the table (`Scribing`). ``seats`` says which player at the table
    each player of the log is, as the director confirmed with a ruling: JSON by the log's ID, empty before. ``words`` have the meaning of
    each word of the log that was asked for, as the table explained it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="logs")
    text = models.TextField(max_length=MAX_LOG_CHARACTERS)
    title = models.CharField(max_length=120, blank=True)
    is_public = models.BooleanField(default=False)
    seats = models.TextField(blank=True, default="", db_default="")
    words = models.JSONField(blank=True, default=dict, db_default={})
    attached_at = models.DateTimeField(default=timezone.now, editable=False)
    attached_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    attached_by_name = kept_name()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title or gettext("Log {number}", number=self.pk)

    @property
    def confirmed(self) -> dict[str, PlayerId]:
        """The players at the table by the log's ID, as the director confirmed; empty before."""
        return {log_id: PlayerId(player) for log_id, player in json.loads(self.seats).items()} if self.seats else {}


class Dispute(models.Model):
    """A question about a table's game: open until the director rules or it is withdrawn (R11)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="disputes")
    log = models.ForeignKey(GameLog, null=True, blank=True, on_delete=models.SET_NULL, related_name="disputes")
    state = models.CharField(max_length=10, choices=choices_of(DisputeState), default=DisputeState.OPEN.value)
    question = models.CharField(max_length=300)
    ruling = models.TextField(blank=True)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.question
