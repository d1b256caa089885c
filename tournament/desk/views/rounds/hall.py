"""Something is different in the hall: a page for each verb that shows what follows before it is done, and the act behind its button.

What is chosen stands in the address, so a page can be reloaded, and the same address undoes what another one did.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct
from tournament.day.arriving import may_arrive
from tournament.day.hall import (
    LARGEST_NUMBER,
    best_spread,
    best_tables,
    follows,
    if_not_come,
    if_renumbered,
    if_seated_by,
    met_at,
    no_room,
    plays_on,
    reason_not_to_miss,
    reason_not_to_renumber,
    reason_to_keep,
    refusal,
    seated,
    seats_of,
    spread,
)
from tournament.day.staying import reason_not_to_seat_by
from tournament.desk.acting import act_and_go, actor_of, page, round_of
from tournament.desk.collisions import confirmed
from tournament.desk.hall.charting import name_or_number
from tournament.desk.hall.questions import Choice, Question, put
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, TableRecord, score_of
from tournament.record.lengths import LONGEST_REASON, too_long
from tournament.record.vocabulary import (
    PlayerId,
    SeatSource,
    SitOutKind,
    Status,
    format_thousandths,
    whole_number,
)
from tournament.services.hall import move_player, renumber_table, retire_table
from tournament.services.hall.seats import mark_no_show, set_seat_source

ACTING = ["GET", "HEAD", "POST"]
WHY_MISSED = {
    SitOutKind.MISSED: "a round not played (R54)",
    SitOutKind.STANDARD: "the one sit-out (R51)",
    SitOutKind.PAIRING_PROBLEM: "a pairing problem (R52)",
}


def _sent(request: HttpRequest, name: str) -> str:
    """What a form or the address says: an Undo sends it in the address."""
    return str(request.POST.get(name) or request.GET.get(name) or "").strip()


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(_sent(request, name))


def _act(
    request: HttpRequest,
    event: Event,
    number: int,
    act: Callable[[], object],
    done: str,
    undo: str = "",
    undoes_on: Event | None = None,
) -> HttpResponseRedirect:
    return act_and_go(request, act, done, page("desk_round", event, number), undo=undo, undoes_on=undoes_on)


@require_http_methods(ACTING)
@confirmed
def no_show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player did not come: what the round scores, and with how many the table plays (R54)."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    player, said = PlayerId(_number(request, "player")), _sent(request, "kind")
    kind = SitOutKind(said) if said in set(SitOutKind) else None
    reason = _sent(request, "reason")
    here = page("desk_round", event, number)
    if request.method == "POST":
        if kind is None or player not in record.people:
            messages.error(request, "Choose who did not come, and what the round scores.")
            return redirect(page("desk_no_show", event, number))
        return _act(
            request,
            event,
            number,
            lambda: mark_no_show(event, actor_of(request), number, player, kind, reason),
            plays_on(record, played, player),
            undoes_on=event,
        )
    sits = played.table_of(player) is not None
    name = record.name_of(player) if sits else ""
    problem = reason_not_to_miss(record, played, player, kind or SitOutKind.MISSED) if sits else ""
    problem = problem or too_long(reason, LONGEST_REASON)
    is_chosen = sits and kind is not None and not problem
    rested = reason_not_to_sit_out(record, number, player) if sits else ""
    scores = [
        (each.value, f"{format_thousandths(score_of(each, record.ruleset))}, {WHY_MISSED[each]}")
        for each in WHY_MISSED
        if not (rested and each.counts_as_sit_out)
    ]
    return put(
        request,
        event,
        record,
        Question(
            f"{name} did not come to {name_of_round(record, number)}?"
            if name
            else f"Who did not come to {name_of_round(record, number)}?",
            f"Take {name} off the table",
            page("desk_no_show", event, number),
            here,
            follows=if_not_come(record, played, player, kind) if is_chosen and kind else (),
            choices=(
                Choice("player", "Who did not come", str(player) if sits else "", _people(record, played)),
                Choice(
                    "kind", f"{title_of_round(record, number)} scores", said or SitOutKind.MISSED.value, scores, rested
                ),
                Choice("reason", "Reason", reason, longest=LONGEST_REASON),
            ),
            sends={"player": player, "kind": said, "reason": reason},
            problem=problem,
        ),
    )


@require_safe
def join(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player came after all: who it is leads to the ways in, best first (R53)."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    player = PlayerId(_number(request, "player"))
    if player in record.people and may_arrive(record, record.entry(player)):
        return redirect(page("desk_arrive", event, player))
    waiting = [
        (str(entry.player), f"{entry.name}, {_where(entry)}")
        for entry in sorted(record.entries, key=lambda entry: (not entry.is_active, entry.sort_key))
        if played.has_begun and not played.is_closed and may_arrive(record, entry)
    ]
    return put(
        request,
        event,
        record,
        Question(
            f"Who came after all to {name_of_round(record, number)}?",
            "",
            page("desk_join", event, number),
            page("desk_round", event, number),
            choices=(Choice("player", "Who came", "", waiting),) if waiting else (),
            lead=""
            if waiting
            else "Everybody entered has a seat or has left. Add a new player on the page of entries.",
            look="See the ways in",
        ),
    )


@require_http_methods(ACTING)
@confirmed
def move(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player sits at another table: what that does to both, before it is done."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    player, table = PlayerId(_number(request, "player")), _number(request, "table")
    home = played.table_of(player)
    address = page("desk_move", event, number)
    if request.method == "POST":
        back = urlencode({"player": player, "table": home.number}) if home else ""
        return _act(
            request,
            event,
            number,
            lambda: move_player(event, actor_of(request), number, player, table),
            f"{name_or_number(record, player)} sits at table {table}.",
            undo=f"{address}?{back}" if back else "",
        )
    seats, problem = seats_of(played), ""
    lines: tuple[str, ...] = ()
    is_chosen = home is not None and table in seats and table != home.number
    if is_chosen:
        after = seated(seats, player, table)
        problem = refusal(record, played, after)
        lines = () if problem else follows(record, played, after)
    name = record.name_of(player) if home else ""
    return put(
        request,
        event,
        record,
        Question(
            f"Move {name} to table {table}?"
            if is_chosen
            else f"Move {name}"
            if name
            else "Move a player to another table",
            f"Move {name} to table {table}",
            address,
            page("desk_round", event, number),
            follows=lines,
            choices=(
                Choice("player", "Who moves", str(player) if home else "", _people(record, played)),
                Choice("table", "To", str(table) if table in seats else "", _tables(record, played, player)),
            ),
            sends={"player": player, "table": table},
            problem=problem,
        ),
    )


@require_http_methods(ACTING)
@confirmed
def renumber(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A table has another number in the hall; where that is taken, the two exchange theirs."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    table, to = _number(request, "table"), _number(request, "to")
    address = page("desk_renumber", event, number)
    if request.method == "POST":
        return _act(
            request,
            event,
            number,
            lambda: renumber_table(event, actor_of(request), number, table, to),
            f"Table {table} is table {to} now.",
            undo=f"{address}?{urlencode({'table': to, 'to': table})}",
        )
    seats = seats_of(played)
    is_chosen = table in seats and bool(_sent(request, "to"))
    problem = reason_not_to_renumber(record, played, table, to) if is_chosen else ""
    return put(
        request,
        event,
        record,
        Question(
            f"Make table {table} table {to}?" if is_chosen and not problem else "Give a table another number",
            f"Make table {table} table {to}",
            address,
            page("desk_round", event, number),
            follows=if_renumbered(record, played, table, to) if is_chosen and not problem else (),
            choices=(
                Choice("table", "Table", str(table) if table in seats else "", _own(played.tables)),
                Choice("to", "Its number in the hall", _sent(request, "to"), help=f"From 1 to {LARGEST_NUMBER}."),
            ),
            sends={"table": table, "to": to},
            problem=problem,
        ),
    )


@require_http_methods(ACTING)
@confirmed
def retire(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A table is taken out of the round: where each of its players goes, the best places chosen beforehand."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    table = _number(request, "table")
    seats = seats_of(played)
    leaving = seats.get(table, ())
    said = {player: _number(request, f"to-{player}") for player in leaving}
    if request.method == "POST":
        return _act(
            request,
            event,
            number,
            lambda: retire_table(event, actor_of(request), number, table, said),
            f"Table {table} is taken out of {name_of_round(record, number)}; its players sit elsewhere.",
        )
    to = {player: row for player, row in said.items() if row in seats and row != table}
    to = to if len(to) == len(leaving) else {**best_spread(record, played, table), **to} if leaving else {}
    problem = reason_to_keep(record, played, table) if leaving else ""
    lines: tuple[str, ...] = ()
    if leaving and not problem:
        if len(to) < len(leaving):
            problem = (
                f"There is no room for everybody of table {table} at the others; unpublish the round and draw it again."
            )
        else:
            after = spread(seats, table, to)
            problem = refusal(record, played, after)
            lines = () if problem else follows(record, played, after)
    others = [(str(row), f"table {row}, now {len(seats[row])} players") for row in seats if row != table]
    return put(
        request,
        event,
        record,
        Question(
            f"Take table {table} out of {name_of_round(record, number)}?"
            if leaving
            else "Take a table out of the round",
            f"Retire table {table}",
            page("desk_retire", event, number),
            page("desk_round", event, number),
            follows=lines,
            choices=(
                Choice("table", "Table", str(table) if leaving else "", _own(played.tables)),
                *(
                    Choice(f"to-{player}", f"{record.name_of(player)} goes to", str(to.get(player, "")), others)
                    for player in leaving
                ),
            ),
            sends={"table": table} | {f"to-{player}": row for player, row in to.items()},
            problem=problem,
            is_grave=True,
            no_undo="This has no Undo: to have the table again, unpublish the round and restore its draw from “All draws”.",
        ),
    )


@require_http_methods(ACTING)
@confirmed
def seating(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The order of play from the chart or from the tiles (R4, R6)."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    source = SeatSource.CHART if _sent(request, "source") == SeatSource.CHART.value else SeatSource.TILES
    words = "the movement chart" if source is SeatSource.CHART else "the starting tiles"
    address = page("desk_seating", event, number)
    if request.method == "POST":
        return _act(
            request,
            event,
            number,
            lambda: set_seat_source(event, actor_of(request), number, source),
            f"{title_of_round(record, number)} is seated by {words}.",
            undo=f"{address}?source={played.seat_source.value}",
        )
    problem = reason_not_to_seat_by(record, played, source)
    return put(
        request,
        event,
        record,
        Question(
            f"Seat {name_of_round(record, number)} by {words}?",
            f"Seat {name_of_round(record, number)} by {words}",
            address,
            page("desk_round", event, number),
            follows=() if problem else if_seated_by(played, source),
            sends={"source": source.value},
            problem=problem,
        ),
    )


def _where(entry: EntryRecord) -> str:
    """Where somebody without a seat is, in a word."""
    if entry.is_active:
        return "here"
    return "late" if entry.status is Status.LATE else "not checked in"


def _people(record: EventRecord, played: RoundRecord) -> list[tuple[str, str]]:
    """Everybody at a table that has said nothing yet, by name."""
    seats = [(table.number, seat.player) for table in played.tables if not table.holds_figures for seat in table.seats]
    seats.sort(key=lambda row: record.entry(row[1]).sort_key)
    return [(str(player), f"{record.name_of(player)}, table {number}") for number, player in seats]


def _own(tables: tuple[TableRecord, ...]) -> list[tuple[str, str]]:
    return [
        (str(table.number), f"table {table.number}, {table.size} players")
        for table in tables
        if not table.holds_figures
    ]


def _tables(record: EventRecord, played: RoundRecord, player: PlayerId) -> list[tuple[str, str]]:
    """The tables to which a player can go, best first, with how many then play there and how many of them were met."""
    seats = seats_of(played)
    offers = best_tables(record, played, player) if played.table_of(player) else tuple(seats)
    told = []
    for number in offers:
        met = len(met_at(record, played, player, seats[number]))
        again = f", {met} met before" if met else ""
        if not no_room(record, played, seats, player, number):
            told.append((str(number), f"table {number}, then {len(seats[number]) + 1} players{again}"))
    return told
