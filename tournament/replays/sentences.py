"""What a replay says in the reader's language: values, findings, what a player may have, and questions to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.acquire.replay import Fact, Finding, MissingFact, Possible
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


def spoken_message(finding: Finding, *, with_hint: bool = True) -> str:
    """Return a finding's message for a page; ``with_hint`` says whether the hint at its end is kept."""
    statement = spoken(finding.said)
    return f"{statement} {spoken(finding.hinted)}" if with_hint and finding.hinted else statement


def spoken_possible(possible: Possible) -> str:
    """Return what a player may have whose cash is not proved: "possibly 600 or 900"."""
    if not possible.amounts:
        return _("any amount")
    return _("possibly {amounts}", amounts=listed_or(map(spoken_amount, possible.amounts)))


_QUESTIONS = {
    (Fact.TURN, True): gettext_noop("What did {player} play in turn {turn}?"),
    (Fact.TURN, False): gettext_noop("What did {player} play at the start?"),
    (Fact.TILE, True): gettext_noop("Which tile did {player} place in turn {turn}?"),
    (Fact.TILE, False): gettext_noop("Which tile did {player} place at the start?"),
    (Fact.PURCHASE, True): gettext_noop("What did {player} buy in turn {turn}?"),
    (Fact.PURCHASE, False): gettext_noop("What did {player} buy at the start?"),
    (Fact.HOLDING, True): gettext_noop("How many shares of {chain} did {player} have after turn {turn}?"),
    (Fact.HOLDING, False): gettext_noop("How many shares of {chain} did {player} have at the start?"),
    (Fact.CASH, True): gettext_noop("How much cash did {player} have after turn {turn}?"),
    (Fact.CASH, False): gettext_noop("How much cash did {player} have at the start?"),
    (Fact.BONUS, True): gettext_noop("What was {player} paid for {chain} in turn {turn}?"),
    (Fact.BONUS, False): gettext_noop("What was {player} paid for {chain} at the start?"),
}
"""The questions by what they are about, and whether it was in a turn or at the start."""

_CHOICES = {
    (Fact.CASH, True): gettext_noop("Did {player} have {amounts} after turn {turn}?"),
    (Fact.CASH, False): gettext_noop("Did {player} have {amounts} at the start?"),
    (Fact.BONUS, True): gettext_noop("Was {player} paid {amounts} for {chain} in turn {turn}?"),
    (Fact.BONUS, False): gettext_noop("Was {player} paid {amounts} for {chain} at the start?"),
}
"""The questions between amounts."""


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
        "turn": listed_or(sorted({fact.turn, *also})),
        "amounts": amounts,
    }
    key = (fact.kind, fact.turn > 0)
    if amounts and key in _CHOICES:
        return _(_CHOICES[key], **values)
    question = _(_QUESTIONS[key], **values)
    return _("{question} Was it {amounts}?", question=question, amounts=amounts) if amounts else question
