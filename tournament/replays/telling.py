"""What a replay works out, in words: the working of a bonus, a purchase, a disposal, a player's money, and the steps of a turn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby

from games.acquire.actions import Act, Action
from games.acquire.board import tile_name
from games.acquire.editions import Role
from games.acquire.record import Player
from games.acquire.replay import Fact, Finding, Possible, Settling, StepKind, StepView
from games.acquire.replay.workings import (
    Account,
    BonusWorking,
    DisposalWorking,
    Holder,
    MoneyKind,
    MoneyLine,
    MoneySlip,
    PurchaseWorking,
    Slip,
    Working,
    slips_of,
)
from games.acquire.rewinding import Rewound
from tournament.record.vocabulary import format_dollars


def spoken_value(value: object) -> str:
    """An expected or recorded value of a finding in words: dollars with commas, tiles and shares in a row."""
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


#: Dollars in a judge's sentence; the number of a line is none.
_DOLLARS = re.compile(r"(?<![\w.,])(?<!\w-)(?<!line )[0-9]{4,9}(?!\w|[.,-]\w)")


def spoken_message(finding: Finding, hint: str | None = None) -> str:
    """A finding's message as a page shows it: dollars with commas, and without the hint at its end, where one is given."""
    told = finding.message.removesuffix(hint or "").rstrip()
    if finding.code == "labels-differ":  # sets of chain names are called by years
        return told
    return _DOLLARS.sub(lambda found: format_dollars(int(found[0])), told)


def spoken_possible(possible: Possible) -> str:
    """What an unproved player may have: "possibly 600 or 900"."""
    if not possible.amounts:
        return "any amount"
    return "possibly " + " or ".join(spoken_value(amount) for amount in possible.amounts)


_ASKED = {
    Fact.TURN: "what {who} played {then}",
    Fact.TILE: "which tile {who} placed {then}",
    Fact.PURCHASE: "what {who} bought {then}",
    Fact.HOLDING: "{who}'s holding in {chain} after {turn}",
    Fact.CASH: "{who}'s cash after {turn}",
}


def spoken_settling(settling: Settling) -> str:
    """Which fact would settle the cash: "Ann's holding in Tower after turn 28; ask the table."."""
    turn = f"turn {settling.turn}" if settling.turn else "the start"
    then = f"in {turn}" if settling.turn else "at the start"
    who = settling.player or "the player on turn"
    asked = _ASKED[settling.kind].format(who=who, chain=settling.chain, turn=turn, then=then)
    return f"{asked[:1].upper()}{asked[1:]}; ask the table."


# Workings


def spoken_working(working: Working) -> str:
    """One working in a line or two; of an account its interval and its sum, for its lines are a table of their own."""
    if isinstance(working, BonusWorking):
        return _spoken_bonus(working)
    if isinstance(working, PurchaseWorking):
        return _spoken_purchase(working)
    if isinstance(working, DisposalWorking):
        return _spoken_disposal(working)
    return _spoken_account(working)


def _spoken_bonus(working: BonusWorking) -> str:
    """Read "Festival 5 tiles, 600 a share: 6,000 + 3,000. Nia 6, Quy 6 tie: 4,500 each."."""
    told = [
        f"{working.chain} {working.size} tiles, {spoken_value(working.price)} a share: "
        f"{spoken_value(working.majority)} + {spoken_value(working.minority)}."
    ]
    for role, holders in groupby(working.holders, key=lambda holder: holder.role):
        told.append(_spoken_holders(role, list(holders)))
    return " ".join(told)


def _spoken_holders(role: Role | None, holders: Sequence[Holder]) -> str:
    held = ", ".join(f"{holder.player or 'the market'} {holder.shares}" for holder in holders)
    held = held[:1].upper() + held[1:]
    first = holders[0]
    if role is None:
        return f"{held}: nothing."
    if role is Role.SOLE:
        return f"{held} alone: {spoken_value(first.due)}."
    if role in (Role.MAJORITY, Role.MINORITY):
        return f"{held}: {spoken_value(first.due)}."
    tie = "tie" if role is Role.TIED_MAJORITY else "tie for second"
    rounded = f", rounded to {spoken_value(first.due)}" if first.exact != first.due else ""
    return f"{held} {tie}: {spoken_value(first.exact)} each{rounded}."


def _spoken_purchase(working: PurchaseWorking) -> str:
    if not working.wanted:
        return f"{working.player} buys nothing; {spoken_value(working.cash)} in cash."
    parts = " + ".join(f"{row.shares} {row.chain} at {spoken_value(row.price)}" for row in working.wanted)
    bank = ", ".join(f"{row.bank} {row.chain}" for row in working.wanted)
    return (
        f"{working.player}: {parts} = {spoken_value(working.cost)}; {spoken_value(working.cash)} in cash, "
        f"{bank} in the bank, at most {working.limit} shares a turn."
    )


def _spoken_disposal(working: DisposalWorking) -> str:
    done = [f"sells {working.sell}"] if working.sell else []
    if working.trade:
        done.append(f"trades {working.trade} for {working.trade // 2} {working.survivor or 'of the survivor'}")
    hold = working.owned - working.sell - working.trade if working.hold is None else working.hold
    if hold:
        done.append(f"holds {hold}")
    price = f" at {spoken_value(working.price)}" if working.price else ""
    told = f"{working.player} has {working.owned} {working.chain}{price}: {', '.join(done) or 'nothing to do'}"
    bank = f"; {working.bank} {working.survivor} in the bank" if working.survivor and working.trade else ""
    return f"{told}{bank}."


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a player's money: when, what, by how much with its sign, and the cash after it."""

    turn: str
    what: str
    amount: str
    sum: str


def account_lines(account: Account) -> list[AccountLine]:
    """A player's money line by line, beginning with what was right."""
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
    """Dollars with their sign, "+1,000" or "−500"."""
    return f"{'−' if amount < 0 else '+'}{spoken_value(abs(amount))}"


def _spoken_money(line: MoneyLine) -> str:
    if line.kind in (MoneyKind.BONUS, MoneyKind.FINAL_BONUS):
        return f"bonus for {line.chain}"
    if line.kind is MoneyKind.OTHER:
        return "tile taken back, or a penalty"
    act = "bought" if line.kind is MoneyKind.PURCHASE else "sold"
    return f"{act} {line.shares} {line.chain} at {spoken_value(line.price)}"


def _spoken_account(account: Account) -> str:
    since = f"was right after turn {account.since}" if account.since is not None else "is followed from the start"
    by = account.counted - account.due
    off = f"{spoken_value(abs(by))} too {'much' if by > 0 else 'little'}"
    return (
        f"{account.player}'s cash {since}, with {spoken_value(account.start)}; the lines up to turn {account.turn} come to "
        f"{spoken_value(account.due)}, and the log has {spoken_value(account.counted)}: {off}. It went wrong in between. "
        f"{_spoken_slips(slips_of(account))}"
    )


#: More slips than this are counted, not told.
_MOST_SLIPS = 4


def _spoken_slips(slips: Sequence[MoneySlip]) -> str:
    """Where one slip explains a difference: "Exactly that comes of one slip: turn 41, bought 2 Luxor at 300, paid at 200 a share."."""
    if not slips:
        return "No single slip comes to exactly that."
    told = "; or ".join(_spoken_slip(slip) for slip in slips[:_MOST_SLIPS])
    left = len(slips) - _MOST_SLIPS
    more = "; or one other" if left == 1 else f"; or {left} others" if left > 1 else ""
    return f"Exactly that comes of one slip: {told}{more}."


def _spoken_slip(found: MoneySlip) -> str:
    line = found.line
    if found.slip is Slip.ROW:
        how = f"paid at {spoken_value(int(abs(Fraction(found.paid))) // line.shares)} a share"
    elif found.slip is Slip.SHARE:
        shares = int(abs(Fraction(found.paid))) // line.price
        how = f"paid for {shares} {'share' if shares == 1 else 'shares'}"
    else:
        how = {Slip.NEVER: "not paid", Slip.TWICE: "paid twice", Slip.WRONG_WAY: "paid the wrong way round"}[found.slip]
    return f"turn {line.turn}, {_spoken_money(line)}, {how}"


# Steps


_OTHER = {
    Act.PASS: "passes",
    Act.TIMEOUT: "is out of time",
    Act.TAKEBACK: "takes the tile back",
    Act.REDRAW: "draws a new hand",
    Act.END: "ends the game",
}
_DIRECTORS = frozenset({Act.PAUSE, Act.RESUME, Act.TIME, Act.PEEK, Act.REWIND})
"""What the director does."""


def spoken_step(step: StepView, players: Sequence[Player], chains: Sequence[str]) -> str:
    """What a step is, in a few words: "6F, founds Luxor", "bonuses", "Ann sells 2", "buys 1 Tower", "final sale"."""
    if step.kind is StepKind.TILE:
        return _spoken_tile(step.events, chains)
    if step.kind is StepKind.DISPOSAL:
        working = next((told for told in step.workings if isinstance(told, DisposalWorking)), None)
        return _spoken_act(working) if working is not None else "disposes"
    if step.kind is StepKind.PURCHASE:
        return _spoken_shares(step.events, chains)
    if step.kind is StepKind.OTHER:
        told = next((event for event in step.events if event.act in _OTHER or event.act in _DIRECTORS), None)
        follows = _spoken_tile(step.events, chains)
        return (
            "; ".join(filter(None, [_spoken_other(told, players) if told is not None else "", follows])) or "the rest"
        )
    return {StepKind.START: "start", StepKind.BONUSES: "bonuses", StepKind.SALE: "final sale"}[step.kind]


def _spoken_other(event: Action, players: Sequence[Player]) -> str:
    if event.act in _OTHER:
        return f"{players[event.player].id} {_OTHER[event.act]}"
    if event.act is Act.TIME:
        given = "gets" if event.value >= 0 else "loses"
        return f"{players[event.player].id} {given} {spoken_seconds(abs(event.value))}"
    if event.act is Act.PEEK:
        return f"the director looks at {players[event.player].id}'s hand"
    if event.act is Act.REWIND:
        return _spoken_rewind(event.value)
    return "the director stops the game" if event.act is Act.PAUSE else "the game goes on"


def _spoken_rewind(rewound: Rewound) -> str:
    """Read "the director takes the game back behind statement 41, “wrong tile”"."""
    reason = f", “{rewound.reason}”" if rewound.reason else ""
    if not rewound.is_possible:
        return f"statement {rewound.to}, to which the game should go back, is not before this one{reason}"
    where = f"behind statement {rewound.to}" if rewound.to else "to its beginning"
    return f"the director takes the game back {where}{reason}"


def spoken_seconds(seconds: int) -> str:
    """Seconds of a clock: "2 minutes", "1 minute 30 seconds", "45 seconds"."""
    minutes, rest = divmod(seconds, 60)
    parts = [(minutes, "minute"), (rest, "second")]
    told = [f"{count:,} {word}{'' if count == 1 else 's'}" for count, word in parts if count]
    return " ".join(told) or "no time"


def _spoken_tile(events: Sequence[Action], chains: Sequence[str]) -> str:
    told = []
    for event in events:
        if event.act is Act.PLAY:
            told.append(tile_name(event.value))
        elif event.act is Act.FOUND:
            told.append(f"founds {chains[event.value]}")
        elif event.act is Act.SURVIVOR:
            told.append(f"{chains[event.value]} survives")
    return ", ".join(told)


def _spoken_act(working: DisposalWorking) -> str:
    done = [f"sells {working.sell}"] if working.sell else []
    done += [f"trades {working.trade}"] if working.trade else []
    return f"{working.player} {', '.join(done) or 'holds'}"


def _spoken_shares(events: Sequence[Action], chains: Sequence[str]) -> str:
    bought = [pair for event in events if event.act is Act.BUY for pair in event.value]
    if bought:
        return "buys " + ", ".join(f"{count} {chains[chain]}" for chain, count in bought)
    swaps = sum(event.act is Act.SWAP for event in events)
    return "swaps shares" if swaps else "buys nothing"
