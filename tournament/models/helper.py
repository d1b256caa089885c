"""Who helps at an event, in what roles, and as which player where they play themselves."""

from __future__ import annotations

from itertools import combinations

from django.conf import settings
from django.db import models

from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.record.acts import Role

GIVEN = tuple(role for role in Role if role is not Role.MACHINE)
"""The roles that are given to people, in the order in which they are kept and told."""


def _spelled(roles: tuple[Role, ...]) -> str:
    return " ".join(role.value for role in roles)


ROLE_SETS = tuple(_spelled(chosen) for size in range(1, len(GIVEN) + 1) for chosen in combinations(GIVEN, size))
"""Every set of roles as it is stored: one or more, in one order, so that the database can refuse what is none."""


class Helper(models.Model):
    """The roles of an account in an event, and the entry as which it plays, if any: it keeps its hands off that table.

    Who made the event directs it without a row; a row of theirs says as whom they play. A withdrawn row stays, for history.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="helpers")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="helps")
    roles = models.CharField(max_length=60)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)
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
        return f"{self.account}: {self.roles.replace(' ', ', ')}"

    @property
    def role_set(self) -> frozenset[Role]:
        """The roles as values."""
        return frozenset(map(Role, self.roles.split()))


def spell_roles(roles: frozenset[Role]) -> str:
    """Roles as a row keeps them."""
    return _spelled(tuple(role for role in GIVEN if role in roles))


def sets_with(roles: frozenset[Role]) -> tuple[str, ...]:
    """Every set of roles, as a row keeps it, in which one of these is."""
    keys = {role.value for role in roles}
    return tuple(spelled for spelled in ROLE_SETS if not keys.isdisjoint(spelled.split()))
