"""Reading what people say of a merger: ``American -> Luxor``, ``Luxor takes over American``, ``Ann merged American and Luxor``.

The board knows which chain survives if one is the largest, so such a sentence is only compared with it. Where equal chains meet, a
sentence that says which one takes over the others is the choice of the survivor.
"""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.language.cursor import MERGERS, inner_meaning
from games.acquire.logs.language.spelling import words
from games.acquire.logs.language.tokens import Token, listed
from games.sentences import Said
from games.sentences import gettext_lazy as _

#: Signs between a chain and the one that takes it over, and one that only stands between them, because it may also mean "larger".
_ARROWS: Final = ("->", "=>", "→")
_BACKWARDS: Final = ("<-", "←")
_GREATER: Final = ">"
#: Words before the survivor, and words and signs at the end of a sentence that add nothing.
_INTO: Final = words("into to in with by von durch an mit dans par avec en por con door met")
_AT_THE_END: Final = ("over", "up", "op", "out", "*", "the", "board", "from")
_EXPECTED: Final = _("'survivor' and the surviving chain, or nothing if one chain is the largest")


def begins_merger(phrase: Phrase) -> bool:
    """Whether chains come next, and behind them a word or an arrow that says that they merge."""
    ahead = 0
    while phrase.chain_at(ahead) is not None:
        ahead += 1
        meaning = phrase.word_at(ahead)[0]
        if meaning in MERGERS or (meaning == "buy" and phrase.chain_at(ahead + 1) is not None):
            return True
        sign = phrase.peek(ahead).folded
        if sign in (*_ARROWS, *_BACKWARDS, _GREATER, "into"):
            return phrase.chain_at(ahead + 1) is not None
        ahead += phrase.separator_at(ahead) or phrase.peek(ahead).text == "/"
    return False


def read_merger(phrase: Phrase, seat: int, meaning: str = "") -> list[Action]:
    """Read a sentence about a merger, of which the word with this ``meaning`` was read already if it comes first.

    Returns the choice of the survivor if there was one and the sentence says it, else nothing.

    Raises:
        LogError: if the board does not merge these chains, or if another one survives.
    """
    first, start = phrase.at - bool(meaning), phrase.peek()
    phrase.skip_noise((":",))
    before = _chains(phrase)
    if not meaning:
        meaning, length = phrase.word_at()
        meaning = "absorbs" if meaning == "buy" else meaning or _meaning_of(phrase.peek().folded)
        phrase.at += length or 1
    elif phrase.peek().folded in (*_INTO, *_ARROWS, *_BACKWARDS):
        meaning = _meaning_of(phrase.peek().folded)
    while inner_meaning(phrase.peek()) == "noise" or phrase.peek().folded in (*_INTO, *_ARROWS, *_BACKWARDS):
        phrase.at += 1
    after = _chains(phrase)
    while phrase.accept(*_AT_THE_END):
        pass
    survivors, gone = {"absorbs": (before, after), "joins": (after, before)}.get(meaning, ([], []))
    if len(survivors) > 1:
        raise start.wrong(_("more than one chain seems to survive"), _EXPECTED)
    if not before and not (phrase.context.game.merger and (phrase.is_done or phrase.separator_at())):
        raise phrase.unexpected(_("the chains that merge"))
    survivor = survivors[0] if survivors else None
    is_choice = _compared(phrase, start, {*before, *after}, survivor, gone)
    if survivor is None or not is_choice:
        phrase.note(first, _("the effect of the tile"))
        return []
    phrase.note(first, f"survivor {phrase.context.chain_name(survivor)}")  # not said
    return [Action(ActKind.SURVIVOR, seat, survivor)]


def _meaning_of(sign: str) -> str:
    """Return what a sign between two chains means, or a word such as "into": which of them takes over the other, or only that they meet."""
    return "absorbs" if sign in _BACKWARDS else "joins" if sign in (*_ARROWS, *_INTO) else "merges"


def read_survivor(phrase: Phrase, start: Token, chain: int) -> bool:
    """Compare a chain of which it was said that it survives with the board, if that tells; returns whether it had to be chosen."""
    return phrase.context.game.merger is None or _compared(phrase, start, {chain}, chain, [])


def _chains(phrase: Phrase) -> list[int]:
    """Read chains, whatever separates them; none if no chain comes next."""
    found: list[int] = []
    while True:
        width = (phrase.separator_at() or phrase.peek().text == "/") if found else 0
        if phrase.word_at(width)[1] or phrase.chain_at(width) is None:
            return found
        phrase.at += width
        found.append(phrase.read_chain())


def _compared(phrase: Phrase, start: Token, named: set[int], survivor: int | None, gone: list[int]) -> bool:
    """Compare a sentence with the board; returns whether it chooses the survivor.

    Raises:
        LogError: if the board says something else.
    """
    game, name = phrase.context.game, phrase.context.chain_name
    if (
        survivor is not None
        and (gone or named != {survivor})
        and not game.is_complete
        and not _is_choice(phrase, named)
    ):
        return game.believe(survivor, gone or [chain for chain in named if chain != survivor])
    merger = game.merger
    if merger is None:
        raise start.wrong(
            _("the last tile placed in this turn does not merge chains"), _("before this, the tile that merges them")
        )
    strangers = [name(chain) for chain in sorted(named) if chain not in merger.sizes]
    if strangers:
        touched = listed(name(chain) for chain in merger.sizes)
        raise start.wrong(
            _(
                "this merger does not involve {strangers}; the tile merges {chains}",
                strangers=listed(strangers),
                chains=touched,
            ),
            _("these chains"),
        )
    if survivor is not None and survivor not in merger.largest:
        raise _other(start, name(survivor), _("another merging chain is larger"))
    if merger.survivor is None:
        return survivor is not None
    if merger.survivor in gone or survivor not in (None, merger.survivor):
        wrong = name(merger.survivor if survivor is None else survivor)
        raise _other(start, wrong, _("{chain} survives", chain=name(merger.survivor)))
    return False


def _is_choice(phrase: Phrase, named: set[int]) -> bool:
    """Whether equal chains meet on the board as far as it is known, so that a sentence about them chooses the survivor."""
    merger = phrase.context.game.merger
    return merger is not None and merger.survivor is None and named <= set(merger.largest)


def _other(start: Token, name: str, reason: Said) -> LogError:
    """Return the error that a chain cannot be what a sentence says, for this reason."""
    return start.wrong(
        _("{chain} does not fit the tile: {reason}", chain=name, reason=reason),
        _("what the tile does on the board, or nothing"),
    )
