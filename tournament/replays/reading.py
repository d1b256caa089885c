"""A log read and replayed whole: final cash and findings, every turn with its text, and every step with its position.

Names of players in a replay: it is made with placeholders (signs) for names, so that one cached replay fits any names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from operator import is_
from typing import Any, TypeVar

from games.acquire.actions import BESIDE_THE_GAME, Action, ActKind
from games.acquire.logs.language.diagnostics import LogReading
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay.findings import Finding
from games.acquire.replay.judging.judge import Replay
from games.acquire.replay.proof import Proof, proof_of
from games.acquire.replay.steps import Placed, StepKind, StepView, TurnView, Walk, walk_through
from games.acquire.rewinding import Rewound, standing
from games.acquire.writings import is_left_out, told_once
from tournament.replays.table_log import NO_TABLE, TableHeader, read_table_log, text_of_events
from wording import pgettext

_FIRST_SIGN = 0x10F000
"""The placeholder of the first player: a character of the private use planes of Unicode, which no log uses."""

_NAMELESS = frozenset({int, bool, float, type(None)})

Value = TypeVar("Value")


def with_signs(record: GameRecord) -> GameRecord:
    """Return the record with one placeholder character for each player, in the order of the log, in place of ID and name."""
    signs = [chr(_FIRST_SIGN + place) for place in range(len(record.header.players))]
    return record_with_names(record, signs)


def record_with_names(record: GameRecord, names: Sequence[str]) -> GameRecord:
    """Return the record with other names for its players, in the order of the log, also within reasons that the director gave."""
    players = tuple(Player(name, name) for name in names)
    events = record.events
    if any(event.act is ActKind.REWIND for event in events):
        events = [_renamed_reason(event, record.header.players, names) for event in events]
    return replace(record, header=replace(record.header, players=players), events=events)


def _renamed_reason(event: Action, players: Sequence[Player], names: Sequence[str]) -> Action:
    """Return a rewind with the players' names replaced in its reason; any other event unchanged."""
    if event.act is not ActKind.REWIND:
        return event
    others = {old: name for player, name in zip(players, names, strict=True) for old in (player.id, player.name)}
    # A single letter may be an ordinary word.
    words = sorted((name for name in others if len(name) > 1), key=len, reverse=True)
    if not words:
        return event
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)"
    to, reason = event.value
    return event._replace(value=(to, re.sub(pattern, lambda found: others[found[0]], reason)))


def with_names(value: Value, names: Sequence[str]) -> Value:
    """Return a copy of the value with the players' names in place of the placeholders of `with_signs`."""
    found: Value = _with_names(value, {_FIRST_SIGN + place: name for place, name in enumerate(names)})
    return found


def _with_names(value: Any, names: Mapping[int, str]) -> Any:
    """Return a value with names in place of placeholders; parts without a placeholder are the same objects, so little is copied."""
    kind: Any = type(value)
    if kind in _NAMELESS:
        return value
    if isinstance(value, str):
        return value if isinstance(value, Enum) or value.isascii() else value.translate(names)
    if kind is Action:
        return value._replace(value=_with_names(value.value, names)) if value.act is ActKind.REWIND else value
    if kind is tuple or kind is list:
        renamed = [inner if type(inner) in _NAMELESS else _with_names(inner, names) for inner in value]
        return value if all(map(is_, renamed, value)) else kind(renamed)
    if isinstance(value, Mapping):
        if value and isinstance(next(iter(value)), int):
            return value  # the spaces of a board, which have no names
        return {_with_names(key, names): _with_names(inner, names) for key, inner in value.items()}
    changed = {}
    for name in _fields_of(kind):
        inner = getattr(value, name)
        if type(inner) in _NAMELESS:
            continue
        new = _with_names(inner, names)
        if new is not inner:
            changed[name] = new
    return replace(value, **changed) if changed else value


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass; empty for any other type."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


READ_LOGS_KEPT = 16
"""The number of logs that are kept in the cache once read, since a viewer asks for one step after another."""


@dataclass(frozen=True, slots=True)
class GameTurn:
    """One turn: ``place`` is its index, 0 for the start; ``words`` are the lines of the log.

    ``undone`` are the lines, of this turn or others, that a rewind in this turn removed from the game. ``opening`` is the first event of
    the turn, None if there is none. ``view`` is the position after the turn, before payments at the end of the game. ``first`` and
    ``last`` are the indices of its steps.
    """

    place: int
    words: tuple[str, ...]
    undone: tuple[str, ...]
    opening: Action | None
    view: TurnView
    findings: tuple[Finding, ...]
    first: int
    last: int

    @property
    def title(self) -> str:
        """The number of the turn with its player, "17 Cai"."""
        return self.view.label if self.place else pgettext("of a game", "Start")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReading(LogReading):
    """A log as read, with its replay; ``turns`` and ``steps`` begin with the start of the game, or of the position in the header.

    ``placed`` says for each finding of the answer to which step it belongs and which calculation decides it. ``text`` and ``table`` are
    what was read.
    """

    text: str
    table: TableHeader
    answer: Replay
    turns: tuple[GameTurn, ...]
    steps: tuple[StepView, ...]
    placed: tuple[Placed, ...]

    @property
    def final(self) -> Mapping[str, int | Fraction]:
        """The final cash in dollars that the log proves or at least does not contradict, by the log's ID of the player.

        It is empty if a part of the log could not be read of which the replay does not know, since money may be missing there (R11).
        """
        if {problem.line for problem in self.problems} - {place.line for place in self.record.unread}:
            return {}
        return {log_id: cash for log_id, cash in self.answer.final.items() if cash is not None}

    def proof(self, log_id: str) -> Proof:
        """Return how far the final cash of a player is proved."""
        return proof_of(self.answer, log_id) if log_id in self.final else Proof.NOT_PROVED

    def with_names(self, names: Sequence[str]) -> GameReading:
        """Return the same game with other names for its players, in the order of the log."""
        return read_game(self.text, self.table, tuple(names))

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of the log in turn order."""
        return self.record.header.players

    @property
    def chains(self) -> tuple[str, ...]:
        """The names that the log uses for the seven chains."""
        return self.record.header.labels().names

    @property
    def findings(self) -> tuple[tuple[GameTurn, Finding], ...]:
        """Every finding with the turn to which it belongs, in the order of the answer."""
        return tuple((self.turns[_place_of(finding, self.turns)], finding) for finding in self.answer.findings)


@lru_cache(maxsize=READ_LOGS_KEPT)
def read_game(text: str, table: TableHeader = NO_TABLE, names: tuple[str, ...] = ()) -> GameReading:
    """Read a log and replay it; ``names``, one for each player, replace the names in the log everywhere.

    ``table`` is what is known of the table and may be missing in the log. Raises UnreadableLogError, with every wrong place, if no turn
    can be read.
    """
    log = read_table_log(text, table)
    record = record_with_names(log.record, names) if names else log.record
    signed = with_signs(record)
    walk = with_names(_walk_of(_Signed(repr(signed), signed)), [player.id for player in record.header.players])
    bounds = _bounds(walk.steps)
    by_turn = _events_by_turn(record, len(bounds))
    events = by_turn or _events_as_read(walk.steps, bounds)
    openings = [_opening(turn) for turn in by_turn] or [None] * len(bounds)
    views = [_view_after(walk.steps[first : last + 1]) for first, last in bounds]
    turns = tuple(
        GameTurn(
            place,
            _event_lines(record, events[place]),
            _undone_events(record, events[place]),
            openings[place],
            view,
            (),
            *bounds[place],
        )
        for place, view in enumerate(views)
    )
    found = _findings_by_turn(walk.answer, turns)
    turns = tuple(replace(turn, findings=own) for turn, own in zip(turns, found, strict=True))
    return GameReading(
        record,
        log.notes,
        log.problems,
        log.asked,
        text=text,
        table=table,
        answer=walk.answer,
        turns=turns,
        steps=walk.steps,
        placed=walk.placed,
    )


@dataclass(frozen=True, slots=True)
class _Signed:
    """A record with placeholders for names; two are equal if their texts are."""

    text: str
    record: GameRecord = field(compare=False)


@lru_cache(maxsize=READ_LOGS_KEPT)
def _walk_of(signed: _Signed) -> Walk:
    """Return the replay of a log with placeholders for names.

    It takes longest, so it is cached; it does not depend on the names of the players.
    """
    return walk_through(signed.record)


def _bounds(steps: Sequence[StepView]) -> list[tuple[int, int]]:
    """Return the indices of the first and the last step of each turn."""
    turns = [step.turn for step in steps]
    firsts = [place for place, turn in enumerate(turns) if place == 0 or turn != turns[place - 1]]
    return [(first, after - 1) for first, after in pairwise([*firsts, len(steps)])]


def _view_after(steps: Sequence[StepView]) -> TurnView:
    """Return the position after the last step that is not the final sale."""
    return [step.view for step in steps if step.kind is not StepKind.SALE][-1]


def _place_of(finding: Finding, turns: Sequence[GameTurn]) -> int:
    """Return the index of a finding's turn.

    If the turn is missing in the log it is the turn before, and if there is none before it the start.
    """
    number = finding.turn or 0
    own = [turn.place for turn in turns if turn.view.number == number]
    before = [turn.place for turn in turns if turn.view.number < number]
    return own[0] if own else before[-1] if before else 0


def _findings_by_turn(answer: Replay, turns: Sequence[GameTurn]) -> list[tuple[Finding, ...]]:
    """Return the findings of each turn; each finding is in one turn."""
    found: list[list[Finding]] = [[] for _ in turns]
    for finding in answer.findings:
        found[_place_of(finding, turns)].append(finding)
    return [tuple(row) for row in found]


def _events_by_turn(record: GameRecord, count: int) -> list[Sequence[Action]]:
    """Return the events of the log turn by turn, in its order; the events before the first turn come first.

    The result is empty if the game as interpreted has another number of turns than the log.
    """
    once = told_once(record)  # events undone by a rewind and turns written twice are left out
    has_rewind = any(event.act is ActKind.REWIND for event in once.events)
    events = standing(once).events if has_rewind else once.events
    starts = [index for index, event in enumerate(events) if event.act is ActKind.TURN]
    if len(starts) + 1 != count:
        return []
    return [events[first:last] for first, last in pairwise([0, *starts, len(events)])]


def _events_as_read(steps: Sequence[StepView], bounds: Sequence[tuple[int, int]]) -> list[Sequence[Action]]:
    """Return the events turn by turn as the log was interpreted, with turns that were added or left out."""
    return [[event for step in steps[first : last + 1] for event in step.events] for first, last in bounds]


#: Events that do not count as the opening of a turn: those of the director beside the game, rewinds, and the turn itself.
_NO_OPENING = BESIDE_THE_GAME | {ActKind.REWIND, ActKind.TURN}


def _opening(events: Sequence[Action]) -> Action | None:
    """Return the first event of a turn after the turn itself; None if there is none, and for the start."""
    if not events or events[0].act is not ActKind.TURN:
        return None
    return next((event for event in events if event.act not in _NO_OPENING), None)


def _undone_events(record: GameRecord, events: Sequence[Action]) -> tuple[str, ...]:
    """Return the events that rewinds among ``events`` undid, as lines of text.

    If they begin within a turn, the name of the turn's player is put before them.
    """
    lines: list[str] = []
    for event in events:
        if isinstance(event.value, Rewound) and event.value.undone:
            undone = event.value.undone
            heads = [Action(ActKind.TURN, undone[0].player)] if undone[0].act in _CLAUSES else []
            lines += _event_lines(record, [*heads, *undone])
    return tuple(lines)


#: Events that are written as parts of a turn; if the turn itself was not undone, its player's name is put before them.
_CLAUSES = (
    frozenset(ActKind) - BESIDE_THE_GAME - {ActKind.TURN, ActKind.START, ActKind.HAND, ActKind.FINAL, ActKind.REWIND}
)


def _event_lines(record: GameRecord, events: Sequence[Action]) -> tuple[str, ...]:
    """Return events as lines of text in the standard notation, whatever notation the log has."""
    own = record.header
    players = tuple(Player(player.id, player.id) for player in own.players)
    header = Header(edition=own.edition, players=players, chains=own.chains, variant=own.variant)
    stated = [_as_stated(event) for event in events if not is_left_out(event)]
    return tuple(line.strip() for line in text_of_events(header, stated).splitlines() if line.strip())


def _as_stated(event: Action) -> Action:
    """Return a rewind as the log states it, without the events that it undid; any other event unchanged."""
    value = event.value
    return event._replace(value=(value.to, value.reason)) if isinstance(value, Rewound) else event
