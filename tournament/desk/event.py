"""The overview of an event: the hall at a glance, kept up to date while it is open; from there the event is shown, hidden and ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.access.pages import PAGES
from tournament.access.slices import slices
from tournament.day.agenda import if_ended, reason_to_play_on
from tournament.day.at_table import CallRecord
from tournament.day.phones import PendingStep
from tournament.desk.changes import latest_lines
from tournament.desk.desk import (
    ActQuestion,
    Desk,
    desk_confirmation,
    desk_form,
    desk_page,
    with_server_time,
)
from tournament.desk.event_forms import names_asked
from tournament.desk.frame import mark_of
from tournament.desk.people import status_count
from tournament.desk.reprints import reprints
from tournament.desk.rounds import clock_of_round
from tournament.installation.copies.automatic_snapshots import snapshot_safety
from tournament.models import Event
from tournament.models.at_table import open_calls, waiting_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId, RoundState, Status
from tournament.scores.explaining import Scores
from tournament.services.events import end_event
from tournament.services.showing import hide_event, show_with_names
from tournament.tellings.hall import HallMap, HallState, TableState, hall_map, table_in_words
from tournament.tellings.listing import Listing
from tournament.tellings.medals import medal_listing
from tournament.tellings.standings import standings_listing
from tournament.tellings.times import plans_to_come
from wording import gettext as _


def status_counts(record: EventRecord) -> list[tuple[Status, int, str]]:
    """Return how many entries have each status, as a number and in words, without the statuses that no entry has."""
    counted = [(status, sum(entry.status is status for entry in record.entries)) for status in Status]
    return [(status, count, status_count(status, count)) for status, count in counted if count]


@desk_form
def show_to_players(desk: Desk) -> HttpResponse:
    """Show the event to everybody."""
    return desk.press(
        lambda: show_with_names(desk.event, desk.actor, names_asked(desk.request)),
        undo=desk.address("desk_hide"),
    )


@desk_form
def hide(desk: Desk) -> HttpResponse:
    """Hide the event from everybody without a role in it."""
    return desk.press(lambda: hide_event(desk.event, desk.actor), undo=desk.address("desk_show"))


@desk_confirmation
def end(desk: Desk) -> HttpResponse:
    """End the event after its closed rounds, although more were planned; a GET shows what that does and asks."""
    if desk.is_post:
        return desk.act(
            lambda: end_event(desk.event, desk.actor),
            desk.address("desk_final"),
            refused_to=desk.request.path,
        )
    wrong = reason_to_play_on(desk.record)
    return desk.put(
        ActQuestion(
            _("{action}?", action=_("End the event here")),
            _("End the event here"),
            desk.address("desk_event"),
            follows=() if wrong else if_ended(desk.record, is_shown=desk.event.is_shown),
            problem=wrong,
            is_grave=True,
        ),
    )


LATEST, LOOKED_AT = 3, 100
LEADERS = 5
MANY_TABLES = 24
"""With more tables than this the map shows a number and a state for each, so that all are on one screen."""
LOOKED_AGAIN = timedelta(minutes=2)
"""An open page is sent anew within this though nothing changed in the event: its version does not count paper, copies and waiting times."""
LONGEST_MOMENT = 10
"""The digits of a moment in seconds, until the year 2286."""
SIGNS = {
    HallState.CALLED: "☎",
    HallState.DISPUTED: "!",
    HallState.SECOND_LOOK: "!",
    HallState.REPORTED: "✓",
    HallState.OVER: "⏱",
    HallState.SLOW: "⏱",
    HallState.PLAYING: "●",
}
EXPECTED = frozenset({Status.REGISTERED, Status.PRESENT, Status.LATE})
"""The statuses of players who are here or may still come."""


@never_cache
@desk_page
def show(desk: Desk) -> HttpResponse:
    """Show the overview of the event: the tables of the round being played, its clock, what is to print, and the latest changes."""
    return with_server_time(
        desk.page(
            "director/event/event.html",
            "event",
            **_kept_up_to_date(desk),
        )
    )


@never_cache
@desk_page
def overview_changes(desk: Desk) -> HttpResponse:
    """Return what the overview shows now, part by part; status 204 while the page that is open (parameter ``seen``) still shows that."""
    shown, _dash, until = desk.request.GET.get("seen", "").rpartition("-")
    is_fresh = until.isascii() and until.isdigit() and timezone.now().timestamp() < int(until[:LONGEST_MOMENT])
    if is_fresh and shown == _overview_stamp(desk):
        return with_server_time(HttpResponse(status=204))
    desk.request.path = desk.address("desk_event")  # the parts are those of that page, and their forms lead back there
    return with_server_time(
        render(desk.request, "director/hall/since.html", desk.context("event", **_kept_up_to_date(desk)))
    )


def _overview_stamp(desk: Desk) -> str:
    """Return what the overview is made from, as its page sends it back: the event's version, and a mark of what has none."""
    event = desk.event
    of_slices = [each.unversioned(event) for each in slices(event.format) if each.unversioned]
    unversioned = (waiting_of(event), event.is_shown, event.is_put_away)
    return f"{event.version}-{mark_of((*unversioned, *of_slices))}"


def _kept_up_to_date(desk: Desk) -> dict[str, Any]:
    """Return the context of all parts of the overview that follow the event while the page is open."""
    event, record, now = desk.event, desk.record, timezone.now()
    hall = hall_map(record, _calls(event), now)
    again = now.replace(second=0, microsecond=0) + LOOKED_AGAIN  # two answers of the same minute say the same
    until = min(filter(None, (again, hall.turns_at if hall else None)))
    return {
        "seen": f"{_overview_stamp(desk)}-{int(until.timestamp()) + 1}",
        "disputes": record.open_disputes,
        "safety": snapshot_safety(),
        **(_map(desk, hall) if hall else _context_between_rounds(record)),
        "clock": clock_of_round(
            record, next((row for row in record.rounds if row.state is RoundState.PUBLISHED), None)
        ),
        "reprints": reprints(desk),
        "counts": status_counts(record),
        "changes": latest_lines(desk, LATEST, LOOKED_AT),
        "planned": [
            row for row in plans_to_come(record, timezone.get_current_timezone()) if not record.has_round(row[0])
        ],
    }


def _calls(event: Event) -> Sequence[CallRecord]:
    """Return the open calls of an event, the oldest first; a single one costs no query."""
    waiting = waiting_of(event)
    if waiting is None:
        return ()
    return [waiting.oldest] if waiting.many == 1 else open_calls(event)


def _map(desk: Desk, hall: HallMap) -> dict[str, Any]:
    """Return the tables of the round being played: number, state, line, and the page on which something is done about each."""
    zone = timezone.get_current_timezone()
    tables = [
        {
            "number": table.number,
            "state": table.state.value,
            "sign": SIGNS[table.state],
            "words": table.state.words,
            "line": table_in_words(desk.record, hall, table, zone),
            "url": _leads_to(desk, hall, table),
        }
        for table in hall.tables
    ]
    return {
        "playing": hall.round,
        "tables": tables,
        "are_many": len(tables) > MANY_TABLES,
    }


def _leads_to(desk: Desk, hall: HallMap, table: TableState) -> str:
    """Return the page on which something is done about a table: its call, dispute, report or game, else its row of the results grid."""
    if table.state is HallState.CALLED and table.call and "desk_calls" in PAGES:
        return f"{desk.address('desk_calls')}#call-{table.call.key}"
    if table.state is HallState.DISPUTED and table.dispute and "desk_settle_dispute" in PAGES:
        return desk.address("desk_settle_dispute", hall.round, table.number, table.dispute.key)
    if table.state is HallState.SECOND_LOOK and table.pending is not PendingStep.SECOND_TYPING:
        return desk.address("desk_reports", hall.round, table.number)
    if not table.has_reported and desk.record.table(hall.round, table.number).on_devices.is_going_on:
        return desk.address("desk_boards", hall.round)
    return f"{desk.address('desk_round', hall.round)}#table-{table.number}"


def _context_between_rounds(record: EventRecord) -> dict[str, Any]:
    """Return what the overview shows while no round is played: who is here, the leaders, or the medals."""
    if not record.closed_rounds:
        expected = [entry for entry in record.players if entry.status in EXPECTED]
        return {"here": len(record.players_here), "expected": len(expected)}
    scores = Scores(record)
    leaders = standings_listing(scores)
    return {
        "standings": leaders.caption,
        "leaders": _first_places(leaders, "rank"),
        "medals": [row for row in _first_places(medal_listing(scores), "place", len(record.entries)) if row["medal"]]
        if record.is_complete
        else [],
    }


def _first_places(listing: Listing, place: str, count: int = LEADERS) -> list[dict[str, Any]]:
    """Return the first rows of a list of places; ``place`` is the key of its column of places."""
    rows = zip(listing.rows[:count], listing.records(), strict=False)
    return [
        {
            "player": PlayerId(row.key),
            "place": cells[place].text,
            "name": cells["name"].text,
            "total": cells["total"].text,
            "medal": cells["medal"].mark if "medal" in cells else None,
        }
        for row, cells in rows
    ]
