"""Proposals which player of the table each player of a log is, from numbers, names, starting tiles and the order of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from games.acquire.board import tile_name
from games.acquire.record import Player
from tournament.draw.seating import order_of_play
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId, SeatSource
from wording import gettext_noop


class PlayedGame(Protocol):
    """The attributes of a log, replayed or only read, by which its players are found: the players and their starting tiles."""

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of the log in turn order."""

    @property
    def starting_tiles(self) -> dict[str, int]:
        """The starting tile of each player who has one, by the log's ID."""


class SeatEvidence(StrEnum):
    """By what a player of the log was matched with a player of the table, the surest first."""

    CONFIRMED = gettext_noop("confirmed by the director")
    NUMBER = gettext_noop("number")
    NAME = gettext_noop("name")
    STARTING_TILE = gettext_noop("starting tile")
    PART_OF_NAME = gettext_noop("part of the name")
    ORDER = gettext_noop("order of play")


@dataclass(frozen=True, slots=True)
class SeatGuess:
    """A proposal for one player of the log; ``player`` and ``likeness`` are None if no player of the table was found."""

    log_player: Player
    player: PlayerId | None
    likeness: SeatEvidence | None

    @property
    def is_sure(self) -> bool:
        """Whether the match rests on more than the order of play."""
        return self.likeness not in {None, SeatEvidence.ORDER}


Test = Callable[[Player, SeatRecord], bool]


def find_seats(
    game: PlayedGame,
    table: TableRecord,
    names: Mapping[PlayerId, str],
    source: SeatSource,
    confirmed: Mapping[str, PlayerId] = MappingProxyType({}),
) -> tuple[SeatGuess, ...]:
    """Return for each player of the log, in its order, the proposed player of the table; nobody is proposed twice.

    The steps are: what the director ``confirmed``, by the log's ID; entry number; whole name; starting tile (R4); a part of the name that
    only one player has; then, if as many are left on both sides, the order of play. A step that matches several players proposes none of
    them.
    """
    tiles = {player: tile_name(tile) for player, tile in game.starting_tiles.items()}
    keys = {seat.player: name_key(names[seat.player]) for seat in table.seats}
    tests: tuple[tuple[SeatEvidence, Test], ...] = (
        (SeatEvidence.CONFIRMED, lambda log, seat: confirmed.get(log.id) == seat.player),
        (SeatEvidence.NUMBER, lambda log, seat: str(seat.player) in {log.id.strip("#"), log.name.strip("# ")}),
        (SeatEvidence.NAME, lambda log, seat: keys[seat.player] in {name_key(log.name), name_key(log.id)}),
        (SeatEvidence.STARTING_TILE, lambda log, seat: tiles.get(log.id, "-") == seat.starting_tile),
        (SeatEvidence.PART_OF_NAME, lambda log, seat: _is_part(name_key(log.name), keys[seat.player])),
    )
    found: dict[str, tuple[PlayerId, SeatEvidence]] = {}
    for likeness, test in tests:
        found |= _unique_matches(game.players, table.seats, found, likeness, test)
    free = [
        seat for seat in order_of_play(table, source) if seat.player not in {player for player, _ in found.values()}
    ]
    left = [player for player in game.players if player.id not in found]
    if len(free) == len(left):
        found |= {player.id: (seat.player, SeatEvidence.ORDER) for player, seat in zip(left, free, strict=True)}
    return tuple(SeatGuess(player, *found.get(player.id, (None, None))) for player in game.players)


def _is_part(log_name: str, name: str) -> bool:
    """Return whether all words of one name are among the words of the other: "ada" of "ada demo"."""
    one, other = set(log_name.split()), set(name.split())
    return bool(one) and (one <= other or other <= one)


def _unique_matches(
    players: tuple[Player, ...],
    seats: tuple[SeatRecord, ...],
    found: Mapping[str, tuple[PlayerId, SeatEvidence]],
    likeness: SeatEvidence,
    test: Test,
) -> dict[str, tuple[PlayerId, SeatEvidence]]:
    """Return the matches by one test that are unique both ways; ``found`` are the matches of earlier tests."""
    taken = {player for player, _ in found.values()}
    pairs = [
        (log.id, seat.player)
        for log in players
        for seat in seats
        if log.id not in found and seat.player not in taken and test(log, seat)
    ]
    logs, places = [log for log, _ in pairs], [player for _, player in pairs]
    return {log: (player, likeness) for log, player in pairs if logs.count(log) == 1 and places.count(player) == 1}
