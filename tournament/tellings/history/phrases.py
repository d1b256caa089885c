"""What each act did, in the past tense of a tournament hall: "Results of tables 1–6 of round 2 entered"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.record.acts import ACTS, Act
from tournament.record.vocabulary import SeatSource, format_dollars
from tournament.tellings.words import listed

NAMES_TOLD = 5
SHORTEST_RUN = 3


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom and what an act was about: names, what the round is called, tables, figures before and after under the keys of the diary."""

    names: Sequence[str] = ()
    round_called: str = ""
    tables: Sequence[int] = ()
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    is_end: bool = False

    @property
    def who(self) -> str:
        """The names as they are read out; past five only how many more."""
        if len(self.names) > NAMES_TOLD:
            return f"{', '.join(self.names[:NAMES_TOLD])} and {len(self.names) - NAMES_TOLD} more"
        return listed(self.names)

    @property
    def whom(self) -> str:
        """The names with their count before them where they are many: "17 players (Ada, Ben and 15 more)"."""
        return f"{len(self.names)} players ({self.who})" if len(self.names) > NAMES_TOLD else self.who

    @property
    def of_round(self) -> str:
        """Of which round, with a blank before it; nothing where the act has no round."""
        return f" of {self.round_called}" if self.round_called else ""

    @property
    def round_titled(self) -> str:
        """The round at the head of a sentence: "Round 2", "The final"."""
        return f"{self.round_called[:1].upper()}{self.round_called[1:]}"

    @property
    def place(self) -> str:
        """Tables and round: "tables 1–6 of round 2"."""
        return f"{tables_in_runs(self.tables)}{self.of_round}" if self.tables else f"a table{self.of_round}"

    def said(self, group: str, name: str, *, was: bool = False) -> Any:
        """A figure of a group as it is now, or as it was; None where there is none."""
        group_of = (self.before if was else self.after).get(group, {})
        return group_of.get(name) if isinstance(group_of, Mapping) else None


def tables_in_runs(numbers: Sequence[int]) -> str:
    """Tables as they are read out, three and more in a row as a span: "tables 1–4 and 7"."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [
        part
        for run in runs
        for part in ([f"{run[0]}–{run[-1]}"] if len(run) >= SHORTEST_RUN else [str(number) for number in run])
    ]
    return f"table{'s' if len(set(numbers)) > 1 else ''} {listed(parts)}"


def phrase(act: Act, subject: Subject) -> str:
    """What was done, without a full stop; an act that has no phrase of its own is told by its words."""
    told = PHRASES.get(act)
    if told is None:
        rest = ", ".join(part for part in (subject.who, subject.place if subject.tables else "") if part)
        return f"{ACTS[act].words.capitalize()}{': ' + rest if rest else ''}"
    return told(subject) if callable(told) else told


def _results(verb: str) -> Callable[[Subject], str]:
    return lambda s: f"{'Results' if len(set(s.tables)) > 1 else 'Result'} of {s.place} {verb}"


def _answered(s: Subject) -> str:
    verb = "agreed to" if s.said("answer", "agrees") else "did not agree to"
    return f"{s.who} {verb} the result of {s.place}"


def _named(s: Subject) -> str:
    if s.said("named", "is_changed"):
        return f"A phone of {s.place} changed its name:"
    return f"A second phone of {s.place} was let in as"


def _recorded(s: Subject) -> str:
    rows = [seat for table in s.after.get("tables", {}).values() for seat in table.get("seats", {}).values()]
    is_cleared = bool(rows) and all(row.get("cash") is None for row in rows)
    return _results("cleared" if is_cleared else "entered")(s)


def _marked(s: Subject) -> str:
    return f"{s.whom} marked as {_status(s)}" if _status(s) else f"{s.whom} marked"


def _status(s: Subject) -> str:
    """The status that all of them have now; empty where they differ."""
    found = {row.get("status", "") for row in s.after.get("entries", {}).values()}
    return str(found.pop()) if len(found) == 1 else ""


def _withdrew(s: Subject) -> str:
    after = s.said("left", "round")
    return f"{s.who} withdrew{f' after round {after}' if after else ''}"


def _read_list(s: Subject) -> str:
    stay, gone = s.after.get("entries", {}), s.before.get("entries", {})
    counts = {"new": len(s.after.get("names", {})), "changed": len(stay), "gone": len(gone.keys() - stay.keys())}
    return f"List read: {', '.join(f'{count} {words}' for words, count in counts.items() if count)}"


def _merged(s: Subject) -> str:
    merge = s.after.get("merge")
    return (
        f"Entries of {s.who} merged: number {merge['gone']} into {merge['kept']}"
        if merge
        else f"Entries of {s.who} are two again"
    )


def _helper(words: str) -> Callable[[Subject], str]:
    """Words with the name of the helper that the figures hold."""

    def told(s: Subject) -> str:
        names = [row["name"] for row in (s.after or s.before).get("helpers", {}).values() if row["name"]]
        return words.format(name=listed(names) or "A helper")

    return told


def _moved(s: Subject) -> str:
    to = {row.get("table") for row in s.after.get("entries", {}).values()}
    return f"{s.who} moved{f' to table {to.pop()}' if len(to) == 1 else ''}{s.of_round}"


def _renumbered(s: Subject) -> str:
    return f"Table {s.said('round', 'table', was=True)}{s.of_round} is table {s.said('round', 'table')} now"


def _drawn(s: Subject) -> str:
    sizes = s.said("draw", "sizes") or []
    verb = "drawn again" if s.before.get("draw") else "drawn"
    tables = f": {len(sizes)} table{'s' if len(sizes) > 1 else ''}" if sizes else ""
    return f"{s.round_titled} {verb}{tables}"


def _clock(s: Subject) -> str:
    if not s.said("round", "starts_at"):
        return f"Clock{s.of_round} stopped"
    return f"Clock{s.of_round} {'restarted' if s.said('round', 'starts_at', was=True) else 'started'}"


def _time(s: Subject) -> str:
    seconds = int(s.said("clock", "seconds") or 0)
    minutes = f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"
    return f"{minutes} on the clock {'given to' if seconds > 0 else 'taken from'} {s.who} at {s.place}"


def _swapped(s: Subject) -> str:
    return f"{s.who} swapped seats in {s.round_called}"


def _tiles(s: Subject) -> str:
    return f"Starting tiles of {s.whom}, {s.round_called}, entered"


def _seating(s: Subject) -> str:
    how = "as the chart says" if s.said("round", "seating") == SeatSource.CHART.value else "by starting tiles"
    return f"{s.round_titled} seated {how}"


def _chart(verb: str) -> Callable[[Subject], str]:
    def told(s: Subject) -> str:
        rounds = (s.after or s.before).get("chart", {}).get("rounds", [])
        span = (
            f" of rounds {rounds[0]} to {rounds[-1]}" if len(rounds) > 1 else f" of round {rounds[0]}" if rounds else ""
        )
        return f"Movement chart{span} {verb}"

    return told


def _offence(s: Subject) -> str:
    """What was given, with the amount of a fine."""
    given = {**s.before.get("penalty", {}), **s.after.get("penalty", {})}
    kind = str(given.get("kind", "penalty")).replace("-", " ").capitalize()
    return f"{kind} of {format_dollars(given['amount'])}" if given.get("amount") else kind


def _penalty(verb: str) -> Callable[[Subject], str]:
    return lambda s: f"{_offence(s)} {verb.format(who=s.who)}{f', {s.round_called}' if s.round_called else ''}"


def _settings(s: Subject) -> str:
    if s.is_end:
        return f"Event ended after round {s.said('settings', 'rounds_planned')}"
    names = [name.replace("_", " ") for name in s.after.get("settings", {})]
    more = f" and {len(names) - NAMES_TOLD} more" if len(names) > NAMES_TOLD else ""
    return f"Settings changed: {', '.join(names[:NAMES_TOLD]) if more else listed(names)}{more}"


def _notice(s: Subject) -> str:
    return (
        f"Notice {'changed' if s.said('fields', 'notice', was=True) else 'set'}: “{s.said('fields', 'notice') or ''}”"
    )


PHRASES: Mapping[Act, str | Callable[[Subject], str]] = {
    Act.ENTER_PLAYERS: lambda s: f"{s.whom} entered",
    Act.CHECK_IN: lambda s: f"{s.whom} checked in",
    Act.MARK: _marked,
    Act.ANSWER_REQUEST: lambda s: f"Request of {s.who} {s.said('request', 'state') or 'answered'}",
    Act.WITHDRAW: _withdrew,
    Act.DISQUALIFY: lambda s: f"{s.who} disqualified",
    Act.REINSTATE: lambda s: f"{s.who} reinstated",
    Act.EDIT_ENTRY: lambda s: f"Details of {s.whom} changed",
    Act.REMOVE_ENTRY: lambda s: f"{s.whom} removed",
    Act.READ_LIST: _read_list,
    Act.MERGE_ENTRIES: _merged,
    Act.KEEP_APART: lambda s: f"{s.whom} to be kept apart",
    Act.LET_MEET: lambda s: f"{s.whom} may meet again",
    Act.UNDO_STATUSES: lambda s: f"{s.whom} put back{' to ' + _status(s) if _status(s) else ''}",
    Act.DRAW_ROUND: _drawn,
    Act.DISCARD_DRAFT: lambda s: f"Draft{s.of_round} discarded",
    Act.PUBLISH_ROUND: lambda s: f"{s.round_titled} published",
    Act.WITHDRAW_ROUND: lambda s: f"{s.round_titled} unpublished",
    Act.START_CLOCK: _clock,
    Act.GIVE_TIME: _time,
    Act.CLOSE_ROUND: lambda s: f"{s.round_titled} closed",
    Act.REOPEN_ROUND: lambda s: f"{s.round_titled} reopened",
    Act.SWAP_SEATS: _swapped,
    Act.MARK_NO_SHOW: lambda s: f"{s.who} did not come to {s.place}",
    Act.JOIN_TABLE: lambda s: f"{s.who} seated at {s.place}",
    Act.SET_TILES: _tiles,
    Act.SET_SEATING: _seating,
    Act.PUBLISH_CHART: _chart("published"),
    Act.WITHDRAW_CHART: _chart("withdrawn"),
    Act.REPORT_RESULT: _results("reported"),
    Act.ANSWER_REPORT: _answered,
    Act.NAME_PHONE: lambda s: f"{_named(s)} {s.who}",
    Act.WITHDRAW_PHONE: lambda s: f"A phone of {s.place} withdrawn",
    Act.WITHDRAW_CODE: lambda s: f"Code and phones of {s.place if s.tables else s.who} withdrawn",
    Act.RECORD_RESULT: _recorded,
    Act.CORRECT_RESULT: _results("corrected"),
    Act.CORRECT_SEATS: lambda s: f"Corrected who sat at {s.place}: {s.who}",
    Act.RESTORE_RESULT: _results("restored"),
    Act.RULE_FROM_LOG: _results("ruled from a log"),
    Act.RULE_EQUAL_SHARES: lambda s: f"Equal shares ruled for {s.place}",
    Act.CANCEL_EQUAL_SHARES: lambda s: f"Ruling of equal shares for {s.place} withdrawn",
    Act.OPEN_DISPUTE: lambda s: f"Dispute opened at {s.place}",
    Act.RULE_DISPUTE: lambda s: f"Dispute at {s.place} ruled",
    Act.WITHDRAW_DISPUTE: lambda s: f"Dispute at {s.place} withdrawn",
    Act.REOPEN_DISPUTE: lambda s: f"Dispute at {s.place} reopened",
    Act.ATTACH_LOG: lambda s: f"Log attached to {s.place}",
    Act.CONFIRM_RESULT: _results("confirmed"),
    Act.MOVE_PLAYER: _moved,
    Act.RENUMBER_TABLE: _renumbered,
    Act.RETIRE_TABLE: lambda s: f"{s.place[:1].upper()}{s.place[1:]} retired",
    Act.RESTORE_DRAW: lambda s: f"An old draw{s.of_round} restored",
    Act.PLAY_ON_DEVICES: lambda s: f"{s.place[:1].upper()}{s.place[1:]} opened on devices",
    Act.PLAY_AT_THE_TABLE: lambda s: f"{s.place[:1].upper()}{s.place[1:]} plays with board and tiles",
    Act.ACCEPT_FOR_SEAT: lambda s: f"Result of the game of {s.place} accepted for {s.who}, who said nothing",
    Act.WRITE_LOG: lambda s: f"Log begun at {s.place}",
    Act.PUBLISH_LOG: lambda s: f"Replay of {s.place} published",
    Act.WITHDRAW_LOG: lambda s: f"Replay of {s.place} taken off the public page",
    Act.GIVE_PENALTY: _penalty("given to {who}"),
    Act.CANCEL_PENALTY: _penalty("for {who} cancelled"),
    Act.RESTORE_PENALTY: _penalty("for {who} stands again"),
    Act.CREATE_EVENT: "Event created",
    Act.CHANGE_SETTINGS: _settings,
    Act.PUBLISH_FINAL: "Final list published",
    Act.WITHDRAW_FINAL: "Final list unpublished",
    Act.RULE_TIE: lambda s: f"Tie ruled: {s.who}",
    Act.CANCEL_TIE: lambda s: f"Ruling on the tie of {s.who} withdrawn",
    Act.SHOW_EVENT: "Event shown to players",
    Act.HIDE_EVENT: "Event hidden from players",
    Act.PUT_AWAY: "Event put away",
    Act.TAKE_OUT: "Event taken out again",
    Act.RESTORE_SNAPSHOT: lambda s: (
        f"Event restored as it was at version {s.after.get('snapshot', {}).get('version', '?')}"
    ),
    Act.PLAN_TIMES: "Planned times of the rounds set",
    Act.INVITE_HELPER: "Helper invited",
    Act.WITHDRAW_INVITATION: "Invitation of a helper withdrawn",
    Act.COME_IN: _helper("{name} came in as a helper"),
    Act.SET_HELPER: _helper("Roles of {name} set"),
    Act.WITHDRAW_HELPER: _helper("{name} is no helper any more"),
    Act.SET_NOTICE: _notice,
    Act.TAKE_DOWN_NOTICE: "Notice taken down",
}
"""How each act is told; an act added without a line here is told by the words of its row."""
