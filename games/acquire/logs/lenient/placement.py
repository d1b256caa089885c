"""A tile as people write it placed: with a chain behind an arrow or in brackets, and never two of them."""

from __future__ import annotations

from games.acquire.actions import UNKNOWN_TILE, Act, Action
from games.acquire.board import TILE_NAMES
from games.acquire.logs.lenient.language.tokens import Phrase, Token, spaced
from games.acquire.logs.lenient.numbers import TILE_EXPECTED, read_tile, tile_shape
from games.acquire.logs.lenient.scene import ARROWS, Scene, skip_noise, word_at

_ROWS = "abcdefghi"
_BRACKETS = {"(": ")", "[": "]"}


def is_placement(phrase: Phrase, scene: Scene) -> bool:
    """Whether a tile stands here: glued, or a number and then a letter."""
    length = tile_shape(phrase)
    token, after = phrase.peek(), phrase.peek(1)
    if token.text == "?" or not length:
        return False
    if all(phrase.peek(ahead).glued for ahead in range(1, length)):
        return not (scene.has_tile and _is_share(scene, token, after))
    return token.is_number and after.folded in _ROWS and not scene.has_tile


def _is_share(scene: Scene, token: Token, after: Token) -> bool:
    """Whether a chain's initial that names no row stands with the number of its shares."""
    letter, number = (after, token) if token.is_number else (token, after)
    is_row = letter.folded in _ROWS or not letter.is_letter
    return not is_row and number.is_number and scene.chains.find(letter) is not None


def read_placement(phrase: Phrase, scene: Scene, seat: int) -> list[Action]:
    """A tile placed, perhaps with the chain that it makes, or a tile drawn where the word stands behind it.

    Raises:
        LogError: if there is no such tile, or more than one.
    """
    remarks = scene.remarks
    first = phrase.at
    skip_noise(phrase, remarks)
    token = phrase.peek()
    tile = read_tile(phrase, remarks)
    if tile == UNKNOWN_TILE:
        raise token.wrong("the tile placed is not known", TILE_EXPECTED)
    meaning, length = word_at(phrase)
    if scene.has_tile and meaning == "draw" and not phrase.peek(length).text:
        phrase.at += length
        return [Action(Act.DRAW, seat, (tile,))]
    _refuse_second(phrase, scene, first, tile)
    if scene.has_tile and not scene.has_card:
        raise token.wrong(f"{TILE_NAMES[tile]} is a second tile in this turn", "one tile in a turn")
    action = Action(Act.PLAY, seat, tile)
    return [action, *_chain_beside(phrase, scene, first, action)]


def _refuse_second(phrase: Phrase, scene: Scene, first: int, tile: int) -> None:
    """Refuse two tiles in a row: which one was placed nobody can tell."""
    width = 1 if phrase.peek().text in ("/", ",", "+", "&", "-") else 0
    at, phrase.at = phrase.at, phrase.at + width
    length = 0 if phrase.peek().text == "?" else tile_shape(phrase)
    second = spaced(phrase.tokens[phrase.at : phrase.at + length])
    is_share = _is_share(scene, phrase.peek(), phrase.peek(1))
    phrase.at = at
    if length and not (width and is_share):
        phrase.at += width + length
        raise phrase.tokens[first].wrong(f"two tiles stand here, {TILE_NAMES[tile]} and {second}", "one tile in a turn")


def _chain_beside(phrase: Phrase, scene: Scene, first: int, action: Action) -> list[Action]:
    """What a chain tells that stands behind an arrow or in brackets after a tile."""
    seat, tile = action.player, action.value
    sign = phrase.peek()
    before = phrase.at
    if not phrase.took(*ARROWS, *_BRACKETS):
        return []
    meaning, length = word_at(phrase)
    phrase.at += length if meaning in ("found", "survivor") else 0
    if sign.text in _BRACKETS and scene.chains.find(phrase.peek()) is None:
        phrase.at = before
        return []
    chain = scene.chains.read(phrase, scene.remarks)
    closing = _BRACKETS.get(sign.text, "")
    if closing and not phrase.took(closing):
        raise phrase.peek().wrong("the bracket is not closed", f"a {closing} behind the chain")
    name = scene.chains.labels.names[chain]
    try:
        act = Act[meaning.upper()] if meaning in ("found", "survivor") else scene.ground.meaning(tile, chain)
    except ValueError as reason:
        raise sign.wrong(
            f"{name} does not go with {TILE_NAMES[tile]}: {reason}", "the chain that the tile makes"
        ) from None
    token = phrase.tokens[first]
    read = f"{TILE_NAMES[tile]}; {act.word} {name}" if act else TILE_NAMES[tile]
    scene.remarks.note(token.line, token.column, phrase.written(first, phrase.at), read)
    return [Action(act, seat, chain)] if act else []
