"""The sentences of a replay: how a bonus, a purchase, a disposal and a player's money come about, and the steps of a turn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby

from games.acquire.actions import Action, ActKind
from games.acquire.board import tile_name
from games.acquire.editions import BonusRole
from games.acquire.record import Player
from games.acquire.replay import Fact, Finding, MissingFact, Possible, StepKind, StepView
from games.acquire.replay.calculations import (
    Account,
    BonusCalculation,
    Calculation,
    DisposalCalculation,
    Holder,
    MoneyKind,
    MoneyLine,
    MoneySlip,
    PurchaseCalculation,
    SlipKind,
    slips_of,
)
from games.acquire.rewinding import Rewound
from tournament.record.vocabulary import format_dollars


def spoken_value(value: object) -> str:
    """Return an expected or recorded value of a finding in words: dollars with commas, tiles and shares in a row."""
    if value is None:
        return ""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{float(value):,.2f}"
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return format_dollars(int(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {spoken_value(inner)}" for key, inner in value.items()) or "nothing"
    if isinstance(value, (list, tuple, set)):
        return " ".join(map(spoken_value, value)) or "nothing"
    return str(value)


#: Amounts of dollars in the message of a finding; the number of a line does not match.
_DOLLARS = re.compile(r"(?<![\w.,])(?<!\w-)(?<!line )[0-9]{4,9}(?!\w|[.,-]\w)")


def spoken_message(finding: Finding, *, with_hint: bool = True) -> str:
    """Return a finding's message for a page, with commas in dollars; ``with_hint`` says whether the hint at its end is kept."""
    message = finding.message if with_hint else finding.statement
    if finding.code == "labels-differ":  # its numbers are years, since sets of chain names are called by years
        return message
    return _DOLLARS.sub(lambda found: format_dollars(int(found[0])), message)


def spoken_possible(possible: Possible) -> str:
    """Return what a player may have whose cash is not proved: "possibly 600 or 900"."""
    if not possible.amounts:
        return "any amount"
    return "possibly " + " or ".join(spoken_value(amount) for amount in possible.amounts)


_QUESTIONS = {
    Fact.TURN: "What did {who} play {then}?",
    Fact.TILE: "Which tile did {who} place {then}?",
    Fact.PURCHASE: "What did {who} buy {then}?",
    Fact.HOLDING: "How many shares of {chain} did {who} have after {turn}?",
    Fact.CASH: "How much cash did {who} have after {turn}?",
    Fact.BONUS: "What was {who} paid for {chain} {then}?",
}
_CHOICES = {
    Fact.CASH: "Did {who} have {amounts} after {turn}?",
    Fact.BONUS: "Was {who} paid {amounts} for {chain} {then}?",
}
"""The questions between amounts."""


def spoken_fact(fact: MissingFact, also: Sequence[int] = ()) -> str:
    """Return the question to the table that would settle the cash: "Was Ben paid 3,000 or 4,000 for Imperial in turn 43?".

    ``also`` are the numbers of further turns of which the same is asked.
    """
    numbers = sorted({fact.turn, *also})
    turn = f"turn {' or '.join(map(str, numbers))}" if fact.turn else "the start"
    then = f"in {turn}" if fact.turn else "at the start"
    who = fact.player or "the player on turn"
    if fact.last > fact.turn:
        who, then = "everybody", f"in turns {fact.turn} to {fact.last}"
    amounts = " or ".join(spoken_value(amount) for amount in fact.amounts)
    question = _CHOICES.get(fact.kind, "") if amounts else ""
    words = (question or _QUESTIONS[fact.kind]).format(who=who, chain=fact.chain, turn=turn, then=then, amounts=amounts)
    return words if question or not amounts else f"{words.removesuffix('?')}: {amounts}?"


# Workings


def spoken_calculation(calculation: Calculation) -> str:
    """Return one calculation in words; an account only with its turns and sums, since `account_lines` has its lines."""
    if isinstance(calculation, BonusCalculation):
        return _spoken_bonus(calculation)
    if isinstance(calculation, PurchaseCalculation):
        return _spoken_purchase(calculation)
    if isinstance(calculation, DisposalCalculation):
        return _spoken_disposal(calculation)
    return _spoken_account(calculation)


def _spoken_bonus(calculation: BonusCalculation) -> str:
    """Return a bonus in words: "Festival 5 tiles, 600 a share: 6,000 + 3,000. Nia 6, Quy 6 tie: 4,500 each."."""
    parts = [
        f"{calculation.chain} {calculation.size} tiles, {spoken_value(calculation.price)} a share: "
        f"{spoken_value(calculation.majority)} + {spoken_value(calculation.minority)}."
    ]
    for role, holders in groupby(calculation.holders, key=lambda holder: holder.role):
        parts.append(_spoken_holders(role, list(holders)))
    return " ".join(parts)


def _spoken_holders(role: BonusRole | None, holders: Sequence[Holder]) -> str:
    """Return what the holders of one role get; ``role`` is None for holders without a bonus."""
    held = ", ".join(f"{holder.player or 'the market'} {holder.shares}" for holder in holders)
    held = held[:1].upper() + held[1:]
    first = holders[0]
    if role is None:
        return f"{held}: nothing."
    if role is BonusRole.SOLE:
        return f"{held} alone: {spoken_value(first.due)}."
    if role in (BonusRole.MAJORITY, BonusRole.MINORITY):
        return f"{held}: {spoken_value(first.due)}."
    tie = "tie" if role is BonusRole.TIED_MAJORITY else "tie for second"
    rounded = f", rounded to {spoken_value(first.due)}" if first.exact != first.due else ""
    return f"{held} {tie}: {spoken_value(first.exact)} each{rounded}."


def _spoken_purchase(calculation: PurchaseCalculation) -> str:
    """Return a purchase in words."""
    if not calculation.wanted:
        return f"{calculation.player} buys nothing; {spoken_value(calculation.cash)} in cash."
    parts = " + ".join(f"{row.shares} {row.chain} at {spoken_value(row.price)}" for row in calculation.wanted)
    bank = ", ".join(f"{row.bank} {row.chain}" for row in calculation.wanted)
    return (
        f"{calculation.player}: {parts} = {spoken_value(calculation.cost)}; {spoken_value(calculation.cash)} in cash, "
        f"{bank} in the bank, at most {calculation.limit} shares a turn."
    )


def _spoken_disposal(calculation: DisposalCalculation) -> str:
    """Return the disposal of shares in a merger in words."""
    done = [f"sells {calculation.sell}"] if calculation.sell else []
    if calculation.trade:
        done.append(
            f"trades {calculation.trade} for {calculation.trade // 2} {calculation.survivor or 'of the survivor'}"
        )
    hold = calculation.owned - calculation.sell - calculation.trade if calculation.hold is None else calculation.hold
    if hold:
        done.append(f"holds {hold}")
    price = f" at {spoken_value(calculation.price)}" if calculation.price else ""
    stated = (
        f"{calculation.player} has {calculation.owned} {calculation.chain}{price}: {', '.join(done) or 'nothing to do'}"
    )
    bank = (
        f"; {calculation.bank} {calculation.survivor} in the bank" if calculation.survivor and calculation.trade else ""
    )
    return f"{stated}{bank}."


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a player's account as text: the turn, what it was for, the amount with its sign, and the cash after it."""

    turn: str
    what: str
    amount: str
    sum: str


def account_lines(account: Account) -> list[AccountLine]:
    """Return a player's account line by line, beginning with the last cash that is known to be right."""
    begun = "Start" if account.since is None else f"After turn {account.since}"
    counted = "in cash" if account.since is None else "counted, and right"
    sums = list(accumulate((line.amount for line in account.lines), initial=account.start))
    return [
        AccountLine(begun, counted, "", spoken_value(account.start)),
        *(
            AccountLine(f"Turn {line.turn}", _spoken_money(line), signed(line.amount), spoken_value(after))
            for line, after in zip(account.lines, sums[1:], strict=True)
        ),
    ]


def signed(amount: int | Fraction) -> str:
    """Return dollars with their sign: "+1,000" or "−500"."""
    return f"{'−' if amount < 0 else '+'}{spoken_value(abs(amount))}"


def _spoken_money(line: MoneyLine) -> str:
    """Return what a line of an account was for."""
    if line.kind in (MoneyKind.BONUS, MoneyKind.FINAL_BONUS):
        return f"bonus for {line.chain}"
    if line.kind is MoneyKind.OTHER:
        return "tile taken back, or a penalty"
    act = "bought" if line.kind is MoneyKind.PURCHASE else "sold"
    return f"{act} {line.shares} {line.chain} at {spoken_value(line.price)}"


def _spoken_account(account: Account) -> str:
    """Return an account in words: since when it was right, how far it is off, and which error would explain that."""
    since = f"was right after turn {account.since}" if account.since is not None else "is followed from the start"
    by = account.counted - account.due
    off = f"{spoken_value(abs(by))} too {'much' if by > 0 else 'little'}"
    return (
        f"{account.player}'s cash {since}, with {spoken_value(account.start)}; the lines up to turn {account.turn} come to "
        f"{spoken_value(account.due)}, and the log has {spoken_value(account.counted)}: {off}. It went wrong in between. "
        f"{_spoken_slips(slips_of(account))}"
    )


#: The most slips (errors by which the difference can be explained) that are named; others are counted.
_MOST_SLIPS = 4


def _spoken_slips(slips: Sequence[MoneySlip]) -> str:
    """Return which single error would explain a difference, in words; ``slips`` are the possible errors.

    Example: "Exactly that comes of one slip: turn 41, bought 2 Luxor at 300, paid at 200 a share."
    """
    if not slips:
        return "No single slip comes to exactly that."
    named = "; or ".join(_spoken_slip(slip) for slip in slips[:_MOST_SLIPS])
    left = len(slips) - _MOST_SLIPS
    more = "; or one other" if left == 1 else f"; or {left} others" if left > 1 else ""
    return f"Exactly that comes of one slip: {named}{more}."


def _spoken_slip(found: MoneySlip) -> str:
    """Return one possible error in words."""
    line = found.line
    if found.slip is SlipKind.ROW:
        how = f"paid at {spoken_value(int(abs(Fraction(found.paid))) // line.shares)} a share"
    elif found.slip is SlipKind.SHARE:
        shares = int(abs(Fraction(found.paid))) // line.price
        how = f"paid for {shares} {'share' if shares == 1 else 'shares'}"
    else:
        how = {
            SlipKind.NEVER: "not paid",
            SlipKind.TWICE: "paid twice",
            SlipKind.WRONG_WAY: "paid the wrong way round",
        }[found.slip]
    return f"turn {line.turn}, {_spoken_money(line)}, {how}"


# Steps


_OTHER = {
    ActKind.PASS: "passes",
    ActKind.TIMEOUT: "is out of time",
    ActKind.TAKEBACK: "takes the tile back",
    ActKind.REDRAW: "draws a new hand",
    ActKind.END: "ends the game",
}
_DIRECTORS = frozenset({ActKind.PAUSE, ActKind.RESUME, ActKind.TIME, ActKind.PEEK, ActKind.REWIND})
"""Events of the director."""


def spoken_step(step: StepView, players: Sequence[Player], chains: Sequence[str]) -> str:
    """Return a step in a few words: "6F, founds Luxor", "bonuses", "Ann sells 2", "buys 1 Tower", "final sale"."""
    if step.kind is StepKind.TILE:
        return _spoken_tile(step.events, chains)
    if step.kind is StepKind.DISPOSAL:
        calculation = next(
            (calculation for calculation in step.calculations if isinstance(calculation, DisposalCalculation)), None
        )
        return _spoken_act(calculation) if calculation is not None else "disposes"
    if step.kind is StepKind.PURCHASE:
        return _spoken_shares(step.events, chains)
    if step.kind is StepKind.OTHER:
        named = [event for event in step.events if event.act in _OTHER or event.act in _DIRECTORS][:1]
        parts = [*(_spoken_other(event, players) for event in named), _spoken_tile(step.events, chains)]
        return "; ".join(filter(None, parts)) or "the rest"
    return {StepKind.START: "start", StepKind.BONUSES: "bonuses", StepKind.SALE: "final sale"}[step.kind]


def _spoken_other(event: Action, players: Sequence[Player]) -> str:
    """Return an event beside tiles, shares and bonuses in words."""
    if event.act in _OTHER:
        return f"{players[event.player].id} {_OTHER[event.act]}"
    if event.act is ActKind.TIME:
        given = "gets" if event.value >= 0 else "loses"
        return f"{players[event.player].id} {given} {spoken_seconds(abs(event.value))}"
    if event.act is ActKind.PEEK:
        return f"the director looks at {players[event.player].id}'s hand"
    if event.act is ActKind.REWIND:
        return _spoken_rewind(event.value)
    return "the director stops the game" if event.act is ActKind.PAUSE else "the game goes on"


def _spoken_rewind(rewound: Rewound) -> str:
    """Return a rewind in words: "the director takes the game back behind statement 41, “wrong tile”"."""
    reason = f", “{rewound.reason}”" if rewound.reason else ""
    if not rewound.is_possible:
        return f"statement {rewound.to}, to which the game should go back, is not before this one{reason}"
    where = f"behind statement {rewound.to}" if rewound.to else "to its beginning"
    return f"the director takes the game back {where}{reason}"


def spoken_seconds(seconds: int) -> str:
    """Return seconds of a clock in words: "2 minutes", "1 minute 30 seconds", "45 seconds"."""
    minutes, rest = divmod(seconds, 60)
    parts = [(minutes, "minute"), (rest, "second")]
    return " ".join(f"{count:,} {word}{'' if count == 1 else 's'}" for count, word in parts if count) or "no time"


def _spoken_tile(events: Sequence[Action], chains: Sequence[str]) -> str:
    """Return a tile, and the chains founded or surviving by it, in words."""
    parts = []
    for event in events:
        if event.act is ActKind.PLAY:
            parts.append(tile_name(event.value))
        elif event.act is ActKind.FOUND:
            parts.append(f"founds {chains[event.value]}")
        elif event.act is ActKind.SURVIVOR:
            parts.append(f"{chains[event.value]} survives")
    return ", ".join(parts)


def _spoken_act(calculation: DisposalCalculation) -> str:
    """Return what a player does with shares in a merger in a few words."""
    done = [f"sells {calculation.sell}"] if calculation.sell else []
    done += [f"trades {calculation.trade}"] if calculation.trade else []
    return f"{calculation.player} {', '.join(done) or 'holds'}"


def _spoken_shares(events: Sequence[Action], chains: Sequence[str]) -> str:
    """Return purchases in a few words."""
    bought = [pair for event in events if event.act is ActKind.BUY for pair in event.value]
    if bought:
        return "buys " + ", ".join(f"{count} {chains[chain]}" for chain, count in bought)
    swaps = sum(event.act is ActKind.SWAP for event in events)
    return "swaps shares" if swaps else "buys nothing"
