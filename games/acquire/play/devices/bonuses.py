"""The bonuses that mergers paid in a session, from the engine's own figures: which deeds paid some, and how each is computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.editions import SplitRounding
from games.acquire.play.devices.session import STATED, Session, add_deed, rebuild
from games.acquire.replay.calculations import BonusCalculation, EventNames, bonuses_paid, final_bonuses, money_of

_MAY_PAY: Final = frozenset({ActKind.PLAY, ActKind.SURVIVOR, ActKind.ORDER, ActKind.MARKET, ActKind.DISPOSE})
_MOST_FRESH: Final = 30
"""So many deeds are looked through; no merger states more bonuses."""


def paying_deeds(session: Session, since: int) -> tuple[int, ...]:
    """Return the numbers of the standing deeds whose bonuses were paid after a moment (ms), the latest last.

    Where bonuses are split to the cent no log states them, and every deed that may have paid some is named.
    """
    states = session.state.edition.split_rounding is not SplitRounding.EXACT
    found: list[int] = []
    cause = 0
    for deed in session.standing[-_MOST_FRESH:]:
        what = deed.what
        if not isinstance(what, Action):
            continue
        if what.act not in STATED:
            cause = deed.number
        pays = what.act is ActKind.BONUS if states else what.act in _MAY_PAY
        if pays and cause and deed.at > since and cause not in found:
            found.append(cause)
    return tuple(found)


def bonuses_at(session: Session, number: int, players: Sequence[str]) -> tuple[BonusCalculation, ...]:
    """Return the workings of the bonuses that a deed paid, one for each chain, with these names of players; empty if it paid none."""
    earlier = rebuild(session.terms, session.deeds[: number - 1])
    now = add_deed(earlier, session.deeds[number - 1])
    teller = EventNames(players, session.terms.names, number, now.state.turn)
    before = money_of(earlier.state)
    if earlier.state.merger is not None:  # the same merger goes on, in a copy of its own
        before = replace(before, settled=now.state.settled)
    return tuple(bonuses_paid(before, now.state, teller))


def bonuses_at_end(session: Session, players: Sequence[str]) -> tuple[BonusCalculation, ...]:
    """Return the workings of the bonuses paid at the end of the game, small chains first (R15); empty before the end."""
    if not session.is_over:
        return ()
    return tuple(
        final_bonuses(session.state, EventNames(players, session.terms.names, session.number, session.state.turn))
    )
