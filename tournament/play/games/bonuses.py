"""The bonuses of a chain in one line: its tiles and price, what first and second get, who they are, and how a tie is split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from games.acquire.editions import BonusRole
from games.acquire.play.devices import Holdings, Session
from games.acquire.play.devices.bonuses import bonuses_at, bonuses_at_end
from games.acquire.replay.calculations import BonusCalculation, Holder
from tournament.play.games.words import dollars
from tournament.record.vocabulary import format_dollars
from tournament.tellings.words import listed

CACHED_AT_MOST = 32
"""Mergers whose lines a process keeps: all devices of a table show the same ones for ten seconds."""


@dataclass(frozen=True, slots=True)
class _Paid:
    """The key under which the lines of a paying deed are cached. A deed never changes, so the session does not count in comparisons."""

    code: str
    number: int
    players: tuple[str, ...]
    session: Session = field(compare=False)


def paid_lines(session: Session, number: int, names: Mapping[str, str]) -> tuple[str, ...]:
    """What a deed of a game paid in bonuses, one line for each chain; where holdings are closed the lines give no numbers of shares."""
    players = tuple(names[name] for name in session.terms.ids)
    return _lines(_Paid(session.terms.code, number, players, session))


@lru_cache(maxsize=CACHED_AT_MOST)
def _lines(paid: _Paid) -> tuple[str, ...]:
    closed = paid.session.terms.holdings is Holdings.CLOSED
    return tuple(bonus_words(each, closed=closed) for each in bonuses_at(paid.session, paid.number, paid.players))


def final_lines(session: Session, names: Mapping[str, str]) -> tuple[str, ...]:
    """What was paid when a game ended, one line for each chain, the smallest chain first. Holdings are shown, as they lie open then."""
    players = tuple(names[name] for name in session.terms.ids)
    return tuple(bonus_words(each, closed=False) for each in bonuses_at_end(session, players))


def bonus_words(working: BonusCalculation, *, closed: bool) -> str:
    """The bonuses of one chain in a line: "Luxor, 5 tiles at 500: 5,000 (10 times) and 2,500 (5 times). Ann (6) is first: 5,000. …"."""
    tiles = f"{working.size} tile{'s' * (working.size != 1)}"
    pots = f"{_pot(working.majority, working.price)} and {_pot(working.minority, working.price)}"
    sentences = [f"{working.chain}, {tiles} at {format_dollars(working.price)}: {pots}."]
    paid = [holder for holder in working.holders if holder.role is not None]
    both = working.majority + working.minority
    sentences += [_holders(list(each), both, closed) for _, each in groupby(paid, key=lambda holder: holder.role)]
    return " ".join(sentences)


def _pot(pot: int, price: int) -> str:
    return f"{format_dollars(pot)} ({pot // price} times)" if price else format_dollars(pot)


def _holders(holders: Sequence[Holder], both: int, closed: bool) -> str:
    """One sentence about holders who are paid alike: who they are and what each gets."""
    first = holders[0]
    who = listed([_called(holder, closed) for holder in holders])
    who = who[:1].upper() + who[1:]
    if first.role is BonusRole.SOLE:
        why = "both" if first.due == both else "the first bonus"
        return f"{who} alone holds shares, {why}: {dollars(first.due)}."
    if first.role in (BonusRole.MAJORITY, BonusRole.MINORITY):
        place = "first" if first.role is BonusRole.MAJORITY else "second"
        return f"{who} is {place}: {dollars(first.due)}{'' if first.player else ', which stays in the bank'}."
    pot = first.exact * len(holders)
    place = "first and share both" if first.role is BonusRole.TIED_MAJORITY else "second and share it"
    split = f"{float(first.exact):,.2f}" if first.exact.denominator != 1 else dollars(int(first.exact))
    rounded = f", rounded to {dollars(first.due)}" if first.due != first.exact else ""
    return f"{who} are {place}, {dollars(int(pot))}: {split} each{rounded}."


def _called(holder: Holder, closed: bool) -> str:
    name = holder.player or "the market"
    return name if closed else f"{name} ({holder.shares})"
