"""Every act, that is every kind of change to an event: its stored key, and its declaration beside the service that carries it out.

A change stores the key of its act; no code decides by words. The declaration names the roles that may carry out the act, and what a page
shows follows from it (`tournament.access`). docs/developing/adding.md says how to add an act.

In what capacity somebody acts on an event: the roles of people, of tables' phones, of the machine, and the scopes of tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType
from typing import Any, ParamSpec

from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow
from wording import gettext_noop, pgettext


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


class Part(StrEnum):
    """The part of the day to which an act belongs; the value is the text in the filter of the diary (the log of changes), for `gettext`."""

    ENTRIES = gettext_noop("entries")
    DRAWS = gettext_noop("draws and rounds")
    RESULTS = gettext_noop("results")
    PENALTIES = gettext_noop("penalties")
    SETTINGS = gettext_noop("settings and medals")
    HELPERS = gettext_noop("helpers")


class Publicity(StrEnum):
    """When everybody may see that an act (kind of change) was done: never, always, or once its round is published or closed."""

    NEVER = "never"
    ALWAYS = "always"
    PUBLISHED = "once the round is published"
    CLOSED = "once the round is closed"


class Undo(StrEnum):
    """How a change is undone: with one press, by hand on a page, or not at all."""

    AT_ONCE = "at once"
    BY_AN_ACT = "by an act of its own"
    NONE = "not at all"


class Act(StrEnum):
    """The key of each act (kind of change); it is stored, so its meaning never changes."""

    ENTER_PLAYERS = "entries.enter"
    CHECK_IN = "entries.check-in"
    MARK = "entries.mark"
    WITHDRAW = "entries.withdraw"
    DISQUALIFY = "entries.disqualify"
    REINSTATE = "entries.reinstate"
    EDIT_ENTRY = "entries.edit"
    TAKE_FEE = "entries.take-fee"
    SET_SELF_CHECK_IN = "entries.self-check-in"
    REMOVE_ENTRY = "entries.remove"
    READ_LIST = "entries.read-list"
    MERGE_ENTRIES = "entries.merge"
    KEEP_APART = "entries.keep-apart"
    LET_MEET = "entries.let-meet"
    UNDO_STATUSES = "entries.undo"
    ANSWER_REQUEST = "entries.answer-request"
    PLAN_ABSENCE = "entries.plan-absence"
    SET_FILL_IN = "entries.fill-in"
    TAKE_OVER = "entries.take-over"
    SET_REGISTRATION = "registrations.set"
    DECLINE_REGISTRATION = "registrations.decline"
    CHANGE_REGISTRATION = "registrations.change"
    CANCEL_REGISTRATION = "registrations.cancel"
    RENEW_REGISTRATION_LINK = "registrations.renew-link"
    FORGET = "entries.forget"
    BLANK = "entries.blank"
    DRAW_ROUND = "rounds.draw"
    RESTORE_DRAW = "rounds.restore-draw"
    DISCARD_DRAFT = "rounds.discard-draft"
    PUBLISH_ROUND = "rounds.publish"
    WITHDRAW_ROUND = "rounds.withdraw"
    START_CLOCK = "rounds.start-clock"
    CLOSE_ROUND = "rounds.close"
    REOPEN_ROUND = "rounds.reopen"
    SHOW_RESULTS = "rounds.show-results"
    HOLD_RESULTS = "rounds.hold-results"
    SWAP_SEATS = "seats.swap"
    MARK_NO_SHOW = "seats.no-show"
    JOIN_TABLE = "seats.join"
    MOVE_PLAYER = "seats.move"
    RENUMBER_TABLE = "tables.renumber"
    RETIRE_TABLE = "tables.retire"
    PLAY_ON_DEVICES = "tables.play-on-devices"
    PLAY_AT_THE_TABLE = "tables.play-at-the-table"
    NAME_PHONE = "phones.name"
    WITHDRAW_PHONE = "phones.withdraw"
    WITHDRAW_CODE = "phones.withdraw-code"
    SET_TILES = "seats.tiles"
    SET_SEATING = "seats.order"
    PUBLISH_CHART = "chart.publish"
    WITHDRAW_CHART = "chart.withdraw"
    REPORT_RESULT = "results.report"
    ANSWER_REPORT = "results.answer"
    ACCEPT_FOR_SEAT = "results.accept-for-seat"
    RECORD_RESULT = "results.record"
    CONFIRM_RESULT = "results.confirm"
    CORRECT_RESULT = "results.correct"
    CORRECT_SEATS = "results.correct-seats"
    RESTORE_RESULT = "results.restore"
    RULE_FROM_LOG = "results.rule-from-log"
    RULE_EQUAL_SHARES = "results.rule-equal-shares"
    CANCEL_EQUAL_SHARES = "results.cancel-equal-shares"
    OPEN_DISPUTE = "disputes.open"
    RULE_DISPUTE = "disputes.rule"
    WITHDRAW_DISPUTE = "disputes.withdraw"
    REOPEN_DISPUTE = "disputes.reopen"
    ATTACH_LOG = "logs.attach"
    WRITE_LOG = "logs.write"
    EXPLAIN_WORDS = "logs.words"
    PUBLISH_LOG = "logs.publish"
    WITHDRAW_LOG = "logs.withdraw"
    GIVE_TIME = "clocks.give-time"
    GIVE_PENALTY = "penalties.give"
    CANCEL_PENALTY = "penalties.cancel"
    RESTORE_PENALTY = "penalties.restore"
    CREATE_EVENT = "event.create"
    CHANGE_SETTINGS = "event.settings"
    PUBLISH_FINAL = "event.publish-final"
    WITHDRAW_FINAL = "event.withdraw-final"
    RULE_TIE = "event.rule-tie"
    CANCEL_TIE = "event.cancel-tie"
    MEND = "event.mend"
    SHOW_EVENT = "event.show"
    HIDE_EVENT = "event.hide"
    PUT_AWAY = "event.put-away"
    TAKE_OUT = "event.take-out"
    PLAN_TIMES = "event.plan-times"
    SET_NOTICE = "event.set-notice"
    TAKE_DOWN_NOTICE = "event.take-down-notice"
    DELETE_EVENT = "event.delete"
    RESTORE_SNAPSHOT = "event.restore-snapshot"
    INVITE_HELPER = "helpers.invite"
    WITHDRAW_INVITATION = "helpers.withdraw-invitation"
    COME_IN = "helpers.come-in"
    SET_HELPER = "helpers.set"
    WITHDRAW_HELPER = "helpers.withdraw"
    MAKE_TOKEN = "helpers.make-token"  # noqa: S105  an act, no password
    WITHDRAW_TOKEN = "helpers.withdraw-token"  # noqa: S105  the same


class Place(StrEnum):
    """A page of the desk on which acts (kinds of changes) are done; the value is the name of its URL."""

    EVENT = "desk_event"
    PASTE = "desk_paste"
    ENTRIES = "desk_entries"
    CHECK_IN = "desk_check_in"
    ROUND = "desk_round"
    RESULTS = "desk_results"
    TABLE = "desk_table"
    PENALTIES = "desk_penalties"
    HELPERS = "desk_helpers"
    SETTINGS = "desk_settings"
    PLAN = "desk_plan"
    FINAL = "desk_final"
    WITHDRAW = "desk_withdraw"
    REINSTATE = "desk_reinstate"
    DISPUTE = "desk_settle_dispute"
    LOG = "desk_log"
    PENALTY = "desk_cancel_penalty"


class Switch(StrEnum):
    """A state of a round or of the event that a change turns, such as whether the round is closed.

    Of two changes on the same switch the earlier cannot be undone before the later.
    """

    ROUND = "state"
    CLOCK = "clock"
    SEATING = "seating"
    FINAL = "final"
    SHOWN = "shown"
    RESULTS = "results"
    AWAY = "away"


class Reseats(StrEnum):
    """What a change alters about seats: who sits in them, which tables there are or who belongs to them, or only starting tiles."""

    PLAYERS = "players"
    TABLES = "tables"
    TILES = "tiles"


Thing = tuple[str | int, ...]
"""A key of something that a change is about: ("entry", 3, "name"), ("table", 1, 2), ("setting", "venue")."""


@dataclass(frozen=True, slots=True)
class ActDeclaration:
    """Everything declared about an act; each declaration is beside the service that carries out the act.

    ``sentence`` says what was done, in the past tense and without a full stop: a text with names
    of `ChangeFacts` in braces ("{who} disqualified"), or a function of the facts that returns it in the reader's language; if empty, the
    sentence is made from ``words``, an order as on a button, which the list of snapshots shows of the acts before which one is made. All
    other texts are for `gettext`.
    ``stands_on`` is the desk's page for the act, None for the page of its part of the day.

    An act is undone with one press if its change stores rows, which the undo writes back: those of the models that ``rows`` names and the
    event's own (with an empty tuple its own alone). The undo is a change by the act ``undone_as``, by the same act where that is None.
    Where an undo does more than that, the act has an ``opposite``, a function of the event, the actor and the stored change. Of both kinds
    ``not_undone`` says why a change cannot be undone now, and ``asks_page`` why it must be undone on its page; each is empty if it does
    not apply. An act with neither is undone by hand on a page, ``undone_on``; or never, and ``why_not`` says why and what to do instead.
    ``rests_on`` returns further things that no later change may have been about.

    ``switches`` and ``reseats`` say what an undo has to check; ``in_any_state`` is for an act at a table that is possible in any state of
    its round. ``public_news`` returns which public figures it may have changed, ``came_about`` says how a version of a result came about.
    With ``snapshot_before`` a copy of the database is made before the act. With ``is_joined`` such acts of one person within a minute are
    one line of the diary. ``when_put_away`` allows the act in an archived event, which otherwise can only be read.
    """

    act: Act
    part: Part
    publicity: Publicity = Publicity.NEVER
    may: frozenset[Role] = DIRECTORS
    sentence: str | Callable[[ChangeFacts], str] = ""
    stands_on: Place | None = None
    rows: tuple[str, ...] | None = None
    undone_as: Act | None = None
    opposite: Callable[[Any, Any, Any], object] | None = None
    not_undone: Callable[[ChangeRow, EventRecord], str] | None = None
    asks_page: Callable[[ChangeRow], str] | None = None
    undone_on: Place | None = None
    why_not: str = ""
    rests_on: Callable[[ChangeRow], Iterable[Thing]] | None = None
    switches: Switch | None = None
    reseats: Reseats | None = None
    in_any_state: bool = False
    public_news: Callable[[ChangeRow, EventRecord], Iterable[Any]] | None = None
    came_about: str = ""
    snapshot_before: bool = False
    is_joined: bool = False
    when_put_away: bool = False
    words: str = ""

    @property
    def is_of_a_table(self) -> bool:
        """Whether the act decides something about a table, so that nobody may do it who plays there.

        These are acts on results, logs, disputes and penalties.
        """
        return self.part in (Part.RESULTS, Part.PENALTIES)

    @property
    def undo(self) -> Undo:
        """How the act is undone."""
        if self.opposite is not None or self.rows is not None:
            return Undo.AT_ONCE
        return Undo.NONE if self.why_not else Undo.BY_AN_ACT

    @property
    def place(self) -> Place:
        """The desk's page on which the act is done."""
        return self.stands_on or PLACE_OF_PART[self.part]


PLACE_OF_PART: Mapping[Part, Place] = MappingProxyType(
    {
        Part.ENTRIES: Place.ENTRIES,
        Part.DRAWS: Place.ROUND,
        Part.RESULTS: Place.TABLE,
        Part.PENALTIES: Place.PENALTIES,
        Part.SETTINGS: Place.FINAL,
        Part.HELPERS: Place.HELPERS,
    }
)
"""The page for acts of each part of the day that declare no page of their own."""


_LATE: list[Callable[[], object]] = []


def declare_late(declares: Callable[[], object]) -> None:
    """Have this called when it is first needed: when an act is asked for that nobody has declared yet, or all of them are."""
    _LATE.append(declares)


def declare_all() -> None:
    """Let everybody declare who waits to be needed."""
    while _LATE:
        _LATE.pop()()


class _Declarations(dict[Act, ActDeclaration]):
    """Declarations by act. An act that nobody declares is one of a slice that was taken away: what was done stays told, by its key."""

    def __missing__(self, act: Act) -> ActDeclaration:
        declare_all()
        why_not = gettext_noop("Undo it by hand on its own page.")
        return self.get(act) or ActDeclaration(act, Part.SETTINGS, may=frozenset(), why_not=why_not, words=act.value)


_DECLARED = _Declarations()
ACTS: Mapping[Act, ActDeclaration] = MappingProxyType(_DECLARED)
"""The declaration of every act. Services declare theirs once the application is ready (`tournament.services.TournamentConfig`), slices when
they are loaded."""

Fields = ParamSpec("Fields")


def _declaring(make: Callable[Fields, ActDeclaration]) -> Callable[Fields, Act]:
    """Return a function that makes a declaration, stores it and returns its act; it raises ValueError if the act is declared twice."""

    def register(*values: Fields.args, **named: Fields.kwargs) -> Act:
        declaration = make(*values, **named)
        if declaration.act in _DECLARED:
            raise ValueError(f"{declaration.act!r} is declared twice.")
        _DECLARED[declaration.act] = declaration
        return declaration.act

    return register


declare = _declaring(ActDeclaration)
"""Declare an act, with the fields of `ActDeclaration`."""

declare(
    Act.MEND,
    Part.SETTINGS,
    Publicity.ALWAYS,
    may=frozenset(),
    why_not=gettext_noop("Rows can no longer be changed by hand."),
    words=gettext_noop("mend"),
)
# Earlier versions let staff change rows by hand, without any rule: old logs have such changes, but no service makes them any more.


def acts_of(part: Part) -> tuple[Act, ...]:
    """Return the acts (kinds of changes) of a part of the day, in the order of `Act`."""
    return tuple(act for act in Act if ACTS[act].part is part)


def is_public(act: Act, *, is_published: bool, is_closed: bool) -> bool:
    """Return whether everybody may see a change of this kind, given the state of its round.

    ``is_published`` and ``is_closed`` are both false if the change is not about a round.
    """
    publicity = ACTS[act].publicity
    return (
        publicity is Publicity.ALWAYS
        or (publicity is Publicity.PUBLISHED and is_published)
        or (publicity is Publicity.CLOSED and is_closed)
    )
