"""Reading purchases as people write them: ``2 Luxor``, ``L2``, ``Luxor x2``, ``Luxor, Luxor``, ``American and 2 Tower``, ``nothing``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.letters import digit_before_name, shares_in
from games.acquire.logs.clauses.money_left import left_at
from games.acquire.logs.clauses.values import small_number
from games.acquire.logs.language.cursor import MEANINGS, inner_meaning
from games.acquire.logs.language.tokens import Token
from games.sentences import gettext_lazy as _

_LISTING: Final = (",", "+", "&", "/")
#: Signs between a chain and its number, or around a number, that are ignored.
_JOINING: Final = ("x", "*", ":", "=", "(", ")", "-", "$", "€", "£")
#: Letters of the board's rows, and the most shares bought in a turn; a row's letter with a larger number may be a tile.
_ROWS: Final = "abcdefghi"
_MOST_SHARES: Final = 3
#: The price of the cheapest share in dollars; a number as large is no number of shares.
_CHEAPEST: Final = 100
#: Letters that a photograph shows for a 1, and the fewest letters of a name that is no abbreviation.
_ONES: Final = ("l", "I")
_WHOLE: Final = 3
#: Signs that nothing was bought.
_NOTHING: Final = ("-", "0", "x", "X", "/")
#: Letters that mean "and" in some language.
_ANDS: Final = ("a", "e", "i", "y")
_EXPECTED: Final = _("chains with numbers, as in 'buy Luxor 2, Tower 1', or 'buy -'")

#: A chain (True) or a number of shares (False) as read, and a chain with its number of shares, None if none is written.
_Part = tuple[bool, int]
_Item = tuple[int, int | None]


class FreePurchase:
    """Reads one purchase.

    After reading, ``is_open`` says that the purchase ended with a sign after which another chain must follow, ``wants_number`` that it
    ended with a chain without a number, and ``is_counted`` that it names a share as often as it was bought, ``FFI`` or ``Lux Lux Tow``.
    """

    __slots__ = ("has_letters", "has_ones", "is_counted", "is_open", "phrase", "wants_number")

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        self.has_letters = False
        self.has_ones = False
        self.is_counted = False
        self.is_open = False
        self.wants_number = False

    def read(self) -> tuple[tuple[int, int], ...]:
        """Read a purchase and return pairs of chain and number, empty if nothing is bought.

        Raises:
            LogError: if it is no purchase, or may mean more than one thing.
        """
        phrase = self.phrase
        if self._is_nothing():
            return ()
        start = phrase.peek()
        items: list[_Item] = []
        while True:
            items += self._group()
            separator = phrase.at
            if not self._goes_on():
                break
            if phrase.is_done:
                self.is_open = True
                break
            phrase.note_token(phrase.tokens[separator], ",")
        self.wants_number = items[-1][1] is None and self._chain(phrase.tokens[phrase.at - 1]) is not None
        return self._summed(items, start)

    def _is_nothing(self) -> bool:
        """Read words for "nothing bought" if they come next; returns whether they did."""
        phrase, first = self.phrase, self.phrase.at
        phrase.accept(":", "=")
        token = phrase.peek()
        is_word = inner_meaning(token) == "none" or phrase.word_at()[0] == "not"
        if not is_word and not (token.text in _NOTHING and self._ends_at(1)):
            phrase.at = first
            return False
        phrase.at += 1
        while inner_meaning(phrase.peek()) == "noise" or (is_word and phrase.word_at()[0] == "not"):
            phrase.at += 1
        meaning, length = phrase.word_at()
        after = phrase.peek(length)
        is_alone = not after.text or phrase.separator_at(length) > 0 or inner_meaning(after) == "none"
        if is_word and meaning == "buy" and is_alone:
            phrase.at += length + (inner_meaning(after) == "none")
        phrase.note(first, "-")
        return True

    def _ends_at(self, ahead: int) -> bool:
        """Whether the purchase ends ``ahead`` tokens after the next one, because no chain and no number follows."""
        token = self.phrase.peek(ahead)
        return not (token.is_number or token.text in _JOINING or self._is_chain(ahead))

    def _is_chain(self, ahead: int = 0) -> bool:
        """Whether a token names a chain and is no clause word, "and" or other word with a meaning."""
        token = self.phrase.peek(ahead)
        phrase = self.phrase
        if not token.is_word or token.folded in MEANINGS or phrase.is_and(ahead) or phrase.is_in(ahead):
            return False
        return inner_meaning(token) in ("", "and") and self._chain(token) is not None

    def _chain(self, token: Token) -> int | None:
        """Return the chain that a word names, also if the x of a number is glued to it, or None."""
        for text in (token.text, token.text.rstrip("xX") or "x", token.text.lstrip("xX") or "x"):
            chain = self.phrase.context.chains.find(token._replace(text=text))
            if chain is not None:
                return chain
        return None

    def _goes_on(self) -> bool:
        """Read a sign such as a comma if a further chain or number, or the end of the line, follows it; returns whether it did."""
        phrase = self.phrase
        width = 0
        while phrase.peek(width).text in _LISTING or phrase.is_and(width) or self._is_and_of_counted(width):
            width += 1
            if width > 2:
                return False
        item = phrase.peek(width)
        follows = not item.text or small_number(item) is not None or item.text in ("x", "(") or self._is_article(width)
        if left_at(phrase, width):
            return False
        if not width or not (follows or self._is_chain(width)) or self._is_tile(width):
            return False
        phrase.at += width
        return True

    def _is_tile(self, ahead: int) -> bool:
        """Whether a tile comes ``ahead`` tokens after the next one.

        Raises:
            LogError: if it may be a tile or a number of shares.
        """
        one, other = self.phrase.peek(ahead), self.phrase.peek(ahead + 1)
        letter, number = (one, other) if one.is_letter else (other, one)
        if not (letter.is_letter and number.is_number and other.glued and letter.folded in _ROWS):
            return False
        if self.phrase.context.chains.find(letter) is None:
            return True
        if len(number.text) > 1 or int(number.text) > _MOST_SHARES:
            raise one.wrong(
                _("{word!r} could be a tile or shares", word=one.text + other.text), _("a semicolon before a tile")
            )
        return False

    def _group(self) -> list[_Item]:
        """Read chains and numbers that follow each other without a comma or the like; returns each chain with its number."""
        phrase, first = self.phrase, self.phrase.at
        start = phrase.peek()
        parts: list[_Part] = []
        while not phrase.is_done:
            token = phrase.peek()
            number = small_number(token)
            if (parts and left_at(phrase)) or (len(parts) > 1 and self._is_and_of_counted()):
                break
            if number is None:
                number = self._digit(token, parts)
            if self._is_article() or (number is not None and self._is_price(number, parts)):
                pass
            elif number is not None:
                parts.append((False, number))
            elif letters := shares_in(phrase):
                parts += [(True, chain) for chain in letters]
                self.has_letters = self.is_counted = True
            elif self._is_chain():
                parts.append((True, self._read_name(token, parts)))
            elif not self._is_ignorable(token) or (token.text == "(" and not _wants_number(parts)):
                break
            phrase.at += 1
        if not parts:
            raise self._wrong(start)
        items = self._paired(parts, start)
        self._note(first, items)
        return items

    def _is_price(self, number: int, parts: Sequence[_Part]) -> bool:
        """Whether a number is the price of the shares, such as behind "for" or an equals sign, and not a number of shares."""
        before = self.phrase.tokens[self.phrase.at - 1] if self.phrase.at else self.phrase.end
        is_behind = before.text in ("=", "$") or inner_meaning(before) == "noise"
        return number >= _CHEAPEST and is_behind and not _wants_number(parts)

    def _read_name(self, token: Token, parts: Sequence[_Part]) -> int:
        """Return the chain that a word names.

        Raises:
            LogError: if it is a small i between chains, which may mean "and" or a chain.
        """
        is_small_i = inner_meaning(token) == "and" and token.text.islower()
        if is_small_i and parts and not self.phrase.peek(1).is_number:
            raise token.wrong(
                _("{word!r} could be a chain or the word 'and'", word=token.text),
                _("a comma, or the chain's full name"),
            )
        chain = self._chain(token)
        number = -1 if chain is None else chain
        if self.phrase.chain_at() is not None or not token.text.strip("xX"):
            self.phrase.note_chain(token, number)
        return number

    def _is_and_of_counted(self, ahead: int = 0) -> bool:
        """Whether a small letter between two chains with their numbers is an "and", because a chain would have a number too."""
        phrase, token = self.phrase, self.phrase.peek(ahead)
        if token.text not in _ANDS or phrase.peek(ahead + 1).glued or phrase.at + ahead < 2:
            return False
        one, other = phrase.tokens[phrase.at + ahead - 2 : phrase.at + ahead]
        first, second = phrase.peek(ahead + 1), phrase.peek(ahead + 2)
        second = phrase.peek(ahead + 3) if second.folded == "x" else second
        number_first = self._is_pair(one, other) and self._is_pair(first, second)
        return number_first or (self._is_pair(other, one) and self._is_pair(second, first))

    def _is_pair(self, number: Token, chain: Token) -> bool:
        """Whether the first token is a number, or the x behind one, and the second a chain."""
        is_number = small_number(number) is not None or number.folded == "x"
        return is_number and chain.is_word and self._chain(chain) is not None

    def _is_article(self, ahead: int = 0) -> bool:
        """Whether a small a is an article and no chain: ``a Luxor``, ``for a total of 900``."""
        after = self.phrase.peek(ahead + 1)
        is_name = len(after.text) >= _WHOLE and self._is_chain(ahead + 1)
        return self.phrase.peek(ahead).text in ("a", "an") and (is_name or inner_meaning(after) == "together")

    def _digit(self, token: Token, parts: Sequence[_Part]) -> int | None:
        """Return the number that a letter beside a chain written out is the picture of, or None if it is none.

        Raises:
            LogError: if it may be the initial of another chain.
        """
        if not parts or (parts[-1][0] and not _wants_number(parts)):
            return digit_before_name(self.phrase, is_name=self._is_chain(1))
        return 1 if self._is_one(token, parts) else None

    def _is_one(self, token: Token, parts: Sequence[_Part]) -> bool:
        """Whether a letter behind a chain written out is a photographed 1: ``Luxor l``.

        Raises:
            LogError: if it may be the initial of another chain.
        """
        before = self.phrase.tokens[self.phrase.at - 1] if self.phrase.at else self.phrase.end
        if (
            token.text not in _ONES
            or not _wants_number(parts)
            or len(before.text) < _WHOLE
            or self.phrase.peek(1).is_number
        ):
            return False
        chain = self._chain(token)
        if chain is None or chain == parts[-1][1] or self.has_ones:
            self.has_ones = True
            return True
        raise token.wrong(
            _("{word!r} could be 1 or {chain}", word=token.text, chain=self.phrase.context.chain_name(chain)),
            _("1, or the chain's full name"),
        )

    def _is_ignorable(self, token: Token) -> bool:
        """Whether a token may be ignored."""
        if inner_meaning(token) in ("noise", "together") or self.phrase.is_in():
            return True
        after, behind = self.phrase.peek(1), self.phrase.peek(3)
        if token.text == "+" and not token.glued and after.is_number and after.glued and self.phrase.at:
            is_last = not self.phrase.peek(2).text or self.phrase.separator_at(2) > 0
            before = self.phrase.tokens[self.phrase.at - 1]
            return before.is_word and self._chain(before) is not None and (is_last or behind.text == "+")
        is_minus = token.text == "-" and not token.glued and after.is_number and after.glued
        return token.folded in _JOINING and not is_minus

    def _wrong(self, start: Token) -> LogError:
        """Return the error that the next token does not belong to a purchase."""
        token = self.phrase.peek()
        if start.text and token.is_word:
            return self.phrase.context.chains.wrong(token)
        return self.phrase.unexpected(_EXPECTED)

    def _paired(self, parts: list[_Part], start: Token) -> list[_Item]:
        """Return each chain with its number, whether the numbers come before or after the chains.

        Raises:
            LogError: if a number has no chain, or it is not clear which chain it has.
        """
        readings = [pairs for pairs in (_chain_first(parts), _number_first(parts)) if pairs is not None]
        if not readings:
            raise start.wrong(_("there is no chain for this number"), _EXPECTED)
        if len(readings) > 1 and readings[0] != readings[1]:
            raise start.wrong(_("it is not clear which number belongs to which chain"), _EXPECTED)
        return readings[0]

    def _note(self, first: int, items: Sequence[_Item]) -> None:
        """Note how a group was read, unless it is a chain and then its number."""
        tokens = self.phrase.tokens[first : self.phrase.at]
        if not (len(tokens) == 2 and tokens[0].is_word and tokens[1].is_number and not tokens[1].glued):
            name = self.phrase.context.chain_name
            self.phrase.note(
                first, ", ".join(f"{name(chain)} {1 if count is None else count}" for chain, count in items)
            )

    def _summed(self, items: Sequence[_Item], start: Token) -> tuple[tuple[int, int], ...]:
        """Return each chain once with its number of shares; a chain named twice without a number has two."""
        counts: dict[int, int] = {}
        numbered = {chain for chain, count in items if count is not None}
        for chain, count in items:
            if chain in counts and chain in numbered:
                name = self.phrase.context.chain_name(chain)
                raise start.wrong(_("{word!r} appears twice", word=name), _("each only once"))
            self.is_counted = self.is_counted or chain in counts
            counts[chain] = counts.get(chain, 0) + (1 if count is None else count)
        most, total = self.phrase.context.game.buy_max, sum(counts.values())
        if total > most and any(count is None for _left, count in items):
            raise start.wrong(
                _("this makes {count} shares; at most {most} can be bought in a turn", count=total, most=most),
                _EXPECTED,
            )
        return tuple((chain, count) for chain, count in counts.items() if count or len(counts) == 1)


def _wants_number(parts: Sequence[_Part]) -> bool:
    """Whether a number may follow, because the last part is a chain without a number before it."""
    return bool(parts) and parts[-1][0] and not (len(parts) > 1 and not parts[-2][0])


def _chain_first(parts: Sequence[_Part]) -> list[_Item] | None:
    """Return each chain with the number behind it, if any; None if a number follows no chain."""
    items: list[_Item] = []
    for is_chain, value in parts:
        if is_chain:
            items.append((value, None))
        elif items and items[-1][1] is None:
            items[-1] = (items[-1][0], value)
        else:
            return None
    return items


def _number_first(parts: Sequence[_Part]) -> list[_Item] | None:
    """Return each chain with the number before it, if any; None if a number precedes no chain."""
    return (_chain_first(parts[::-1]) or [])[::-1] or None
