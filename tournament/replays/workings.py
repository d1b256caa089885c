"""The workings of a replay in the reader's language: how a bonus, a purchase, a disposal and a player's money come about.

What a replay says in the reader's language: values, findings, what a player may have, and questions to the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby

from games.acquire.editions.bonus import BonusRole
from games.acquire.replay import calculations
from games.acquire.replay.judging.certainty import Fact, MissingFact, Possible
from games.sentences import Listed, Said, Sentence, said_text
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import decimals, listed, listed_or, whole


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


def judge_words(said: Said) -> str:
    """Return what the judge says, with its amounts as pages write them."""
    return said_text(said, spoken_amount)


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


MINUS = "\N{MINUS SIGN}"


def spoken_calculation(calculation: calculations.Calculation) -> str:
    """Return one calculation in words; an account only with its turns and sums, since `account_lines` has its lines."""
    if isinstance(calculation, calculations.BonusCalculation):
        return _spoken_bonus(calculation)
    if isinstance(calculation, calculations.PurchaseCalculation):
        return _spoken_purchase(calculation)
    if isinstance(calculation, calculations.DisposalCalculation):
        return _spoken_disposal(calculation)
    return _spoken_account(calculation)


def _spoken_bonus(calculation: calculations.BonusCalculation) -> str:
    """Return a bonus in words: "Festival 5 tiles, 600 a share: 6,000 + 3,000. Nia (6) and Quy (6) tie: 4,500 each."."""
    parts = [
        ngettext(
            "{chain} {n} tile, {price} a share: {majority} + {minority}.",
            "{chain} {n} tiles, {price} a share: {majority} + {minority}.",
            calculation.size,
            chain=calculation.chain,
            price=spoken_amount(calculation.price),
            majority=spoken_amount(calculation.majority),
            minority=spoken_amount(calculation.minority),
        )
    ]
    for role, holders in groupby(calculation.holders, key=lambda holder: holder.role):
        parts.append(_spoken_holders(role, list(holders)))
    return " ".join(parts)


_HOLDERS = {
    BonusRole.SOLE: gettext_noop("{holders} alone: {amount}."),
    BonusRole.MAJORITY: gettext_noop("{holders}: {amount}."),
    BonusRole.MINORITY: gettext_noop("{holders}: {amount}."),
    BonusRole.TIED_MAJORITY: gettext_noop("{holders} tie: {exact} each."),
    BonusRole.TIED_MINORITY: gettext_noop("{holders} tie for second: {exact} each."),
}
_ROUNDED = {
    BonusRole.TIED_MAJORITY: gettext_noop("{holders} tie: {exact} each, rounded to {amount}."),
    BonusRole.TIED_MINORITY: gettext_noop("{holders} tie for second: {exact} each, rounded to {amount}."),
}


def _spoken_holders(role: BonusRole | None, holders: Sequence[calculations.Holder]) -> str:
    """Return what the holders of one role get; ``role`` is None for holders without a bonus."""
    held = listed(
        f"{holder.player} ({holder.shares})" if holder.player else _("Market ({shares})", shares=holder.shares)
        for holder in holders
    )
    first = holders[0]
    if role is None:
        return _("{holders}: nothing.", holders=held)
    words = _ROUNDED.get(role) if first.exact != first.due else None
    return _(words or _HOLDERS[role], holders=held, amount=spoken_amount(first.due), exact=spoken_amount(first.exact))


def _spoken_purchase(calculation: calculations.PurchaseCalculation) -> str:
    """Return a purchase in words."""
    cash = spoken_amount(calculation.cash)
    if not calculation.wanted:
        return _("{player} buys nothing and has {cash} in cash.", player=calculation.player, cash=cash)
    parts = [
        _("{shares} {chain} at {price}", shares=row.shares, chain=row.chain, price=spoken_amount(row.price))
        for row in calculation.wanted
    ]
    return ngettext(
        "{player}: {sum} = {cost}; {cash} in cash, {bank} in the bank, at most {n} share a turn.",
        "{player}: {sum} = {cost}; {cash} in cash, {bank} in the bank, at most {n} shares a turn.",
        calculation.limit,
        player=calculation.player,
        sum=" + ".join(parts),
        cost=spoken_amount(calculation.cost),
        cash=cash,
        bank=", ".join(f"{row.bank} {row.chain}" for row in calculation.wanted),
    )


def _spoken_disposal(calculation: calculations.DisposalCalculation) -> str:
    """Return the disposal of shares in a merger in words."""
    values = {
        "player": calculation.player,
        "owned": calculation.owned,
        "chain": calculation.chain,
        "price": spoken_amount(calculation.price),
        "actions": ", ".join(_disposal_in_words(calculation)) or _("nothing to do"),
    }
    stated = (
        _("{player} has {owned} {chain} at {price}: {actions}.", **values)
        if calculation.price
        else _("{player} has {owned} {chain}: {actions}.", **values)
    )
    if not calculation.survivor or not calculation.trade:
        return stated
    banked = _("The bank has {count} {chain}.", count=calculation.bank, chain=calculation.survivor)
    return f"{stated} {banked}"


def _disposal_in_words(calculation: calculations.DisposalCalculation) -> list[str]:
    """Return what is done with the shares, each in two or three words."""
    done = [_("sells {count}", count=calculation.sell)] if calculation.sell else []
    if calculation.trade:
        got = calculation.trade // 2
        done.append(
            _("trades {count} for {got} {chain}", count=calculation.trade, got=got, chain=calculation.survivor)
            if calculation.survivor
            else _("trades {count} for {got} of the survivor", count=calculation.trade, got=got)
        )
    hold = calculation.owned - calculation.sell - calculation.trade if calculation.hold is None else calculation.hold
    if hold:
        done.append(_("holds {count}", count=hold))
    return done


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a player's account as text: the turn, what it was for, the amount with its sign, and the cash after it."""

    turn: str
    what: str
    amount: str
    sum: str


def account_lines(account: calculations.Account) -> list[AccountLine]:
    """Return a player's account line by line, beginning with the last cash that is known to be right."""
    is_whole = account.since is None
    begun = pgettext("of a game", "Start") if is_whole else _("After turn {turn}", turn=account.since)
    counted = _("in cash") if is_whole else _("counted, and right")
    sums = list(accumulate((line.amount for line in account.lines), initial=account.start))
    return [
        AccountLine(begun, counted, "", spoken_amount(account.start)),
        *(
            AccountLine(
                _("Turn {turn}", turn=line.turn), _spoken_money(line), signed_dollars(line.amount), spoken_amount(after)
            )
            for line, after in zip(account.lines, sums[1:], strict=True)
        ),
    ]


def signed_dollars(amount: int | Fraction) -> str:
    """Return dollars with their sign: "+1,000" or "−500"."""
    return f"{MINUS if amount < 0 else '+'}{spoken_value(abs(amount))}"


def _spoken_money(line: calculations.MoneyLine) -> str:
    """Return what a line of an account was for."""
    if line.kind in (calculations.MoneyKind.BONUS, calculations.MoneyKind.FINAL_BONUS):
        return _("bonus for {chain}", chain=line.chain)
    if line.kind is calculations.MoneyKind.OTHER:
        return _("tile taken back, or a penalty")
    values = {"count": line.shares, "chain": line.chain, "price": spoken_amount(line.price)}
    if line.kind is calculations.MoneyKind.PURCHASE:
        return _("bought {count} {chain} at {price}", **values)
    return _("sold {count} {chain} at {price}", **values)


def _spoken_account(account: calculations.Account) -> str:
    """Return an account in words: how far it is off, and which error would explain that."""
    by = account.counted - account.due
    values = {
        "player": account.player,
        "turn": account.turn,
        "due": spoken_amount(account.due),
        "counted": spoken_amount(account.counted),
        "amount": spoken_value(abs(by)),
    }
    off = (
        _("{player}'s lines up to turn {turn} add up to {due}, but the log has {counted}: {amount} too much.", **values)
        if by > 0
        else _(
            "{player}'s lines up to turn {turn} add up to {due}, but the log has {counted}: {amount} too little.",
            **values,
        )
    )
    return f"{off} {_spoken_slips(calculations.slips_of(account))}"


#: The most slips (errors by which the difference can be explained) that are named; others are counted.
_MOST_SLIPS = 4


def _spoken_slips(slips: Sequence[calculations.MoneySlip]) -> str:
    """Return which single error would explain a difference, in words; ``slips`` are the possible errors.

    Example: "One slip explains exactly that: turn 41, bought 2 Luxor at 300, paid at 200 a share."
    """
    if not slips:
        return _("No single mistake would explain that exactly.")
    named = "; ".join(_spoken_slip(slip) for slip in slips[:_MOST_SLIPS])
    if len(slips) == 1:
        return _("One mistake would explain that exactly: {slips}.", slips=named)
    left = len(slips) - _MOST_SLIPS
    if left < 1:
        return _("One of these mistakes would explain that exactly: {slips}.", slips=named)
    return ngettext(
        "One of these mistakes, or {n} other, would explain that exactly: {slips}.",
        "One of these mistakes, or one of {n} others, would explain that exactly: {slips}.",
        left,
        slips=named,
    )


_SLIPS = {
    calculations.SlipKind.NEVER: gettext_noop("turn {turn}, {what}, not paid"),
    calculations.SlipKind.TWICE: gettext_noop("turn {turn}, {what}, paid twice"),
    calculations.SlipKind.WRONG_WAY: gettext_noop("turn {turn}, {what}, paid the wrong way round"),
}


def _spoken_slip(found: calculations.MoneySlip) -> str:
    """Return one possible error in words."""
    line = found.line
    values = {"turn": line.turn, "what": _spoken_money(line)}
    paid = int(abs(Fraction(found.paid)))
    if found.slip is calculations.SlipKind.ROW:
        return _("turn {turn}, {what}, paid at {price} a share", price=spoken_amount(paid // line.shares), **values)
    if found.slip is calculations.SlipKind.SHARE:
        return ngettext(
            "turn {turn}, {what}, paid for {n} share",
            "turn {turn}, {what}, paid for {n} shares",
            paid // line.price,
            **values,
        )
    return _(_SLIPS[found.slip], **values)
