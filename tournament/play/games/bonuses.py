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
"""How many payments' lines a process caches: all devices of a table show the same lines for ten seconds."""


@dataclass(frozen=True, slots=True)
class _Paid:
    """The key under which the lines of one payment are cached: the code of the game, the number of the act that paid, the names.

    An act never changes, so ``session``, from which the lines are computed, does not count in comparisons.
    """

    code: str
    number: int
    players: tuple[str, ...]
    session: Session = field(compare=False)


def paid_lines(session: Session, number: int, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the bonuses that an act of a game paid, one line for each chain; if holdings are closed, without numbers of shares.

    ``number`` is that of the act, ``names`` are the players' names by ID.
    """
    players = tuple(names[name] for name in session.terms.ids)
    return _lines(_Paid(session.terms.code, number, players, session))


@lru_cache(maxsize=CACHED_AT_MOST)
def _lines(paid: _Paid) -> tuple[str, ...]:
    """The lines of a payment, computed once for each key."""
    closed = paid.session.terms.holdings is Holdings.CLOSED
    return tuple(bonus_words(each, closed=closed) for each in bonuses_at(paid.session, paid.number, paid.players))


def final_lines(session: Session, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the bonuses that were paid when a game ended, one line for each chain, the smallest chain first.

    Numbers of shares are shown, because all holdings lie open then.
    """
    players = tuple(names[name] for name in session.terms.ids)
    return tuple(bonus_words(each, closed=False) for each in bonuses_at_end(session, players))


def bonus_words(working: BonusCalculation, *, closed: bool) -> str:
    """Return the bonuses of one chain in a line; where holdings are ``closed``, without the numbers of shares.

    An example: "Luxor, 5 tiles at 500: 5,000 (10 times) and 2,500 (5 times). Ann (6) is first: 5,000. …".
    """
    tiles = f"{working.size} tile{'s' * (working.size != 1)}"
    pots = f"{_pot(working.majority, working.price)} and {_pot(working.minority, working.price)}"
    sentences = [f"{working.chain}, {tiles} at {format_dollars(working.price)}: {pots}."]
    paid = [holder for holder in working.holders if holder.role is not None]
    both = working.majority + working.minority
    sentences += [_holders(list(each), both, closed) for _, each in groupby(paid, key=lambda holder: holder.role)]
    return " ".join(sentences)


def _pot(pot: int, price: int) -> str:
    """A bonus in words, with how many times the price it is."""
    return f"{format_dollars(pot)} ({pot // price} times)" if price else format_dollars(pot)


def _holders(holders: Sequence[Holder], both: int, closed: bool) -> str:
    """One sentence about holders who are paid alike: who they are and what each gets. ``both`` is the sum of both bonuses."""
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
    """The name of a holder, with the number of shares unless holdings are closed."""
    name = holder.player or "the market"
    return name if closed else f"{name} ({holder.shares})"
