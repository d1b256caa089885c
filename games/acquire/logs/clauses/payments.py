"""Reading bonuses, counts of cash and disposals as people write them: their parts in any order, several in a row.

Each reader raises a `LogError` if a part is missing, or if it is not clear what is meant.
"""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.values import read_amount, starts_amount
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import Token, listed

#: The smallest bonus in dollars; a smaller number may be a number of shares.
_LEAST_BONUS: Final = 100
_ARTICLES: Final = ("a", "the", "its")
_EXPECTED: Final = {
    ActKind.BONUS: "a player, a chain and an amount, as in 'bonus Ann Tower 4000'",
    ActKind.CASH: "a player and an amount, as in 'cash Ann 5600'",
    ActKind.DISPOSE: "a player, a chain and what is done, as in 'dispose Ann Tower sell 3 trade 2 hold 1'",
}


def read_payments(phrase: Phrase, act: ActKind, actor: int | None) -> list[Action]:
    """Read one or more bonuses or counts of cash; ``actor`` is the player named before the word, if any."""
    read: list[Action] = []
    chain: int | None = None
    while True:
        start = phrase.peek()
        seat, named, amount = _parts(phrase, wants_player=actor is None, wants_chain=act is ActKind.BONUS)
        chain = chain if named is None else named
        seat = actor if seat is None else seat
        if seat is None and act is ActKind.CASH and not read:
            seat = phrase.context.seat
        if seat is None or amount is None or (act is ActKind.BONUS and chain is None):
            raise _missing(phrase, start, act)
        read.append(Action(act, seat, (chain, amount) if act is ActKind.BONUS else amount))
        if not _another(phrase):
            return read
        actor = None


def read_received(phrase: Phrase, actor: int | None) -> list[Action]:
    """Read the bonus of a player who "gets 3000 for American", perhaps with the word "bonus"; ``actor`` is that player."""
    start, last = phrase.peek(), phrase.context.last
    _skip_bonus(phrase)
    _, chain, amount = _parts(phrase, wants_player=False, wants_chain=True, may_say_bonus=True)
    if actor is None or chain is None or amount is None:
        raise _missing(phrase, start, ActKind.BONUS)
    is_sale = (
        last is not None and (last.act, last.player) == (ActKind.DISPOSE, actor) and "sell" in phrase.context.open_parts
    )
    if is_sale or amount < _LEAST_BONUS:
        what = "the money of a sale" if is_sale else "shares"
        raise start.wrong(f"it may be a bonus or {what}", _EXPECTED[ActKind.BONUS])
    return [Action(ActKind.BONUS, actor, (chain, amount))]


def _skip_bonus(phrase: Phrase) -> None:
    """Skip the word "bonus", perhaps with an article before it."""
    first = phrase.at
    has_article = phrase.peek().folded in _ARTICLES and phrase.word_at(1)[0] == "bonus"
    meaning, length = phrase.word_at(has_article)
    if meaning == "bonus":
        phrase.at += length + has_article
        phrase.note(first, "")


def _parts(
    phrase: Phrase, *, wants_player: bool, wants_chain: bool, may_say_bonus: bool = False
) -> tuple[int | None, int | None, int | None]:
    """Read a player, a chain and an amount in any order, each at most once; returns None for each that is not there."""
    seat = chain = amount = None
    while True:
        who, what = phrase.read_names(player=wants_player and seat is None, chain=wants_chain and chain is None)
        seat = seat if who is None else who
        chain = chain if what is None else what
        token = phrase.peek()
        if not starts_amount(phrase) and not (amount is None and token.text == "-"):
            return seat, chain, amount
        if amount is not None:
            raise token.wrong(f"{token.text!r} is a second amount", "one amount")
        amount = read_amount(phrase)
        if may_say_bonus:
            _skip_bonus(phrase)


def _missing(phrase: Phrase, start: Token, act: ActKind) -> LogError:
    """Return the error that a part is missing in the statement that begins at ``start``."""
    token, expected = phrase.peek(), _EXPECTED[act]
    if several := phrase.context.players.several(token):
        return token.wrong(f"{token.text!r} may be {listed(several)}", "more letters of the name")
    if token.text and token is not start:
        return start.wrong("a part is missing here", expected)
    return phrase.unexpected(expected)


def _another(phrase: Phrase) -> bool:
    """Read a separator if another player or chain follows it, so that the statement goes on; returns whether one did."""
    width = phrase.separator_at()
    if not width or phrase.peek().text == "." or phrase.word_at(width)[1]:
        return False
    follows = phrase.player_at(width, Sureness.START) or phrase.chain_at(width) is not None
    if not follows or phrase.word_at(width + 1)[0] in ("found", "buy", "survivor"):
        return False
    phrase.note_token(phrase.peek(), "; and the same again")
    phrase.at += width
    return True
