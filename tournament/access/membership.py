"""The membership of a user in an event: their roles there, and the entry number as which they play; read with the event itself.

Reads the event of a desk page in one query, with all that the checks of rights and the page's frame need.

Nobody enters, confirms or rules on a table at which they play: finds a user's own table, and who may act in their place.

Ruling: this holds for everybody of whom the event knows as which entry they play, directors too. A director whom nobody can replace may
act all the same, and the log of changes says that a player of the table did.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import F, FilteredRelation, IntegerField, Q, QuerySet, Value

from tournament.day.office.registering import RegistrationState
from tournament.models import Event, Helper, Seat
from tournament.models.choices import who
from tournament.models.plain_sql import SqlModels, moment
from tournament.record.acts import ACTS, DIRECTORS, GIVEN, Act, Role, read_roles, roles_listed
from tournament.record.devices import RequestState
from tournament.record.vocabulary import RoundState
from wording import gettext as _
from wording.figures import listed_or


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
    return Membership(
        frozenset({Role.DIRECTOR}) if is_director(user, event) else given, read.own_number if read else None
    )


def is_director(user: User, event: Event) -> bool:
    """Return whether a user is a director of an event without a given role: as its maker or as staff."""
    return user.is_staff or event.created_by_id == user.pk


_OPEN_CALLS = (
    "FROM tournament_call AS each WHERE each.event_id = row.id "
    "AND each.answered_at IS NULL AND each.cancelled_at IS NULL"
)
_DRAFT = "FROM tournament_round AS drawn WHERE drawn.event_id = row.id AND drawn.number = %s AND drawn.state = '{}'"
_REQUESTS = "FROM tournament_playerrequest AS asked WHERE asked.event_id = row.id AND asked.state = '{}'"

_WAITING = "FROM tournament_registration AS waits WHERE waits.event_id = row.id AND waits.state = '{}'"

DIRECTED = SqlModels(
    Event,
    "LEFT JOIN auth_user AS created_by ON created_by.id = row.created_by_id "
    f"LEFT JOIN tournament_call AS call ON call.id = (SELECT each.id {_OPEN_CALLS} ORDER BY each.called_at, each.id LIMIT 1) "
    f"{OWN_ROW} WHERE row.slug = %s",
    related={"created_by": User},
    beside={
        "is_draft": f"EXISTS(SELECT 1 {_DRAFT.format(RoundState.DRAFT.value)})",
        "calls_many": f"(SELECT COUNT(*) {_OPEN_CALLS})",
        "call_key": "call.id",
        "call_round": "call.round_number",
        "call_table": "call.table_number",
        "call_kind": "call.kind",
        "call_at": "call.called_at",
        "requests_many": f"(SELECT COUNT(*) {_REQUESTS.format(RequestState.OPEN.value)})",
        "registrations_many": f"(SELECT COUNT(*) {_WAITING.format(RegistrationState.OPEN.value)})",
        "registration_places": "(SELECT desk.places FROM tournament_registrationdesk AS desk WHERE desk.event_id = row.id)",
        **OWN,
    },
    reads={"is_draft": bool, "call_at": moment},
)
"""An event with its maker, by the number of a round, an account and a slug; and beside it, as `with_calls` and
`with_membership` find them: its open calls and requests, how the account stands, and whether that round is a draft. Also how many
registrations are open, and for how many places the event takes them (None without a limit)."""


def event_for_desk(user: User, slug: str, number: int) -> Any:
    """Return the event with that slug, None where there is none; its ``is_draft`` says whether round ``number`` is a draft.

    The user's membership, the maker, the open calls and the numbers of player requests and open registrations are read with it.
    """
    event: Any = DIRECTED.first(number, user.pk, slug)
    if event is not None:
        event.own_account = user.pk
    return event


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The table at which a user plays themselves: its number, its players' numbers, and the user's own player number.

    ``others`` are those who may act in their place, by name with their roles. ``is_alone`` says that nobody else may, and the user is a
    director.
    """

    table: int
    players: frozenset[int]
    player: int
    others: tuple[str, ...]
    is_alone: bool

    @property
    def sentence(self) -> str:
        """Return the sentence that refuses the act and says whom to ask instead."""
        return _(
            "You are playing at table {table} yourself; ask {others}.",
            table=self.table,
            others=listed_or(self.others) if self.others else _("the director"),
        )


def own_table(user: User | None, event: Event, act: Act, round_number: int | None) -> OwnTable | None:
    """Return the table of a round at which a user plays, where this act is forbidden at one's own table; else None.

    It is also returned for a director whom nobody can replace (``is_alone``), who may act.
    """
    if user is None or round_number is None or not ACTS[act].is_of_a_table:
        return None
    membership = membership_of(user, event)
    if membership.plays_as is None:
        return None
    places = Seat.objects.filter(table__round__event=event, table__round__number=round_number)
    seats = dict(places.values_list("entry__number", "table__number"))
    table = seats.get(membership.plays_as)
    if table is None:
        return None
    players = frozenset(number for number, at in seats.items() if at == table)
    others = _others_who_may(user, event, act, players)
    return OwnTable(
        table, players, membership.plays_as, others, is_alone=bool(membership.roles & DIRECTORS) and not others
    )


def _others_who_may(user: User, event: Event, act: Act, players: frozenset[int]) -> tuple[str, ...]:
    """Return who else may do an act on the table of these players, by name with their roles."""
    found = Helper.objects.filter(event=event, withdrawn_at=None, account__is_active=True)
    helpers = {helper.account_id: helper for helper in found.select_related("account", "entry")}
    maker = helpers.get(event.created_by_id)
    others = []
    if (
        event.created_by
        and event.created_by_id != user.pk
        and event.created_by.is_active
        and not _plays_among(maker, players)
    ):
        others.append(_with_roles(event.created_by.get_username(), frozenset({Role.DIRECTOR})))
    for helper in helpers.values():
        roles = helper.role_set & ACTS[act].may & frozenset(GIVEN)
        is_asked = helper.account_id not in (user.pk, event.created_by_id)
        if is_asked and roles and not _plays_among(helper, players):
            others.append(_with_roles(who(helper, "account"), roles))
    return tuple(others)


def _with_roles(name: str, roles: frozenset[Role]) -> str:
    """Return a name with roles: "Ada (desk, arbiter)"."""
    return f"{name} ({roles_listed(roles)})"


def _plays_among(helper: Helper | None, players: frozenset[int]) -> bool:
    """Return whether a helper plays as one of these players."""
    return helper is not None and helper.entry is not None and helper.entry.number in players
