"""The form of every act in text and JSON logs: its values besides its word and its player, and how they are read and written.

In text the values follow the word, in the order of the fields, and are read by a `Clause`; in JSON each has its key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from games.acquire.actions import BESIDE_THE_GAME, TILES_ACTS, UNKNOWN_TILE, ActKind, Card
from games.acquire.board import TILE_NAMES, parse_tile
from games.acquire.editions.labels import LabelSet
from games.acquire.errors import ChainError, TileError
from games.acquire.logs import fields
from games.acquire.logs.fields import JsonPath, Vocabulary
from games.acquire.logs.language.cursor import PARTS
from games.acquire.logs.language.tokens import MARK, Token, is_plain, listed_names, quoted, read_stamp, unquoted
from games.acquire.record import Stamp
from games.sentences import Said
from games.sentences import gettext_lazy as _

#: What is expected, made once: most clauses are as they should be.
_A_CHAIN, _A_NUMBER, _A_TILE = _("a chain"), _("a whole number"), _("a tile from 1A to 12I")
_A_PART: Final = _("'sell', 'trade' or 'hold'")
#: The most digits of a number that is read.
LONGEST_NUMBER: Final = 18


def is_whole_number(text: str) -> bool:
    """Whether a text is a whole number, perhaps negative, with no more digits than are read."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER


class Clause:
    """The words of one clause of the notation, read from left to right; ``stamp`` is its time once `close` has read it.

    Each reading method moves to the word behind what it has read, and raises a `LogError` if the next word is not what it expects.
    """

    __slots__ = ("at", "end", "ids", "labels", "stamp", "words")

    def __init__(self, words: list[Token], end: Callable[[], Token], ids: dict[str, int], labels: LabelSet) -> None:
        self.words = words
        #: Returns the empty token at the end of the clause, for an error about something missing.
        self.end = end
        self.ids = ids
        self.labels = labels
        self.at = 0
        self.stamp: Stamp | None = None

    def peek(self) -> Token:
        """Return the next word without reading it, or the empty word at the end."""
        return self.words[self.at] if self.at < len(self.words) else self.end()

    def expect(self, expected: Said) -> Token:
        """Read the next word and return it; ``expected`` describes it for the error if there is none."""
        word = self.peek()
        if not word.text:
            raise word.wrong(_("the clause ends too early"), expected)
        self.at += 1
        return word

    def accept(self, text: str) -> bool:
        """Read the next word if it is this one; returns whether it was."""
        is_next = self.peek().text == text
        self.at += is_next
        return is_next

    def is_done(self) -> bool:
        """Whether all words are read, except the time at the end."""
        return self.at >= len(self.words) or self.words[self.at].text.startswith(MARK)

    def finish(self) -> None:
        """Raise a `LogError` if words are left."""
        if self.at < len(self.words):
            word = self.peek()
            raise word.wrong(
                _("{word!r} does not belong here", word=word.text),
                _("the end of the clause, a semicolon or a new line"),
            )

    def close(self) -> None:
        """Read the time at the end, if there is one, and raise a `LogError` if words are left."""
        if self.at < len(self.words) and self.words[self.at].text.startswith(MARK):
            behind = self.words[self.at + 1] if self.at + 1 < len(self.words) else self.end()
            self.stamp, width = read_stamp(self.words[self.at], behind)
            self.at += width
        self.finish()

    def player(self) -> int:
        """Read a player's ID and return the seat."""
        word = self.peek()
        if word.text not in self.ids:
            names = listed_names(self.ids)
            word = self.expect(_("one of {choices}", choices=names))
            raise word.wrong(
                _("{word!r} is not a player in this log", word=word.text), _("one of {choices}", choices=names)
            )
        self.at += 1
        return self.ids[word.text]

    def chain(self) -> int:
        """Read a chain's name and return its number."""
        word = self.expect(_A_CHAIN)
        try:
            return self.labels.find(word.text)
        except ChainError as problem:
            raise word.wrong(str(problem).rstrip("."), "a chain") from None

    def number(self) -> int:
        """Read a whole number, perhaps negative."""
        word = self.expect(_A_NUMBER)
        if not is_whole_number(word.text):
            digits = word.text.removeprefix("-")
            if digits.isascii() and digits.isdigit():
                raise word.wrong(
                    _("this number has {count} digits", count=len(digits)),
                    _("at most {most} digits", most=LONGEST_NUMBER),
                )
            raise word.wrong(_("{word!r} is not a whole number", word=word.text), _A_NUMBER)
        return int(word.text)

    def seconds(self) -> int:
        """Read whole seconds with their sign: positive if the time is given, negative if it is taken."""
        word = self.expect(_("seconds with a sign, such as +120 or -120"))
        sign, digits = word.text[:1], word.text[1:]
        if sign not in ("+", "-") or not digits.isascii() or not digits.isdigit() or len(digits) > LONGEST_NUMBER:
            raise word.wrong(
                _("{word!r} is not a number of seconds given or taken", word=word.text),
                _("seconds with a sign, such as +120 or -120"),
            )
        return int(word.text)

    def reason(self) -> str:
        """Read a reason, in quotes or up to the end of the clause; empty if there is none."""
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
        """Read a known tile."""
        word = self.expect(_A_TILE)
        try:
            return parse_tile(word.text)
        except TileError:
            raise word.wrong(_("{word!r} is not a tile", word=word.text), _A_TILE) from None

    def tiles(self) -> tuple[int, ...]:
        """Read all tiles up to the end of the clause; ``?`` is an unknown one, ``-`` alone means none."""
        found: list[int] = []
        if self.accept("-"):
            return ()
        while not found or not self.is_done():
            found.append(UNKNOWN_TILE if self.accept("?") else self.tile())
        return tuple(found)

    def chains(self) -> tuple[int, ...]:
        """Read chains separated by commas; ``-`` means none."""
        if self.accept("-"):
            return ()
        found = [self.chain()]
        while self.accept(","):
            found.append(self.chain())
        return tuple(found)

    def shares(self) -> tuple[tuple[int, int], ...]:
        """Read chains with numbers, separated by commas; ``-`` means none."""
        if self.accept("-"):
            return ()
        found: dict[int, int] = {}
        while not found or self.accept(","):
            word = self.peek()
            chain = self.chain()
            if chain in found:
                raise word.wrong(_("{word!r} appears twice", word=word.text), _("each only once"))
            found[chain] = self.number()
        return tuple(found.items())

    def disposal(self) -> tuple[int, int, int, int | None]:
        """Read a chain and the numbers of its shares sold, traded and held; the last is None if the log leaves it out."""
        chain = self.chain()
        counts: dict[str, int] = {}
        while not self.is_done():
            word = self.expect(_A_PART)
            if word.text not in PARTS or word.text in counts:
                raise word.wrong(
                    _("{value} does not belong here", value=repr(word.text)),
                    _("'sell', 'trade' or 'hold' with a number, each only once"),
                )
            counts[word.text] = self.number()
        return chain, counts.get("sell", 0), counts.get("trade", 0), counts.get("hold")

    def card(self) -> Card:
        """Read a power-up card."""
        word = self.expect("a card")
        try:
            return Card(word.text.upper())
        except ValueError:
            raise word.wrong(
                _("{word!r} is not a card", word=word.text), _("one of {choices}", choices=", ".join(Card))
            ) from None


Names = Sequence[str]


class ValueKind(NamedTuple):
    """A kind of value: the functions that read and write it in text and in JSON."""

    read_text: Callable[[Clause], Any]
    read_json: Callable[[object, Vocabulary, JsonPath], Any]
    write_json: Callable[[Any, Names], object]
    write_text: Callable[[Any, Names], str]


#: The default of a field that an event must have.
REQUIRED: Final = object()


class ActField(NamedTuple):
    """One value of an act: its key in JSON and its kind.

    An event without the key has the ``default``, or is refused if that is `REQUIRED`. A default that is ``implied`` is left out when
    written.
    """

    key: str
    kind: ValueKind
    default: object = REQUIRED
    implied: bool = False


def tile_names(tiles: Sequence[int]) -> list[str]:
    """Return the names of tiles, ``?`` for an unknown one."""
    return ["?" if tile < 0 else TILE_NAMES[tile] for tile in tiles]


def written_tiles(tiles: Sequence[int]) -> str:
    """Return tiles as the notation writes them, ``-`` for none."""
    return " ".join(tile_names(tiles)) or "-"


def written_shares(shares: Sequence[tuple[int, int]], names: Names) -> str:
    """Return chains with numbers as the notation writes them, ``-`` for none."""
    return ", ".join(f"{names[chain]} {count}" for chain, count in shares) or "-"


def _written_reason(reason: str, names: Names) -> str:
    """Return a reason as the notation writes it, in quotes only if it would otherwise be read differently."""
    is_spoken = is_plain(reason) and " ".join(reason.split()) == reason and not any(sign in ",;:@" for sign in reason)
    return reason if is_spoken or not reason else quoted(reason)


def _read_shares(value: object, words: Vocabulary, path: JsonPath) -> tuple[tuple[int, int], ...]:
    counts = fields.mapping(value, path).items()
    return tuple((words.chain(name, path), fields.whole_value(count, (*path, name))) for name, count in counts)


def _read_chains(value: object, words: Vocabulary, path: JsonPath) -> tuple[int, ...]:
    return tuple(words.chain(name, (*path, place)) for place, name in enumerate(fields.listing(value, path)))


def _kind(
    read_text: Callable[[Clause], Any],
    read_json: Callable[[object, JsonPath], Any],
    write_json: Callable[[Any, Names], object] = lambda value, names: value,
    write_text: Callable[[Any, Names], str] | None = None,
) -> ValueKind:
    """Return a kind of value that is read from JSON without a vocabulary; without ``write_text`` it is written in text as in JSON."""
    write_text = write_text or (lambda value, names: str(write_json(value, names)))
    return ValueKind(read_text, lambda value, words, path: read_json(value, path), write_json, write_text)


NUMBER: Final = _kind(Clause.number, fields.whole_value)
SECONDS: Final = _kind(Clause.seconds, fields.whole_value, write_text=lambda seconds, names: f"{seconds:+d}")
CARD: Final = _kind(Clause.card, fields.card, lambda card, names: str(card))
REASON: Final = _kind(Clause.reason, fields.word, write_text=_written_reason)
TILE: Final = _kind(Clause.tile, fields.tile, lambda tile, names: TILE_NAMES[tile])
TILES: Final = _kind(
    Clause.tiles, fields.tiles, lambda tiles, names: tile_names(tiles), lambda tiles, names: written_tiles(tiles)
)
CHAIN: Final = ValueKind(
    Clause.chain,
    lambda value, words, path: words.chain(value, path),
    lambda chain, names: names[chain],
    lambda chain, names: names[chain],
)
CHAINS: Final = ValueKind(
    Clause.chains,
    _read_chains,
    lambda chains, names: [names[chain] for chain in chains],
    lambda chains, names: ", ".join(names[chain] for chain in chains) or "-",
)
SHARES: Final = ValueKind(
    Clause.shares, _read_shares, lambda shares, names: {names[chain]: count for chain, count in shares}, written_shares
)

#: The fields of each act that has a value.
FIELDS: Final[dict[ActKind, tuple[ActField, ...]]] = {
    ActKind.START: (ActField("tile", TILE),),
    ActKind.TURN: (ActField("number", NUMBER, None),),
    ActKind.PLAY: (ActField("tile", TILE),),
    ActKind.FOUND: (ActField("chain", CHAIN),),
    ActKind.SURVIVOR: (ActField("chain", CHAIN),),
    ActKind.ORDER: (ActField("chains", CHAINS),),
    ActKind.BONUS: (ActField("chain", CHAIN), ActField("amount", NUMBER)),
    ActKind.DISPOSE: (
        ActField("chain", CHAIN),
        ActField("sell", NUMBER, 0),
        ActField("trade", NUMBER, 0),
        ActField("hold", NUMBER, None, implied=True),
    ),
    ActKind.BUY: (ActField("shares", SHARES),),
    ActKind.CARD: (ActField("card", CARD),),
    ActKind.CASH: (ActField("amount", NUMBER),),
    ActKind.FINAL: (ActField("cash", NUMBER),),
    ActKind.SWAP: (ActField("give", CHAIN), ActField("take", CHAIN)),
    ActKind.MARKET: (ActField("chain", CHAIN), ActField("tile", TILE)),
    ActKind.TIME: (ActField("seconds", SECONDS),),
    ActKind.REWIND: (ActField("to", NUMBER), ActField("reason", REASON, "", implied=True)),
    **dict.fromkeys(TILES_ACTS, (ActField("tiles", TILES),)),
}
#: The acts that have a line of their own in text, and those whose player is always written behind the word.
LINE_ACTS: Final = frozenset({ActKind.START, ActKind.HAND, ActKind.TURN, ActKind.FINAL})
OF_A_PLAYER: Final = frozenset({ActKind.BONUS, ActKind.CASH, ActKind.DISPOSE, ActKind.TIME, ActKind.PEEK})
#: What the director does: such a clause needs no turn.
DIRECTORS: Final = BESIDE_THE_GAME | {ActKind.REWIND}
#: The acts whose clause begins with a word, by that word.
CLAUSE_ACTS: Final = {act.word: act for act in ActKind if act not in LINE_ACTS | {ActKind.PLAY}}


def _text_reader(act: ActKind) -> Callable[[Clause], Any]:
    """Return the function that reads the value of an act from a clause, behind its word and its player."""
    readers = [field.kind.read_text for field in FIELDS.get(act, ())]
    if act is ActKind.DISPOSE:
        return Clause.disposal
    if len(readers) == 1:
        return readers[0]
    return (lambda clause: tuple([read(clause) for read in readers])) if readers else (lambda clause: None)


#: For each act the function that reads its value from a clause.
READ_TEXT: Final = {act: _text_reader(act) for act in (*CLAUSE_ACTS.values(), ActKind.PLAY)}


def values_of(act: ActKind, value: Any) -> tuple[Any, ...]:
    """Return the values of an act as a tuple, one for each of its fields."""
    return tuple(value) if len(FIELDS.get(act, ())) > 1 else (value,)


def write_values(act: ActKind, value: Any, names: Names) -> list[str]:
    """Return the values of an act as text, without those that may be left out."""
    pairs = list(zip(FIELDS.get(act, ()), values_of(act, value), strict=False))
    if act is ActKind.DISPOSE:
        counts = [
            f"{field.key} {count}" for field, count in pairs[1:] if count or (field.implied and count is not None)
        ]
        return [names[value[0]], *counts]
    return [
        field.kind.write_text(part, names) for field, part in pairs if not (field.implied and part == field.default)
    ]
