"""Reading a piece of a line clause by clause: its actions, the clauses that cannot be read, and a last one that goes on below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.clause import FreeClause
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.mergers import begins_merger, read_merger
from games.acquire.logs.clauses.money_left import read_left
from games.acquire.logs.language.cursor import MERGERS
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import Token
from games.sentences import gettext_lazy as _

#: In brackets, words up to this length do not count as the beginning of a chain's name.
_INITIALS: Final = 2


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A clause that cannot be read: its tokens, the reason, and the act that its first word names, if any."""

    tokens: tuple[Token, ...]
    error: LogError
    act: ActKind | None


@dataclass(frozen=True, slots=True)
class Amended:
    """The action that replaces the last event, because a clause continues that event."""

    action: Action


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The tokens of a last clause that the next line may continue.

    If it ``is_whole``, only a number alone continues it; otherwise it must be continued.
    """

    tokens: tuple[Token, ...]
    is_whole: bool = False


ClauseResult = Action | Amended | Unreadable | Unfinished


def read_clauses(phrase: Phrase, *, may_go_on: bool) -> Iterator[ClauseResult]:
    """Read the clauses of a piece of a line one by one; with ``may_go_on`` the last clause may be unfinished.

    The caller adds each action to the context's events before asking for the next result.
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
        first, noted, last = phrase.at, len(notes), notes[-1:]
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
        if len(notes) == noted and notes[-1:] == last:  # its words are those of the notation, but not their order
            phrase.note(first, context.written(actions, context.seat))
        for action in actions:
            yield Amended(action) if clause.amends else action
            context.has_tile = context.has_tile or action.act is ActKind.PLAY
        if clause.act is not ActKind.DISPOSE:
            context.open_parts = frozenset()


def _skip_separator(phrase: Phrase, *, is_first: bool) -> None:
    """Skip what separates two clauses, and note it as a liberty if it is no semicolon."""
    first, width = phrase.at, phrase.separator_at()
    phrase.at += width
    if is_first or phrase.is_done or phrase.peek().text == "(":
        return
    if width:
        phrase.note(first, ";")
    else:
        phrase.note_token(phrase.peek(), f"; {phrase.peek().text}")


def _brackets(phrase: Phrase) -> Iterator[Action | Unreadable]:
    """Read what a buyer has left in brackets, or skip words in them.

    If they name a tile, a chain, a player or an act, yield them as a clause that cannot be read.
    """
    if (left := read_left(phrase)) is not None:
        yield from left
        return
    first = phrase.at
    phrase.at += 1
    if begins_merger(phrase) and phrase.context.seat is not None:
        try:
            yield from read_merger(phrase, phrase.context.seat)
        except LogError as reason:
            _skip_clause(phrase, first)
            yield Unreadable(tuple(phrase.tokens[first : phrase.at]), reason, None)
        phrase.accept(")")
        return
    phrase.at = first
    speaks = False
    while not phrase.is_done and phrase.peek().text != ")":
        phrase.at += 1
        is_chain = len(phrase.peek().text) > _INITIALS and phrase.chain_at() is not None
        is_named = is_chain or phrase.player_at(0, Sureness.NAME) is not None
        is_act = phrase.word_at()[0] not in ("", *MERGERS)
        speaks = speaks or is_named or is_act or bool(phrase.tile_at())
    phrase.at += 1
    if not speaks:
        phrase.note(first, "")
        return
    error = phrase.tokens[first].wrong(
        _("{word!r} is in brackets", word=phrase.text(first)), _("a clause without brackets")
    )
    yield Unreadable(tuple(phrase.tokens[first : phrase.at]), error, None)


def _skip_clause(phrase: Phrase, first: int) -> None:
    """Move to the next word that begins a clause and follows a separator."""
    phrase.at = min(max(phrase.at, first + 1), len(phrase.tokens))
    while not phrase.is_done:
        width = phrase.separator_at()
        if width and phrase.word_at(width)[1]:
            return
        phrase.at += width or 1
