"""A log read and replayed whole: what the game comes to, and every turn with its words, its position and its findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from games.acquire.actions import Act, Action
from games.acquire.errors import Problem
from games.acquire.logs import Note, write_text
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay import Finding, Replay, TurnView, positions, replay
from tournament.replays.sheet import NO_TABLE, Sheet, TableHeader, read_sheet

READ_LOGS_KEPT = 16
"""Logs whose reading is kept in memory, for a viewer asks for one turn after another."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: ``place`` counts from 0 for the start, ``title`` is "17 Cai", ``words`` are the log's own, line by line.

    ``opening`` is the first thing that the log tells of the turn, None where it tells nothing.
    """

    place: int
    title: str
    words: tuple[str, ...]
    opening: Action | None
    view: TurnView
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class GameReading:
    """A log with its replay; ``turns`` begins with the start of the game, or of the position."""

    sheet: Sheet
    answer: Replay
    turns: tuple[Turn, ...]

    @property
    def record(self) -> GameRecord:
        """What the log says, turn by turn."""
        return self.sheet.record

    @property
    def notes(self) -> tuple[Note, ...]:
        """The liberties taken in reading the log."""
        return self.sheet.notes

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The places of the log that nobody could read."""
        return self.sheet.problems

    @property
    def final(self) -> Mapping[str, int | Fraction]:
        """The final cash by the rules, dollars by the log's ID; nobody's while a place of the log is unread, for it may hold money."""
        return {} if self.problems else self.answer.final

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of the log in turn order."""
        return self.record.header.players

    @property
    def chains(self) -> tuple[str, ...]:
        """The seven chains by the names of the log."""
        return self.record.header.labels().names

    @property
    def findings(self) -> tuple[tuple[Turn, Finding], ...]:
        """Every finding with the turn in which it is made, in order."""
        return tuple((turn, finding) for turn in self.turns for finding in turn.findings)

    @property
    def starting_tiles(self) -> dict[str, int]:
        """The starting tile of each player who has one, by the log's ID."""
        return self.sheet.starting_tiles


@lru_cache(maxsize=READ_LOGS_KEPT)
def read_game(text: str, table: TableHeader = NO_TABLE, called: tuple[str, ...] = ()) -> GameReading:
    """Read a log and replay it; ``called`` are other names for its players, one each, by which everything is told then.

    Raises UnreadableLogError, with every place that is wrong, where no turn can be read.
    """
    sheet = read_sheet(text, table)
    if called:
        sheet = replace(sheet, record=_called(sheet.record, called))
    record = sheet.record
    answer, views = replay(record), positions(record)
    words = _words_by_turn(record, len(views))
    openings = _openings_by_turn(record, len(views))
    found = _findings_by_turn(answer, views)
    turns = tuple(
        Turn(place, view.label if place else "Start", words[place], openings[place], view, found[place])
        for place, view in enumerate(views)
    )
    return GameReading(sheet, answer, turns)


def _called(record: GameRecord, names: Sequence[str]) -> GameRecord:
    """The record with other names for its players, in the order of the log."""
    players = tuple(Player(name, name) for name in names)
    return replace(record, header=replace(record.header, players=players))


def _findings_by_turn(answer: Replay, views: Sequence[TurnView]) -> list[tuple[Finding, ...]]:
    """The findings of each view by its number, each once; what belongs to none stands with the start."""
    places = {view.number: place for place, view in reversed(list(enumerate(views)))}
    found: list[list[Finding]] = [[] for _ in views]
    for finding in answer.findings:
        found[places.get(finding.turn or 0, 0)].append(finding)
    return [tuple(row) for row in found]


def _words_by_turn(record: GameRecord, count: int) -> list[tuple[str, ...]]:
    """What the log says in each turn, in the text spelling whatever its own; what comes before the first turn stands first.

    A log that counts its turns wrongly may have fewer positions than turns: then no words are told, rather than another turn's.
    """
    starts = [index for index, event in enumerate(record.events) if event.act is Act.TURN]
    if len(starts) + 1 != count:
        return [()] * count
    header = Header(
        edition=record.header.edition,
        players=record.header.players,
        chains=record.header.chains,
        variant=record.header.variant,
    )
    cuts = pairwise([0, *starts, len(record.events)])
    return [_written(header, record.events[first:last]) for first, last in cuts]


def _openings_by_turn(record: GameRecord, count: int) -> list[Action | None]:
    """The first statement of each turn, none for the start; as with the words, none where the log counts its turns wrongly."""
    starts = [index for index, event in enumerate(record.events) if event.act is Act.TURN]
    if len(starts) + 1 != count:
        return [None] * count
    cuts = pairwise([*starts, len(record.events)])
    return [None, *(next(iter(record.events[first + 1 : last]), None) for first, last in cuts)]


def _written(header: Header, events: Sequence[Action]) -> tuple[str, ...]:
    plain = replace(header, players=tuple(Player(player.id, player.id) for player in header.players))
    _, _, body = write_text(GameRecord(plain, list(events))).partition("\n\n")
    return tuple(line.strip() for line in body.splitlines() if line.strip())
