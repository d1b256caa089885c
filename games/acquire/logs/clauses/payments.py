"""Reading bonuses and counts of cash as people write them: their parts in any order, several in a row or for several players.

Each reader raises a `LogError` if a part is missing, or if it is not clear what is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.editions import BonusShare
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.values import read_amount, starts_amount
from games.acquire.logs.language.cursor import BONUSES, inner_meaning
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import Token, listed
from games.sentences import gettext_lazy as _

#: The smallest bonus in dollars; a smaller number may be a number of shares.
_LEAST_BONUS: Final = 100
_CURRENCIES: Final = ("$", "€", "£")
_EXPECTED: Final = {
    ActKind.BONUS: _("a player, a chain and an amount, as in 'bonus Ann Tower 4000'"),
    ActKind.CASH: _("a player and an amount, as in 'cash Ann 5600'"),
    ActKind.DISPOSE: _("a player, a chain and what was done, as in 'dispose Ann Tower sell 3 trade 2 hold 1'"),
}


@dataclass(slots=True)
class _Stated:
    """What a statement about money names: players, a chain, an amount, and whether it is for each of them or for all together."""

    seats: list[int] = field(default_factory=list)
    chain: int | None = None
    amount: int | None = None
    share: str = ""
    says_bonus: bool = False


def read_payments(phrase: Phrase, act: ActKind, actor: int | None, chain: int | None = None) -> list[Action]:
    """Read one or more bonuses or counts of cash.

    ``actor`` and ``chain`` are the player and the chain named before the word, if any.
    """
    read: list[Action] = []
    while True:
        start = phrase.peek()
        stated = _stated(
            phrase, wants_player=actor is None, wants_chain=act is ActKind.BONUS and (chain is None or bool(read))
        )
        if act is ActKind.BONUS:
            chain = stated.chain if stated.chain is not None else chain
            chain = phrase.chain_meant() if chain is None else chain
        seats = stated.seats or ([] if actor is None else [actor])
        if not seats and not read and act is ActKind.CASH and phrase.context.seat is not None:
            seats = [phrase.context.seat]
        if not seats or stated.amount is None or (act is ActKind.BONUS and chain is None):
            raise missing(phrase, start, act)
        amount = _of_each(start, len(seats), stated.amount, stated.share)
        read += [Action(act, seat, (chain, amount) if act is ActKind.BONUS else amount) for seat in seats]
        if not goes_on(phrase):
            return read
        actor = None


def begins_with_payees(phrase: Phrase) -> bool:
    """Whether a player comes next in a merger, and a plus and an amount behind him: ``ANN +$2000``."""
    who = phrase.player_at(0, Sureness.START)
    ahead = who.length if who else 0
    if phrase.context.game.merger is None:
        return False
    return who is not None and _is_added(phrase, ahead)


def _is_added(phrase: Phrase, ahead: int) -> bool:
    """Whether a plus and an amount with its currency stand behind a name: ``ANN +$2000``."""
    plus, currency = phrase.peek(ahead), phrase.peek(ahead + 1)
    return plus.text == "+" and currency.text in _CURRENCIES and starts_amount(phrase, ahead + 1)


def _of_each(start: Token, count: int, amount: int, share: str) -> int:
    """Return what each of the players was paid.

    Raises:
        LogError: if the amount may be that of each or of all together.
    """
    if count == 1 or share == "each":
        return amount
    if share != "together" or amount % count:
        raise start.wrong(
            _("{amount} could be for each player or for all of them together", amount=amount),
            _("'each' or 'together' after the amount, or a clause for each player"),
        )
    return amount // count


def _due(phrase: Phrase, chain: int | None) -> Sequence[BonusShare]:
    """Return the bonuses that are due for a chain, none if the log does not tell them."""
    bonuses = phrase.context.game.bonuses(chain) if chain is not None else None
    return bonuses.paid if bonuses else ()


def read_received(phrase: Phrase, actor: int | None) -> list[Action]:
    """Read the bonus of a player who "gets 3000 for American", perhaps with the word "bonus"; ``actor`` is that player."""
    start, last = phrase.peek(), phrase.context.last
    says_bonus = _skip_bonus(phrase)
    stated = _stated(phrase, wants_player=False, wants_chain=True, may_say_bonus=True)
    says_bonus = says_bonus or stated.says_bonus
    amount, chain = stated.amount, stated.chain
    if actor is not None and amount is not None and chain is None and not says_bonus:
        return _repeated(phrase, start, actor, amount)
    if actor is None or amount is None:
        raise missing(phrase, start, ActKind.BONUS)
    is_sale = (
        last is not None and (last.act, last.player) == (ActKind.DISPOSE, actor) and "sell" in phrase.context.open_parts
    )
    if (is_sale and not says_bonus) or amount < _LEAST_BONUS:
        problem = (
            _("this could be a bonus or the money from a sale") if is_sale else _("this could be a bonus or shares")
        )
        raise start.wrong(problem, _EXPECTED[ActKind.BONUS])
    chain = phrase.chain_meant() if chain is None else chain
    if chain is None:
        raise missing(phrase, start, ActKind.BONUS)
    return [Action(ActKind.BONUS, actor, (chain, amount))]


def _repeated(phrase: Phrase, start: Token, actor: int, amount: int) -> list[Action]:
    """Return nothing for an amount that a player received, if it only repeats the bonus or the sale just before.

    Raises:
        LogError: if it may be anything else.
    """
    due = {share.holder: share.rounded for share in _due(phrase, phrase.context.chain_meant)}
    last = phrase.context.last
    is_first = last is None or last.act is not ActKind.DISPOSE
    is_due = due.get(actor) == amount
    if not phrase.context.game.is_complete:  # the sizes of the chains are not known, so that the bonus is not either
        is_due = phrase.context.chain_meant is not None and amount >= _LEAST_BONUS
    if is_first and is_due and (last is None or last.player != actor or last.act is not ActKind.BONUS):
        return [Action(ActKind.BONUS, actor, (phrase.chain_meant(), amount))]
    raise start.wrong(
        _("it is not clear what this was received for"),
        _("'bonus' and the chain, or 'sell' before the number of shares"),
    )


def read_spent(phrase: Phrase, actor: int | None) -> list[Action]:
    """Read what a player spent on the purchase just before, which only repeats it."""
    first, start, last = phrase.at, phrase.peek(), phrase.context.last
    read_amount(phrase)
    seat = phrase.context.seat if actor is None else actor
    if last is None or (last.act, last.player) != (ActKind.BUY, seat) or not last.value:
        raise start.wrong(_("it is not clear what was paid for"), _("'buy' and the shares before the amount"))
    phrase.note(first, "")
    return []


def _skip_bonus(phrase: Phrase) -> bool:
    """Skip words for "bonus", with "shareholder of" behind them; returns whether one of them was there."""
    first = phrase.at
    says_bonus = False
    while True:
        meaning, length = phrase.word_at()
        if meaning in BONUSES:
            says_bonus = True
            phrase.at += length
        elif says_bonus and inner_meaning(phrase.peek()) == "noise":
            phrase.at += 1
        else:
            break
    if phrase.at > first:
        phrase.note(first, "")
    return says_bonus


def _stated(phrase: Phrase, *, wants_player: bool, wants_chain: bool, may_say_bonus: bool = False) -> _Stated:
    """Read players, a chain and an amount in any order; several players stand side by side."""
    stated = _Stated()
    while True:
        who, what = phrase.read_names(
            player=wants_player and not stated.seats, chain=wants_chain and stated.chain is None
        )
        stated.chain = stated.chain if what is None else what
        if who is not None:
            stated.seats = [who, *(_others(phrase) if stated.amount is None else ())]
        token = phrase.peek()
        if stated.amount is not None and (may_say_bonus or _ends_with_bonus(phrase)) and _skip_bonus(phrase):
            stated.says_bonus = True
        elif stated.amount is None and phrase.word_at()[0] in ("gets", "spends"):
            phrase.at += phrase.word_at()[1]
        elif (share := inner_meaning(token)) in ("each", "together") and (stated.seats or stated.amount is not None):
            stated.share = share
            phrase.at += 1
        elif stated.seats and stated.amount is None and _is_added(phrase, 0):
            phrase.at += 1
        elif starts_amount(phrase) or (stated.amount is None and token.text == "-"):
            if stated.amount is not None:
                raise token.wrong(_("{word!r} is one amount too many", word=token.text), _("one amount"))
            stated.amount = read_amount(phrase)
        elif who is None and what is None:
            return stated


def _others(phrase: Phrase) -> list[int]:
    """Read the players who stand beside one: ``+ Cai``, ``and Cai``."""
    found: list[int] = []
    while width := phrase.other_at():
        phrase.at += width
        found.append(phrase.read_player())
    return found


def _ends_with_bonus(phrase: Phrase) -> bool:
    """Whether a word for "bonus" comes next and ends the statement."""
    meaning, length = phrase.word_at()
    return meaning in BONUSES and (not phrase.peek(length).text or phrase.separator_at(length) > 0)


def missing(phrase: Phrase, start: Token, act: ActKind) -> LogError:
    """Return the error that a part is missing in the statement that begins at ``start``."""
    token, expected = phrase.peek(), _EXPECTED[act]
    if several := phrase.context.players.several(token):
        return token.wrong(
            _("{word!r} could be any of {choices}", word=token.text, choices=listed(several)),
            _("more letters of the name"),
        )
    if token.text and token is not start:
        return start.wrong(_("something is missing here"), expected)
    return phrase.unexpected(expected)


def goes_on(phrase: Phrase, words: Sequence[str] = ()) -> bool:
    """Read a separator if another player or chain follows it, so that the statement goes on; returns whether one did.

    Behind them only ``words`` of these meanings may come: another begins a clause of its own.
    """
    width = phrase.separator_at()
    who = None if width or words else phrase.player_at(0, Sureness.NAME)
    if who is not None and (starts_amount(phrase, who.length) or _is_added(phrase, who.length)):
        return True
    if not width or phrase.peek().text == "." or phrase.word_at(width)[1]:
        return False
    who = phrase.player_at(width, Sureness.START)
    ahead = width + (who.length if who else 0)
    is_disposal = who is not None and not words and phrase.begins_payment(ahead, by_chain=True)
    ahead += phrase.chain_at(ahead) is not None
    is_named = ahead > width
    ahead += phrase.peek(ahead).text == ":"
    meaning = phrase.word_at(ahead)[0]
    if not is_named or is_disposal or (meaning and meaning not in words):
        return False
    phrase.note_token(phrase.peek(), _("a semicolon and the same action again"))
    phrase.at += width
    return True
