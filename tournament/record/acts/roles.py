"""In what capacity somebody acts on an event: the roles of people, of tables' phones, of the machine, and the scopes of tokens."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations

from wording import pgettext


class Role(StrEnum):
    """In what capacity somebody acts on an event; the machine plays practice events and loads the demo.

    The director does everything; the desk enters results, checks in and prints; the checker confirms what somebody else entered; the
    arbiter rules, reads logs and gives penalties. The screen only shows what players may see, also of a hidden event. A phone that was
    let in with the code of a table acts for that table alone. ENTRIES, CHECK_INS and RESULTS are scopes: what a program with a token of
    the event may write (docs/developing/api.md).
    """

    DIRECTOR = "director"
    DESK = "desk"
    CHECKER = "checker"
    ARBITER = "arbiter"
    SCREEN = "screen"
    TABLE = "table"
    MACHINE = "machine"
    ENTRIES = "entries"
    CHECK_INS = "check-ins"
    RESULTS = "results"

    @property
    def words(self) -> str:
        """The role as a person reads it."""
        return {
            Role.DIRECTOR: pgettext("a role", "director"),
            Role.DESK: pgettext("a role", "desk"),
            Role.CHECKER: pgettext("a role", "checker"),
            Role.ARBITER: pgettext("a role", "arbiter"),
            Role.SCREEN: pgettext("a role", "screen"),
            Role.TABLE: pgettext("a role", "table"),
            Role.MACHINE: pgettext("a role", "machine"),
            Role.ENTRIES: pgettext("what a token writes", "entries"),
            Role.CHECK_INS: pgettext("what a token writes", "check-ins"),
            Role.RESULTS: pgettext("what a token writes", "results"),
        }[self]


DIRECTORS = frozenset({Role.DIRECTOR, Role.MACHINE})
"""The roles that may do everything."""
BY_DESK = DIRECTORS | {Role.DESK}
BY_ARBITER = DIRECTORS | {Role.ARBITER}
TO_CONFIRM = BY_DESK | {Role.CHECKER}
IN_THE_HALL = BY_DESK | BY_ARBITER
BY_DESK_OR_TABLE = BY_DESK | {Role.TABLE}
TO_REPORT = BY_DESK_OR_TABLE | {Role.CHECKER}
"""The roles that may report a result. A checker only types one a second time: `services.results.confirming` refuses a first typing."""
AT_WORK = IN_THE_HALL | {Role.CHECKER}
"""The roles of everybody who works at the event, without the screen."""

SCOPES = (Role.ENTRIES, Role.CHECK_INS, Role.RESULTS)
"""What a token may write; the roles of programs alone, which open no page of the desk."""
GIVEN = tuple(role for role in Role if role not in (Role.TABLE, Role.MACHINE, *SCOPES))
"""The roles that are given to people, not to phones, tokens or the machine, in the order in which they are stored and listed."""
STORED = (*GIVEN, *SCOPES)


def spell_roles(roles: frozenset[Role]) -> str:
    """Return roles as a row of the database stores them: "desk arbiter"."""
    return " ".join(role.value for role in STORED if role in roles)


def read_roles(spelled: str) -> frozenset[Role]:
    """Return the roles of a stored text; none for an empty text."""
    return frozenset(map(Role, spelled.split()))


def roles_listed(roles: frozenset[Role]) -> str:
    """Return roles for a list: "desk, arbiter"."""
    return ", ".join(role.words for role in STORED if role in roles)


ROLE_SETS = tuple(
    spell_roles(frozenset(chosen))
    for kind in (GIVEN, SCOPES)
    for size in range(1, len(kind) + 1)
    for chosen in combinations(kind, size)
)
"""Every set of roles as a row of the database stores it: those of people, and those of tokens. Nobody has both."""


def sets_with(roles: frozenset[Role]) -> tuple[str, ...]:
    """Return every set of roles that has one of ``roles``, each as a row of the database stores it."""
    return tuple(spelled for spelled in ROLE_SETS if read_roles(spelled) & roles)
