"""The words of a row with everything they may mean: a tile, a number, a chain, a player, an act, a filler.

No word is decided here. A "C" may be Continental, a player Cai or a part of a tile; the position says later which.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.acquire.board import parse_tile
from games.acquire.errors import TileError
from games.acquire.logs.language.confusions import figure_meant, tile_meant
from games.acquire.logs.language.cursor import PARTS, Cursor
from games.acquire.logs.language.names import SHORT, Chains, Players, Sureness, abbreviated_meaning, sum_in_words
from games.acquire.logs.language.spelling import fold
from games.acquire.logs.language.tokens import SourceLine, Token, tokens_of
from games.acquire.logs.language.words import HEADER_KEYS, INSIDE_WORDS, LINE_WORDS
from games.acquire.record import Header

#: A number from which on it is rather an amount than a number of shares.
LEAST_AMOUNT: Final = 100
#: The most shares of one chain.
MOST_SHARES: Final = 25
_MONEY: Final = "$€£"
_GROUPING: Final = ".,'"
_THOUSAND: Final = 1000
_GROUP: Final = 3
#: The fewest letters of a word that is surely more than an initial.
_WHOLE: Final = 3
#: Costs of recognising less than what is written: a slip, a beginning, an initial, a photographed sign.
SLIP, START, INITIAL, PICTURE = 0.4, 0.1, 0.2, 0.6
_TALLY: Final = "|"
#: A letter that looks like a one.
_STROKE: Final = "l"
#: Signs and letters for "times", and a letter behind a number that counts in order: ``2e tour``.
TIMES: Final = ("x", "*", "×", "X")
_ORDINAL: Final = "e"
_TURNS: Final = ("turn", "round")
_ROMAN: Final = re.compile(r"[IVX]+\Z")
_MOST_DIGITS: Final = 7
#: Words for nothing and signs of their own.
_NOTHING: Final = ("-", "ø", "∅", "—")


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a sign of a row, with what it may mean; None or empty for what it cannot mean.

    - ``apart``: a row begins with it; ``is_cell``: a cell within a row does;
    - ``wraps``: the row before filled the width of its page, so that this one may only go on with it;
    - ``tile``: the number of a tile; ``number``: a whole number, ``is_money`` with a sign or groups of digits, ``is_spelled`` in words;
    - ``chains``: one chain or a row of them (``FFL``); ``share``: a chain with a number (``2C``); ``part``: a part of a disposal (``h6``);
    - ``player``: a seat; ``act``: the meaning of a word of clauses or of lines; ``inside``: of one within them;
    - the costs are those of taking it for a tile, a chain, a player or an act;
    - ``given``: it stands in no text, but in the heading of a column.
    """

    text: str
    line: int
    column: int
    glued: bool = False
    apart: bool = False
    is_cell: bool = False
    wraps: bool = False
    tile: int | None = None
    number: int | None = None
    is_money: bool = False
    is_spelled: bool = False
    chains: tuple[int, ...] = ()
    share: tuple[int, int] | None = None
    part: tuple[str, int] | None = None
    player: int | None = None
    act: str = ""
    inside: str = ""
    act_cost: float = 0.0
    tile_cost: float = 0.0
    chain_cost: float = 0.0
    player_cost: float = 0.0
    given: bool = False

    @property
    def end(self) -> int:
        """The column after its last character."""
        return self.column + len(self.text)

    @property
    def is_sign(self) -> bool:
        """Whether it is neither a word nor a number; strokes may be both."""
        return not self.text[:1].isalnum() and (self.number is None or self.text[:1] == _TALLY)

    @property
    def is_odd(self) -> bool:
        """Whether it has digits that mean nothing."""
        return (
            self.number is None and self.tile is None and not self.share and any(sign.isdigit() for sign in self.text)
        )

    @property
    def is_amount(self) -> bool:
        """Whether it is a number that is rather dollars than shares."""
        return self.number is not None and (self.is_money or self.number >= LEAST_AMOUNT)

    @property
    def is_count(self) -> bool:
        """Whether it is a number that may be one of shares."""
        return self.number is not None and not self.is_money and self.number <= MOST_SHARES

    @property
    def is_known(self) -> bool:
        """Whether it may mean anything in a log."""
        return bool(
            self.tile is not None
            or self.number is not None
            or self.chains
            or self.share
            or self.part
            or self.player is not None
            or self.act
            or self.inside
        )


class Lexicon:
    """The words of one log: its players and chains by all their names, the tables of words, and the answers to what was asked."""

    def __init__(
        self,
        header: Header,
        players: Mapping[str, int],
        chains: Mapping[str, int],
        answers: Mapping[str, str] | None = None,
        *,
        is_letter_first: bool = False,
    ) -> None:
        """``players`` and ``chains`` are further names, ``answers`` the meanings of words that the tables have not.

        ``is_letter_first`` says that the tiles of the log have their letters before their numbers.
        """
        self.is_letter_first = is_letter_first
        self.header = header
        self.players = Players(header.players, players)
        self.chains = Chains(header.labels(), chains)
        #: The folded names of the log's chains, which mean nothing else in it, as Fusion does in those of 1999.
        self.chain_names = frozenset(map(fold, header.labels().names))
        self.nicknames = (players, chains)
        self.answers = {fold(word): meaning for word, meaning in (answers or {}).items()}
        self._initials = {fold(name)[0]: chain for chain, name in enumerate(header.labels().names)}
        if len(self._initials) < len(header.labels().names):
            self._initials = {}
        self._initials |= {name: chain for name, chain in chains.items() if len(name) == 1}

    def words(self, line: SourceLine) -> list[Word]:
        """Return the words of a line, each as long as its longest meaning."""
        tokens = tokens_of(line, self.players.words)
        cursor = Cursor(tokens, line.end())
        found: list[Word] = []
        while not cursor.is_done:
            word, length = self._word(cursor)
            found.append(replace(word, apart=not found))
            cursor.at += length
        return found

    def _word(self, cursor: Cursor) -> tuple[Word, int]:
        """Return the word at a cursor and the number of its tokens."""
        token = cursor.peek()
        plain = Word(token.text, token.line, token.column, token.glued)
        if token.text == _TALLY:
            return self._tally(cursor, plain)
        if not token.is_word and not token.is_number and token.folded in self.answers:
            return replace(plain, act=self.answers[token.folded]), 1
        if token.is_number or (token.text in _MONEY and cursor.peek(1).is_number):
            return self._numeral(cursor, plain)
        if not token.is_word:
            return replace(plain, inside="none" if token.text in _NOTHING else ""), 1
        return self._read_letters(cursor, plain)

    def _tally(self, cursor: Cursor, plain: Word) -> tuple[Word, int]:
        """Return strokes as the number that they count."""
        width = 1
        while cursor.peek(width).text == _TALLY and cursor.peek(width).glued:
            width += 1
        return replace(plain, text=_TALLY * width, number=width), width

    def _numeral(self, cursor: Cursor, plain: Word) -> tuple[Word, int]:
        """Return a word that begins with digits: a number, a tile, or a number with the initial of a chain."""
        width = int(cursor.peek().text in _MONEY)
        is_money = bool(width)
        digits = cursor.peek(width).text
        behind = cursor.peek(width + 1)
        if behind.text == "-" and behind.glued and cursor.peek(width + 2).glued and cursor.peek(width + 2).is_letter:
            tile = _tile(digits + cursor.peek(width + 2).text)
            if tile is not None and not width and not self._goes_on(cursor, 3):
                return replace(plain, text=cursor.ahead(3), tile=tile), 3
        if (
            not width
            and behind.glued
            and behind.is_letter
            and behind.folded not in TIMES
            and self._part(behind.text) is None
            and cursor.peek(2).glued
            and cursor.peek(2).is_number
            and not self._goes_on(cursor, 3)
        ):
            return replace(plain, text=cursor.ahead(3)), 3  # no tile, such as 4C1
        is_lettered = behind.glued and behind.is_letter and not self._goes_on(cursor, width + 2)
        if is_lettered and behind.folded != "k" and not is_money:
            return self._read_with_letter(cursor, plain, digits, behind)
        if behind.glued and behind.is_word and not self._goes_on(cursor, width + 2):
            figure = figure_meant(digits + behind.text)
            tile = None if width else self._pictured_tile(digits + behind.text)
            if figure or tile is not None:
                number = int(figure) if figure else None
                word = replace(plain, text=cursor.ahead(width + 2), number=number, is_money=is_money)
                return replace(word, tile=tile, tile_cost=PICTURE), width + 2
        if tenths := self._tenths(cursor, digits, width + 1):
            text = cursor.ahead(width + 4)
            return replace(plain, text=text, number=tenths, is_money=True), width + 4
        return self._figure(cursor, plain, digits, width + 1)

    @staticmethod
    def _tenths(cursor: Cursor, digits: str, at: int) -> int:
        """Return the dollars of thousands with tenths, such as 1.5k, 0 if nothing such stands there."""
        point, tenth, sign = (cursor.peek(place) for place in range(at, at + 3))
        is_such = point.text == "." and point.glued and tenth.glued and tenth.is_number and sign.folded == "k"
        return int(float(f"{digits}.{tenth.text}") * _THOUSAND) if is_such else 0

    def _figure(self, cursor: Cursor, plain: Word, digits: str, width: int) -> tuple[Word, int]:
        """Return a number with its groups of digits, its sign of money or its k; ``width`` tokens of it are read."""
        is_money = width > 1
        while self._is_group(cursor, width) and len(digits) < _GROUP * _GROUP:
            digits += cursor.peek(width + 1).text
            width += 2
            is_money = True
        if len(digits) > _MOST_DIGITS:
            return replace(plain, text=cursor.ahead(width)), width
        number = int(digits)
        behind = cursor.peek(width)
        if behind.glued and behind.folded == "k" and not self._goes_on(cursor, width + 1):
            number, width, is_money = number * _THOUSAND, width + 1, True
        elif behind.text in _MONEY and behind.text and (behind.glued or not cursor.peek(width + 1).is_word):
            width, is_money = width + 1, True
        text = cursor.ahead(width)
        tile = self._pictured_tile(text) if not is_money and width == 1 else None
        word = replace(plain, text=text, number=number, is_money=is_money, tile=tile, tile_cost=PICTURE)
        return replace(word, inside="none") if number == 0 and not is_money else word, width

    def _is_group(self, cursor: Cursor, at: int) -> bool:
        """Whether a sign for groups of digits and three further digits follow."""
        sign, digits = cursor.peek(at), cursor.peek(at + 1)
        is_glued = sign.glued and digits.glued and sign.text in _GROUPING and bool(sign.text)
        return is_glued and digits.is_number and len(digits.text) == _GROUP and not self._goes_on(cursor, at + 2)

    def _part(self, letter: str) -> str | None:
        """Return the part of a disposal that a letter stands for, or None."""
        meaning = SHORT.get(fold(letter)) or self.answers.get(fold(letter))
        return meaning if meaning in PARTS else None

    def _goes_on(self, cursor: Cursor, at: int) -> bool:
        """Whether letters or digits are glued to the token before."""
        after = cursor.peek(at)
        return after.glued and (after.is_word or after.is_number) and bool(after.text)

    def _read_with_letter(self, cursor: Cursor, plain: Word, digits: str, letter: Token) -> tuple[Word, int]:
        """Return a number with one letter glued to it: a tile, or some shares of a chain."""
        text = digits + letter.text
        if letter.text in _ORDINAL and LINE_WORDS.get(cursor.peek(2).folded) in _TURNS:
            return replace(plain, text=text, number=int(digits[:9])), 2
        chain = self._initials.get(letter.folded)
        share = (chain, int(digits)) if chain is not None and len(digits) < _WHOLE else None
        tile, cost = _tile(text), PICTURE * self.is_letter_first
        if tile is None:
            tile, cost = self._pictured_tile(text), PICTURE
        meaning = self._part(letter.text) if letter.text.islower() else None
        if tile is None and share is None and meaning is None:
            return replace(plain, text=digits, number=int(digits[:9])), 1
        figure = figure_meant(text) if tile is None or cost else None
        part = (meaning, int(digits)) if meaning is not None and len(digits) < _WHOLE else None
        number = int(figure) if figure else None
        return replace(plain, text=text, tile=tile, tile_cost=cost, share=share, part=part, number=number), 2

    def _read_letters(self, cursor: Cursor, plain: Word) -> tuple[Word, int]:
        """Return a word of letters: a player, a chain, an act, a filler, or a tile with its letter first."""
        token = cursor.peek()
        if (lettered := self._letter_first(cursor, plain)) is not None:
            return lettered
        if (counted := sum_in_words(cursor)) is not None:
            number, length = counted
            return replace(plain, text=cursor.ahead(length), number=number, is_spelled=True), length
        named = self.players.at(cursor, 0, Sureness.START)
        act, act_length = self._act(cursor)
        length = max(1, named.length if named is not None else 0, act_length)
        word = replace(plain, text=cursor.ahead(length))
        if named is not None and named.length == length:
            is_declared = token.folded in self.nicknames[0]
            is_double = token.is_letter and token.folded in self._initials and not is_declared
            cost = 0.0 if is_declared else _name_cost(named.sureness, token) + 2 * INITIAL * is_double
            word = replace(word, player=named.seat, player_cost=cost)
        if act_length == length and not (length == 1 and fold(token.text) in self.chain_names):
            word = replace(word, act=act)
        return (word if length > 1 else self._single(cursor, word)), length

    def _letter_first(self, cursor: Cursor, plain: Word) -> tuple[Word, int] | None:
        """Return a letter with digits behind it, perhaps behind a hyphen: a tile, shares of a chain, or a part of a disposal."""
        token, behind = cursor.peek(), cursor.peek(1)
        width = 2 if behind.text == "-" and behind.glued else 1
        digits = cursor.peek(width)
        if not token.is_letter or not digits.glued or not digits.is_number or self._goes_on(cursor, width + 1):
            return None
        tile, is_short = _tile(token.text + digits.text), len(digits.text) < _WHOLE and width == 1
        chain = self._initials.get(token.folded)
        share = (chain, int(digits.text)) if chain is not None and is_short else None
        meaning = self._part(token.text)
        part = (meaning, int(digits.text)) if meaning is not None and is_short else None
        if tile is None and part is None:
            return None
        text = cursor.ahead(width + 1)
        cost = PICTURE * (meaning is not None and not self.is_letter_first)
        return replace(plain, text=text, tile=tile, tile_cost=cost, share=share, part=part), width + 1

    def _single(self, cursor: Cursor, word: Word) -> Word:
        """Return a word of one token with everything else that it may mean."""
        token = cursor.peek()
        is_mixed = len(token.text) > 1 and token.text[0].islower() and token.text[1:].isupper()
        inside = "" if is_mixed else INSIDE_WORDS.get(token.folded, "")
        if _ROMAN.match(token.text) and cursor.at and LINE_WORDS.get(cursor.peek(-1).folded) in _TURNS:
            return replace(word, inside="noise")  # Round IV
        is_times = token.folded[1:].endswith("x") and cursor.peek(1).glued and cursor.peek(1).is_number
        is_first = cursor.peek(-1).text in (".", ":") if cursor.at else True
        if inside and not is_first and len(token.text) > 1 and token.text[0].isupper() and self.chains.find(token):
            inside = ""
        word = replace(word, inside=inside, **self._chains(token, is_filler=bool(inside), is_times=is_times))
        if inside.isdigit() or (token.text == _STROKE and not self._goes_on(cursor, 1)):
            word = replace(word, number=int(inside or 1), inside="", is_spelled=True)
        is_initials = token.text.isupper() and len(token.text) <= _WHOLE
        is_named = bool(word.chains and not word.chain_cost) or word.player is not None
        if not (word.act or word.inside or is_initials or is_named) and (act := abbreviated_meaning(token.folded)):
            is_marked = cursor.peek(1).text == "." and cursor.peek(1).glued
            word = replace(word, act=act, act_cost=START if is_marked else SLIP)
        return word if word.is_known else self._as_pictured(word, token)

    def _as_pictured(self, word: Word, token: Token) -> Word:
        """Return an unknown word as the number or the tile of which it may be a picture."""
        if figure := figure_meant(token.text):
            return replace(word, number=int(figure))
        return replace(word, tile=self._pictured_tile(token.text), tile_cost=PICTURE)

    def _pictured_tile(self, text: str) -> int | None:
        """Return the tile of which a text may be a picture, or None."""
        name = tile_meant(text, is_letter_first=self.is_letter_first)
        return parse_tile(name) if name is not None else None

    def _act(self, cursor: Cursor) -> tuple[str, int]:
        """Return the meaning of the word of clauses or lines at a cursor, and its number of tokens."""
        answer = self.answers.get(cursor.peek().folded)
        if answer is not None:
            return answer, 1
        act, length = cursor.word_at()
        line, line_length = cursor.line_word()
        if line_length <= length or (line in HEADER_KEYS and line != "round"):
            return act, length
        return ("turn" if line == "round" else line), line_length

    def _chains(self, token: Token, *, is_filler: bool, is_times: bool) -> dict[str, Any]:
        """Return what a word means as a chain, perhaps with a times sign behind it, or as a row of initials of chains."""
        text = token.text
        if is_filler and len(text) == 1 and not text.isupper():
            return {}
        chain = self.chains.find(token)
        if chain is None and is_times:
            chain = self.chains.find(token._replace(text=text[:-1]))
        if chain is not None:
            is_short = ((is_filler and text.islower()) or len(text) < _WHOLE) and fold(text) not in self.nicknames[1]
            return {"chains": (chain,), "chain_cost": INITIAL if is_short else 0.0}
        if self._initials and text.isupper() and 1 < len(text) <= _WHOLE:
            row = [self._initials.get(letter) for letter in fold(text)]
            if None not in row:
                return {"chains": tuple(row), "chain_cost": INITIAL}
        return {}


def _name_cost(sureness: Sureness, token: Token) -> float:
    """Return the cost of taking a word for a player who is recognised so certainly."""
    if sureness <= Sureness.NAME:
        return 0.0
    if sureness is Sureness.SLIP:
        return SLIP
    return INITIAL if len(token.text) < _WHOLE else START


def _tile(text: str) -> int | None:
    """Return the tile that a text names, or None."""
    try:
        return parse_tile(text)
    except TileError:
        return None
