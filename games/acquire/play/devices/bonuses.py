"""The bonuses that mergers paid in a session, from the engine's own figures: which acts paid some, and how each is computed."""

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
"""How many of the latest `Deed`s are searched; no merger has more statements of bonuses."""


def paying_deeds(session: Session, since: int) -> tuple[int, ...]:
    """Return the numbers of the `Deed`s that led to bonuses after a moment (ms), in ascending order; undone ones are left out.

    Where an edition splits bonuses to the cent, the log states no bonuses; then every `Deed` that may have led to some is included.
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
    """Return how the bonuses that one `Deed` led to were computed, one for each chain; empty if it led to none.

    ``number`` is that of the `Deed`, ``players`` are the names of the players by seat.
    """
    earlier = rebuild(session.terms, session.deeds[: number - 1])
    now = add_deed(earlier, session.deeds[number - 1])
    names = EventNames(players, session.terms.names, number, now.state.turn)
    before = money_of(earlier.state)
    if earlier.state.merger is not None:  # the same merger goes on, in a copy of its own
        before = replace(before, settled=now.state.settled)
    return tuple(bonuses_paid(before, now.state, names))


def bonuses_at_end(session: Session, players: Sequence[str]) -> tuple[BonusCalculation, ...]:
    """Return how the bonuses at the end of the game were computed, the smallest chain first (R15); empty before the end.

    ``players`` are the names of the players by seat.
    """
    if not session.is_over:
        return ()
    return tuple(
        final_bonuses(session.state, EventNames(players, session.terms.names, session.number, session.state.turn))
    )
