"""What a replay says in the reader's language: values, findings, what a player may have, and questions to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.acquire.replay import Fact, MissingFact, Possible
from games.sentences import Listed, Said, Sentence, written
from wording import gettext as _
from wording import gettext_noop
from wording.figures import decimals, listed_or, whole


def spoken_amount(amount: int | Fraction) -> str:
    """Return dollars with their thousands grouped; a fraction of a dollar has two decimals."""
    if isinstance(amount, Fraction) and amount.denominator != 1:
        return decimals(round(amount * 100), 2)
    return whole(int(amount))


def spoken_value(value: object) -> str:
    """Return an expected or recorded value of a finding in words: dollars grouped, tiles and shares in a row."""
    if value is None:
        return ""
    if isinstance(value, (Sentence, Listed)):
        return value.written(spoken_amount)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return spoken_amount(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {spoken_value(inner)}" for key, inner in value.items()) or _("nothing")
    if isinstance(value, (list, tuple, set)):
        return " ".join(map(spoken_value, value)) or _("nothing")
    return str(value)


def spoken(said: Said) -> str:
    """Return what the judge says, with its amounts as pages write them."""
    return written(said, spoken_amount)


def spoken_possible(possible: Possible) -> str:
    """Return what a player may have whose cash is not proved: "possibly 600 or 900"."""
    if not possible.amounts:
        return _("any amount")
    return _("possibly {amounts}", amounts=listed_or(map(spoken_amount, possible.amounts)))


MEANINGS = {
    "play": gettext_noop("a tile played"),
    "found": gettext_noop("a chain founded"),
    "survivor": gettext_noop("the chain that survives"),
    "bonus": gettext_noop("a bonus"),
    "sell": gettext_noop("shares sold"),
    "trade": gettext_noop("shares traded"),
    "hold": gettext_noop("shares kept"),
    "buy": gettext_noop("shares bought"),
    "draw": gettext_noop("a tile drawn"),
    "cash": gettext_noop("a count of cash"),
    "final": gettext_noop("final cash"),
    "end": gettext_noop("the end of the game"),
    "pass": gettext_noop("a pass"),
    "remark": gettext_noop("a remark"),
}
"""What a word of a log may mean, by the key that the reader has for it."""

_QUESTIONS = {
    Fact.TURN: gettext_noop("What did {player} play {at}?"),
    Fact.TILE: gettext_noop("Which tile did {player} place {at}?"),
    Fact.PURCHASE: gettext_noop("What did {player} buy {at}?"),
    Fact.HOLDING: gettext_noop("How many shares of {chain} did {player} have {at}?"),
    Fact.CASH: gettext_noop("How much cash did {player} have {at}?"),
    Fact.BONUS: gettext_noop("What was {player} paid for {chain} {at}?"),
}
"""The questions by what they are about."""

_CHOICES = {
    Fact.CASH: gettext_noop("Did {player} have {amounts} {at}?"),
    Fact.BONUS: gettext_noop("Was {player} paid {amounts} for {chain} {at}?"),
}
"""The questions between amounts."""


def _moment(fact: MissingFact, also: Sequence[int]) -> str:
    """Return when the fact that is asked for was: "in turn 43", "after turn 7", "at the start"."""
    if not fact.turn:
        return _("at the start")
    turns = listed_or(sorted({fact.turn, *also}))
    return (
        _("after turn {turn}", turn=turns)
        if fact.kind in (Fact.HOLDING, Fact.CASH)
        else _("in turn {turn}", turn=turns)
    )


def spoken_fact(fact: MissingFact, also: Sequence[int] = ()) -> str:
    """Return the question to the table that would settle the cash: "Was Ben paid 3,000 or 4,000 for Imperial in turn 43?".

    ``also`` are the numbers of further turns of which the same is asked.
    """
    if fact.last > fact.turn:
        return _("What did everybody play in turns {first} to {last}?", first=fact.turn, last=fact.last)
    amounts = listed_or(map(spoken_amount, fact.amounts))
    values = {
        "player": fact.player or _("the player whose turn it was"),
        "chain": fact.chain,
        "at": _moment(fact, also),
        "amounts": amounts,
    }
    if amounts and fact.kind in _CHOICES:
        return _(_CHOICES[fact.kind], **values)
    question = _(_QUESTIONS[fact.kind], **values)
    return _("{question} Was it {amounts}?", question=question, amounts=amounts) if amounts else question
