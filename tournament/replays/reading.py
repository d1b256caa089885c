"""A log read and replayed whole: final cash and findings, every turn with its text, and every step with its position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from games.acquire.actions import BESIDE_THE_GAME, Action, ActKind
from games.acquire.errors import Problem
from games.acquire.logs import Liberty
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay import Finding, Placed, Replay, StepKind, StepView, TurnView, Walk, walk_through
from games.acquire.rewinding import UNDONE, Rewound, standing
from tournament.replays.renaming import called, with_names, with_signs
from tournament.replays.table_log import NO_TABLE, ReadLog, TableHeader, read_table_log, text_of_events

READ_LOGS_KEPT = 16
"""Logs whose reading is cached, for a viewer asks for one step after another."""


@dataclass(frozen=True, slots=True)
class GameTurn:
    """One turn: ``place`` counts from 0 for the start, ``title`` is "17 Cai", ``words`` are the log's own, line by line.

    ``undone`` are those of its lines, and of turns behind it, that a rewind in it took out of the game.
    ``opening`` is the first event of the turn in the log, None where there is none; ``view`` is the position after it,
    before what is paid at the end of the game; ``first`` and ``last`` are the indices of its steps.
    """

    place: int
    title: str
    words: tuple[str, ...]
    undone: tuple[str, ...]
    opening: Action | None
    view: TurnView
    findings: tuple[Finding, ...]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class GameReading:
    """A log with its replay; ``turns`` and ``steps`` begin with the start of the game, or of the position.

    ``placed`` has for each finding of the answer where it stands and what decides it; ``text`` and ``table`` are what was read.
    """

    text: str
    table: TableHeader
    log: ReadLog
    answer: Replay
    turns: tuple[GameTurn, ...]
    steps: tuple[StepView, ...]
    placed: tuple[Placed, ...]

    @property
    def record(self) -> GameRecord:
        """What the log records, turn by turn."""
        return self.log.record

    @property
    def notes(self) -> tuple[Liberty, ...]:
        """The liberties taken in reading the log."""
        return self.log.notes

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The places of the log that nobody could read."""
        return self.log.problems

    @property
    def final(self) -> Mapping[str, int | Fraction]:
        """The final cash that the log proves, dollars by the log's ID; nobody's while a place is unread, for it may hold money (R11)."""
        proved = {log_id: cash for log_id, cash in self.answer.final.items() if cash is not None}
        return {} if self.problems else proved

    def with_names(self, names: Sequence[str]) -> GameReading:
        """The same game with other names for its players, in the order of the log."""
        return read_game(self.text, self.table, tuple(names))

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of the log in turn order."""
        return self.record.header.players

    @property
    def chains(self) -> tuple[str, ...]:
        """The seven chains by the names of the log."""
        return self.record.header.labels().names

    @property
    def findings(self) -> tuple[tuple[GameTurn, Finding], ...]:
        """Every finding with the turn in which it is made, in the order of the answer."""
        return tuple((self.turns[_place_of(finding, self.turns)], finding) for finding in self.answer.findings)

    @property
    def starting_tiles(self) -> dict[str, int]:
        """The starting tile of each player who has one, by the log's ID."""
        return self.log.starting_tiles


@lru_cache(maxsize=READ_LOGS_KEPT)
def read_game(text: str, table: TableHeader = NO_TABLE, names: tuple[str, ...] = ()) -> GameReading:
    """Read a log and replay it; ``names`` are other names for its players, one each, which then stand everywhere.

    Raises UnreadableLogError, with every place that is wrong, where no turn can be read.
    """
    log = read_table_log(text, table)
    if names:
        log = replace(log, record=called(log.record, names))
    record = log.record
    signed = with_signs(record)
    walk = with_names(_judged(_Signed(repr(signed), signed)), [player.id for player in record.header.players])
    bounds = _bounds(walk.steps)
    by_turn = _events_by_turn(record, len(bounds))
    events = by_turn or _events_as_read(walk.steps, bounds)
    openings = [_opening(turn) for turn in by_turn] or [None] * len(bounds)
    views = [_view_after(walk.steps[first : last + 1]) for first, last in bounds]
    turns = tuple(
        GameTurn(
            place,
            view.label if place else "Start",
            _written(record, events[place]),
            _undone(record, events[place]),
            openings[place],
            view,
            (),
            *bounds[place],
        )
        for place, view in enumerate(views)
    )
    found = _findings_by_turn(walk.answer, turns)
    turns = tuple(replace(turn, findings=own) for turn, own in zip(turns, found, strict=True))
    return GameReading(text, table, log, walk.answer, turns, walk.steps, walk.placed)


@dataclass(frozen=True, slots=True)
class _Signed:
    """A record with signs for its players, which is equal to another one if its text is."""

    text: str
    record: GameRecord = field(compare=False)


@lru_cache(maxsize=READ_LOGS_KEPT)
def _judged(signed: _Signed) -> Walk:
    """The walk through a log with a sign for each player: it takes longest, and is the same whatever the players are called."""
    return walk_through(signed.record)


def _bounds(steps: Sequence[StepView]) -> list[tuple[int, int]]:
    """The first and the last step of each turn."""
    turns = [step.turn for step in steps]
    firsts = [place for place, turn in enumerate(turns) if place == 0 or turn != turns[place - 1]]
    return [(first, after - 1) for first, after in pairwise([*firsts, len(steps)])]


def _view_after(steps: Sequence[StepView]) -> TurnView:
    return [step.view for step in steps if step.kind is not StepKind.SALE][-1]


def _place_of(finding: Finding, turns: Sequence[GameTurn]) -> int:
    """The place of a finding's turn, by its number; the turn before it where it is not written down, and else the start."""
    number = finding.turn or 0
    own = [turn.place for turn in turns if turn.view.number == number]
    before = [turn.place for turn in turns if turn.view.number < number]
    return own[0] if own else before[-1] if before else 0


def _findings_by_turn(answer: Replay, turns: Sequence[GameTurn]) -> list[tuple[Finding, ...]]:
    """The findings of each turn, each once."""
    found: list[list[Finding]] = [[] for _ in turns]
    for finding in answer.findings:
        found[_place_of(finding, turns)].append(finding)
    return [tuple(row) for row in found]


def _events_by_turn(record: GameRecord, count: int) -> list[Sequence[Action]]:
    """The events of the log turn by turn, in its order; those before the first turn stand first.

    None where the game as it is best read has another number of turns than the log.
    """
    has_rewind = any(event.act is ActKind.REWIND for event in record.events)
    events = standing(record).events if has_rewind else record.events  # what a rewind undid is taken out
    starts = [index for index, event in enumerate(events) if event.act is ActKind.TURN]
    if len(starts) + 1 != count:
        return []
    return [events[first:last] for first, last in pairwise([0, *starts, len(events)])]


def _events_as_read(steps: Sequence[StepView], bounds: Sequence[tuple[int, int]]) -> list[Sequence[Action]]:
    """The events turn by turn as the log is best read, where turns were added to it or left out."""
    return [[event for step in steps[first : last + 1] for event in step.events] for first, last in bounds]


#: What does not open a turn: what the director does beside the game, and the turn itself.
_NO_OPENING = BESIDE_THE_GAME | {ActKind.REWIND, ActKind.TURN}


def _opening(events: Sequence[Action]) -> Action | None:
    """The first event of a turn that is done in it; None for none, and for the start."""
    if not events or events[0].act is not ActKind.TURN:
        return None
    return next((event for event in events if event.act not in _NO_OPENING), None)


def _undone(record: GameRecord, events: Sequence[Action]) -> tuple[str, ...]:
    """The events that the rewinds among these undid, in the text spelling; a clause stands with its player's name."""
    lines: list[str] = []
    for event in events:
        if isinstance(event.value, Rewound) and event.value.undone:
            undone = event.value.undone
            heads = [Action(ActKind.TURN, undone[0].player)] if undone[0].act in _CLAUSES else []
            lines += _written(record, [*heads, *undone])
    return tuple(lines)


#: What stands in a turn of its player, so that his name is set before it where the turn itself was not undone.
_CLAUSES = (
    frozenset(ActKind) - BESIDE_THE_GAME - {ActKind.TURN, ActKind.START, ActKind.HAND, ActKind.FINAL, ActKind.REWIND}
)


def _written(record: GameRecord, events: Sequence[Action]) -> tuple[str, ...]:
    """Events in the text spelling, whatever that of the log."""
    own = record.header
    players = tuple(Player(player.id, player.id) for player in own.players)
    header = Header(edition=own.edition, players=players, chains=own.chains, variant=own.variant)
    stated = [_as_stated(event) for event in events if event != UNDONE]
    return tuple(line.strip() for line in text_of_events(header, stated).splitlines() if line.strip())


def _as_stated(event: Action) -> Action:
    """A rewind as the log has it, whatever it undid."""
    value = event.value
    return event._replace(value=(value.to, value.reason)) if isinstance(value, Rewound) else event
