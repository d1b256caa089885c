"""The lines of a log that are no turns: starting tiles, hands and final cash, as people write them."""

from __future__ import annotations

from collections.abc import Sequence

from games.acquire.actions import UNKNOWN_TILE, Act, Action
from games.acquire.board import TILE_NAMES
from games.acquire.errors import LogError
from games.acquire.logs.clauses import Clause
from games.acquire.logs.lenient.heads import line_word
from games.acquire.logs.lenient.language.tokens import Phrase, phrase_of
from games.acquire.logs.lenient.names import How
from games.acquire.logs.lenient.numbers import TILE_EXPECTED, read_amount, read_tile, starts_amount, tile_shape
from games.acquire.logs.lenient.scene import Scene, inside, is_and
from games.acquire.logs.lenient.statements import Gap
from games.acquire.logs.scan import Line

_LISTING = (",", ";", "+", "&", "/", ".")
_JOINING = (":", "=", "-", "(", ")")


def read_special(line: Line, scene: Scene) -> list[Action | Gap] | None:
    """What a line of starting tiles, of a hand or of final cash tells; None if it is no such line."""
    strict = _strictly(line, scene)
    if strict is not None:
        return strict
    phrase = phrase_of(line, scene.players.odd)
    first = phrase.peek()
    meaning, length = line_word(phrase)
    if phrase.peek(length).text not in (":", "=", "-") and scene.players.at(phrase, length) is None:
        return None
    phrase.at = length
    has_colon = phrase.took(":", "=", "-")
    act = Act[meaning.upper()]
    notes = len(scene.remarks.notes)
    if act is not Act.HAND:
        scene.remarks.note(first.line, first.column, phrase.written(0, phrase.at), f"{meaning}:")
        told = _pairs(phrase, scene, act)
        if len(scene.remarks.notes) == notes:
            scene.remarks.note(
                first.line, first.column, phrase.written(0, len(phrase.tokens)), f"{meaning}: {_meant(told, scene)}"
            )
        return told
    if not has_colon and first.text != meaning:
        scene.remarks.note(first.line, first.column, first.text, meaning)
    return [_hand(phrase, scene)]


def _strictly(line: Line, scene: Scene) -> list[Action | Gap] | None:
    """The line as the notation has it, or None."""
    head = next(line.parts(":"))
    words = head.words()
    if len(head.text) == len(line.text) or line.is_indented or not words:
        return None
    ids, labels = {name: seat for seat, name in enumerate(scene.players.ids)}, scene.chains.labels
    rest = line.after(len(head.text) + 1)
    try:
        if words[0].text == "hand" and len(words) == 2 and words[1].text in ids:
            clause = Clause(rest.words(), rest.end(), ids, labels)
            tiles = clause.tiles()
            clause.finish()
            return [Action(Act.HAND, ids[words[1].text], tiles)]
        if words[0].text not in ("start", "final") or len(words) > 1:
            return None
        act = Act.START if words[0].text == "start" else Act.FINAL
        read: list[Action | Gap] = []
        for part in rest.parts(","):
            clause = Clause(part.words(), part.end(), ids, labels)
            seat = clause.player()
            read.append(Action(act, seat, clause.tile() if act is Act.START else clause.number()))
            clause.finish()
    except LogError:
        return None
    return read


def _pairs(phrase: Phrase, scene: Scene, act: Act) -> list[Action | Gap]:
    """Players each with a tile or an amount, in either order."""
    read: list[Action | Gap] = []
    while True:
        _skip(phrase, _LISTING)
        if phrase.is_done:
            return read
        first, notes = phrase.at, len(scene.remarks.notes)
        try:
            pair = _pair(phrase, scene, act)
            if phrase.peek().is_number or phrase.peek().text in _JOINING:
                token = phrase.peek()
                raise token.wrong(f"{token.text!r} is too much here", "a comma and the next player")
            read.append(pair)
        except LogError as error:
            del scene.remarks.notes[notes:]
            _recover(phrase, first)
            read.append(Gap(tuple(phrase.tokens[first : phrase.at]), error, act))


def _meant(told: Sequence[Action | Gap], scene: Scene) -> str:
    """Pairs as the notation has them."""
    pairs = [item for item in told if isinstance(item, Action)]
    values = [TILE_NAMES[item.value] if item.act is Act.START else item.value for item in pairs]
    return ", ".join(f"{scene.players.ids[item.player]} {value}" for item, value in zip(pairs, values, strict=True))


def _pair(phrase: Phrase, scene: Scene, act: Act) -> Action:
    value = None if scene.players.at(phrase, 0, How.NAME) is not None else _value(phrase, scene, act)
    _skip(phrase, _JOINING[:4])
    seat = scene.players.read(phrase, scene.remarks)
    _skip(phrase, _JOINING[:4])
    if value is None:
        value = _value(phrase, scene, act)
    if value is None:
        expected = TILE_EXPECTED if act is Act.START else "an amount"
        raise phrase.peek().wrong(
            f"{phrase.peek().text!r} stands here" if phrase.peek().text else "the line ends too early", expected
        )
    _skip(phrase, (")",))
    return Action(act, seat, value)


def _value(phrase: Phrase, scene: Scene, act: Act) -> int | None:
    if act is Act.FINAL:
        return read_amount(phrase, scene.remarks) if starts_amount(phrase) or phrase.peek().text == "-" else None
    token = phrase.peek()
    is_initial = token.is_letter and not phrase.peek(1).glued
    if is_initial or not tile_shape(phrase):
        return None
    tile = read_tile(phrase, scene.remarks)
    if tile == UNKNOWN_TILE:
        raise token.wrong("the starting tile is not known", TILE_EXPECTED)
    return tile


def _skip(phrase: Phrase, signs: Sequence[str]) -> None:
    while phrase.peek().text in signs or (signs is _LISTING and is_and(phrase)):
        phrase.at += 1


def _recover(phrase: Phrase, first: int) -> None:
    phrase.at = min(max(phrase.at, first + 1), len(phrase.tokens))
    while not phrase.is_done and phrase.peek().text not in (",", ";"):
        phrase.at += 1


def _hand(phrase: Phrase, scene: Scene) -> Action | Gap:
    """A player and the tiles of the hand."""
    first, notes = phrase.at, len(scene.remarks.notes)
    try:
        seat = scene.players.read(phrase, scene.remarks)
        _skip(phrase, (":", "="))
        tiles: list[int] = []
        is_empty = phrase.peek().text == "-" or inside(phrase.peek()) == "none"
        phrase.at += is_empty
        while not phrase.is_done:
            tiles.append(read_tile(phrase, scene.remarks))
            _skip(phrase, _LISTING)
        if not tiles and not is_empty:
            raise phrase.end.wrong("the line ends too early", TILE_EXPECTED)
    except LogError as error:
        del scene.remarks.notes[notes:]
        phrase.at = len(phrase.tokens)
        return Gap(tuple(phrase.tokens[first:]) or tuple(phrase.tokens), error, Act.HAND)
    return Action(Act.HAND, seat, tuple(tiles))
