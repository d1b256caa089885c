"""What may stand behind a tile without a word for it: the chain that it founds, shares, or a sign that nothing was bought.

``1G, Tower, 2 Tower``, ``1G new Tower``, ``1G Tower!``, ``1G FFI``, ``1G -``.
"""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.letters import shares_in
from games.acquire.logs.clauses.mergers import begins_merger
from games.acquire.logs.clauses.values import small_number
from games.acquire.logs.language.cursor import inner_meaning
from games.acquire.logs.language.spelling import words

#: Words before a chain that was not on the board.
NEW: Final = ("new", "neu", "neue", "nueva", "nouvelle", "nuova", "nieuw", "nieuwe", "nowa")
#: Signs that nothing was bought.
_NOTHING: Final = ("-", "0", "x", "X", "/")
#: Words that mean a purchase where shares stand behind them.
_TAKES: Final = words("takes took take taking grabs grabbed grab nimmt nahm prend pris toma tomo prende")
#: Acts that may follow the founding without a sign between.
_BEHIND: Final = ("buy", "draw", "cash", "end")


def follows_tile(phrase: Phrase, tile: int | None) -> bool:
    """Whether what comes next may stand behind a tile; ``tile`` is that tile if nothing was read yet of what it makes."""
    if _begins_shares(phrase) or is_nothing(phrase) or begins_merger(phrase) or founds_alone(phrase, tile):
        return True
    return phrase.chain_at() is not None and phrase.word_at(1)[0] == "found"


def _begins_shares(phrase: Phrase) -> bool:
    """Whether shares come next: a number and its chain, which may be an initial behind an x; a letter a share; or a chain repeated."""
    chain = phrase.chain_at()
    if (phrase.peek().text == "$" and phrase.chain_at(1) is not None) or shares_in(phrase):
        return True
    is_added = (
        phrase.peek(1).text == "+" and not phrase.peek(1).glued and phrase.peek(2).is_number and phrase.peek(2).glued
    )
    if takes_shares(phrase) or (chain is not None and is_added):
        return True
    has_sign = phrase.peek(1).folded == "x"
    is_clear = has_sign or len(phrase.peek(1).text) > 1
    return small_number(phrase.peek()) is not None and is_clear and phrase.chain_at(1 + has_sign) is not None


def takes_shares(phrase: Phrase) -> bool:
    """Whether a word such as "takes" comes next, and a number of shares with its chain behind it."""
    is_counted = small_number(phrase.peek(1)) is not None or phrase.peek(1).text in ("a", "an")
    return phrase.peek().folded in _TAKES and is_counted and phrase.chain_at(2) is not None


def is_nothing(phrase: Phrase) -> bool:
    """Whether a word for nothing comes next, or a dash or a nought that stands alone where shares might stand."""
    is_end = not phrase.peek(1).text or phrase.separator_at(1) > 0
    return inner_meaning(phrase.peek()) == "none" or (phrase.peek().text in _NOTHING and is_end)


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
    is_end = not after.text or after.text in ("!", "$", "(") or phrase.chain_at(1) is not None
    is_end = is_end or phrase.separator_at(1) > 0 or phrase.word_at(1)[0] in _BEHIND
    return is_end and small_number(after) is None


def read_founded(phrase: Phrase, seat: int) -> list[Action]:
    """Read the founding of a chain that comes next, perhaps behind a word for "new"."""
    first = phrase.at
    if phrase.accept(*NEW):
        phrase.accept(":")
    chain = phrase.read_chain()
    phrase.note(first, f"found {phrase.context.chain_name(chain)}")  # not said
    return [Action(ActKind.FOUND, seat, chain)]
