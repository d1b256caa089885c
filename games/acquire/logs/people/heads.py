"""Moves at the head of a turn: its player, its tile, and the starting tiles before all turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.acquire.actions import TILES_ACTS, ActKind
from games.acquire.logs.people.game import started
from games.acquire.logs.people.hypothesis import ILLEGAL, Reading, Turn
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.people.view import AGAINST, IMPLIED, LIKELY, STRANGE, UNLIKELY, Move, View, filled

TILES: Final = {act.word: act for act in TILES_ACTS}
#: The acts of a turn of which only the head and the tile are read.
_JUST_BEGUN: Final = 2


class HeadMoves(View):
    """Reads players and tiles."""

    def player_moves(self, reading: Reading, word: Word) -> Iterator[Move]:
        """Name a player: at the head of a row perhaps the one of the next turn."""
        player, turn = word.player, reading.turn
        assert player is not None  # noqa: S101
        after = reading.copy(word.player_cost)
        after.who, after.fresh = player, True
        after.is_head = after.is_head or reading.at_head
        if turn is not None and not turn.is_headed:
            if turn.tile is None and turn.is_bought and player == turn.seat:
                yield _named(after, turn), 1
            elif turn.tile is not None and reading.at_head and len(turn.acts) <= _JUST_BEGUN:
                if player == turn.seat:
                    after = _named(after, turn)
                else:
                    yield _reseated(reading, turn, player), 1
        yield after, 1

    def tile_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Lay a tile, in the turn that is begun or in the next one; or add it to the tiles of a list."""
        tile, turn = word.tile, reading.turn
        assert tile is not None  # noqa: S101
        if turn is None:
            told = list(self._start_moves(reading, place, word, tile))
            yield from told
            if told and (tile in self.starts or reading.act == "start"):
                return
        elif tile == turn.tile:
            yield reading.copy(IMPLIED), 1  # said again
        elif tile in self.starts:
            yield reading.copy(IMPLIED if reading.placed_starts >= reading.state.seats else UNLIKELY), 1
        if reading.act == "start":
            return  # starting tiles are no part of a game that has begun
        if reading.act in TILES and (turn is not None or (reading.act != "draw" and reading.who is not None)):
            yield listed(reading, tile, word), 1
            return
        if turn is not None:
            yield from ((after, 1) for after in _in_turn(reading, turn, tile, word))
        yield _next_turn(reading, tile, word), 1

    def _start_moves(self, reading: Reading, place: int, word: Word, tile: int) -> Iterator[Move]:
        """Read a starting tile, of a player who is named or known, or the tiles of all."""
        who = reading.who if reading.fresh else None
        seat = self.starts.get(tile, who)
        is_told = tile in self.starts or reading.act == "start"
        is_open = reading.placed_starts < reading.state.seats
        if seat is not None and is_open and (is_told or (reading.number is None and self._has_another(place))):
            after = filled(reading.copy(word.tile_cost + UNLIKELY * (not is_told)))
            after.tell(ActKind.START, seat, tile, word)
            after.state = started(after.state, (tile,))
            after.placed_starts += 1
            yield after, 1
        if not reading.placed_starts and reading.who is None:
            yield from self._opening(reading, place)

    def _has_another(self, place: int) -> bool:
        """Whether a row has more than one tile."""
        at = place + 1
        while (word := self.peek(at)) is not None:
            if word.tile is not None:
                return True
            at += 1
        return place > 0 and any(
            one.tile is not None and one.line == self.words[place].line for one in self.words[:place][-8:]
        )

    def _opening(self, reading: Reading, place: int) -> Iterator[Move]:
        """Read as many tiles as there are players as their starting tiles, which give the order of play."""
        found, at = [self.words[place]], place + 1
        while len(found) < reading.state.seats:
            word = self.peek(at)
            if word is None or (word.tile is None and not word.is_sign):
                return
            if word.tile is not None:
                found.append(word)
            at += 1
        after = reading.copy(LIKELY)
        for seat, word in enumerate(sorted(found, key=lambda one: one.tile or 0)):
            after.tell(ActKind.START, seat, word.tile, word)
            after.state = started(after.state, (word.tile or 0,))
        after.placed_starts = len(found)
        yield after, at - place


def listed(reading: Reading, tile: int, word: Word) -> Reading:
    """Return a reading in which a tile is one of a list: of a hand, of those drawn or shown."""
    act, turn = TILES[reading.act], reading.turn
    holder = reading.who if reading.who is not None and (reading.fresh or turn is None) else turn.seat if turn else 0
    after = reading.copy(word.tile_cost)
    told = turn.acts if turn is not None else reading.done.item if reading.done is not None else ()
    last = told[-1] if told else None
    if last is None or last.action[:2] != (act, holder):
        after.tell(act, holder, (tile,), word)
        return after
    if turn is not None:
        after.turn = turn._replace(acts=turn.acts[:-1])
    elif reading.done is not None:
        after.done = reading.done.before
    after.tell(act, holder, (*last.action.value, tile), last.word)
    return after


def _in_turn(reading: Reading, turn: Turn, tile: int, word: Word) -> Iterator[Reading]:
    """Yield readings in which a tile belongs to the turn that is begun, as its first, or in the place of one that was taken back."""
    if (
        turn.tile is not None
        and len(turn.acts) == _JUST_BEGUN
        and not reading.is_head
        and reading.is_stale
        and turn.acts[-1].word.line == word.line
    ):
        after = reading.copy(word.tile_cost + UNLIKELY - ILLEGAL * bool(turn.placed.fault))
        after.pass_over(turn.acts[-1].word)
        after.turn = turn._replace(acts=turn.acts[:1])
        after.place(tile, word)
        yield after
    if turn.tile is None and not turn.is_ended and reading.who in (None, turn.seat):
        after = reading.copy(word.tile_cost)
        after.place(tile, word)
        after.act, after.who, after.is_head = "", None, False
        yield after


def _next_turn(reading: Reading, tile: int, word: Word) -> Reading:
    """Return a reading in which a tile begins the next turn, of the player who is named before it or who is expected."""
    seat, cost, turn = reading.expected(), word.tile_cost, reading.turn
    is_headed = reading.is_head and reading.who is not None
    if is_headed and reading.who is not None:
        cost += (STRANGE * (turn is not None) + IMPLIED) * (reading.who != seat)
        seat = reading.who
    elif reading.who is None and (
        (reading.headed and reading.headed == reading.turns)
        or (reading.at_head and reading.is_stale and reading.number is not None)
    ):
        cost += AGAINST + LIKELY  # every turn before it has its player, or a word stands in the place of one
    elif not reading.at_head:
        cost += LIKELY
    elif turn is not None and not turn.is_headed and len(turn.acts) == _JUST_BEGUN:
        cost += UNLIKELY * (turn.acts[0].word.line == word.line)
    after = reading.copy(cost)
    after.begin(seat, word, is_headed=is_headed)
    after.place(tile, word)
    after.who, after.is_head, after.at_head = None, False, reading.at_head and not is_headed
    return after


def _named(reading: Reading, turn: Turn) -> Reading:
    """Return a reading in which the player of a turn is named behind its tile or its purchase."""
    after = reading.copy()
    after.turn, after.is_head = turn._replace(is_headed=True), False
    return after


def _reseated(reading: Reading, turn: Turn, player: int) -> Reading:
    """Return a reading in which the turn just begun, of which only the tile is known, is another player's."""
    after = reading.copy(STRANGE * (reading.turns > 1) + IMPLIED)
    head, tile = turn.acts
    begun = head._replace(action=head.action._replace(player=player))
    after.turn = Turn(player, turn.placed, is_headed=True, acts=(begun,))
    after.place(tile.action.value, tile.word)
    return after


def begun(reading: Reading, seat: int, word: Word, cost: float, *, is_headed: bool) -> Reading:
    """Return a reading in which a turn begins before its tile."""
    after = reading.copy(cost)
    after.begin(seat, word, is_headed=is_headed)
    return after
