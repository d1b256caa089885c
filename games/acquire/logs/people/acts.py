"""Moves at the words of acts, and at words for nothing and all.

Moves at the head of a turn: its player, its tile, and the starting tiles before all turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.acquire.actions import NOBODY, TILES_ACTS, UNKNOWN_TILE, ActKind
from games.acquire.logs.people import view
from games.acquire.logs.people.disposing import DisposalMoves
from games.acquire.logs.people.hypothesis import ILLEGAL, Reading, Turn, position_at_start
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.people.view import Move, View, is_done, past_row_head, with_filled_read
from games.acquire.rules.ending import end_condition

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
                yield _with_named_player(after, turn), 1
            elif turn.tile is not None and reading.at_head and len(turn.acts) <= _JUST_BEGUN:
                if player == turn.seat:
                    after = _with_named_player(after, turn)
                else:
                    yield _with_other_player(reading, turn, player), 1
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
            yield reading.copy(view.IMPLIED), 1  # said again
        elif tile in self.starts:
            yield reading.copy(view.IMPLIED if reading.placed_starts >= reading.state.seats else view.UNLIKELY), 1
        if reading.act == "start":
            return  # starting tiles are no part of a game that has begun
        if reading.act in TILES and (turn is not None or (reading.act != "draw" and reading.who is not None)):
            yield with_listed_tile(reading, tile, word), 1
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
            after = with_filled_read(reading.copy(word.tile_cost + view.UNLIKELY * (not is_told)))
            after.tell(ActKind.START, seat, tile, word)
            after.state = position_at_start(after.state, (tile,))
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
        after = reading.copy(view.LIKELY)
        for seat, word in enumerate(sorted(found, key=lambda one: one.tile or 0)):
            after.tell(ActKind.START, seat, word.tile, word)
            after.state = position_at_start(after.state, (word.tile or 0,))
        after.placed_starts = len(found)
        yield after, at - place


def with_listed_tile(reading: Reading, tile: int, word: Word) -> Reading:
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
        after = reading.copy(word.tile_cost + view.UNLIKELY - ILLEGAL * bool(turn.placed.fault))
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
        cost += (view.STRANGE * (turn is not None) + view.IMPLIED) * (reading.who != seat)
        seat = reading.who
    elif reading.who is None and (
        (reading.headed and reading.headed == reading.turns)
        or (reading.at_head and reading.is_stale and reading.number is not None)
    ):
        cost += view.AGAINST + view.LIKELY  # every turn before it has its player, or a word stands in the place of one
    elif not reading.at_head:
        cost += view.LIKELY
    elif turn is not None and not turn.is_headed and len(turn.acts) == _JUST_BEGUN:
        cost += view.UNLIKELY * (turn.acts[0].word.line == word.line)
    after = reading.copy(cost)
    after.begin(seat, word, is_headed=is_headed)
    after.place(tile, word)
    after.who, after.is_head, after.at_head = None, False, reading.at_head and not is_headed
    return after


def _with_named_player(reading: Reading, turn: Turn) -> Reading:
    """Return a reading in which the player of a turn is named behind its tile or its purchase."""
    after = reading.copy()
    after.turn, after.is_head = turn._replace(is_headed=True), False
    return after


def _with_other_player(reading: Reading, turn: Turn, player: int) -> Reading:
    """Return a reading in which the turn just begun, of which only the tile is known, is another player's."""
    after = reading.copy(view.STRANGE * (reading.turns > 1) + view.IMPLIED)
    head, tile = turn.acts
    begun = head._replace(action=head.action._replace(player=player))
    after.turn = Turn(player, turn.placed, is_headed=True, acts=(begun,))
    after.place(tile.action.value, tile.word)
    return after


def with_turn_begun(reading: Reading, seat: int, word: Word, cost: float, *, is_headed: bool) -> Reading:
    """Return a reading in which a turn begins before its tile."""
    after = reading.copy(cost)
    after.begin(seat, word, is_headed=is_headed)
    return after


#: Acts with which a turn may begin whose tile comes later or not at all.
_BEGINNING: Final = ("end", "pass", "buy", "found", *view.NOTHING)
#: Acts behind which a word for nothing says that nothing was bought.
_BEFORE_NOTHING: Final = ("", "buy", "found", "play", *view.NOTHING)


class ActMoves(DisposalMoves):
    """Reads the words that say what is done."""

    def act_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Take a word for what is done from here on."""
        act = word.act
        found: Reading | None
        after = reading.copy(word.act_cost)
        if _begins(reading, act):
            seat = reading.who if reading.who is not None else reading.expected()
            cost = word.act_cost + view.STRANGE * (seat != reading.expected())
            after = with_turn_begun(reading, seat, word, cost, is_headed=True)
        after.at_head = after.at_head and act == "turn"
        if act == "found" and _is_just_founded(reading, word):
            found = with_filled_read(reading.copy())
        elif act == "end":
            found = self._read_end(after, place, word, is_head=reading.at_head)
        elif act in view.NOTHING:
            found = _read_nothing(after, act, word)
        elif act == "draw" and after.turn is not None and self._is_unseen(place + 1, word.line):
            found = _read_unseen_draw(after, word)
        elif act in ("pause", "resume"):
            after.tell(ActKind[act.upper()], NOBODY, None, word)
            found = after
        else:
            found = _in_force(after, reading, act)
        if found is not None:
            yield found, 1

    def _is_unseen(self, place: int, line: int) -> bool:
        """Whether no tile stands behind the word for a draw, whose place is given."""
        while (word := self.peek(place)) is not None and word.line == line and word.text not in ("?", ";", ".", ","):
            if not (word.inside in ("noise", "1") or word.act == "play" or word.text == "a"):
                return False
            place += 1
        return True

    def _read_end(self, reading: Reading, place: int, word: Word, *, is_head: bool) -> Reading | None:
        """Read that the game is ended; not where a chain follows, of which rather something is said."""
        turn = reading.turn
        if turn is None or turn.is_ended:
            return None if turn is None else reading
        behind = self.peek(self.behind(place + 1, ()))
        reading.cost += view.AGAINST * (
            behind is not None and (bool(behind.chains) or behind.act in ("play", "found", "buy"))
        )
        reading.cost += 0.0 if end_condition(turn.placed.state) else view.UNLIKELY if is_head else view.STRANGE
        reading.turn, reading.act = turn._replace(is_ended=True), ""
        reading.tell(ActKind.END, turn.seat, None, word)
        reading.come_back(turn.seat)
        return reading

    def none_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read that nothing was bought."""
        turn = reading.turn
        is_parted = reading.act in view.PARTS and reading.is_filled and not word.is_sign
        if turn is None or turn.is_bought or not (reading.act in _BEFORE_NOTHING or is_parted):
            return
        if reading.act != "buy" and self.is_between(place):
            return
        after = past_row_head(with_filled_read(reading.copy(view.IMPLIED * (reading.act != "buy"))))
        after.buy_nothing(word)
        yield after, 1

    def all_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read that somebody sells, trades or keeps all, or the rest, perhaps with the number of shares behind it."""
        turn, behind = reading.turn, self.peek(place + 1)
        if turn is None or reading.act not in view.PARTS:
            return
        chains = behind.chains if behind is not None else ()
        for holder, chain, cost in self.disposals(reading, chains[0] if len(chains) == 1 else None):
            left = max(0, turn.left(holder, chain))
            after = past_row_head(with_filled_read(reading.copy(cost)))
            after.dispose(holder, chain, reading.act, left, word)
            is_counted = behind is not None and behind.number == left
            yield after, 2 if is_counted else 1


def _begins(reading: Reading, act: str) -> bool:
    """Whether a turn begins with a word of clauses, because its player stands before it."""
    if reading.who is None or act not in _BEGINNING or not is_done(reading):
        return False
    if not (reading.is_head or (reading.fresh and act == "found")):
        return False
    if act == "end":
        return reading.who != reading.seat and not (reading.turn is not None and reading.turn.is_ended)
    return reading.who == reading.expected() or act in ("pass", "skip")


def _is_just_founded(reading: Reading, word: Word) -> bool:
    """Whether the chain whose founding is told stands before the word for it."""
    last = reading.turn.acts[-1] if reading.turn is not None and reading.turn.acts else None
    is_founding = last is not None and last.action.act is ActKind.FOUND and last.word.line == word.line
    return is_founding and not reading.act and reading.who in (None, reading.seat)


def _read_unseen_draw(reading: Reading, word: Word) -> Reading:
    """Read that a tile was drawn which nobody saw."""
    reading.tell(ActKind.DRAW, reading.this_turn.seat, (UNKNOWN_TILE,), word)
    reading.act = ""
    return with_filled_read(reading)


def _read_nothing(reading: Reading, act: str, word: Word) -> Reading | None:
    """Read that nothing was bought, or no tile laid."""
    turn: Turn | None = reading.turn
    is_passed = turn is not None and turn.tile is None and act in ("pass", "skip")
    if turn is None or (turn.is_bought and not is_passed):
        return None
    if is_passed:
        reading.tell(ActKind.PASS, turn.seat, None, word)
        reading.turn = (reading.turn or turn)._replace(is_passed=True)
    else:
        reading.buy_nothing(word)
    return with_filled_read(reading)


def _in_force(after: Reading, before: Reading, act: str) -> Reading:
    """Put the word of an act in force; where nothing was read behind the one before it, that costs something."""
    if not before.is_filled and before.act in (*view.PARTS, "buy", "cash", "found") and act in (*view.PARTS, "buy"):
        after.cost += view.UNLIKELY
    after.act, after.is_filled, after.is_stale, after.mark = act, False, False, ""
    turn = after.turn
    if act in view.PARTS and after.topic is None and turn is not None and len(turn.placed.defunct) == 1:
        after.topic = turn.placed.defunct[0]
    return after
