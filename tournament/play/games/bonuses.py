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
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, listed
from wording.languages import language

CACHED_AT_MOST = 32
"""How many payments' lines a process caches: all devices of a table show the same lines for ten seconds."""


@dataclass(frozen=True, slots=True)
class _Paid:
    """The key under which a payment's lines are cached: the game's code, the number of the act that paid, the names, the language.

    An act never changes, so ``session``, from which the lines are computed, does not count in comparisons.
    """

    code: str
    number: int
    players: tuple[str, ...]
    language: str
    session: Session = field(compare=False)


def paid_lines(session: Session, number: int, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the bonuses that an act of a game paid, one line for each chain; if holdings are closed, without numbers of shares.

    ``number`` is that of the act, ``names`` are the players' names by ID.
    """
    players = tuple(names[name] for name in session.terms.ids)
    return _lines(_Paid(session.terms.code, number, players, language(), session))


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
    head = ngettext(
        "{chain}, {n} tile at {price}: {first} and {second}.",
        "{chain}, {n} tiles at {price}: {first} and {second}.",
        working.size,
        chain=working.chain,
        price=dollars(working.price),
        first=_pot(working.majority, working.price),
        second=_pot(working.minority, working.price),
    )
    paid = [holder for holder in working.holders if holder.role is not None]
    both = working.majority + working.minority
    sentences = [_holders(list(each), both, closed) for _role, each in groupby(paid, key=lambda holder: holder.role)]
    return " ".join([head, *sentences])


def _pot(pot: int, price: int) -> str:
    """A bonus in words, with how many times the price it is."""
    return _("{amount} ({times} times)", amount=dollars(pot), times=pot // price) if price else dollars(pot)


def _holders(holders: Sequence[Holder], both: int, closed: bool) -> str:
    """One sentence about holders who are paid alike: who they are and what each gets. ``both`` is the sum of both bonuses."""
    first = holders[0]
    if first.role in (BonusRole.SOLE, BonusRole.MAJORITY, BonusRole.MINORITY):
        return _single(first, both, closed)
    return _tied(holders, closed)


def _single(holder: Holder, both: int, closed: bool) -> str:
    """One sentence about a holder who shares a bonus with nobody."""
    values = {"player": _called(holder, closed, is_leading=True), "amount": dollars(holder.due)}
    if holder.role is BonusRole.SOLE:
        if holder.due == both:
            return _("{player} is the only shareholder and gets both bonuses: {amount}.", **values)
        return _("{player} is the only shareholder and gets the first bonus: {amount}.", **values)
    is_first = holder.role is BonusRole.MAJORITY
    return _("{player} is first: {amount}.", **values) if is_first else _("{player} is second: {amount}.", **values)


def _tied(holders: Sequence[Holder], closed: bool) -> str:
    """One sentence about holders who share one bonus or both."""
    first = holders[0]
    is_whole = first.exact.denominator == 1
    values = {
        "players": listed([_called(holder, closed) for holder in holders]),
        "amount": dollars(int(first.exact * len(holders))),
        "part": dollars(int(first.exact)) if is_whole else decimals(round(first.exact * 100), 2),
        "rounded": dollars(first.due),
    }
    if first.role is BonusRole.TIED_MAJORITY:
        if first.due == first.exact:
            return _("Tied for first: {players}. They share both bonuses, {amount}: {part} each.", **values)
        return _(
            "Tied for first: {players}. They share both bonuses, {amount}: {part} each, rounded to {rounded}.", **values
        )
    if first.due == first.exact:
        return _("Tied for second: {players}. They share the second bonus, {amount}: {part} each.", **values)
    return _(
        "Tied for second: {players}. They share the second bonus, {amount}: {part} each, rounded to {rounded}.",
        **values,
    )


def _called(holder: Holder, closed: bool, *, is_leading: bool = False) -> str:
    """The name of a holder, with the number of shares unless holdings are closed. ``is_leading``: a sentence begins with it."""
    name = holder.player or (_("The market") if is_leading else _("the market"))
    return name if closed else f"{name} ({holder.shares})"
