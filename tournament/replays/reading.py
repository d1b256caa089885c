"""A log read and replayed whole: what the game comes to, and every turn with its words, its position and its findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from games.acquire.actions import Act, Action
from games.acquire.errors import LogError
from games.acquire.logs import read_log, write_text
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay import Finding, Replay, TurnView, positions, replay

MAX_EVENTS = 5_000
"""More than any game has: a whole board is 108 tiles, and a long game with every hand told is some 1,500 statements.

The replay's time grows faster than the log; at this number the worst made-up log takes half a second.
"""

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
    """One turn: ``place`` counts from 0 for the start, ``title`` is "17 Cai", ``words`` are the log's own, line by line."""

    place: int
    title: str
    words: tuple[str, ...]
    view: TurnView

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the replay finds in this turn."""
        return self.view.findings


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
    try:
        record = read_log(text)
    except LogError as error:
        sentence = str(error)
        raise UnreadableLogError(sentence[:1].upper() + sentence[1:], error.line, error.column) from None
    if len(record.events) > MAX_EVENTS:
        raise UnreadableLogError(
            f"The log makes {len(record.events):,} statements; a game has {MAX_EVENTS:,} at most. Attach one game alone."
        )
    views = positions(record)
    words = _words_by_turn(record, len(views))
    turns = tuple(
        Turn(place, view.label if place else "Start", told, view)
        for place, (view, told) in enumerate(zip(views, words, strict=True))
    )
    return GameReading(record, replay(record), turns)


def _words_by_turn(record: GameRecord, count: int) -> list[tuple[str, ...]]:
    """What the log says in each turn, in the text spelling whatever its own; what comes before the first turn stands first."""
    starts = [index for index, event in enumerate(record.events) if event.act is Act.TURN]
    cuts = [0, *starts, len(record.events)]
    header = Header(
        edition=record.header.edition,
        players=record.header.players,
        chains=record.header.chains,
        variant=record.header.variant,
    )
    told = [_written(header, record.events[first:last]) for first, last in pairwise(cuts)]
    return (told + [()] * count)[:count]


def _written(header: Header, events: Sequence[Action]) -> tuple[str, ...]:
    plain = replace(header, players=tuple(Player(player.id, player.id) for player in header.players))
    _, _, body = write_text(GameRecord(plain, list(events))).partition("\n\n")
    return tuple(line.strip() for line in body.splitlines() if line.strip())
