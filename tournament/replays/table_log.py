"""Read the log of a table as people write it; what is known of the table completes the header of the log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.acquire.actions import Action, ActKind
from games.acquire.board import parse_tile
from games.acquire.editions.labels import LABEL_SETS
from games.acquire.errors import LogError, Problem, TileError
from games.acquire.logs.header import is_player_id
from games.acquire.logs.language.diagnostics import LogReading
from games.acquire.logs.reading import read_people
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord, Header, Player
from games.sentences import Said
from tournament.draw.seating import order_of_play
from tournament.record.event import TableRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId, SeatSource
from wording import gettext as _
from wording import ngettext

TOURNAMENT_EDITION = "mso"

MAX_EVENTS = 3_000
"""The most statements of a log, five times those of the longest known games; the time of a replay may grow with their square."""

MAX_TURNS = 400
"""The most turns of a log; a board is full after 108 tiles, and turns without a tile are rare."""

MAX_PLAYERS = 12
"""The most players of a log, twice those of any edition; a log with seven is replayed, and the replay says that they are too many."""

LONGEST_NUMBER = 1_000
"""The most digits of a number; Python refuses much longer ones itself, without saying where they are."""

LONGEST_LINE_SHOWN = 200

_LOGS_CACHED = 16
"""The number of logs that are kept in the cache once read, since a viewer asks for one turn after another."""


class UnreadableLogError(ValueError):
    """Raised if a log cannot be read or is not one of a game; ``line`` and ``column`` count from 1, 0 if the error is in no single place.

    ``problems`` are all wrong places, in the order of the lines; empty if the error is in no single place.
    """

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems
        self.line = problems[0].line if problems else 0
        self.column = problems[0].column if problems else 0


@dataclass(frozen=True, slots=True)
class TableHeader:
    """What is known of a table's game before a log is read: players in the order of play, starting tiles, and the chains' names.

    ``starts`` are pairs of a player's ID and a tile, empty unless all are known. Without ``players`` nothing is known. ``words`` are pairs
    of a word of the log and the key of its meaning, as the table explained them.
    """

    players: tuple[Player, ...] = ()
    starts: tuple[tuple[str, int], ...] = ()
    chains: str | None = None
    words: tuple[tuple[str, str], ...] = ()

    @property
    def header(self) -> Header | None:
        """The header of a log of this table; None if nothing is known."""
        return Header(TOURNAMENT_EDITION, self.players, self.chains) if self.players else None

    def with_meanings(self, words: Mapping[str, str]) -> TableHeader:
        """Return the same with the meanings of words of one log, as they are stored with it."""
        return replace(self, words=tuple(sorted(words.items())))

    @property
    def lines(self) -> tuple[str, ...]:
        """What is known of the table, as the lines of a log."""
        if self.header is None:
            return ()
        ids = [player.id for player in self.players]
        events = [Action(ActKind.START, ids.index(player), tile) for player, tile in self.starts]
        text = write_text(GameRecord(self.header, events))
        return tuple(line for line in text.splitlines() if line.strip())


NO_TABLE = TableHeader()


def starting_tiles(record: GameRecord) -> dict[str, int]:
    """Return the starting tile of each player of a log who has one, by the log's ID."""
    ids = [player.id for player in record.header.players]
    return {ids[player]: value for act, player, value in record.events if act is ActKind.START}


def text_of_events(header: Header, events: Sequence[Action]) -> str:
    """Return events as text in the notation of logs, without the header of a log."""
    _head, _blank, body = write_text(GameRecord(header, events)).partition("\n\n")
    return body.rstrip("\n")


def header_of(
    table: TableRecord, names: Mapping[PlayerId, str], source: SeatSource, chain_set: str = ""
) -> TableHeader:
    """Return what is known of a table for the header of its log; ``chain_set`` is the event's, for a table without its own."""
    seats = order_of_play(table, source)
    ids = _ids_of([(seat.player, names[seat.player]) for seat in seats])
    players = tuple(Player(key, names[seat.player]) for key, seat in zip(ids, seats, strict=True))
    chains = table.chain_set or chain_set
    tiles = [_tile(seat.starting_tile) for seat in seats]
    starts = tuple((key, tile) for key, tile in zip(ids, tiles, strict=True) if tile is not None)
    is_whole = len(starts) == len({tile for _player, tile in starts}) == len(seats)
    return TableHeader(players, starts if is_whole else (), chains if chains in LABEL_SETS else None)


_NO_ID = re.compile(r"[\s,;:=#\"']+")


def _ids_of(people: list[tuple[PlayerId, str]]) -> list[str]:
    """Return a short ID for each player: the first name if nobody else has it, else the whole name, else the number ("P7")."""
    firsts = [_NO_ID.sub("", name.split()[0] if name.split() else "") for _number, name in people]
    wholes = [_NO_ID.sub("", name) for _number, name in people]
    found = []
    for place, (number, _name) in enumerate(people):
        spoken = [words[place] for words in (firsts, wholes) if _is_unique(words[place], words)]
        found.append(next((word for word in spoken if is_player_id(word)), f"P{number}"))
    return found if len(set(found)) == len(found) else [f"P{number}" for number, _name in people]


def _is_unique(word: str, words: list[str]) -> bool:
    """Return whether a word occurs once among ``words``, accents and case aside."""
    return [name_key(other) for other in words].count(name_key(word)) == 1


def _tile(text: str) -> int | None:
    """Return the number of a tile; None if the text is not one."""
    try:
        return parse_tile(text)
    except TileError:
        return None


@lru_cache(maxsize=_LOGS_CACHED)
def read_table_log(text: str, table: TableHeader = NO_TABLE) -> LogReading:
    """Read a log as people write it; raises UnreadableLogError, with every problem, if no turn can be read.

    ``table`` has what is known of the table; it is used where the log leaves it out.
    """
    _check_text(text)
    try:
        reading = read_people(text, table.header, dict(table.starts), dict(table.words))
    except LogError as error:
        raise _refusal_of_log(text, error) from None
    _check_game(reading.record)
    return reading


def _refusal_of_log(text: str, error: LogError) -> UnreadableLogError:
    """Return the error for a log that the reader refused."""
    sentence = _("Line {line}, column {column}: {problem}; expected {expected}.", **_values_of(error))
    if error.problems:
        more = len(error.problems) - 1
        others = (
            ngettext("{n} more part of the log cannot be read.", "{n} more parts of the log cannot be read.", more)
            if more
            else ""
        )
        return UnreadableLogError(" ".join(filter(None, (sentence, others))), error.problems)
    return UnreadableLogError(
        sentence, _one_problem(text, error.line, error.column, error.what, error.wanted) if error.line else ()
    )


def _values_of(error: LogError) -> dict[str, object]:
    """Return the place of an error, and what is wrong there, for a sentence."""
    return {"line": error.line, "column": error.column, "problem": error.problem, "expected": error.expected}


def _one_problem(text: str, line: int, column: int, problem: Said, expected: Said) -> tuple[Problem, ...]:
    """Return one problem with its line of the text; characters that cannot be shown are blanks."""
    lines = text.removeprefix("\ufeff").split("\n")
    written = lines[line - 1][:LONGEST_LINE_SHOWN] if line <= len(lines) else ""
    shown = "".join(mark if mark.isprintable() else " " for mark in written).rstrip()
    return (Problem(line, column, shown, problem, expected),)


_UNFIT = re.compile(rf"\x00|[0-9]{{{LONGEST_NUMBER},}}")


def _check_text(text: str) -> None:
    """Raise UnreadableLogError for text that no reader needs to look at: a null character, a huge number, far too many statements."""
    if unfit := _UNFIT.search(text):
        line = text.count("\n", 0, unfit.start()) + 1
        column = unfit.start() - text.rfind("\n", 0, unfit.start())
        is_number = unfit[0] != "\x00"
        what = (
            ngettext("a number with {n} digit", "a number with {n} digits", len(unfit[0]))
            if is_number
            else _("a zero byte")
        )
        raise _refusal_of_log(text, LogError(what, line, column, _("the text of a log")))
    is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
    lines = 0 if is_json else sum(not line.lstrip().startswith("#") for line in text.splitlines() if line.strip())
    statements = text.count('"act"') if is_json else lines + text.count(";")
    if statements > 2 * MAX_EVENTS:
        raise _too_long()


def _check_game(record: GameRecord) -> None:
    """Raise UnreadableLogError if a record has too many statements, turns or players, or a broken name."""
    if len(record.events) > MAX_EVENTS:
        raise _too_long()
    turns = sum(event.act is ActKind.TURN for event in record.events)
    if turns > MAX_TURNS:
        raise _too_long()
    players = record.header.players
    if len(players) > MAX_PLAYERS:
        raise UnreadableLogError(
            ngettext(
                "The log names {n} player; a game can have at most six. Check the log's header.",
                "The log names {n} players; a game can have at most six. Check the log's header.",
                len(players),
            )
        )
    for player in players:
        # JSON can contain half of a surrogate pair, which cannot be written to a page or a file.
        if any("\ud800" <= mark <= "\udfff" for mark in player.name):
            raise UnreadableLogError(
                _("The name of player {player} cannot be read; write it again in the log's header.", player=player.id)
            )


def _too_long() -> UnreadableLogError:
    """Return the error that a log has too many statements or turns."""
    return UnreadableLogError(_("The log is too long for one game. Attach the log of a single game."))
