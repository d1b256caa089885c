"""Clocks pressed early and time that runs out."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Act
from games.acquire.editions import TimeoutPolicy
from games.acquire.replay import lookahead
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.completing import complete_decisions
from games.acquire.rules.lenient import skip_to
from games.acquire.rules.turn import time_out
from games.acquire.state import Phase


def on_clock(arbiter: Arbiter, player: int, nothing: None) -> None:
    """The clock is pressed before drawing: the turn is over (R9)."""
    state = arbiter.state
    if player != state.player:
        arbiter.say_out_of_turn(player)
        return
    complete_decisions(arbiter)
    if state.phase not in (Phase.BUY, Phase.DRAW):
        arbiter.add("clock-unexpected", player, f"{arbiter.ids[player]} presses the clock without a turn to end.")
    skip_to(state, Phase.TURN_OVER)
    arbiter.course.clocked = True


def on_timeout(arbiter: Arbiter, player: int, nothing: None) -> None:
    """A player runs out of time (R31-R34)."""
    state = arbiter.state
    if state.edition.timeout_policy is not TimeoutPolicy.RANDOM_TILE:
        if player in state.timed_out:
            arbiter.add("timeout-unexpected", player, f"{arbiter.ids[player]} is out of time already.")
            return
        if _is_named_first(arbiter, player):
            return
        if state.phase is not Phase.DISPOSE:
            complete_decisions(arbiter)
    time_out(state, player)


#: What is told when a chain is named, by the phase in which it is asked for.
_NAMING: Final = {Phase.FOUND: Act.FOUND, Phase.SURVIVOR: Act.SURVIVOR}


def _is_named_first(arbiter: Arbiter, player: int) -> bool:
    """Whether time is called while a chain is to be named: the director lets it be named, and the time runs out after that.

    Ruling: while a chain is still to be named nobody is out of time (R31).
    """
    naming = _NAMING.get(arbiter.state.phase)
    if naming is None or player != arbiter.state.player:
        return False
    if not lookahead.is_told(arbiter.events, arbiter.index, naming):
        return False
    name = arbiter.ids[player]
    message = f"{name}'s time is called while a chain is to be named; that is decided first, and {name} is out of time after it."
    arbiter.add("time-called-early", player, message)
    arbiter.course.called = player
    return True


def after_what(arbiter: Arbiter) -> str:
    """What ended the turn that is over: the draw, the clock pressed early (R9), or the time (R31)."""
    if arbiter.state.player in arbiter.state.timed_out:
        return "after the time ran out"
    return "after the clock was pressed" if arbiter.course.clocked else "after the draw"
