"""A log read and replayed whole: what the game comes to, and every turn with its words, its position and its findings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from games.acquire.actions import Act, Action
from games.acquire.errors import LogError
from games.acquire.logs import read_log, write_text
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay import Finding, Replay, TurnView, positions, replay

MAX_EVENTS = 3_000
"""Statements of a log: five times those of the longest games known. The replay's time may grow with the square of them."""

MAX_TURNS = 400
"""A board is full after 108 tiles; a turn without a tile is rare."""

MAX_PLAYERS = 12
"""Twice what any edition has; a log with seven is still replayed, and the replay says that they are too many."""

LONGEST_NUMBER = 1_000
"""Digits: a longer number is refused by Python itself, without saying where it stands."""

READ_LOGS_KEPT = 16
"""Logs whose reading is kept in memory, for a viewer asks for one turn after another."""


class UnreadableLogError(ValueError):
    """A log that cannot be read or is no game; ``line`` and ``column`` count from 1, 0 where no place is to blame."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


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

    record: GameRecord
    answer: Replay
    turns: tuple[Turn, ...]

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
        ids = [player.id for player in self.players]
        return {ids[player]: value for act, player, value in self.record.events if act is Act.START}


@lru_cache(maxsize=READ_LOGS_KEPT)
def read_game(text: str) -> GameReading:
    """Read a log and replay it; raises UnreadableLogError with line, column and what was expected."""
    _check_text(text)
    try:
        record = read_log(text)
    except LogError as error:
        sentence = str(error)
        raise UnreadableLogError(sentence[:1].upper() + sentence[1:], error.line, error.column) from None
    _check_game(record)
    answer, views = replay(record), positions(record)
    words = _words_by_turn(record, len(views))
    openings = _openings_by_turn(record, len(views))
    found = _findings_by_turn(answer, views)
    turns = tuple(
        Turn(place, view.label if place else "Start", words[place], openings[place], view, found[place])
        for place, view in enumerate(views)
    )
    return GameReading(record, answer, turns)


_UNFIT = re.compile(rf"\x00|[0-9]{{{LONGEST_NUMBER},}}")


def _check_text(text: str) -> None:
    """Refuse what no reader need look at: text that cannot be stored, numbers without end, many games in one."""
    if unfit := _UNFIT.search(text):
        line = text.count("\n", 0, unfit.start()) + 1
        column = unfit.start() - text.rfind("\n", 0, unfit.start())
        what = f"a number of {len(unfit[0]):,} digits" if unfit[0] != "\x00" else "a byte of zero"
        raise UnreadableLogError(f"Line {line}, column {column}: {what}; expected a log's text.", line, column)
    is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
    lines = 0 if is_json else sum(not line.lstrip().startswith("#") for line in text.split("\n") if line.strip())
    told = text.count('"act"') if is_json else lines + text.count(";")
    if told > 2 * MAX_EVENTS:
        raise _too_long(told)


def _check_game(record: GameRecord) -> None:
    if len(record.events) > MAX_EVENTS:
        raise _too_long(len(record.events))
    turns = sum(event.act is Act.TURN for event in record.events)
    if turns > MAX_TURNS:
        raise UnreadableLogError(f"The log has {turns:,} turns; a game has {MAX_TURNS} at most. Attach one game alone.")
    players = record.header.players
    if len(players) > MAX_PLAYERS:
        raise UnreadableLogError(f"The log names {len(players):,} players; a game has six at most. Look at its header.")
    for player in players:
        # JSON can spell half a character, which no page and no file can carry.
        if any("\ud800" <= mark <= "\udfff" for mark in player.name):
            raise UnreadableLogError(f"The name of player {player.id} is broken; write it anew in the log's header.")


def _too_long(told: int) -> UnreadableLogError:
    return UnreadableLogError(
        f"The log makes {told:,} statements; a game has {MAX_EVENTS:,} at most. Attach one game alone."
    )


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
