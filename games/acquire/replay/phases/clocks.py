"""Clocks pressed early and time that runs out."""

from __future__ import annotations

from games.acquire.editions import TimeoutPolicy
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
        if state.phase is not Phase.DISPOSE:
            complete_decisions(arbiter)
    time_out(state, player)


def after_what(arbiter: Arbiter) -> str:
    """What ended the turn that is over: the draw, the clock pressed early (R9), or the time (R31)."""
    if arbiter.state.player in arbiter.state.timed_out:
        return "after the time ran out"
    return "after the clock was pressed" if arbiter.course.clocked else "after the draw"
