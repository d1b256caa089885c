"""Sets of roles as they are kept and told: one or more, in one order, so that a database can refuse what is none."""

from __future__ import annotations

from itertools import combinations

from tournament.record.acts import Role

GIVEN = tuple(role for role in Role if role not in (Role.TABLE, Role.MACHINE))
"""The roles that are given to people, not to phones or the machine, in the order in which they are kept and told."""


def spell_roles(roles: frozenset[Role]) -> str:
    """Roles as a row keeps them: "desk arbiter"."""
    return " ".join(role.value for role in GIVEN if role in roles)


def read_roles(spelled: str) -> frozenset[Role]:
    """Roles as they were spelled; none for an empty text."""
    return frozenset(map(Role, spelled.split()))


def roles_listed(roles: frozenset[Role]) -> str:
    """Roles as a list reads: "desk, arbiter"."""
    return ", ".join(role.value for role in GIVEN if role in roles)


ROLE_SETS = tuple(
    spell_roles(frozenset(chosen)) for size in range(1, len(GIVEN) + 1) for chosen in combinations(GIVEN, size)
)
"""Every set of roles as it is spelled."""


def sets_with(roles: frozenset[Role]) -> tuple[str, ...]:
    """Every set of roles, as it is spelled, in which one of these is."""
    return tuple(spelled for spelled in ROLE_SETS if read_roles(spelled) & roles)
