"""Shares written as a letter each, ``FFI`` for two of Festival and one of Imperial, and digits that a photograph shows as letters."""

from __future__ import annotations

from typing import Final

from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.language.cursor import inner_meaning
from games.acquire.logs.language.tokens import Token
from games.sentences import gettext_lazy as _

#: Letters that a photograph shows for a digit, and the fewest letters of a name that is no abbreviation.
_SEEN: Final = {"l": 1, "I": 1, "O": 0}
_WHOLE: Final = 3


def shares_in(phrase: Phrase, ahead: int = 0) -> list[int]:
    """Return the chain of each letter of a word in capitals that names shares, a letter each; empty if it is no such word.

    Raises:
        LogError: if the word may also be the abbreviation of one chain, and no other word of the log has shown how such words are meant.
    """
    token = phrase.peek(ahead)
    if not (token.text.isupper() and token.text.isalpha() and 2 <= len(token.text) <= phrase.context.game.buy_max):
        return []
    behind = phrase.peek(ahead + 1)
    is_counted = behind.is_number or behind.folded in ("x", ":", "=")
    before = phrase.tokens[phrase.at + ahead - 1] if phrase.at + ahead else phrase.end
    if is_counted or before.is_number or before.folded == "x" or inner_meaning(token) or phrase.word_at(ahead)[1]:
        return []
    chains = [phrase.context.chains.find(Token(letter, token.line, token.column)) for letter in token.text]
    found = [chain for chain in chains if chain is not None]
    if len(found) < len(chains):
        return []
    name = phrase.chain_at(ahead)
    if name is not None and (phrase.context.chains.is_prefix(token, name) or not _is_of_initials(phrase, token, found)):
        return []
    if name is not None and not phrase.context.is_letter_a_share:
        shown = phrase.context.chain_name(name)
        raise token.wrong(
            _("{word!r} could be {chain} or one share for each letter", word=token.text, chain=shown),
            _("each chain with its number of shares"),
        )
    return found


def _is_of_initials(phrase: Phrase, token: Token, chains: list[int]) -> bool:
    """Whether each letter of a word is the initial of its chain, and no nickname."""
    return all(
        phrase.context.chain_name(chain).startswith(letter) for letter, chain in zip(token.text, chains, strict=True)
    )


def digit_before_name(phrase: Phrase, *, is_name: bool) -> int | None:
    """Return the number that a letter before a chain's name written out is the picture of, or None; ``is_name`` if such a name follows."""
    is_whole = len(phrase.peek(1).text) >= _WHOLE and not phrase.peek(1).glued
    return _SEEN.get(phrase.peek().text) if is_name and is_whole else None
