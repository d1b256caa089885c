"""Reading a chain behind the tile that founds it, without the word for it: ``1G, Tower, 2 Tower``, ``new Tower``, ``Tower!``."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.letters import shares_in
from games.acquire.logs.clauses.values import small_number

#: Words before a chain that was not on the board.
NEW: Final = ("new", "neu", "neue", "nueva", "nouvelle", "nuova", "nieuw", "nieuwe", "nowa")
#: Acts that may follow the founding without a sign between.
_BEHIND: Final = ("buy", "draw", "cash", "end")


def founds_alone(phrase: Phrase, tile: int | None) -> bool:
    """Whether a chain comes next that ``tile`` founds, alone or with a word for "new", and not as shares that are bought."""
    is_new = phrase.peek().folded in NEW
    if tile is None:
        return False
    ahead = is_new + (is_new and phrase.peek(1).text == ":")
    chain = phrase.chain_at(ahead)
    if chain is None or (phrase.word_at(ahead)[1] and not is_new) or shares_in(phrase, ahead):
        return False
    return is_new or (phrase.context.game.founds(tile, chain) and _is_bare(phrase))


def _is_bare(phrase: Phrase) -> bool:
    """Whether the chain that comes next has no number of its own."""
    after = phrase.peek(1)
    if small_number(after) is None:
        is_end = not after.text or after.text in ("!", "$", "(") or phrase.chain_at(1) is not None
        return is_end or phrase.separator_at(1) > 0 or phrase.word_at(1)[0] in _BEHIND
    ahead = 1
    while small_number(phrase.peek(ahead)) is not None:
        ahead += 1
        ahead += phrase.peek(ahead).folded == "x"
        if phrase.chain_at(ahead) is None:
            return False
        ahead += 1
        ahead += phrase.separator_at(ahead)
    return True


def read_founded(phrase: Phrase, seat: int) -> list[Action]:
    """Read the founding of a chain that comes next, perhaps behind a word for "new"."""
    first = phrase.at
    if phrase.accept(*NEW):
        phrase.accept(":")
    chain = phrase.read_chain()
    phrase.note(first, f"found {phrase.context.chain_name(chain)}")
    return [Action(ActKind.FOUND, seat, chain)]
