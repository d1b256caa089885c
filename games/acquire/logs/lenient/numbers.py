"""Numbers and tiles as people write them: ``$4,000``, ``4.000``, ``4 000``, ``two``; ``4 C``, ``C4``, ``4-c``."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import UNKNOWN_TILE
from games.acquire.board import TILE_NAMES, parse_tile
from games.acquire.errors import LogError, TileError
from games.acquire.logs.clauses import LONGEST_NUMBER
from games.acquire.logs.lenient.language.tokens import Phrase, Token, spaced
from games.acquire.logs.lenient.language.words import INSIDE_WORDS
from games.acquire.logs.lenient.remarks import Remarks

_CURRENCIES: Final = ("$", "€", "£")
_CURRENCY_WORDS: Final = ("dollars", "dollar", "usd", "dolares", "dolarow", "dolary")
_GROUPING: Final = (",", ".", "'")
#: Digits between two signs of grouping.
_GROUP: Final = 3
TILE_EXPECTED: Final = "a tile from 1A to 12I"


def small_number(token: Token) -> int | None:
    """The number that a token is, in digits or as a word up to three; None if it is none."""
    if token.is_number and len(token.text) <= LONGEST_NUMBER:
        return int(token.text)
    meaning = INSIDE_WORDS.get(token.folded, "")
    return int(meaning) if meaning.isdigit() else None


def starts_amount(phrase: Phrase) -> bool:
    """Whether an amount of money stands next."""
    return phrase.peek().is_number or (phrase.peek().text in _CURRENCIES and phrase.peek(1).is_number)


def read_amount(phrase: Phrase, remarks: Remarks) -> int:
    """An amount of whole dollars, perhaps with a currency and with digits in groups of three.

    Raises:
        LogError: if none stands next, or what does is not surely one.
    """
    first = phrase.at
    is_negative = phrase.peek().text == "-" and phrase.peek(1).is_number and phrase.peek(1).glued
    phrase.at += is_negative
    currency = phrase.took(*_CURRENCIES)
    token = phrase.peek()
    if not token.is_number:
        raise token.wrong(f"{token.text!r} is no amount" if token.text else "the clause ends too early", "an amount")
    phrase.at += 1
    digits = token.text + "".join(_groups(phrase, token))
    _refuse_tail(phrase, token)
    if len(digits) > LONGEST_NUMBER:
        raise token.wrong(f"this number has {len(digits)} digits", f"one of at most {LONGEST_NUMBER}")
    if currency or phrase.took(*_CURRENCIES, *_CURRENCY_WORDS) or digits != token.text:
        written = phrase.written(first, phrase.at)
        remarks.note(token.line, phrase.tokens[first].column, written, f"{'-' * is_negative}{int(digits)}")
    return -int(digits) if is_negative else int(digits)


def _groups(phrase: Phrase, token: Token) -> list[str]:
    """The groups of three digits that go on with a number, all parted by the same sign."""
    groups: list[str] = []
    if len(token.text) > _GROUP or token.text == "0":
        return groups
    sign = phrase.peek().text if phrase.peek().glued and phrase.peek().text in _GROUPING else ""
    width = 2 if sign else 1
    while phrase.peek().text == sign if sign else True:
        group = phrase.peek(width - 1)
        if not group.is_number or len(group.text) != _GROUP or (sign and not group.glued):
            break
        groups.append(group.text)
        phrase.at += width
        if sign and not phrase.peek().glued:
            break
    return groups


def _refuse_tail(phrase: Phrase, token: Token) -> None:
    """Refuse what is glued to a number and leaves open how much is meant: ``4k``, ``4,5``, ``4.0``."""
    tail = phrase.peek()
    if not tail.glued:
        return
    is_fraction = tail.text in _GROUPING and phrase.peek(1).glued and phrase.peek(1).is_number
    if tail.is_word or tail.is_number or is_fraction:
        written = spaced([token, *phrase.tokens[phrase.at : phrase.at + (2 if is_fraction else 1)]])
        raise token.wrong(f"{written!r} is no amount of whole dollars", "all digits, as in 4000")


def tile_shape(phrase: Phrase) -> int:
    """How many tokens the next tile takes, whether such a tile exists or not; 0 if nothing of a tile's shape stands there."""
    first, second, third = phrase.peek(), phrase.peek(1), phrase.peek(2)
    if first.text == "?":
        return 1
    if second.text == "-" and _is_pair(first, third) and third.glued == second.glued:
        return 3
    if first.is_number and second.folded == "x" and third.is_word:
        return 0  # so many shares of a chain
    return 2 if _is_pair(first, second) else 0


def _is_pair(one: Token, other: Token) -> bool:
    return (one.is_number and other.is_letter) or (one.is_letter and other.is_number)


def read_tile(phrase: Phrase, remarks: Remarks) -> int:
    """The tile that stands next, `UNKNOWN_TILE` for a question mark.

    Raises:
        LogError: if none stands there, or one that the board does not have.
    """
    token = phrase.peek()
    length = tile_shape(phrase)
    if not length:
        raise token.wrong(f"{token.text!r} is no tile" if token.text else "the clause ends too early", TILE_EXPECTED)
    parts = phrase.tokens[phrase.at : phrase.at + length]
    after = phrase.peek(length)
    if after.glued and (after.is_word or after.is_number):
        raise _no_tile(token, spaced([*parts, after]))
    phrase.at += length
    if token.text == "?":
        return UNKNOWN_TILE
    try:
        tile = parse_tile("".join(part.text for part in parts))
    except TileError:
        raise _no_tile(token, spaced(parts)) from None
    if not all(part.glued for part in parts[1:]):
        remarks.note(token.line, token.column, spaced(parts), TILE_NAMES[tile])
    return tile


def _no_tile(token: Token, written: str) -> LogError:
    return token.wrong(f"{written!r} is no tile", TILE_EXPECTED)
