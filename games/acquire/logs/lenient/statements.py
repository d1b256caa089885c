"""A piece of a line read clause by clause: what each tells, and what cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.acquire.actions import Act, Action
from games.acquire.errors import LogError
from games.acquire.logs.lenient.clause import LooseClause
from games.acquire.logs.lenient.language.tokens import Phrase, Token, spaced
from games.acquire.logs.lenient.names import How
from games.acquire.logs.lenient.numbers import tile_shape
from games.acquire.logs.lenient.scene import Scene, parting_at, word_at
from games.acquire.logs.writer import clauses_text

#: Letters of what is rather a word of a remark than a chain's beginning.
_INITIALS: Final = 2


@dataclass(frozen=True, slots=True)
class Gap:
    """A clause that cannot be read: its tokens, why, and what its first word says it would tell."""

    tokens: tuple[Token, ...]
    error: LogError
    act: Act | None


@dataclass(frozen=True, slots=True)
class Amended:
    """The last event read anew, because this clause goes on with it."""

    action: Action


@dataclass(frozen=True, slots=True)
class Left:
    """The tokens of a last clause that may go on in the next line; it must where it is not whole, else only with a number alone."""

    tokens: tuple[Token, ...]
    is_whole: bool = False


Told = Action | Amended | Gap | Left


def read_part(phrase: Phrase, scene: Scene, *, may_go_on: bool) -> Iterator[Told]:
    """Read the clauses of a piece of a line one by one; with ``may_go_on`` a last clause that is not whole is left.

    Whoever takes an action puts it to the scene's events before taking the next.
    """
    is_first = True
    while True:
        _skip_parting(phrase, scene, is_first=is_first)
        is_first = False
        if phrase.is_done:
            return
        if phrase.peek().text == "(":
            yield from _remark(phrase, scene)
            continue
        first, notes = phrase.at, len(scene.remarks.notes)
        clause = LooseClause(phrase, scene)
        try:
            actions = clause.read()
            clause.refuse_rest(first)
        except LogError as error:
            del scene.remarks.notes[notes:]
            if may_go_on and phrase.is_done and error.column == phrase.end.column:
                yield Left(tuple(phrase.tokens[first:]))
                return
            _recover(phrase, first)
            yield Gap(tuple(phrase.tokens[first : phrase.at]), error, clause.act)
            continue
        if may_go_on and (clause.is_open or clause.wants_number):
            del scene.remarks.notes[notes:]
            yield Left(tuple(phrase.tokens[first:]), is_whole=not clause.is_open)
            return
        if len(scene.remarks.notes) == notes:
            _note_whole(phrase, scene, first, actions)
        for action in actions:
            yield Amended(action) if clause.amends else action
            scene.has_tile = scene.has_tile or action.act is Act.PLAY
        if clause.act is not Act.DISPOSE:
            scene.open_parts = frozenset()


def _note_whole(phrase: Phrase, scene: Scene, first: int, actions: Sequence[Action]) -> None:
    """Tell of a clause as a whole, whose words are those of the notation but not their order."""
    token = phrase.tokens[first]
    meant = clauses_text(actions, scene.seat, scene.players.ids, scene.chains.labels.names)
    scene.remarks.note(token.line, token.column, phrase.written(first, phrase.at), meant)


def _skip_parting(phrase: Phrase, scene: Scene, *, is_first: bool) -> None:
    """Pass over what parts clauses, and tell of it where that is no semicolon."""
    first, width = phrase.at, parting_at(phrase)
    phrase.at += width
    if is_first or phrase.is_done or phrase.peek().text == "(":
        return
    token = phrase.tokens[first]
    if width:
        scene.remarks.note(token.line, token.column, phrase.written(first, phrase.at), ";")
    else:
        scene.remarks.note(token.line, token.column, token.text, f"; {token.text}")


def _remark(phrase: Phrase, scene: Scene) -> Iterator[Told]:
    """Words in brackets behind a clause: passed over unless they name a tile, a chain, a player or what is done."""
    first = phrase.at
    speaks = False
    while not phrase.is_done and phrase.peek().text != ")":
        phrase.at += 1
        token = phrase.peek()
        is_chain = len(token.text) > _INITIALS and scene.chains.find(token) is not None
        named = is_chain or scene.players.at(phrase, 0, How.NAME) is not None
        speaks = speaks or named or bool(word_at(phrase)[1] or tile_shape(phrase))
    phrase.at += 1
    tokens = phrase.tokens[first : phrase.at]
    start = tokens[0]
    if not speaks:
        scene.remarks.note(start.line, start.column, spaced(tokens), "")
        return
    yield Gap(tuple(tokens), start.wrong(f"{spaced(tokens)!r} stands in brackets", "a clause without brackets"), None)


def _recover(phrase: Phrase, first: int) -> None:
    """Go on to the next clause: the next word that begins one, behind something that parts clauses."""
    phrase.at = min(max(phrase.at, first + 1), len(phrase.tokens))
    while not phrase.is_done:
        width = parting_at(phrase)
        if width and word_at(phrase, width)[1]:
            return
        phrase.at += width or 1
