"""The log of changes of an event: who changed what, where, with the figures before and after; only deleting an event deletes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournament.models.choices import kept_name
from tournament.models.event import Event


class Change(models.Model):
    """One recorded change of an event, its "act"; ``version`` is the event's version after it. A trigger forbids altering a row.

    ``act`` is the key of the kind of act in `tournament.record.acts`; ``entries`` are entry numbers; ``before`` and ``after`` hold
    figures under stable keys (see `tournament.tellings.diary`). ``words`` hold the sentence of an edit by staff, which earlier versions
    allowed and which has no kind. ``key`` is a digest of the form's one-use key and contents: if the same form is sent again, this change
    is found. ``undoes`` is the version of the change that this one undoes, None where it is no undo.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by_name = kept_name()
    act = models.CharField(max_length=40)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    entries = models.JSONField(default=list)
    words = models.CharField(max_length=250, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    key = models.CharField(max_length=40, null=True, blank=True, unique=True)
    undoes = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="one_change_a_version")]
        indexes = [models.Index(fields=["event", "act"], name="changes_by_act")]

    def __str__(self) -> str:
        return f"{self.act}, version {self.version}"  # not said
