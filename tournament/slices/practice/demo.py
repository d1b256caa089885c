"""The events of the demo: a roster and the acts of a day from the folder ``scripts``, done as a director would."""

from __future__ import annotations

import json
import random
from collections import ChainMap
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.access.slices import slices
from tournament.day.lists.lines import LineState
from tournament.day.lists.rosters import read_roster
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import RoundState, SeatSource, SitOutKind, Status
from tournament.services.attendance import check_in
from tournament.services.departures import withdraw
from tournament.services.draws import DrawOrder
from tournament.services.entries import add_entries
from tournament.services.events import create_event, publish_final_list
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, draft_round, publish_round
from tournament.services.seats import set_starting_tiles
from tournament.slices.practice.playing import draw_tiles, table_with_cash

Step = Mapping[str, Any]
"""A script, or one act of it with its parameters."""

SCRIPTS = Path(__file__).parent / "scripts"
"""The events and rosters of the demo, and the log of a game for a practice event; they are installed with the program."""


def load_events(actor: User) -> list[Event]:
    """Create every demo event that is missing, and return the new ones."""
    scripts = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((SCRIPTS / "events").iterdir())]
    return [
        load_event(script, actor)
        for script in scripts
        if not Event.objects.filter(name=script["name"], date=script["date"]).exists()
    ]


def is_of_the_demo(event: Event) -> bool:
    """Return whether an event is one of those that the demo brings along."""
    scripts = (json.loads(path.read_text(encoding="utf-8")) for path in (SCRIPTS / "events").iterdir())
    return (event.name, event.date.isoformat()) in {(script["name"], script["date"]) for script in scripts}


@transaction.atomic
def load_event(script: Step, actor: User) -> Event:
    """Create the event of a script and do the script's acts in order."""
    settings = {"name": script["name"], "date": date.fromisoformat(script["date"]), "venue": script["place"]}
    event = create_event(actor, settings | {"is_shown": True})
    roster = read_roster((SCRIPTS / script["roster"]).read_text(encoding="utf-8"))
    add_entries(event, actor, [line for line in roster if line.state is LineState.NEW])
    acts = ChainMap(*(dict(each.plays) for each in slices()))
    for step in script["acts"]:
        if step["act"] in acts:  # a step of a slice that was taken away is left out
            acts[step["act"]](event, actor, step)
    event.refresh_from_db()
    return event


def _check_in(event: Event, actor: User, step: Step) -> None:
    """Check in the players of the script's act."""
    missed = SitOutKind(step["missed"]) if "missed" in step else None
    check_in(event, actor, step["players"], missed)


def _enter(event: Event, actor: User, step: Step) -> None:
    """Enter a late player as present."""
    add_entries(event, actor, read_roster(step["line"]), Status.PRESENT, SitOutKind(step["missed"]))


def _draw(event: Event, actor: User, step: Step) -> None:
    """Draw the next round, publish it and draw its starting tiles."""
    order = DrawOrder(tuple(step["sizes"]), step["seed"], SeatSource.TILES)
    number = draft_round(event, actor, order).number
    publish_round(event, actor, number)
    rng = random.Random(step["seed"])
    tables = record_of(event).round(number).tables
    set_starting_tiles(event, actor, number, {table.number: draw_tiles(table, rng) for table in tables})


def _results(event: Event, actor: User, step: Step) -> None:
    """Record the results of the round being played, with the script's cash by table number."""
    current = next(round_ for round_ in record_of(event).rounds if round_.state is RoundState.PUBLISHED)
    reported = [
        table_with_cash(table, cash) for table in current.tables if (cash := step["cash"].get(str(table.number)))
    ]
    for refusal in record_results(event, actor, current.number, reported).values():
        raise refusal


def _close(event: Event, actor: User, step: Step) -> None:
    """Close the script's round."""
    close_round(event, actor, step["round"])


def _withdraw(event: Event, actor: User, step: Step) -> None:
    """Withdraw a player with a reason."""
    withdraw(event, actor, step["player"], step["reason"])


def _publish_final(event: Event, actor: User, step: Step) -> None:
    """Publish the final list."""
    publish_final_list(event, actor)


ACTS: Mapping[str, Callable[[Event, User, Step], None]] = {
    "check-in": _check_in,
    "enter": _enter,
    "draw": _draw,
    "results": _results,
    "close": _close,
    "withdraw": _withdraw,
    "publish-final": _publish_final,
}
