"""Links that let somebody in, such as invitations; the secret itself is never stored."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournament.models.event import Event


class LetIn(models.Model):
    """One link: the hash of its secret, its purpose (see `tournament.record.letin`), and whether it was used or withdrawn.

    ``account`` is the account whose password it sets; ``event`` and ``grants`` are what it opens; `PURPOSES` says which of them a purpose
    needs. ``made_by`` is None where it was made on the machine itself. A code is a second, shorter secret of the same link, which expires
    earlier.
    """

    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001  many have none, and each is unique
    code_expires_at = models.DateTimeField(null=True)
    purpose = models.CharField(max_length=40)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="let_ins")
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="let_ins")
    grants = models.JSONField(default=dict)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("made_at")), name="let_in_expires_after_it_is_made"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose}, made {self.made_at:%Y-%m-%d %H:%M}"
