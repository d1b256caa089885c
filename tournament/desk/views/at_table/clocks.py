"""The clocks of all tables of a round, the shortest first: pause all, let all go, and give or take time of one player (R27)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.day.tableclock import read_out
from tournament.desk.acting import act_and_go, actor_of, page, round_of, table_of
from tournament.desk.forms.clocks import TimeForm
from tournament.desk.frame import desk_context
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.at_table.clocks import (
    TableClock,
    clocks_of,
    give_time,
    hold_clocks,
    let_clocks_go,
)
from tournament.services.changes import RefusedError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All clocks of a round; the buttons pause them all and let them go."""
    event = event_to_direct(request, slug)
    if request.method == "POST":
        return _all(request, event, number)
    record = record_of(event)
    played = round_of(record, number)
    if played.state is RoundState.DRAFT:
        return redirect(page("desk_round", event, number))
    reported = {table.number for table in played.tables if table.has_result}
    clocks = clocks_of(event, record, number)
    begun = [clock for clock in clocks if clock.time is not None and clock.time.has_begun]
    open_ones = [clock for clock in begun if clock.table not in reported]
    open_ones.sort(key=lambda clock: (clock.time.least if clock.time else 0, clock.table))
    context = desk_context(
        event,
        record,
        "clocks",
        number=number,
        played=played,
        rows=[shown(clock) for clock in open_ones],
        done=[shown(clock) for clock in begun if clock.table in reported],
        silent=[clock.table for clock in clocks if clock not in begun and clock.table not in reported],
        wrong=next((clock.wrong for clock in clocks if clock.wrong), ""),
        is_playing=played.state is RoundState.PUBLISHED,
        held=sum(clock.time is not None and clock.time.is_held for clock in clocks if clock.table not in reported),
        open_tables=len(clocks) - len(reported),
    )
    return render(request, "director/at_table/clocks.html", context)


def shown(clock: TableClock) -> dict[str, Any]:
    """A table's clock as the desk reads it: whose clock runs, everybody's time, who is out."""
    time = clock.time
    assert time is not None  # noqa: S101
    rows = [
        {
            "player": row.player,
            "name": clock.names[row.player],
            "left": read_out(row.left),
            "is_out": row.is_out,
            "is_running": row.player == time.running,
        }
        for row in time.players
    ]
    state = "paused" if time.is_held else "running" if time.running else "stopped"
    return {"table": clock.table, "players": rows, "state": state, "least": read_out(time.least)}


def _all(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Pause every clock, or let every clock go; no act, so nothing in the diary."""
    is_pause = request.POST.get("do") == "pause"
    try:
        many = (hold_clocks if is_pause else let_clocks_go)(event, actor_of(request), number)
        tables = f"{many} table{'s' if many > 1 else ''}"
        messages.success(request, f"Paused the clocks of {tables}." if is_pause else f"The clocks of {tables} go on.")
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    return redirect(page("desk_clocks", event, number))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def give(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """One table's clock, with the form that gives a player time or takes it."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    here = table_of(round_of(record, number), table)
    players = [(seat.player, record.name_of(seat.player)) for seat in here.seats]
    form = TimeForm(request.POST or None, players=players)
    if request.method == "POST" and form.is_valid():
        return _give(request, event, record, number, form)
    (clock,) = clocks_of(event, record, number, table)
    context = desk_context(
        event,
        record,
        "time",
        number=number,
        table=table,
        form=form,
        clock=shown(clock) if clock.time else None,
        wrong=clock.wrong,
        is_playing=record.round(number).state is RoundState.PUBLISHED,
    )
    return render(request, "director/at_table/time.html", context)


def _give(request: HttpRequest, event: Event, record: EventRecord, number: int, form: TimeForm) -> HttpResponse:
    player, seconds = PlayerId(form.cleaned_data["player"]), form.seconds
    verb, way = ("Gave", "to") if seconds > 0 else ("Took", "from")
    return act_and_go(
        request,
        lambda: give_time(event, actor_of(request), number, player, seconds, form.cleaned_data["reason"]),
        f"{verb} {read_out(abs(seconds) * 1000)} on the clock {way} {record.name_of(player)}.",
        page("desk_clocks", event, number),
        undoes_on=event,
    )
