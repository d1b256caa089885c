"""Every change of an event: who, what, before and after; nothing is ever deleted from here."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournament.models.event import Event


class Change(models.Model):
    """One act on an event; ``version`` is the event's version that it made."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=200)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        """Newest first; a version is made by one change."""

        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="one_change_a_version")]

    def __str__(self) -> str:
        return f"{self.verb}: {self.subject}"
