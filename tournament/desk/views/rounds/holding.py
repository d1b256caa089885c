"""Show players the results of closed rounds, and hold them back again, where the event holds results."""

from __future__ import annotations

from django.http import HttpResponse

from tournament.desk.desk import Desk, desk_act
from tournament.desk.frame import still_hidden
from tournament.services.rounds.holding import hold_results, show_results


@desk_act
def show(desk: Desk, number: int) -> HttpResponse:
    """Show players the results of a closed round and of those before it."""
    return desk.act(
        lambda: show_results(desk.event, desk.actor, number),
        desk.address("desk_standings"),
        "" if desk.event.is_shown else still_hidden(desk.event),
    )


@desk_act
def hold(desk: Desk, number: int) -> HttpResponse:
    """Hold the results of a closed round back from players again, and those of later rounds."""
    return desk.act(
        lambda: hold_results(desk.event, desk.actor, number),
        desk.address("desk_round", number),
    )
