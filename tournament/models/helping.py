"""Who helps at an event, in what roles, and as which player where they play themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournament.models.choices import kept_name, who
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.record.acts import ROLE_SETS, Role, read_roles


class Helper(models.Model):
    """The roles of an account in an event, and the entry as which it plays, if any: it may not act on its own table.

    Whoever made the event directs it without a row; a row of theirs only says as which entry they play. A withdrawn row is not deleted;
    in a restored event it has a name and no account.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="helpers")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="helps")
    account_name = kept_name()
    roles = models.CharField(max_length=60)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by_name = kept_name()
    given_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "account"], condition=models.Q(withdrawn_at=None), name="one_helper_an_account"
            ),
            models.CheckConstraint(condition=models.Q(roles__in=ROLE_SETS), name="helper_has_known_roles"),
        ]

    def __str__(self) -> str:
        return f"{who(self, 'account')}: {self.roles.replace(' ', ', ')}"

    @property
    def role_set(self) -> frozenset[Role]:
        """Return the roles as values."""
        return read_roles(self.roles)
