"""Reading values as people write them: numbers and amounts (``$4,000``, ``two``), tiles (``4 C``, ``C4``), chains.

Each reader raises a `LogError` if its value does not stand next, or if it is not clear which one is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.acquire.actions import UNKNOWN_TILE, ActKind
from games.acquire.board import TILE_NAMES, parse_tile
from games.acquire.errors import TileError
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.forms import LONGEST_NUMBER
from games.acquire.logs.language.confusions import figure_meant, tiles_meant
from games.acquire.logs.language.cursor import Cursor, inner_meaning
from games.acquire.logs.language.tokens import Token, joined
from games.acquire.logs.language.words import INSIDE_WORDS
from games.sentences import gettext_lazy as _

_CURRENCIES: Final = ("$", "€", "£")
_CURRENCY_WORDS: Final = ("dollars", "dollar", "usd", "dolares", "dolarow", "dolary")
_GROUPING: Final = (",", ".", "'")
#: The number of digits in a group, as in ``4,000``.
_GROUP: Final = 3
#: The letter that stands for thousands behind an amount.
_THOUSAND: Final = "k"
#: Words behind an amount, and the digits that they add.
_MANY: Final = {
    **dict.fromkeys(("hundred", "hundreds"), "00"),
    **dict.fromkeys(("thousand", "thousands", "grand", "tausend"), "000"),
}
#: The most shares bought in a turn.
MOST_SHARES: Final = 3
#: The most pieces of a number or a tile that was photographed; a piece ends where letters become digits.
LONGEST_RUN: Final = 24
TILE_EXPECTED: Final = _("a tile from 1A to 12I")


# Numbers and amounts.


def small_number(token: Token) -> int | None:
    """Return the number that a token is, in digits or as a word up to three, or None if it is none."""
    if token.is_number and len(token.text) <= LONGEST_NUMBER:
        return int(token.text)
    meaning = INSIDE_WORDS.get(token.folded, "")
    return int(meaning) if meaning.isdigit() else None


def run_at(cursor: Cursor, ahead: int = 0) -> tuple[str, int]:
    """Return the letters and digits that stand without a space ``ahead`` tokens after the next one, and the number of their tokens.

    More than `LONGEST_RUN` tokens mean nothing: an empty text and 0.
    """
    text, width = "", 0
    while (token := cursor.peek(ahead + width)).text.isalnum() and (token.glued or not width):
        text, width = text + token.text, width + 1
        if width > LONGEST_RUN:
            return "", 0
    return text, width


def _figure_at(cursor: Cursor, ahead: int = 0) -> tuple[str, int]:
    """Return the digits of the number ahead and its number of tokens, an empty text and 0 if there is none; perhaps photographed."""
    token = cursor.peek(ahead)
    before = cursor.tokens[cursor.at + ahead - 1] if 0 < cursor.at + ahead <= len(cursor.tokens) else cursor.end
    if token.glued and before.is_number:
        return "", 0  # the end of another number
    text, width = run_at(cursor, ahead)
    sign, group = cursor.peek(ahead + width), cursor.peek(ahead + width + 1)
    is_before_group = width == 1 and sign.text in _GROUPING and sign.glued and group.glued and len(group.text) == _GROUP
    if width > 1 or (token.is_letter and is_before_group and group.is_number):
        digits = figure_meant(text, is_group=is_before_group)
        if digits:
            return digits, width
    return (token.text, 1) if token.is_number else ("", 0)


def starts_amount(cursor: Cursor, ahead: int = 0) -> bool:
    """Whether an amount of money comes ``ahead`` tokens after the next one."""
    has_currency = cursor.peek(ahead).text in _CURRENCIES
    return bool(_figure_at(cursor, ahead + has_currency)[1])


def read_amount(phrase: Phrase) -> int:
    """Read an amount of whole dollars, perhaps with a currency, with digits in groups of three or in thousands: ``9.2k``."""
    first = phrase.at
    is_negative = phrase.peek().text == "-" and bool(_figure_at(phrase, 1)[1]) and phrase.peek(1).glued
    phrase.at += is_negative
    phrase.accept(*_CURRENCIES)
    token = phrase.peek()
    figure, width = _figure_at(phrase)
    if not width:
        raise token.wrong(
            _("{word!r} is not an amount", word=token.text) if token.text else _("the clause ends too early"),
            _("an amount"),
        )
    phrase.at += width
    groups = _groups(phrase, figure)
    digits = "".join((figure, *groups))
    digits += "" if groups else _thousands(phrase, figure)
    digits += "" if digits == "0" else _MANY.get(phrase.peek().folded, "")
    phrase.at += phrase.peek().folded in _MANY
    _refuse_tail(phrase, token, phrase.tokens[first : phrase.at])
    if len(digits) > LONGEST_NUMBER:
        raise token.wrong(
            _("this number has {count} digits", count=len(digits)), _("at most {most} digits", most=LONGEST_NUMBER)
        )
    phrase.accept(*_CURRENCIES, *_CURRENCY_WORDS)
    written = f"{'-' * is_negative}{int(digits)}"
    if len(phrase.tokens[first : phrase.at]) > 1 + is_negative or digits != token.text:
        phrase.note(first, written)
    return int(written)


def _groups(cursor: Cursor, figure: str) -> list[str]:
    """Read the groups of three digits that continue a number, all separated by the same sign."""
    groups: list[str] = []
    if len(figure) > _GROUP or figure == "0":
        return groups
    sign = cursor.peek().text if cursor.peek().glued and cursor.peek().text in _GROUPING else ""
    ahead = 1 if sign else 0
    while cursor.peek().text == sign if sign else True:
        text, width = run_at(cursor, ahead)
        group = figure_meant(text, is_group=bool(sign)) if len(text) == _GROUP else ""
        if not group or (sign and not cursor.peek(ahead).glued):
            break
        groups.append(group)
        cursor.at += ahead + width
        if sign and not cursor.peek().glued:
            break
    return groups


def _thousands(cursor: Cursor, figure: str) -> str:
    """Read a glued ``k`` behind a number, perhaps with one or two decimals, and return the digits that it adds.

    Ruling: where an amount of money stands a ``k`` means thousands, as no chain begins with one.
    """
    sign, decimals, ahead = cursor.peek(), "", 0
    if sign.text in (".", ",") and sign.glued and cursor.peek(1).is_number and cursor.peek(1).glued:
        decimals, ahead = cursor.peek(1).text, 2
    letter = cursor.peek(ahead)
    is_whole = figure == "0" or not figure.startswith("0")
    if letter.folded != _THOUSAND or not letter.glued or len(decimals) >= _GROUP or not is_whole:
        return ""
    cursor.at += ahead + 1
    return decimals.ljust(_GROUP, "0")


def _refuse_tail(cursor: Cursor, token: Token, number: Sequence[Token]) -> None:
    """Raise a `LogError` if something glued to a number leaves open which amount is meant: ``4m``, ``4,5``, ``4.0``."""
    tail = cursor.peek()
    if not tail.glued:
        return
    is_fraction = tail.text in _GROUPING and cursor.peek(1).glued and cursor.peek(1).is_number
    if tail.is_word or tail.is_number or is_fraction:
        written = joined([*number, *cursor.tokens[cursor.at : cursor.at + (2 if is_fraction else 1)]])
        raise token.wrong(
            _("{word!r} is not a whole number of dollars", word=written), _("the amount in full, as in 4000")
        )


# Tiles.


def tile_meant(phrase: Phrase) -> tuple[int, int]:
    """Return the only tile, not on the board yet, of which the next letters and digits may be a picture, and their tokens, else -1 and 0.

    Shares are none: ``2l`` may be two of Luxor.
    """
    text, width = run_at(phrase)
    one, other = phrase.peek(), phrase.peek(1)
    shares = (one, other) if width == 2 else ()
    if shares and one.is_number is not other.is_number:
        name, number = (other, one) if one.is_number else (one, other)
        if phrase.context.chains.find(name) is not None and int(number.text) <= MOST_SHARES:
            return -1, 0
    tiles = {parse_tile(name) for name in tiles_meant(text)}
    free = [tile for tile in tiles if not phrase.context.game.is_placed(tile)]
    return (free[0], width) if len(free) == 1 else (-1, 0)


def read_tile(phrase: Phrase) -> int:
    """Read a tile; a question mark is `UNKNOWN_TILE`."""
    first, token, length = phrase.at, phrase.peek(), phrase.tile_at()
    parts = phrase.tokens[first : first + length]
    after = phrase.peek(length)
    is_cut = bool(length) and after.glued and (after.is_word or after.is_number)
    try:
        tile = UNKNOWN_TILE if token.text == "?" else parse_tile("".join(part.text for part in parts))
    except TileError:
        tile = -1
        is_cut = is_cut or not length
    if (tile == -1 and token.text != "?") or is_cut:
        tile, width = tile_meant(phrase)
        if not width:
            shown = joined([*parts, after] if is_cut and length else parts or [token])
            raise token.wrong(
                _("{word!r} is not a tile", word=shown) if token.text else _("the clause ends too early"), TILE_EXPECTED
            )
        phrase.at += width
        phrase.note(first, TILE_NAMES[tile])
        return tile
    phrase.at += length
    if not all(part.glued for part in parts[1:]):
        phrase.note(first, TILE_NAMES[tile])
    return tile


def read_tiles(phrase: Phrase, act: ActKind) -> tuple[int, ...]:
    """Read all tiles that come next; a draw without a tile is one of an unknown tile."""
    context = phrase.context
    phrase.accept(":")
    token = phrase.peek()
    if inner_meaning(token) == "none" or token.text == "-":
        phrase.at += 1
        phrase.note_token(token, "-")
        return ()
    if act is ActKind.DRAW and (not token.text or phrase.separator_at() or phrase.word_at()[1]):
        phrase.note_token(phrase.tokens[phrase.at - 1], "draw ?")
        return (UNKNOWN_TILE,)
    found = [read_tile(phrase)]
    while True:
        sign = phrase.peek()
        width = 0 if phrase.tile_at() else phrase.separator_at()
        if (width and sign.text == ".") or not phrase.tile_at(width):
            return tuple(found)
        phrase.at += width
        if width:
            if act is ActKind.DRAW and not (context.has_tile or context.has_passed):
                raise sign.wrong(
                    _("it is not clear which tile was drawn and which was placed"), _("a semicolon between them")
                )
            phrase.note_token(sign, "")
        found.append(read_tile(phrase))


# Chains.


def read_chain(phrase: Phrase) -> int:
    """Read a chain, perhaps behind words that are ignored."""
    phrase.skip_noise((":",))
    return phrase.read_chain()


def read_chains(phrase: Phrase) -> tuple[int, ...]:
    """Read all chains that come next, whatever separates them."""
    if inner_meaning(phrase.peek()) == "none" or phrase.peek().text == "-":
        phrase.at += 1
        return ()
    found = [read_chain(phrase)]
    while True:
        sign = phrase.peek()
        width = 1 if sign.text in (">", "->", "/") else phrase.separator_at()
        if phrase.word_at(width)[1] or phrase.chain_at(width) is None:
            return tuple(found)
        if width:
            phrase.note_token(sign, ",")
        phrase.at += width
        found.append(read_chain(phrase))
