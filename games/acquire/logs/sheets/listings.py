"""Reading the lines of a log that are no turns, as people write them: starting tiles, hands and final cash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.acquire.actions import UNKNOWN_TILE, Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Context, Phrase, phrase_of
from games.acquire.logs.clauses.piece import Unreadable
from games.acquire.logs.clauses.values import TILE_EXPECTED, read_amount, read_tile, read_tiles, starts_amount
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import SourceLine
from games.sentences import gettext_lazy as _

#: The meanings of the words with which such lines begin.
LISTINGS: Final = ("start", "hand", "final")
_BETWEEN_PAIRS: Final = (",", ";", "+", "&", "/", ".")
_INSIDE_A_PAIR: Final = (":", "=", "-", "(")


def read_listing(line: SourceLine, context: Context) -> list[Action | Unreadable] | None:
    """Return the statements of a line of starting tiles, of a hand or of final cash, or None if it is no such line."""
    phrase = phrase_of(line, context)
    notes = context.diagnostics.notes
    meaning, length = phrase.line_word()
    if meaning not in LISTINGS or (
        phrase.peek(length).text not in (":", "=", "-") and phrase.player_at(length) is None
    ):
        return None
    phrase.at = length
    phrase.accept(":", "=", "-")
    act = ActKind[meaning.upper()]
    if act is ActKind.HAND:
        phrase.note(0, f"{meaning}:")
        return [_hand(phrase)]
    noted = len(notes)
    phrase.note(0, f"{meaning}:")
    read = read_pairs(phrase, act)
    if len(notes) == noted:
        phrase.note(0, f"{meaning}: {written_pairs(read, context)}")
    return read


def _hand(phrase: Phrase) -> Action | Unreadable:
    """Read the tiles of a player's hand."""
    try:
        player = phrase.read_player()
        action = Action(ActKind.HAND, player, read_tiles(phrase, ActKind.HAND))
        if not phrase.is_done:
            raise phrase.unexpected(TILE_EXPECTED)
    except LogError as error:
        return Unreadable(tuple(phrase.tokens), error, ActKind.HAND)
    return action


def read_pairs(phrase: Phrase, act: ActKind) -> list[Action | Unreadable]:
    """Read pairs of a player and a tile or an amount, in either order."""
    notes = phrase.context.diagnostics.notes
    read: list[Action | Unreadable] = []
    while True:
        while phrase.peek().text in _BETWEEN_PAIRS or phrase.is_and() or _is_dash_between(phrase, 0):
            phrase.at += 1
        if phrase.is_done:
            return read
        first, noted = phrase.at, len(notes)
        try:
            read.append(_whole_pair(phrase, act))
        except LogError as error:
            del notes[noted:]
            _skip_pair(phrase, first)
            read.append(Unreadable(tuple(phrase.tokens[first : phrase.at]), error, act))


def _whole_pair(phrase: Phrase, act: ActKind) -> Action:
    """Read a pair that nothing follows but a separator.

    Raises:
        LogError: if it is no pair, or something follows it.
    """
    pair, token = _pair(phrase, act), phrase.peek()
    if token.is_number or (token.text in (*_INSIDE_A_PAIR, ")") and not _is_dash_between(phrase, 0)):
        raise token.wrong(_("{word!r} does not belong here", word=token.text), _("a comma and the next player"))
    return pair


def _is_dash_between(phrase: Phrase, ahead: int) -> bool:
    """Whether a dash between spaces comes ``ahead`` tokens after the next one, and a player behind it."""
    token, after = phrase.peek(ahead), phrase.peek(ahead + 1)
    return token.text == "-" and not token.glued and not after.glued and phrase.player_at(ahead + 1) is not None


def _skip_pair(phrase: Phrase, first: int) -> None:
    """Skip a pair that begins at token ``first`` and cannot be read, up to the next separator."""
    phrase.at = min(max(phrase.at, first + 1), len(phrase.tokens))
    while not phrase.is_done and phrase.peek().text not in (",", ";"):
        phrase.at += 1


def written_pairs(read: Sequence[Action | Unreadable], context: Context) -> str:
    """Return pairs as the notation writes them."""
    pairs = [item for item in read if isinstance(item, Action)]
    values = [TILE_NAMES[item.value] if item.act is ActKind.START else item.value for item in pairs]
    return ", ".join(f"{context.players.ids[item.player]} {value}" for item, value in zip(pairs, values, strict=True))


def _pair(phrase: Phrase, act: ActKind) -> Action:
    """Read a player and a tile or an amount, in either order."""
    value = None if phrase.player_at(0, Sureness.NAME) is not None else _value(phrase, act)
    _skip(phrase, _INSIDE_A_PAIR)
    seat = phrase.read_player()
    _skip(phrase, _INSIDE_A_PAIR)
    if value is None:
        value = _value(phrase, act)
    if value is None:
        raise phrase.unexpected(TILE_EXPECTED if act is ActKind.START else _("an amount"))
    _skip(phrase, (")",))
    return Action(act, seat, value)


def _value(phrase: Phrase, act: ActKind) -> int | None:
    """Read a tile or an amount, or return None if neither comes next."""
    token = phrase.peek()
    if act is ActKind.FINAL:
        return read_amount(phrase) if starts_amount(phrase) or token.text == "-" else None
    is_initial = token.is_letter and not phrase.peek(1).glued
    if is_initial or not phrase.tile_at():
        return None
    tile = read_tile(phrase)
    if tile == UNKNOWN_TILE:
        raise token.wrong(_("the tile has not been named"), TILE_EXPECTED)
    return tile


def _skip(phrase: Phrase, signs: Sequence[str]) -> None:
    """Skip all of these signs that come next."""
    while phrase.peek().text in signs:
        phrase.at += 1
