"""A log that is written at the table while the game is played: its opening and every entry as it came."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournament.models.choices import choices_of, kept_name
from tournament.models.gamelog import GameLog
from tournament.models.result import Table
from tournament.record.vocabulary import ScribeMark

LONGEST_KEY = 40


class Scribing(models.Model):
    """The log that a table writes while its game is played; a table has at most one, and other logs of it are stored beside it.

    ``opening`` is the log's header and starting tiles, as JSON, as they were when it was begun. The text of ``log`` is written anew after
    every entry.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="scribing")
    log = models.OneToOneField(GameLog, on_delete=models.CASCADE, related_name="scribing")
    opening = models.JSONField()
    begun_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"Log of {self.table}"


class ScribedEntry(models.Model):
    """One entry of a scribe: its number in the log, the key that the device gave it, and its events in log notation.

    A trigger forbids changing it. An entry without events undoes the latest entry that was not undone yet.
    """

    scribing = models.ForeignKey(Scribing, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=LONGEST_KEY)
    events = models.JSONField(default=list)
    mark = models.CharField(max_length=10, choices=choices_of(ScribeMark), blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by_name = kept_name()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["scribing", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["scribing", "key"], name="one_entry_a_key"),
        ]

    def __str__(self) -> str:
        return f"Entry {self.number}"
