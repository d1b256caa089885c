"""A piece of a line read clause by clause: what each tells, and what cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.acquire.actions import Act, Action
from games.acquire.errors import LogError
from games.acquire.logs.clause import FreeClause
from games.acquire.logs.language.tokens import Token
from games.acquire.logs.names import Sureness
from games.acquire.logs.phrase import Phrase

#: Letters of what is rather a word of a remark than a chain's beginning.
_INITIALS: Final = 2


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A clause that cannot be read: its tokens, why, and what its first word says it would tell."""

    tokens: tuple[Token, ...]
    error: LogError
    act: Act | None


@dataclass(frozen=True, slots=True)
class Amended:
    """The last event read anew, because this clause goes on with it."""

    action: Action


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The tokens of a last clause that may go on in the next line.

    Where it ``is_whole`` it goes on only with a number alone, else it must go on.
    """

    tokens: tuple[Token, ...]
    is_whole: bool = False


ClauseResult = Action | Amended | Unreadable | Unfinished


def read_clauses(phrase: Phrase, *, may_go_on: bool) -> Iterator[ClauseResult]:
    """Read the clauses of a piece of a line one by one; with ``may_go_on`` a last clause may be unfinished.

    Whoever takes an action puts it to the context's events before taking the next.
    """
    context, notes = phrase.context, phrase.context.diagnostics.notes
    is_first = True
    while True:
        _skip_separator(phrase, is_first=is_first)
        is_first = False
        if phrase.is_done:
            return
        if phrase.peek().text == "(":
            yield from _brackets(phrase)
            continue
        first, noted = phrase.at, len(notes)
        clause = FreeClause(phrase)
        try:
            actions = clause.read()
            clause.refuse_rest(first)
        except LogError as error:
            del notes[noted:]
            if may_go_on and phrase.is_done and error.column == phrase.end.column:
                yield Unfinished(tuple(phrase.tokens[first:]))
                return
            _skip_clause(phrase, first)
            yield Unreadable(tuple(phrase.tokens[first : phrase.at]), error, clause.act)
            continue
        if may_go_on and (clause.is_open or clause.wants_number):
            del notes[noted:]
            yield Unfinished(tuple(phrase.tokens[first:]), is_whole=not clause.is_open)
            return
        if len(notes) == noted:  # its words are those of the notation, but not their order
            phrase.note(first, context.written(actions, context.seat))
        for action in actions:
            yield Amended(action) if clause.amends else action
            context.has_tile = context.has_tile or action.act is Act.PLAY
        if clause.act is not Act.DISPOSE:
            context.open_parts = frozenset()


def _skip_separator(phrase: Phrase, *, is_first: bool) -> None:
    """Pass over what parts clauses, with a note where that is no semicolon."""
    first, width = phrase.at, phrase.separator_at()
    phrase.at += width
    if is_first or phrase.is_done or phrase.peek().text == "(":
        return
    if width:
        phrase.note(first, ";")
    else:
        phrase.note_token(phrase.peek(), f"; {phrase.peek().text}")


def _brackets(phrase: Phrase) -> Iterator[Unreadable]:
    """Words in brackets behind a clause: passed over unless they name a tile, a chain, a player or what is done."""
    first = phrase.at
    speaks = False
    while not phrase.is_done and phrase.peek().text != ")":
        phrase.at += 1
        is_chain = len(phrase.peek().text) > _INITIALS and phrase.chain_at() is not None
        is_named = is_chain or phrase.player_at(0, Sureness.NAME) is not None
        speaks = speaks or is_named or bool(phrase.word_at()[1] or phrase.tile_at())
    phrase.at += 1
    if not speaks:
        phrase.note(first, "")
        return
    error = phrase.tokens[first].wrong(f"{phrase.text(first)!r} stands in brackets", "a clause without brackets")
    yield Unreadable(tuple(phrase.tokens[first : phrase.at]), error, None)


def _skip_clause(phrase: Phrase, first: int) -> None:
    """Go on to the next clause: the next word that begins one, behind something that parts clauses."""
    phrase.at = min(max(phrase.at, first + 1), len(phrase.tokens))
    while not phrase.is_done:
        width = phrase.separator_at()
        if width and phrase.word_at(width)[1]:
            return
        phrase.at += width or 1
