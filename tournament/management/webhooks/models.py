"""Webhooks of events, and what was sent to them or waits to be; an archive of an event has neither."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models import Event

LONGEST_ADDRESS = 500
TEST = "test"
"""The kind of a delivery that tells of no act, but tries the hook."""


class Hook(models.Model):
    """An address that hears of an event's public changes while it ``is_on``.

    Its secret is made from ``salt`` and the secret key of the installation, and stored nowhere. ``failures`` is how often in a row nothing
    could be delivered, and nothing is tried again before ``next_try_at``; a process that sends moves that on, so that no other sends too.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    salt = models.CharField(max_length=32)
    is_on = models.BooleanField(default=True)
    made_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "address"], name="one_webhook_an_address")]

    def __str__(self) -> str:
        return self.address


class Failure(models.TextChoices):
    """Why something was not delivered, where no answer says it; a page has the sentence."""

    NONE = "", ""
    FORBIDDEN = "forbidden", "forbidden"
    UNREACHED = "unreached", "unreached"
    SLOW = "slow", "slow"
    INSECURE = "insecure", "insecure"
    GIVEN_UP = "given-up", "given-up"


class Delivery(models.Model):
    """Something to tell a hook, in the order of its key: ``body`` is the JSON that is sent.

    It waits until ``settled_at`` is set: delivered, or given up (``failure``). ``status`` is that of the last answer, None for none.
    """

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries")
    number = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=40)
    body = models.TextField()
    made_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveIntegerField(default=0)
    settled_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    failure = models.CharField(max_length=12, choices=Failure.choices, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["hook"], condition=Q(settled_at=None), name="webhook_waiting")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.number})"
