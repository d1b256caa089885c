"""Nobody enters, confirms or rules on a table at which they play: finds a user's own table, and who may act in their place.

Ruling: this holds for everybody of whom the event knows as which entry they play, directors too. A director whom nobody can replace may
act all the same, and the log of changes says that a player of the table did.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from tournament.access.membership import membership_of
from tournament.models import Event, Helper, Seat
from tournament.models.choices import who
from tournament.record.acts import ACTS, DIRECTORS, GIVEN, Act, Role, roles_listed
from wording import gettext as _
from wording.figures import listed_or


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
    others = _others(user, event, act, players)
    return OwnTable(
        table, players, membership.plays_as, others, is_alone=bool(membership.roles & DIRECTORS) and not others
    )


def _others(user: User, event: Event, act: Act, players: frozenset[int]) -> tuple[str, ...]:
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
