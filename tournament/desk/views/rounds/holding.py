"""Show players the results of closed rounds, and hold them back again, where the event holds results."""

from __future__ import annotations

from django.http import HttpResponse

from tournament.desk.desk import Desk, desk_act
from tournament.desk.frame import still_hidden
from tournament.draw.naming import name_of_round
from tournament.services.rounds.holding import hold_results, show_results
from wording import gettext as _


@desk_act
def show(desk: Desk, number: int) -> HttpResponse:
    """Show players the results of a closed round and of those before it."""
    name = name_of_round(desk.record, number)
    shown = _("Players now see the results of {round}.", round=name)
    return desk.act(
        lambda: show_results(desk.event, desk.actor, number),
        shown if desk.event.is_shown else still_hidden(desk.event),
        desk.address("desk_standings"),
    )


@desk_act
def hold(desk: Desk, number: int) -> HttpResponse:
    """Hold the results of a closed round back from players again, and those of later rounds."""
    return desk.act(
        lambda: hold_results(desk.event, desk.actor, number),
        _("Players no longer see the results of {round}.", round=name_of_round(desk.record, number)),
        desk.address("desk_round", number),
    )
