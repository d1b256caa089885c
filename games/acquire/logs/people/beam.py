"""The beam: the readings of a log that cost least, word by word, of which the cheapest at the end is what the log says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.editions.bonus import Money
from games.acquire.errors import LogError
from games.acquire.logs.body import Notation, Statement
from games.acquire.logs.language.spelling import plain_signs
from games.acquire.logs.language.tokens import SourceLine
from games.acquire.logs.people.hypothesis import Chain, Reading, Told, Turn, opening, position_at_start
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.people.moves import Moves
from games.acquire.logs.people.view import STRANGE
from games.acquire.record import Header
from games.acquire.rules.ending import worths

#: How many readings of a place are kept.
WIDTH: Final = 14
#: How many of them may be in the same context.
ALIKE: Final = 4
#: How many times as many are kept by a second look, if the first has given up a near one.
WIDER: Final = 2
#: A reading that costs so much more than the cheapest of its place is given up.
MARGIN: Final = 6.0
#: Another reading that costs no more than this beside the cheapest may as well be what the log says.
NEAR: Final = 0.05

_HEADS: Final = (ActKind.TURN, ActKind.START, ActKind.FINAL, ActKind.HAND)


@dataclass(slots=True)
class Row:
    """A row of a log as the beam reads it: its words, and its line, if it may be one of the notation as it stands.

    ``is_exact`` says that it was read so.
    """

    words: Sequence[Word]
    line: SourceLine | None = None
    is_exact: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """What a log says by the cheapest reading: what is told turn by turn, the words passed over, and the cost.

    ``worth`` is everybody's cash in dollars if the game ended there. ``is_cut`` says that a near reading was given up for want of
    room. ``parting`` is the word from which on another one tells what leaves other amounts; None without one.
    """

    turns: tuple[tuple[Told, ...], ...]
    passed: tuple[Word, ...]
    cost: float
    worth: tuple[Money, ...] = ()
    is_cut: bool = False
    parting: Word | None = None


class Beam:
    """Reads the rows of one log."""

    def __init__(self, header: Header, starts: Mapping[int, int] | None = None) -> None:
        """``starts`` are the seats of the starting tiles that are known without the log."""
        low = [replace(player, id=player.id.lower()) for player in header.players]
        #: The notation as it is, and in any case and with any signs.
        self.notations = (Notation(header), Notation(replace(header, players=tuple(low))))
        self.starts = starts or {}
        self.first = Reading(position_at_start(opening(header), self.starts))
        if header.position is not None:
            self.first.placed_starts = len(header.players)
        self._exact: dict[tuple[int, int | None], list[Statement] | None] = {}

    def read(self, rows: Sequence[Row], room: int = 1) -> Decided:
        """Return what the rows say by a search with ``room`` times the usual room."""
        words = [word for row in rows for word in row.words]
        moves = Moves(words, self.starts)
        firsts: dict[int, Row] = {}
        at = 0
        for each in rows:
            if each.line is not None and each.words:
                firsts[at] = each
            at += len(each.words)
        places: list[dict[tuple[object, ...], Reading]] = [{} for _ in range(len(words) + 1)]
        places[0] = {(): self.first}
        is_cut = False
        for place, word in enumerate(words):
            readings, is_full = _cheapest_readings(places[place].values(), room)
            is_cut |= is_full
            places[place] = {}
            row = firsts.get(place)
            for reading in readings:
                is_named = reading.is_head and reading.who is not None
                exact = self._exactly(row, reading.seat) if row is not None else None
                if exact and is_named and exact[0][0] is not None and exact[0][0].act not in _HEADS:
                    exact = None  # it goes on with the player who is named above it
                if exact is not None and row is not None:
                    after = _with_exact_row(reading, exact, word)
                    _keep(places[place + len(row.words)], after)
                    continue
                for after, length in moves.at(reading, place):
                    _keep(places[place + length], after)
        ended, is_full = _cheapest_readings(places[-1].values(), room)
        for reading in ended:
            reading.close()
        best, *others = sorted(ended, key=lambda reading: reading.cost)
        worth = worths(best.state)
        rivals = [other for other in others if other.cost <= best.cost + NEAR and worths(other.state) != worth]
        decided = _decision(best, worth, is_cut=is_cut or is_full)
        return _in_doubt(decided, _decision(rivals[0], (), is_cut=False)) if rivals else decided

    def sure(self, rows: Sequence[Row], narrow: Decided) -> Decided:
        """Return what the rows say if a near reading was given up for want of room: the cheaper of it and a search with more room.

        If that gives up one too, and leaves other amounts, the log is in doubt from where the two begin to differ.
        """
        if not narrow.is_cut:
            return narrow
        wide = self.read(rows, WIDER)
        best, other = (wide, narrow) if wide.cost < narrow.cost else (narrow, wide)
        return _in_doubt(best, other) if wide.is_cut and wide.worth != narrow.worth and best.parting is None else best

    def _exactly(self, row: Row, seat: int | None) -> list[Statement] | None:
        """Return the statements of a row that is in the notation, in any case, or None."""
        line, key = row.line, (id(row), seat)
        if line is not None and key not in self._exact:
            self._exact[key] = None
            plain = plain_signs(line.text).lower()
            with suppress(LogError):
                if len(plain) == len(line.text):
                    self._exact[key] = self.notations[1].line(line._replace(text=plain), seat, awaits_time=False)
            with suppress(LogError):
                self._exact[key], row.is_exact = self.notations[0].line(line, seat, awaits_time=False), True
        return self._exact[key]


def _decision(reading: Reading, worth: Sequence[Money], *, is_cut: bool) -> Decided:
    """Return what a reading tells."""
    return Decided(tuple(_items(reading.done)), tuple(_items(reading.passed)), reading.cost, tuple(worth), is_cut)


def _in_doubt(decided: Decided, other: Decided) -> Decided:
    """Return what is decided with the word at which it and another reading begin to tell different things."""
    told, others = ([told for part in each.turns for told in part] for each in (decided, other))
    pairs = zip_longest(told, others)
    first = next(
        (mine or theirs for mine, theirs in pairs if not mine or not theirs or mine.action != theirs.action), None
    )
    return replace(decided, parting=first.word if first is not None else None)


def _items(chain: Chain | None) -> list[Any]:
    """Return the items of a chain, or nothing."""
    return chain.items() if chain is not None else []


def _cheapest_readings(readings: Iterable[Reading], room: int) -> tuple[list[Reading], bool]:
    """Return the cheapest readings of a place, of each context a few, and whether one as near as the cheapest was given up."""
    kept: list[Reading] = []
    is_cut = False
    contexts: Counter[tuple[object, ...]] = Counter()
    for reading in sorted(readings, key=lambda reading: reading.cost):
        if kept and reading.cost > kept[0].cost + MARGIN:
            break
        context = (reading.act, reading.who, reading.is_head, reading.seat)
        contexts[context] += 1
        if len(kept) < WIDTH * room and contexts[context] <= ALIKE * room:
            kept.append(reading)
        elif reading.cost <= kept[0].cost + NEAR:
            is_cut = True
        elif len(kept) == WIDTH * room:
            break
    return kept, is_cut


def _keep(place: dict[tuple[object, ...], Reading], reading: Reading) -> None:
    """Keep a reading unless a cheaper one goes on alike."""
    key = reading.key()
    known = place.get(key)
    if known is None or reading.cost < known.cost:
        place[key] = reading


def _with_exact_row(reading: Reading, statements: Sequence[Statement], word: Word) -> Reading:
    """Return a reading behind a row that is in the notation."""
    after = reading.copy()
    for action, _stamp, source in statements:
        if action is not None:
            _take(after, action, replace(word, column=source.start + 1, text=source.text))
    after.act, after.who, after.fresh, after.is_head, after.number = "", None, False, False, None
    return after


def _take(reading: Reading, action: Action, word: Word) -> None:
    """Add an action of the notation to a reading."""
    act, player, value = action
    if act is ActKind.TURN:
        reading.cost += STRANGE * (reading.turn is not None and player != reading.expected())
        reading.number = value
        reading.begin(player, word, is_headed=True)
    elif act is ActKind.START:
        reading.state, reading.placed_starts = position_at_start(reading.state, (value,)), reading.placed_starts + 1
        reading.tell(act, player, value, word)
    elif reading.turn is None or act is ActKind.FINAL:
        reading.tell(act, player, value, word)
    else:
        _take_in_turn(reading, reading.turn, action, word)


def _take_in_turn(reading: Reading, turn: Turn, action: Action, word: Word) -> None:
    """Add an action of a turn, so that the game beside the reading goes on with it."""
    act, player, value = action
    if act is ActKind.PLAY and turn.tile is None:
        reading.place(value, word)
    elif act is ActKind.FOUND:
        reading.name(value, word)
    elif act is ActKind.SURVIVOR and value in turn.placed.choices:
        reading.survive(value, word)
    elif act is ActKind.BONUS:
        reading.pay(player, value[0], value[1], word)
    elif act is ActKind.DISPOSE:
        reading.set_parts(player, value[0], value[1:], word)
    elif act is ActKind.BUY and not turn.is_bought:
        for chain, count in value:
            reading.buy(chain, count, word)
        if not value:
            reading.buy_nothing(word)
    else:
        reading.turn = turn._replace(
            is_ended=turn.is_ended or act is ActKind.END, is_passed=turn.is_passed or act is ActKind.PASS
        )
        reading.tell(act, player, value, word)
