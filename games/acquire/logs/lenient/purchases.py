"""Purchases as people write them: ``2 Luxor``, ``L2``, ``Luxor x2``, ``Luxor, Luxor``, ``American and 2 Tower``, ``nothing``."""

from __future__ import annotations

from typing import Final

from games.acquire.errors import LogError
from games.acquire.logs.lenient.language.tokens import Phrase, Token
from games.acquire.logs.lenient.names import Chains
from games.acquire.logs.lenient.numbers import small_number
from games.acquire.logs.lenient.remarks import Remarks
from games.acquire.logs.lenient.scene import MEANINGS, inside, is_and, parting_at, word_at

Shares = tuple[tuple[int, int], ...]

_LISTING: Final = (",", "+", "&", "/")
#: Signs that may stand between a chain and its number, or around a number, and say nothing.
_JOINING: Final = ("x", "*", ":", "=", "(", ")", "-", "$", "€", "£")
#: Letters of the board's rows, and shares bought in a turn: more of them beside a row's letter may be a tile.
_ROWS: Final = "abcdefghi"
_MOST_SHARES: Final = 3
#: Dollars of the cheapest share: a number as high is no number of shares.
_CHEAPEST: Final = 100
EXPECTED: Final = "chains with numbers, as in 'buy Luxor 2, Tower 1', or 'buy -'"


class Purchase:
    """Reads one purchase; ``is_open`` tells afterwards whether it ended with a sign that another item follows.

    ``wants_number`` tells whether it ended with a chain that has no number.
    """

    __slots__ = ("chains", "is_open", "phrase", "remarks", "wants_number")

    def __init__(self, phrase: Phrase, chains: Chains, remarks: Remarks) -> None:
        self.phrase = phrase
        self.chains = chains
        self.remarks = remarks
        self.is_open = False
        self.wants_number = False

    def read(self) -> Shares:
        """The chains and numbers that stand next, empty for nothing bought.

        Raises:
            LogError: if it is no purchase, or may be more than one.
        """
        if self._is_nothing():
            return ()
        start = self.phrase.peek()
        if start.text == "+" and self.phrase.peek(1).is_number and self.phrase.peek(1).glued:
            self.remarks.note(start.line, start.column, start.text, "")
            self.phrase.at += 1
        items: list[tuple[int, int | None]] = []
        while True:
            first = self.phrase.at
            fresh = self._group()
            self._note(first, fresh)
            items += fresh
            separator = self.phrase.at
            if not self._goes_on():
                break
            if self.phrase.is_done:
                self.is_open = True
                break
            sign = self.phrase.tokens[separator]
            self.remarks.note(sign.line, sign.column, sign.text, ",")
        last = self.phrase.tokens[self.phrase.at - 1]
        self.wants_number = items[-1][1] is None and self._chain(last) is not None
        return self._summed(items, start)

    def _is_nothing(self) -> bool:
        phrase, first = self.phrase, self.phrase.at
        has_sign = phrase.took(":", "=")
        token = phrase.peek()
        is_word = inside(token) == "none"
        if not is_word and not (token.text in ("-", "0") and self._ends_at(1)):
            phrase.at = first
            return False
        phrase.at += 1
        while is_word and inside(phrase.peek()) == "noise":
            phrase.at += 1
        meaning, length = word_at(phrase)
        is_noun = is_word and meaning == "buy" and (not phrase.peek(length).text or parting_at(phrase, length) > 0)
        phrase.at += length if is_noun else 0
        start = phrase.tokens[first] if has_sign else token
        self.remarks.note(start.line, start.column, phrase.written(first, phrase.at), "-")
        return True

    def _ends_at(self, ahead: int) -> bool:
        """Whether the purchase ends so many tokens ahead: no chain and no number follows."""
        token = self.phrase.peek(ahead)
        return not (token.is_number or token.text in _JOINING or self._is_chain(ahead))

    def _is_chain(self, ahead: int = 0) -> bool:
        token = self.phrase.peek(ahead)
        if not token.is_word or token.folded in MEANINGS or is_and(self.phrase, ahead):
            return False
        return inside(token) in ("", "and") and self._chain(token) is not None

    def _chain(self, token: Token) -> int | None:
        """The chain that a word names, also with the x of a number glued to it."""
        for text in (token.text, token.text.rstrip("xX") or "x", token.text.lstrip("xX") or "x"):
            chain = self.chains.find(Token(text, text.casefold(), token.line, token.column))
            if chain is not None:
                return chain
        return None

    def _goes_on(self) -> bool:
        """Whether a sign of listing stands next and an item, or nothing at all, behind it; if so the sign is read."""
        phrase = self.phrase
        width = 0
        while phrase.peek(width).text in _LISTING or is_and(phrase, width):
            width += 1
            if width > 2:
                return False
        item = phrase.peek(width)
        follows = not item.text or small_number(item) is not None or item.text in ("x", "(")
        if not width or not (follows or self._is_chain(width)):
            return False
        if self._is_tile(width):
            return False
        phrase.at += width
        return True

    def _is_tile(self, ahead: int) -> bool:
        """Whether a tile stands so many tokens ahead, and no number with a chain's initial; refuses what may be either."""
        one, other = self.phrase.peek(ahead), self.phrase.peek(ahead + 1)
        letter, number = (one, other) if one.is_letter else (other, one)
        if not (letter.is_letter and number.is_number and other.glued and letter.folded in _ROWS):
            return False
        if self.chains.find(letter) is None:
            return True
        if len(number.text) > 1 or int(number.text) > _MOST_SHARES:
            raise one.wrong(f"{one.text + other.text!r} may be a tile or shares", "a semicolon before a tile")
        return False

    def _group(self) -> list[tuple[int, int | None]]:
        """Items that follow each other without a sign between them; a chain alone has no number."""
        phrase = self.phrase
        start = phrase.peek()
        parts: list[tuple[bool, int]] = []
        while not phrase.is_done:
            token = phrase.peek()
            number = small_number(token)
            if number is not None:
                if not self._is_price(number, parts):
                    parts.append((False, number))
            elif self._is_chain():
                self._refuse_and(token, parts)
                chain = self._chain(token)
                parts.append((True, -1 if chain is None else chain))
                self._note_name(token, parts[-1][1])
            elif not self._says_nothing(token) or (token.text == "(" and not _wants_number(parts)):
                break
            phrase.at += 1
        if not parts:
            raise self._wrong(start)
        return self._paired(parts, start)

    def _is_price(self, number: int, parts: list[tuple[bool, int]]) -> bool:
        """Whether a number tells what the shares cost: it stands behind "for" or an equals sign and is no number of shares."""
        before = self.phrase.tokens[self.phrase.at - 1] if self.phrase.at else self.phrase.end
        is_behind = before.text in ("=", "$") or inside(before) == "noise"
        return number >= _CHEAPEST and is_behind and not _wants_number(parts)

    def _refuse_and(self, token: Token, parts: list[tuple[bool, int]]) -> None:
        """Refuse a small i between chains, which may be an "and" or a chain."""
        if inside(token) == "and" and token.text.islower() and parts and not self.phrase.peek(1).is_number:
            raise token.wrong(f"{token.text!r} may be a chain or an 'and'", "a comma, or the chain's name written out")

    def _says_nothing(self, token: Token) -> bool:
        if inside(token) == "noise":
            return True
        return token.folded in _JOINING and (token.text == "x" or not self._is_minus(token))

    def _is_minus(self, token: Token) -> bool:
        after = self.phrase.peek(1)
        return token.text == "-" and not token.glued and after.is_number and after.glued

    def _note_name(self, token: Token, chain: int) -> None:
        trimmed = token.text.strip("xX")
        if self.chains.find(token) is not None or not trimmed:
            self.chains.noted(token, chain, self.remarks)

    def _wrong(self, start: Token) -> LogError:
        if not start.text:
            return start.wrong("the clause ends too early", EXPECTED)
        token = self.phrase.peek()
        return self.chains.wrong(token) if token.is_word else token.wrong(f"{token.text!r} stands here", EXPECTED)

    def _paired(self, parts: list[tuple[bool, int]], start: Token) -> list[tuple[int, int | None]]:
        readings = [pairs for pairs in (_chain_first(parts), _number_first(parts)) if pairs is not None]
        if not readings:
            raise start.wrong("a number stands here without its chain", EXPECTED)
        if len(readings) > 1 and readings[0] != readings[1]:
            raise start.wrong("it is not clear which number belongs to which chain", EXPECTED)
        return readings[0]

    def _note(self, first: int, items: list[tuple[int, int | None]]) -> None:
        """Tell of a group that is not written as chains with numbers behind them."""
        tokens = self.phrase.tokens[first : self.phrase.at]
        names = self.chains.labels.names
        plain = len(tokens) == 2 and tokens[0].is_word and tokens[1].is_number and not tokens[1].glued
        if not plain:
            meant = ", ".join(f"{names[chain]} {1 if count is None else count}" for chain, count in items)
            self.remarks.note(tokens[0].line, tokens[0].column, self.phrase.written(first, self.phrase.at), meant)

    def _summed(self, items: list[tuple[int, int | None]], start: Token) -> Shares:
        """Each chain once; a chain named twice without a number is two shares of it."""
        counts: dict[int, int] = {}
        told = {chain for chain, count in items if count is not None}
        for chain, count in items:
            if chain in counts and chain in told:
                name = self.chains.labels.names[chain]
                raise start.wrong(f"{name} stands twice in this purchase", "each chain once")
            counts[chain] = counts.get(chain, 0) + (1 if count is None else count)
        return tuple((chain, count) for chain, count in counts.items() if count or len(counts) == 1)


def _wants_number(parts: list[tuple[bool, int]]) -> bool:
    """Whether a number may follow: a chain stands last, and no number before it."""
    return bool(parts) and parts[-1][0] and not (len(parts) > 1 and not parts[-2][0])


def _chain_first(parts: list[tuple[bool, int]]) -> list[tuple[int, int | None]] | None:
    """Chains each with the number behind it, if any; None if a number follows no chain."""
    items: list[tuple[int, int | None]] = []
    for is_chain, value in parts:
        if is_chain:
            items.append((value, None))
        elif items and items[-1][1] is None:
            items[-1] = (items[-1][0], value)
        else:
            return None
    return items


def _number_first(parts: list[tuple[bool, int]]) -> list[tuple[int, int | None]] | None:
    """Chains each with the number before it, if any; None if no chain follows a number."""
    turned = [(chain, count) for chain, count in _chain_first(parts[::-1]) or []]
    return turned[::-1] or None
