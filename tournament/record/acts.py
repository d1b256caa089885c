"""Every act on an event, each a row: stable key, words, part of the day, what the public sees of it, who may do it, how it is undone.

Who may do an act is a set of roles in its row, and what a page shows follows from it (`tournament.access`).

A change stores the key; nothing decides by the words. To add an act: a member of `Act`, its row in `ACTS`, a service that calls `act_on`
with it, its sentence in `tellings.history.phrases`, its opposite in `services.undoing` or why it has none in `tellings.history.undoing`,
and, where its figures have keys of their own, their words in `tellings.diary`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Part(StrEnum):
    """The part of the day an act belongs to; the value is what the filter of the diary shows."""

    ENTRIES = "entries"
    DRAWS = "draws and rounds"
    RESULTS = "results"
    PENALTIES = "penalties"
    SETTINGS = "settings and medals"
    HELPERS = "helpers"


class Role(StrEnum):
    """In what capacity somebody acts on an event; the machine plays practice events and loads the demo.

    The director does everything; the desk enters results, checks in and prints; the checker confirms what somebody else entered; the
    arbiter rules, reads logs and gives penalties; the screen only shows what players may see, of a hidden event too. A phone that claimed
    the code of a table speaks for that table alone.
    """

    DIRECTOR = "director"
    DESK = "desk"
    CHECKER = "checker"
    ARBITER = "arbiter"
    SCREEN = "screen"
    TABLE = "table"
    MACHINE = "machine"


DIRECTORS = frozenset({Role.DIRECTOR, Role.MACHINE})
"""Who may do everything."""
BY_DESK = DIRECTORS | {Role.DESK}
BY_ARBITER = DIRECTORS | {Role.ARBITER}
TO_CONFIRM = BY_DESK | {Role.CHECKER}
IN_THE_HALL = BY_DESK | BY_ARBITER
BY_DESK_OR_TABLE = BY_DESK | {Role.TABLE}
TO_REPORT = BY_DESK_OR_TABLE | {Role.CHECKER}
"""A checker's report is a second typing: `services.results.confirming` refuses a first one."""
AT_WORK = IN_THE_HALL | {Role.CHECKER}
"""Everybody who works at the event: all but the screen."""


class Publicity(StrEnum):
    """When everybody may see what an act did: never, always, or once its round is published or closed."""

    NEVER = "never"
    ALWAYS = "always"
    PUBLISHED = "once the round is published"
    CLOSED = "once the round is closed"


class Undo(StrEnum):
    """How an act is taken back: with one press, by an act of its own, or not at all."""

    AT_ONCE = "at once"
    BY_AN_ACT = "by an act of its own"
    NONE = "not at all"


class Act(StrEnum):
    """The stable key of each act; it is stored and never changes its meaning."""

    ENTER_PLAYERS = "entries.enter"
    CHECK_IN = "entries.check-in"
    MARK = "entries.mark"
    WITHDRAW = "entries.withdraw"
    DISQUALIFY = "entries.disqualify"
    REINSTATE = "entries.reinstate"
    EDIT_ENTRY = "entries.edit"
    REMOVE_ENTRY = "entries.remove"
    READ_LIST = "entries.read-list"
    MERGE_ENTRIES = "entries.merge"
    KEEP_APART = "entries.keep-apart"
    LET_MEET = "entries.let-meet"
    UNDO_STATUSES = "entries.undo"
    ANSWER_REQUEST = "entries.answer-request"
    DRAW_ROUND = "rounds.draw"
    RESTORE_DRAW = "rounds.restore-draw"
    DISCARD_DRAFT = "rounds.discard-draft"
    PUBLISH_ROUND = "rounds.publish"
    WITHDRAW_ROUND = "rounds.withdraw"
    START_CLOCK = "rounds.start-clock"
    CLOSE_ROUND = "rounds.close"
    REOPEN_ROUND = "rounds.reopen"
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


@dataclass(frozen=True, slots=True)
class ActRow:
    """What is to be known of an act beside its key; ``words`` are an order, as on a button.

    ``when_put_away``: it can be done to an event that is put away, which is only read otherwise.
    """

    words: str
    part: Part
    publicity: Publicity
    undo: Undo = Undo.BY_AN_ACT
    may: frozenset[Role] = DIRECTORS
    when_put_away: bool = False

    @property
    def is_of_a_table(self) -> bool:
        """Whether it says something of a table, so that nobody does it who plays there: results, logs, disputes, penalties."""
        return self.part in (Part.RESULTS, Part.PENALTIES)


ACTS: Mapping[Act, ActRow] = MappingProxyType(
    {
        Act.ENTER_PLAYERS: ActRow("enter players", Part.ENTRIES, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.CHECK_IN: ActRow("check in", Part.ENTRIES, Publicity.ALWAYS, Undo.AT_ONCE, may=BY_DESK),
        Act.MARK: ActRow("mark", Part.ENTRIES, Publicity.ALWAYS, Undo.AT_ONCE, may=BY_DESK),
        Act.WITHDRAW: ActRow("withdraw", Part.ENTRIES, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.DISQUALIFY: ActRow("disqualify", Part.ENTRIES, Publicity.ALWAYS),
        Act.REINSTATE: ActRow("reinstate", Part.ENTRIES, Publicity.ALWAYS),
        Act.EDIT_ENTRY: ActRow("edit entry", Part.ENTRIES, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.REMOVE_ENTRY: ActRow("remove entry", Part.ENTRIES, Publicity.ALWAYS, Undo.NONE),
        Act.READ_LIST: ActRow("take from a list", Part.ENTRIES, Publicity.ALWAYS, Undo.NONE),
        Act.MERGE_ENTRIES: ActRow("merge entries", Part.ENTRIES, Publicity.ALWAYS, Undo.NONE),
        Act.KEEP_APART: ActRow("keep apart", Part.ENTRIES, Publicity.NEVER, Undo.AT_ONCE),
        Act.LET_MEET: ActRow("let meet", Part.ENTRIES, Publicity.NEVER, Undo.AT_ONCE),
        Act.UNDO_STATUSES: ActRow("undo", Part.ENTRIES, Publicity.ALWAYS, Undo.NONE, may=BY_DESK),
        Act.ANSWER_REQUEST: ActRow("answer request", Part.ENTRIES, Publicity.NEVER, Undo.NONE, may=BY_DESK),
        Act.DRAW_ROUND: ActRow("draw round", Part.DRAWS, Publicity.NEVER),
        Act.RESTORE_DRAW: ActRow("restore draw", Part.DRAWS, Publicity.NEVER),
        Act.DISCARD_DRAFT: ActRow("discard draft", Part.DRAWS, Publicity.NEVER, Undo.NONE),
        Act.PUBLISH_ROUND: ActRow("publish round", Part.DRAWS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.WITHDRAW_ROUND: ActRow("unpublish round", Part.DRAWS, Publicity.ALWAYS),
        Act.START_CLOCK: ActRow("start clock", Part.DRAWS, Publicity.ALWAYS, Undo.AT_ONCE, may=IN_THE_HALL),
        Act.CLOSE_ROUND: ActRow("close round", Part.DRAWS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.REOPEN_ROUND: ActRow("reopen round", Part.DRAWS, Publicity.ALWAYS),
        Act.SWAP_SEATS: ActRow("swap seats", Part.DRAWS, Publicity.PUBLISHED, Undo.AT_ONCE),
        Act.MARK_NO_SHOW: ActRow("mark no-show", Part.DRAWS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.JOIN_TABLE: ActRow("join table", Part.DRAWS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.MOVE_PLAYER: ActRow("move player", Part.DRAWS, Publicity.ALWAYS),
        Act.RENUMBER_TABLE: ActRow("renumber table", Part.DRAWS, Publicity.ALWAYS),
        Act.RETIRE_TABLE: ActRow("retire table", Part.DRAWS, Publicity.ALWAYS, Undo.NONE),
        Act.PLAY_ON_DEVICES: ActRow("play on devices", Part.DRAWS, Publicity.NEVER, Undo.AT_ONCE),
        Act.PLAY_AT_THE_TABLE: ActRow("play with board and tiles", Part.DRAWS, Publicity.NEVER, Undo.NONE),
        Act.NAME_PHONE: ActRow(
            "let in a phone under a name that was another's", Part.RESULTS, Publicity.NEVER, Undo.NONE
        ),
        Act.WITHDRAW_PHONE: ActRow("withdraw phone", Part.DRAWS, Publicity.NEVER, Undo.NONE, may=IN_THE_HALL),
        Act.WITHDRAW_CODE: ActRow("withdraw code", Part.DRAWS, Publicity.NEVER, Undo.NONE, may=IN_THE_HALL),
        Act.SET_TILES: ActRow("set starting tiles", Part.DRAWS, Publicity.PUBLISHED, Undo.AT_ONCE, may=IN_THE_HALL),
        Act.SET_SEATING: ActRow("set seating", Part.DRAWS, Publicity.PUBLISHED, Undo.AT_ONCE),
        Act.PUBLISH_CHART: ActRow("publish movement chart", Part.DRAWS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.WITHDRAW_CHART: ActRow("withdraw movement chart", Part.DRAWS, Publicity.ALWAYS, Undo.NONE),
        Act.REPORT_RESULT: ActRow("report result", Part.RESULTS, Publicity.NEVER, Undo.NONE, may=TO_REPORT),
        Act.ANSWER_REPORT: ActRow(
            "answer a report", Part.RESULTS, Publicity.NEVER, Undo.NONE, may=DIRECTORS | {Role.TABLE}
        ),
        Act.ACCEPT_FOR_SEAT: ActRow("accept for a silent seat", Part.RESULTS, Publicity.NEVER, Undo.NONE),
        Act.RECORD_RESULT: ActRow("record result", Part.RESULTS, Publicity.NEVER, Undo.AT_ONCE, may=BY_DESK),
        Act.CONFIRM_RESULT: ActRow("confirm result", Part.RESULTS, Publicity.NEVER, may=TO_CONFIRM),
        Act.CORRECT_RESULT: ActRow("correct result", Part.RESULTS, Publicity.CLOSED, may=BY_ARBITER),
        Act.RESTORE_RESULT: ActRow("restore result", Part.RESULTS, Publicity.CLOSED, may=BY_ARBITER),
        Act.RULE_FROM_LOG: ActRow("rule result from log", Part.RESULTS, Publicity.CLOSED, may=BY_ARBITER),
        Act.RULE_EQUAL_SHARES: ActRow("rule equal shares", Part.RESULTS, Publicity.NEVER, Undo.AT_ONCE, may=BY_ARBITER),
        Act.CANCEL_EQUAL_SHARES: ActRow(
            "cancel equal shares", Part.RESULTS, Publicity.NEVER, Undo.AT_ONCE, may=BY_ARBITER
        ),
        Act.OPEN_DISPUTE: ActRow("open dispute", Part.RESULTS, Publicity.CLOSED, Undo.AT_ONCE, may=AT_WORK),
        Act.RULE_DISPUTE: ActRow("rule dispute", Part.RESULTS, Publicity.CLOSED, Undo.AT_ONCE, may=BY_ARBITER),
        Act.WITHDRAW_DISPUTE: ActRow("withdraw dispute", Part.RESULTS, Publicity.CLOSED, Undo.AT_ONCE, may=BY_ARBITER),
        Act.REOPEN_DISPUTE: ActRow("reopen dispute", Part.RESULTS, Publicity.CLOSED, may=BY_ARBITER),
        Act.ATTACH_LOG: ActRow("attach log", Part.RESULTS, Publicity.NEVER, Undo.NONE, may=BY_ARBITER),
        Act.WRITE_LOG: ActRow(
            "write log at the table", Part.RESULTS, Publicity.NEVER, Undo.NONE, may=BY_ARBITER | {Role.TABLE}
        ),
        Act.PUBLISH_LOG: ActRow("publish log", Part.RESULTS, Publicity.ALWAYS, may=BY_ARBITER),
        Act.WITHDRAW_LOG: ActRow("withdraw log", Part.RESULTS, Publicity.ALWAYS, may=BY_ARBITER),
        Act.GIVE_TIME: ActRow("give or take time", Part.PENALTIES, Publicity.NEVER, Undo.AT_ONCE, may=BY_ARBITER),
        Act.GIVE_PENALTY: ActRow("give penalty", Part.PENALTIES, Publicity.CLOSED, Undo.AT_ONCE, may=BY_ARBITER),
        Act.CANCEL_PENALTY: ActRow("cancel penalty", Part.PENALTIES, Publicity.CLOSED, Undo.AT_ONCE, may=BY_ARBITER),
        Act.RESTORE_PENALTY: ActRow("restore penalty", Part.PENALTIES, Publicity.CLOSED, Undo.AT_ONCE, may=BY_ARBITER),
        Act.CREATE_EVENT: ActRow("create event", Part.SETTINGS, Publicity.ALWAYS, Undo.NONE),
        Act.CHANGE_SETTINGS: ActRow("change settings", Part.SETTINGS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.PUBLISH_FINAL: ActRow("publish final list", Part.SETTINGS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.WITHDRAW_FINAL: ActRow("withdraw final list", Part.SETTINGS, Publicity.ALWAYS),
        Act.RULE_TIE: ActRow("rule tie", Part.SETTINGS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.CANCEL_TIE: ActRow("cancel tie ruling", Part.SETTINGS, Publicity.ALWAYS, Undo.NONE),
        Act.MEND: ActRow("mend", Part.SETTINGS, Publicity.ALWAYS, Undo.NONE, frozenset()),
        Act.SHOW_EVENT: ActRow("show to players", Part.SETTINGS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.HIDE_EVENT: ActRow("hide from players", Part.SETTINGS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.PUT_AWAY: ActRow("put away", Part.SETTINGS, Publicity.NEVER, Undo.AT_ONCE),
        Act.TAKE_OUT: ActRow("take out again", Part.SETTINGS, Publicity.NEVER, Undo.AT_ONCE, when_put_away=True),
        Act.PLAN_TIMES: ActRow("plan times of rounds", Part.SETTINGS, Publicity.ALWAYS),
        Act.SET_NOTICE: ActRow("set notice", Part.SETTINGS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.TAKE_DOWN_NOTICE: ActRow("take down notice", Part.SETTINGS, Publicity.ALWAYS, Undo.AT_ONCE),
        Act.DELETE_EVENT: ActRow("delete event", Part.SETTINGS, Publicity.NEVER, Undo.NONE, when_put_away=True),
        Act.RESTORE_SNAPSHOT: ActRow("restore a snapshot", Part.SETTINGS, Publicity.ALWAYS, Undo.NONE),
        Act.INVITE_HELPER: ActRow("invite helper", Part.HELPERS, Publicity.NEVER),
        Act.WITHDRAW_INVITATION: ActRow("withdraw invitation", Part.HELPERS, Publicity.NEVER, Undo.NONE),
        Act.COME_IN: ActRow("come in as helper", Part.HELPERS, Publicity.NEVER, may=frozenset(Role)),
        Act.SET_HELPER: ActRow("set roles of helper", Part.HELPERS, Publicity.NEVER),
        Act.WITHDRAW_HELPER: ActRow("withdraw helper", Part.HELPERS, Publicity.NEVER),
    }
)
"""The row of every act. Nobody may do a `MEND` any more: it is what earlier versions let staff change beside every rule."""


def acts_of(part: Part) -> tuple[Act, ...]:
    """The acts of a part of the day, in the order of the day."""
    return tuple(act for act, row in ACTS.items() if row.part is part)


def is_public(act: Act, *, is_published: bool, is_closed: bool) -> bool:
    """Whether everybody may see what an act did, given how its round stands (both False where it has none)."""
    publicity = ACTS[act].publicity
    return (
        publicity is Publicity.ALWAYS
        or (publicity is Publicity.PUBLISHED and is_published)
        or (publicity is Publicity.CLOSED and is_closed)
    )
