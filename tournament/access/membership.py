"""The membership of a user in an event: their roles there, and the entry number as which they play; read with the event itself."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import F, FilteredRelation, IntegerField, Q, QuerySet, Value

from tournament.models import Event
from tournament.models.plain_sql import SqlModels
from tournament.record.acts import Role, read_roles


@dataclass(frozen=True, slots=True)
class Membership:
    """The roles of a user in an event, and the entry number as which they play there (None if they do not)."""

    roles: frozenset[Role] = frozenset()
    plays_as: int | None = None


def with_membership(events: QuerySet[Event], user: User | None) -> QuerySet[Event]:
    """Return the same events, each annotated with the membership of this user, so that checking rights needs no further query."""
    account = user.pk if user else None
    return with_row_of(events, account).annotate(own_account=Value(account, output_field=IntegerField(null=True)))


def with_row_of(events: QuerySet[Event], account: int | None) -> QuerySet[Event]:
    """Return the same events, each annotated with an account's roles and the entry number as which it plays.

    ``account`` is the primary key of the account.
    """
    return events.annotate(
        own_row=FilteredRelation("helpers", condition=Q(helpers__account=account, helpers__withdrawn_at=None)),
        own_roles=F("own_row__roles"),
        own_number=F("own_row__entry__number"),
    )


OWN_ROW = (
    "LEFT JOIN tournament_helper AS own_row ON own_row.event_id = row.id AND own_row.account_id = %s AND own_row.withdrawn_at IS NULL "
    "LEFT JOIN tournament_entry AS own_entry ON own_entry.id = own_row.entry_id"
)
OWN: Final = MappingProxyType({"own_roles": "own_row.roles", "own_number": "own_entry.number"})
"""The same in SQL: the joins, whose value is the account, and the columns by their names."""

LOCKED = SqlModels(Event, f"{OWN_ROW} WHERE row.id = %s", beside=OWN, locks=True)
NOBODY = 0
"""No account has this key."""


def locked_for(user: User | None, event: Event) -> Event:
    """Return the event as it is stored, locked until the transaction ends, with the membership of this user.

    Raises Event.DoesNotExist where it was deleted meanwhile.
    """
    locked: Any = LOCKED.first(user.pk if user else NOBODY, event.pk)
    if locked is None:
        raise Event.DoesNotExist(f"The event {event.slug} was deleted.")
    locked.own_account = user.pk if user else None
    return locked  # type: ignore[no-any-return]


def membership_of(user: User | None, event: Event) -> Membership:
    """Return the membership of a user in an event; None as user means the program itself.

    The maker of an event and staff are its directors; others have the roles that were given to them.
    """
    if user is None:
        return Membership(frozenset({Role.MACHINE}))
    read: Any = event
    if event.__dict__.get("own_account") != user.pk:
        read = with_membership(Event.objects.filter(pk=event.pk), user).first()
    given = read_roles(read.own_roles or "") if read else frozenset()
    return Membership(frozenset({Role.DIRECTOR}) if directs(user, event) else given, read.own_number if read else None)


def directs(user: User, event: Event) -> bool:
    """Return whether a user is a director of an event without a given role: as its maker or as staff."""
    return user.is_staff or event.created_by_id == user.pk
