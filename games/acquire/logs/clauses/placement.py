"""Reading a placed tile as people write it: perhaps with a chain behind an arrow or in brackets; two tiles are refused."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import UNKNOWN_TILE, Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.logs.clauses.context import ARROWS, Phrase
from games.acquire.logs.clauses.founding import NEW
from games.acquire.logs.clauses.mergers import begins_merger
from games.acquire.logs.clauses.so_far import MisfitError
from games.acquire.logs.clauses.values import TILE_EXPECTED, read_tile, tile_meant
from games.acquire.logs.language.tokens import Token
from games.sentences import gettext_lazy as _

_ROWS: Final = "abcdefghi"
_BRACKETS: Final = {"(": ")", "[": "]"}


def is_placement(phrase: Phrase) -> bool:
    """Whether a placed tile comes next: its number and letter without a space between, or the number and then the letter."""
    length = phrase.tile_at()
    token, after = phrase.peek(), phrase.peek(1)
    if not phrase.context.has_tile and token.text != "?" and _is_picture(phrase):
        return True
    if token.text == "?" or not length:
        return False
    if all(phrase.peek(ahead).glued for ahead in range(1, length)):
        width = length + (phrase.peek(length).text in (",", "+", "&"))
        is_among_shares = _is_share(phrase, phrase.peek(width), phrase.peek(width + 1))
        is_share = _is_share(phrase, token, after) or (
            is_among_shares and _is_share(phrase, token, after, is_row=False)
        )
        return not (phrase.context.has_tile and is_share)
    return token.is_number and after.folded in _ROWS and not phrase.context.has_tile


def _is_picture(phrase: Phrase) -> bool:
    """Whether what comes next can only be a photographed tile: it ends the clause, or what a tile makes stands behind it."""
    width = tile_meant(phrase)[1]
    sign = phrase.peek(width)
    is_end = not sign.text or phrase.separator_at(width) > 0 or bool(phrase.word_at(width)[1])
    return width > 0 and (is_end or sign.text in (*ARROWS, *_BRACKETS))


def _is_share(phrase: Phrase, token: Token, after: Token, *, is_row: bool | None = None) -> bool:
    """Whether two tokens are a number of shares and a chain's initial that is no row of the board, unless that is said not to matter."""
    letter, number = (after, token) if token.is_number else (token, after)
    is_row = (letter.folded in _ROWS if is_row is None else is_row) or not letter.is_letter
    return not is_row and number.is_number and phrase.context.chains.find(letter) is not None


def read_placement(phrase: Phrase, seat: int) -> list[Action]:
    """Read a placed tile, perhaps with the chain that it founds or the survivor.

    Raises:
        LogError: if there is no such tile, or it is a second one.
    """
    context, first = phrase.context, phrase.at
    phrase.skip_noise()
    meaning, length = phrase.word_at()
    phrase.at += length if meaning == "play" else 0
    phrase.accept(":")
    token = phrase.peek()
    tile = read_tile(phrase)
    if tile == UNKNOWN_TILE:
        raise token.wrong(_("the tile has not been named"), TILE_EXPECTED)
    _refuse_second(phrase, first, tile)
    if context.has_tile and not context.has_card:
        raise token.wrong(_("{tile} is the second tile in this turn", tile=TILE_NAMES[tile]), _("one tile per turn"))
    action = Action(ActKind.PLAY, seat, tile)
    return [action, *_chain_beside(phrase, first, action)]


def _refuse_second(phrase: Phrase, first: int, tile: int) -> None:
    """Raise a `LogError` if a second tile follows, because it is not clear which one was placed."""
    width = 1 if phrase.peek().text in ("/", ",", "+", "&", "-") else 0
    token, after = phrase.peek(width), phrase.peek(width + 1)
    length = 0 if token.text == "?" else phrase.tile_at(width)
    if not length or (width and _is_share(phrase, token, after)):
        return
    phrase.at += width + length
    second = phrase.text(phrase.at - length)
    raise phrase.tokens[first].wrong(_("{tile} is the second tile in this turn", tile=second), _("one tile per turn"))


def _chain_beside(phrase: Phrase, first: int, action: Action) -> list[Action]:
    """Return the founding or the choice of a survivor that a chain behind an arrow or in brackets means; empty if none."""
    context, tile = phrase.context, action.value
    sign, before = phrase.peek(), phrase.at
    if not phrase.accept(*ARROWS, *_BRACKETS):
        return []
    if phrase.accept(*NEW):
        phrase.accept(":")
    if begins_merger(phrase):
        phrase.at = before if sign.text in _BRACKETS else phrase.at
        return []
    meaning, length = phrase.word_at()
    is_told = meaning in ("found", "survivor")
    phrase.at += length if is_told else 0
    if sign.text in _BRACKETS and phrase.chain_at() is None:
        phrase.at = before
        return []
    chain = phrase.read_chain()
    closing = _BRACKETS.get(sign.text, "")
    while closing and phrase.accept("!"):
        pass
    if closing and not phrase.accept(closing):
        raise phrase.peek().wrong(_("the bracket is not closed"), _("“{sign}” after the chain", sign=closing))
    name = context.chain_name(chain)
    try:
        act = ActKind[meaning.upper()] if is_told else context.game.act_of(tile, chain)
    except MisfitError as reason:
        problem = _("{chain} does not fit {tile}: {reason}", chain=name, tile=TILE_NAMES[tile], reason=reason.said)
        raise sign.wrong(problem, _("the chain that results from the tile")) from None
    phrase.note(first, f"{TILE_NAMES[tile]}; {act.word} {name}" if act else TILE_NAMES[tile])
    return [Action(act, action.player, chain)] if act else []
