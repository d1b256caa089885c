"""The exact forms of the notation below the header: what each line and clause must look like, to the letter.

A line begins a turn (``17 Cai: 6E; found Luxor``), goes on with it (indented), or is one of ``start:``, ``hand P:`` and
``final:``. Beyond what docs/notation.md shows, so that everything JSON can say has a spelling:

- ``by P CLAUSE`` is a clause of another player than the turn's, or one before any turn;
- a name, key or value with unusual characters stands in quotes, as in JSON;
- ``position board: 4C 5D`` are lone tiles, ``position: -`` is an empty position;
- ``swap C C`` and ``market C T`` are the trade of a card and the draw of a two-player market;
- the director's clauses (``pause``, ``resume``, ``time``, ``peek``, ``rewind``) need no turn, and outside one no indent;
- a time alone behind a turn's head, ``17 Cai: @723.4; 6E``, is the time at which the turn began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from games.acquire.actions import NOBODY, UNKNOWN_TILE, Act, Action, Card
from games.acquire.board import parse_tile
from games.acquire.editions import LabelSet
from games.acquire.errors import ChainError, LogError, TileError
from games.acquire.logs.language.cursor import DIRECTORS_WORDS, PARTS
from games.acquire.logs.language.times import MARK, read_stamp
from games.acquire.logs.language.tokens import SourceLine, Token, listed, unquoted
from games.acquire.record import Header, Stamp

#: Digits of the longest number read; Python itself stops at some thousand.
LONGEST_NUMBER: Final = 18


def is_whole_number(text: str) -> bool:
    """Whether a text is a whole number of a length that is read, perhaps negative."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER


class Clause:
    """The words of one clause, read from left to right; ``stamp`` is its time once `close` has read it."""

    __slots__ = ("at", "end", "ids", "labels", "stamp", "words")

    def __init__(self, words: list[Token], end: Token, ids: dict[str, int], labels: LabelSet) -> None:
        self.words = words
        self.end = end
        self.ids = ids
        self.labels = labels
        self.at = 0
        self.stamp: Stamp | None = None

    def peek(self) -> Token:
        """The next word, or the empty word at the end."""
        return self.words[self.at] if self.at < len(self.words) else self.end

    def expect(self, expected: str) -> Token:
        """The next word, which must be there."""
        word = self.peek()
        if not word.text:
            raise word.wrong("the clause ends too early", expected)
        self.at += 1
        return word

    def accept(self, text: str) -> bool:
        """Read the next word if it is this one; whether it was."""
        is_next = self.peek().text == text
        self.at += is_next
        return is_next

    def is_done(self) -> bool:
        """Whether all words are read, but for the time at the end."""
        return self.at >= len(self.words) or self.words[self.at].text.startswith(MARK)

    def finish(self) -> None:
        """Refuse words that are left over."""
        if self.at < len(self.words):
            word = self.peek()
            raise word.wrong(f"{word.text!r} is too much here", "the end of the clause, ; or a new line")

    def close(self) -> None:
        """Read the time at the end, if there is one, and refuse words that are left over."""
        if self.at < len(self.words) and self.words[self.at].text.startswith(MARK):
            behind = self.words[self.at + 1] if self.at + 1 < len(self.words) else self.end
            self.stamp, width = read_stamp(self.words[self.at], behind)
            self.at += width
        self.finish()

    def player(self) -> int:
        """A player's seat."""
        word = self.peek()
        if word.text not in self.ids:
            names = listed(self.ids)
            word = self.expect(f"a player: {names}")
            raise word.wrong(f"{word.text!r} is no player of this log", f"one of {names}")
        self.at += 1
        return self.ids[word.text]

    def chain(self) -> int:
        """A chain's number."""
        word = self.expect("a chain")
        try:
            return self.labels.find(word.text)
        except ChainError as problem:
            raise word.wrong(str(problem).rstrip("."), "a chain") from None

    def number(self) -> int:
        """A whole number, perhaps negative."""
        word = self.expect("a whole number")
        if not is_whole_number(word.text):
            digits = word.text.removeprefix("-")
            if digits.isascii() and digits.isdigit():
                raise word.wrong(f"this number has {len(digits)} digits", f"one of at most {LONGEST_NUMBER}")
            raise word.wrong(f"{word.text!r} is no whole number", "a whole number")
        return int(word.text)

    def seconds(self) -> int:
        """Whole seconds with their sign, more than none if given and less if taken."""
        word = self.expect("seconds with their sign, such as +120 or -120")
        sign, digits = word.text[:1], word.text[1:]
        if sign not in ("+", "-") or not digits.isascii() or not digits.isdigit() or len(digits) > LONGEST_NUMBER:
            raise word.wrong(f"{word.text!r} tells no time given or taken", "seconds with their sign, +120 or -120")
        return int(word.text)

    def reason(self) -> str:
        """A reason in quotes, or as it stands up to the end of the clause; empty for none."""
        if self.is_done():
            return ""
        first = self.peek()
        if first.text.startswith('"'):
            self.at += 1
            return unquoted(first)
        text, before = "", first
        while not self.is_done():
            word = self.words[self.at]
            is_apart = word.column > before.end
            text, before = f"{text}{' ' * is_apart}{word.text}", word
            self.at += 1
        return text

    def tile(self) -> int:
        """A known tile."""
        word = self.expect("a tile from 1A to 12I")
        try:
            return parse_tile(word.text)
        except TileError:
            raise word.wrong(f"{word.text!r} is no tile", "a tile from 1A to 12I") from None

    def tiles(self) -> tuple[int, ...]:
        """All tiles up to the end of the clause; ``?`` for an unknown one, ``-`` alone for none."""
        found: list[int] = []
        if self.accept("-"):
            return ()
        while not found or not self.is_done():
            found.append(UNKNOWN_TILE if self.accept("?") else self.tile())
        return tuple(found)

    def chains(self) -> tuple[int, ...]:
        """Chains parted by commas, ``-`` for none."""
        if self.accept("-"):
            return ()
        found = [self.chain()]
        while self.accept(","):
            found.append(self.chain())
        return tuple(found)

    def shares(self) -> tuple[tuple[int, int], ...]:
        """Chains with numbers parted by commas, ``-`` for none."""
        if self.accept("-"):
            return ()
        found: dict[int, int] = {}
        while not found or self.accept(","):
            word = self.peek()
            chain = self.chain()
            if chain in found:
                raise word.wrong(f"{word.text!r} stands twice", "each chain once")
            found[chain] = self.number()
        return tuple(found.items())

    def disposal(self) -> tuple[int, int, int, int | None]:
        """A chain, and how many of its shares are sold, traded and held; the last is None where it is not told."""
        chain = self.chain()
        counts: dict[str, int] = {}
        while not self.is_done():
            word = self.expect("sell, trade or hold")
            if word.text not in PARTS or word.text in counts:
                raise word.wrong(f"{word.text!r} stands here", "sell, trade or hold, each once, with a number")
            counts[word.text] = self.number()
        return chain, counts.get("sell", 0), counts.get("trade", 0), counts.get("hold")

    def card(self) -> Card:
        """A card of the Code War."""
        word = self.expect("a card")
        try:
            return Card(word.text.upper())
        except ValueError:
            raise word.wrong(f"{word.text!r} is no card", f"one of {', '.join(Card)}") from None


def _nothing(clause: Clause) -> None:
    """An act without a value."""


_Value = Callable[[Clause], object]
#: What follows the word of a clause whose player is the one of the turn.
_OF_THE_TURN: Final[dict[Act, _Value]] = {
    Act.FOUND: Clause.chain,
    Act.SURVIVOR: Clause.chain,
    Act.ORDER: Clause.chains,
    Act.BUY: Clause.shares,
    Act.SWAP: lambda clause: (clause.chain(), clause.chain()),
    Act.MARKET: lambda clause: (clause.chain(), clause.tile()),
    **dict.fromkeys((Act.DRAW, Act.SHOW, Act.DEAD, Act.RETURN, Act.REDRAW), Clause.tiles),
    **dict.fromkeys((Act.PASS, Act.CLOCK, Act.TIMEOUT, Act.TAKEBACK, Act.END), _nothing),
    Act.CARD: Clause.card,
}
#: What follows the word and the player of a clause that names its player.
_OF_A_PLAYER: Final[dict[Act, _Value]] = {
    Act.BONUS: lambda clause: (clause.chain(), clause.number()),
    Act.CASH: Clause.number,
    Act.DISPOSE: Clause.disposal,
    Act.TIME: Clause.seconds,
    Act.PEEK: _nothing,
}
#: What follows the word of a clause of the whole table.
_OF_THE_TABLE: Final[dict[Act, _Value]] = {
    Act.PAUSE: _nothing,
    Act.RESUME: _nothing,
    Act.REWIND: lambda clause: (clause.number(), clause.reason()),
}
_WORDS: Final = {act.word: act for act in (*_OF_THE_TURN, *_OF_A_PLAYER, *_OF_THE_TABLE)}


class TurnHead(NamedTuple):
    """The beginning of a turn, and the rest of its line; ``number`` is None where it is not told."""

    seat: int
    number: int | None
    rest: SourceLine


class Statement(NamedTuple):
    """An action that a line tells, its time, and the piece of the line; an action of None is a time of the turn that began."""

    action: Action | None
    stamp: Stamp | None
    source: SourceLine


class Notation:
    """Reads lines by their exact forms, with the players and chains of one log."""

    __slots__ = ("ids", "labels")

    def __init__(self, header: Header) -> None:
        self.ids = {player.id: seat for seat, player in enumerate(header.players)}
        self.labels = header.labels()

    def clause(self, line: SourceLine) -> Clause:
        """The words of a piece of a line."""
        return Clause(line.words(), line.end(), self.ids, self.labels)

    def goes_on(self, line: SourceLine) -> bool:
        """Whether a line has no head, but clauses: it is indented, or begins with "by" or a word of the director's."""
        if line.is_indented:
            return True
        head = next(line.parts(":"))
        first = next(iter(head.words()), head.end()).text
        return first == "by" or (len(head.text) == len(line.text) and first.lower() in DIRECTORS_WORDS)

    def line(self, line: SourceLine, seat: int | None, *, is_dated: bool) -> Iterator[Statement]:
        """The statements of a line; ``seat`` is the player whose turn it is, None before any.

        A time alone may begin the line unless it ``is_dated``: unless the last statement is the head of a turn without a time.

        Raises:
            LogError: if the line is not in the notation.
        """
        if line.is_indented:
            return self._clauses(line, seat, is_dated=is_dated)
        head = next(line.parts(":"))
        words = head.words()
        first = words[0] if words else head.end()
        is_whole = len(head.text) == len(line.text)
        if first.text == "by" or (is_whole and first.text.lower() in DIRECTORS_WORDS):
            return self._clauses(line, seat, is_dated=is_dated)
        if is_whole:
            raise no_head(first)
        rest = line.after(len(head.text) + 1)
        if first.text == "hand":
            return self._hand(Clause(words, head.end(), self.ids, self.labels), rest)
        if first.text in ("start", "final") and len(words) == 1:
            return self._pairs(Act.START if first.text == "start" else Act.FINAL, rest)
        return self._turn(Clause(words, head.end(), self.ids, self.labels), rest)

    def head(self, line: SourceLine) -> TurnHead | None:
        """The head of the turn that a line begins, ``17 Cai:`` or ``Cai:``; None if it begins none."""
        head = next(line.parts(":"))
        words = head.words()
        if len(head.text) == len(line.text) or not 1 <= len(words) <= 2 or words[-1].text not in self.ids:
            return None
        if len(words) == 2 and not is_whole_number(words[0].text):
            return None
        number = int(words[0].text) if len(words) == 2 else None
        return TurnHead(self.ids[words[-1].text], number, line.after(len(head.text) + 1))

    def action(self, clause: Clause, seat: int | None) -> Action:
        """The action of one clause, whose time is then the clause's; ``by P`` before it names another player than the turn's.

        Raises:
            LogError: if it is no clause.
        """
        first = clause.peek()
        is_by = clause.accept("by")
        if is_by:
            seat = clause.player()
        word = clause.expect("a tile or a clause")
        written = word.text.lower()
        act = _WORDS.get(written)
        if is_by and written in DIRECTORS_WORDS:
            raise first.wrong(f"{word.text!r} is the director's, not a player's", f"{written} without 'by'")
        if seat is None and written not in DIRECTORS_WORDS:
            raise word.wrong("no turn has begun", "a turn such as '1 Ann: 4C', or 'by Ann' before the clause")
        if act in _OF_A_PLAYER:
            action = Action(act, clause.player(), _OF_A_PLAYER[act](clause))
        elif act in _OF_THE_TABLE:
            action = Action(act, NOBODY, _OF_THE_TABLE[act](clause))
        else:
            player = NOBODY if seat is None else seat
            value = _tile_played(word) if act is None else _OF_THE_TURN[act](clause)
            action = Action(Act.PLAY if act is None else act, player, value)
        clause.close()
        return action

    def _clauses(self, line: SourceLine, seat: int | None, *, is_dated: bool) -> Iterator[Statement]:
        for part in line.parts(";"):
            clause = self.clause(part)
            if not clause.words:
                continue
            if clause.peek().text.startswith(MARK):
                if is_dated:
                    expected = "a time behind its clause, or right behind a turn's head"
                    raise clause.peek().wrong("a time stands alone here", expected)
                clause.close()
                action = None
            else:
                action = self.action(clause, seat)
            yield Statement(action, clause.stamp, part)
            is_dated = True

    def _turn(self, head: Clause, rest: SourceLine) -> Iterator[Statement]:
        number = head.number() if len(head.words) > 1 else None
        seat = head.player()
        head.finish()
        yield Statement(Action(Act.TURN, seat, number), None, rest)
        yield from self._clauses(rest, seat, is_dated=False)

    def _hand(self, head: Clause, rest: SourceLine) -> Iterator[Statement]:
        head.expect("hand")
        player = head.player()
        head.finish()
        clause = self.clause(rest)
        action = Action(Act.HAND, player, clause.tiles())
        clause.close()
        yield Statement(action, clause.stamp, rest)

    def _pairs(self, act: Act, rest: SourceLine) -> Iterator[Statement]:
        for part in rest.parts(","):
            clause = self.clause(part)
            player = clause.player()
            value = clause.tile() if act is Act.START else clause.number()
            clause.close()
            yield Statement(Action(act, player, value), clause.stamp, part)


def _tile_played(word: Token) -> int:
    try:
        return parse_tile(word.text)
    except TileError:
        problem = f"{word.text!r} is neither a tile nor a clause"
        raise word.wrong(problem, f"a tile, or one of {', '.join(_WORDS)}") from None


def no_head(first: Token) -> LogError:
    """The error of a line that neither begins a turn nor goes on with one."""
    expected = "a turn such as '1 Ann: 4C'; indent a line that goes on with one"
    return first.wrong(f"{first.text!r} begins neither a line nor a turn", expected)
