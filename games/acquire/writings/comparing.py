"""Two logs of one table side by side: where they say the same, where one says more, and where they part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.acquire.actions import Action, ActKind, with_chains
from games.acquire.record import GameRecord, Header
from games.acquire.rewinding import standing
from games.acquire.writings.doubles import told_once
from games.acquire.writings.statements import Agreement, Statement, blocks, in_words, matched, statements, worst
from games.sentences import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Clause:
    """What one log says about one matter: ``text`` as the notation writes it, with the names of that log.

    ``line`` is its first line in that log, None if it is not known.
    """

    text: str
    line: int | None


@dataclass(frozen=True, slots=True)
class ClausePair:
    """What two logs say about one matter of a turn; None for the log that says nothing of it."""

    agreement: Agreement
    first: Clause | None
    second: Clause | None


@dataclass(frozen=True, slots=True)
class TurnPair:
    """One turn in two logs.

    ``number`` is its number, 0 for what stands before the first turn, and ``player`` the ID of its player, None for that; both are
    those of the first log if it has the turn. ``in_first`` and ``in_second`` say whether a log has the turn at all: if one has not,
    the turn's ``agreement`` is MORE, and so is that of all its ``clauses``, which are in the order of the log.
    """

    number: int
    player: str | None
    agreement: Agreement
    in_first: bool
    in_second: bool
    clauses: tuple[ClausePair, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two logs of one table side by side.

    ``players`` are pairs of IDs, of the first and of the second log, in the order of the first. ``turns`` are all turns that one of them
    has, in the order of play; the first one is what stands before the first turn. ``first_parting`` is the index among them of the
    first turn about which the two logs say different things, None if there is none.
    """

    players: tuple[tuple[str, str], ...]
    turns: tuple[TurnPair, ...]
    first_parting: int | None

    @property
    def agreement(self) -> Agreement:
        """How the two logs agree as a whole."""
        return worst([turn.agreement for turn in self.turns])


class NotOneTableError(ValueError):
    """Two logs cannot be of one table, because they have different numbers of players."""


def compare(first: GameRecord, second: GameRecord) -> Comparison:
    """Return two logs of one table side by side, without what rewinds undid or what one of them has twice.

    Players are the same if their IDs or names are, whatever the case; all others are matched in the order of play.

    Raises:
        NotOneTableError: if the logs have different numbers of players.
    """
    if len(first.header.players) != len(second.header.players):
        raise NotOneTableError(
            _(
                "One log has {first} players, the other {second}; two logs of one table have the same players.",
                first=len(first.header.players),
                second=len(second.header.players),
            )
        )
    seats = _seats(first.header, second.header)
    chains = _chains(first.header, second.header)
    one = _turns(_Log(_counted(first), range(len(seats)), range(len(chains))))
    other = _turns(_Log(_counted(second), seats, chains))
    turns = [_side_by_side(one[0], other[0]), *(_side_by_side(*pair) for pair in _aligned(one[1:], other[1:]))]
    ids = [player.id for player in second.header.players]
    players = [(player.id, ids[seats.index(seat)]) for seat, player in enumerate(first.header.players)]
    parted = [at for at, turn in enumerate(turns) if turn.agreement is Agreement.PARTED]
    return Comparison(tuple(players), tuple(turns), parted[0] if parted else None)


def _counted(record: GameRecord) -> GameRecord:
    """Return a record without what rewinds undid and what was written twice."""
    has_rewind = any(event.act is ActKind.REWIND for event in record.events)
    return told_once(standing(record) if has_rewind else record)


def _seats(first: Header, second: Header) -> list[int]:
    """Return the seat in the first log of each player of the second."""
    known = {name.casefold(): seat for seat, player in enumerate(first.players) for name in (player.name, player.id)}
    found = [known.get(player.id.casefold(), known.get(player.name.casefold(), -1)) for player in second.players]
    taken = [seat if seat not in found[:at] else -1 for at, seat in enumerate(found)]
    free = [seat for seat in range(len(first.players)) if seat not in taken]
    return [seat if seat >= 0 else free.pop(0) for seat in taken]


def _chains(first: Header, second: Header) -> list[int]:
    """Return the number in the first log of each chain of the second: by its name, or in the same place if the names are others."""
    names, others = first.labels().names, second.labels().names
    return [names.index(name) for name in others] if set(names) == set(others) else list(range(len(names)))


@dataclass(frozen=True, slots=True)
class _Log:
    """One of the logs, with the seats and the chains of the first log that its own are."""

    record: GameRecord
    seats: Sequence[int]
    chains: Sequence[int]

    def events(self) -> list[Action]:
        """Return the events with the players and chains of the first log."""
        return [self._translated(event) for event in self.record.events]

    def _translated(self, event: Action) -> Action:
        """Return an event with the player and the chains of the first log."""
        told = with_chains(event, self.chains.__getitem__)
        return told._replace(player=self.seats[event.player]) if event.player >= 0 else told


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of one log: its number as the log counts, its player's seat (-1 before the first turn), and what it says.

    ``stated`` is the number that the log states, None if it states none; ``tiles`` are the tiles placed in it.
    """

    log: _Log
    number: int
    stated: int | None
    player: int
    tiles: tuple[int, ...]
    statements: tuple[Statement, ...]

    def clause(self, statement: Statement | None) -> Clause | None:
        """Return a statement as the log writes it; None for none."""
        if statement is None:
            return None
        record = self.log.record
        header = record.header
        ids, names = [player.id for player in header.players], header.labels().names
        events = [record.events[place] for place in statement.places]
        seat = self.log.seats.index(self.player) if self.player >= 0 else None
        head = f"{self.number} {ids[events[0].player]}"
        text = head if statement.act is ActKind.TURN else in_words(events, seat, ids, names)
        return Clause(text, record.line_of(statement.places[0]))


def _turns(log: _Log) -> list[_Turn]:
    """Return the turns of a log; the first one is what stands before them."""
    events, number = log.events(), 0
    found: list[_Turn] = []
    for first, last in blocks(events):
        said = tuple(statements(events, first, last))
        head = events[first] if first < last and found else None
        number = number + 1 if head is None or head.value is None else head.value
        tiles = tuple(event.value for event in events[first:last] if event.act is ActKind.PLAY)
        if head is None:
            found.append(_Turn(log, 0, None, -1, tiles, said))
            number = 0
        else:
            found.append(_Turn(log, number, head.value, head.player, tiles, said))
    return found


def _likeness(one: _Turn, other: _Turn) -> int:
    """Return how likely two turns are the same one, 0 if they are not."""
    same_tile = bool(one.tiles) and one.tiles == other.tiles
    same_player = one.player == other.player
    are_numbered = one.stated is not None and other.stated is not None
    same_number = are_numbered and one.stated == other.stated
    if not same_tile and not (same_player and (same_number or not are_numbered)):
        return 0
    return 4 * same_tile + 2 * same_player + same_number


def _aligned(one: Sequence[_Turn], other: Sequence[_Turn]) -> list[tuple[_Turn | None, _Turn | None]]:
    """Return the turns of two logs side by side, in the order of both, so that their likeness is greatest as a whole."""
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for at in reversed(range(len(one))):
        for by in reversed(range(len(other))):
            likeness = _likeness(one[at], other[by])
            pair = likeness + best[at + 1][by + 1] if likeness else 0
            best[at][by] = max(pair, best[at + 1][by], best[at][by + 1])
    rows: list[tuple[_Turn | None, _Turn | None]] = []
    at = by = 0
    while at < len(one) or by < len(other):
        if at == len(one) or (by < len(other) and best[at][by] == best[at][by + 1]):
            rows.append((None, other[by]))
            by += 1
        elif by == len(other) or best[at][by] == best[at + 1][by]:
            rows.append((one[at], None))
            at += 1
        else:
            rows.append((one[at], other[by]))
            at, by = at + 1, by + 1
    return rows


def _side_by_side(one: _Turn | None, other: _Turn | None) -> TurnPair:
    """Return a turn that one or both logs have, clause by clause."""
    rows = matched(one.statements if one else (), other.statements if other else ())
    clauses = tuple(
        ClausePair(row.agreement, one.clause(row.first) if one else None, other.clause(row.second) if other else None)
        for row in rows
    )
    agreement = worst([row.agreement for row in rows]) if one and other else Agreement.MORE
    return TurnPair(*_title(one or other), agreement, one is not None, other is not None, clauses)


def _title(turn: _Turn | None) -> tuple[int, str | None]:
    """Return a turn's number and the ID of its player in its own log."""
    if turn is None or turn.player < 0:
        return 0, None
    return turn.number, turn.log.record.header.players[turn.log.seats.index(turn.player)].id
