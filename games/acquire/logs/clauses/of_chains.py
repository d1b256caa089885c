"""Reading clauses that begin with a chain and say what becomes of it: ``Luxor founded``, ``Luxor survives``, ``American: bonus Cai 3k``."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.mergers import begins_merger, read_merger, read_survivor
from games.acquire.logs.clauses.payments import read_payments
from games.acquire.logs.clauses.values import starts_amount
from games.acquire.logs.language.cursor import BONUSES
from games.sentences import gettext_lazy as _

#: What is said of a chain named first, by the meaning of the word behind it.
_ACTS: Final = {
    "found": ActKind.FOUND,
    "play": ActKind.FOUND,
    "survivor": ActKind.SURVIVOR,
    "order": ActKind.ORDER,
    **dict.fromkeys(BONUSES, ActKind.BONUS),
}
#: Words and signs between the chain and that word.
_BETWEEN: Final = ("as", "the", "to", "chain", "merger", "als", ":", "-")


def read_of_chain(phrase: Phrase, seat: int) -> tuple[ActKind | None, list[Action]] | None:
    """Read a clause that begins with a chain, and return its act, if it has one, and its actions; None if it is no such clause."""
    if begins_merger(phrase):
        return None, read_merger(phrase, seat)
    ahead = 1
    while phrase.peek(ahead).folded in _BETWEEN:
        ahead += 1
    meaning, length = phrase.word_at(ahead)
    act = _ACTS.get(meaning)
    if not length and phrase.peek(1).text == ":" and _is_paid(phrase):
        act = ActKind.BONUS
    if phrase.chain_at() is None or act is None:
        return None
    first, chain = phrase.at, phrase.read_chain()
    phrase.at = first + ahead + length
    if act is ActKind.BONUS:
        phrase.note(first, f"bonus {phrase.context.chain_name(chain)}")  # not said
        phrase.accept(":", "-")
        return act, read_payments(phrase, act, None, chain)
    if act is ActKind.SURVIVOR and not read_survivor(phrase, phrase.tokens[first], chain):
        phrase.note(first, _("the effect of the tile"))
        return act, []
    phrase.note(first, f"{act.word} {phrase.context.chain_name(chain)}")
    return act, [Action(act, seat, (chain,) if act is ActKind.ORDER else chain)]


def _is_paid(phrase: Phrase) -> bool:
    """Whether the chain named first is taken over in this turn, and a player and an amount follow: ``American: Cai 3000, Ann 1500``."""
    who, merger = phrase.player_at(2), phrase.context.game.merger
    is_gone = merger is not None and phrase.chain_at() in merger.defunct
    return who is not None and is_gone and starts_amount(phrase, 2 + who.length)
