"""Who plays a round to which the results choose its players: settled as the round before is closed, and again at one press.

Everybody else who is here has a `PlannedAbsence` of that round: out of it, or waiting for the next. Who waits sits the round out once it
begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.urls import path

from tournament.access.pages import for_acts
from tournament.access.slices import Mark, Slice
from tournament.desk.desk import Desk, desk_act
from tournament.draw.advancing import advance
from tournament.draw.seating import name_of_round
from tournament.models import PlannedAbsence, Round
from tournament.models.event import Event
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Publicity
from tournament.record.vocabulary import DECIDED_BY_RESULTS
from tournament.services.changes import Doing, act
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop


def _settle(event: Event, number: int) -> None:
    """Store who does not play round ``number`` by the results, in place of what was stored before; nothing where everybody plays.

    A stage for which too few are here is left out, for good.
    """
    rows = PlannedAbsence.objects.filter(entry__event=event, round_number=number)
    rows.filter(kind__in=DECIDED_BY_RESULTS).delete()
    record = record_of(event)
    stage = record.stage_of(number)
    if number <= record.rounds_planned and stage.is_cut and len(record.players_here) < stage.if_players:
        form = record.format.without(stage)
        event.format, event.rounds_planned = form, event.rounds_planned - stage.rounds
        record = replace(record, format=form, rounds_planned=event.rounds_planned)
    found = advance(record, number)
    keys = dict(event.entries.values_list("number", "pk"))
    PlannedAbsence.objects.bulk_create(
        PlannedAbsence(entry_id=keys[player], round_number=number, kind=kind.value)
        for player, kind in (found.kinds if found else {}).items()
    )


def _unsettle(doing: Doing, reopened: Round) -> None:
    """Forget who plays the round after one that is open again."""
    rows = PlannedAbsence.objects.filter(entry__event=doing.event, round_number=reopened.number + 1)
    rows.filter(kind__in=DECIDED_BY_RESULTS).delete()


@act(
    Act.SETTLE_FIELD,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{round_titled}: settled again who plays"),
    rows=("PlannedAbsence",),
)
def settle_field(doing: Doing, number: int) -> None:
    """Settle again who plays round ``number``, by the results and by who is here now; refused once the round has begun."""
    doing.about(number)
    record = record_of(doing.event)
    if number != record.next_round or advance(record, number) is None:
        raise RefusedError(
            _("The results do not choose the players of {round} now.", round=name_of_round(record, number))
        )
    _settle(doing.event, number)


@desk_act
def settle(desk: Desk, number: int) -> HttpResponse:
    """Settle again who plays a round, and show its arrangements."""
    return desk.act(lambda: settle_field(desk.event, desk.actor, number), desk.address("desk_arrangement", number))


def _of_draw(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return who plays the round of the page, who waits, how many are out, and whether the results now choose others."""
    record, number = context["event"], context["number"]
    found = advance(record, number) if number == record.next_round else None
    if found is None:
        return {"field": None}
    stored = {row.player: row.kind for row in record.absences.get(number, ()) if row.kind in DECIDED_BY_RESULTS}
    return {
        "field": found,
        "plays": [record.name_of(player) for player in found.plays],
        "waits": [record.name_of(player) for player in found.waits],
        "has_changed": stored != found.kinds,
    }


SLICE = Slice(
    "advancing",
    pages=(path("field/<int:number>/", settle, name="desk_field"),),
    opened_by={"desk_field": for_acts(Act.SETTLE_FIELD)},
    marks={"draw": Mark("director/rounds/_field.html", _of_draw)},
    within={
        Act.CLOSE_ROUND: lambda doing, closed: _settle(doing.event, closed.number + 1),
        Act.REOPEN_ROUND: _unsettle,
    },
)
