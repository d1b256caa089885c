"""Changes in the hall while a round is played: each has a page that shows what the change does, and a button that makes it.

The choices are in the address, so that a page can be reloaded, and that an Undo can post the opposite choices to it.
"""

from __future__ import annotations

from itertools import groupby
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.day import hall
from tournament.day.arriving import Arrival, ArrivalKind, arrivals, may_arrive
from tournament.day.reseating import reason_not_to_seat_by
from tournament.desk.acting import looks_again, undo_address
from tournament.desk.desk import ActQuestion, Desk, QuestionField, desk_confirmation, desk_form, desk_page
from tournament.desk.entry_forms import missed_kind
from tournament.desk.frame import mark_of
from tournament.draw.seating import name_of_round
from tournament.draw.sitouts import late_entry_choices, reason_not_to_sit_out
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, TableRecord
from tournament.record.lengths import LONGEST_REASON, too_long
from tournament.record.vocabulary import MISSED_KINDS, PlayerId, SeatSource, SitOutKind, Status
from tournament.services.attendance import check_in, set_status
from tournament.services.changes.refusals import RefusedError, StaleError
from tournament.services.seats import join_table, mark_no_show, set_seat_source
from tournament.services.tables import move_player, renumber_table, retire_table
from tournament.tellings.words import by_name, thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import whole_number

WHY_MISSED = {
    SitOutKind.MISSED: gettext_noop("{score} for a round not played (R54)"),
    SitOutKind.STANDARD: gettext_noop("{score}, as their one sit-out (R51)"),
}


def _field_sent(desk: Desk, name: str) -> str:
    """Return a field of the sent form, or where that has none, of the address, in which an Undo sends it."""
    return desk.typed(name) or desk.request.GET.get(name, "").strip()


def _number(desk: Desk, name: str) -> int:
    """Return a field of the form or the address as a number, 0 for none."""
    return whole_number(_field_sent(desk, name))


@desk_confirmation
def no_show(desk: Desk, number: int) -> HttpResponse:
    """Mark a player who did not come to a round (R54); a GET asks what the round scores, and shows with how many the table plays."""
    record, round_ = desk.record, desk.round_(number)
    player, chosen = PlayerId(_number(desk, "player")), _field_sent(desk, "kind")
    kind = SitOutKind(chosen) if chosen in record.format.offered(MISSED_KINDS) else None
    reason = _field_sent(desk, "reason")
    if desk.is_post:
        return _mark_no_show(desk, number, player, kind, reason)
    sits = round_.table_of(player) is not None
    name = record.name_of(player) if sits else ""
    problem = hall.reason_not_to_miss(record, round_, player, kind or SitOutKind.MISSED) if sits else ""
    problem = problem or too_long(reason, LONGEST_REASON)
    is_chosen = sits and kind is not None and not problem
    rested = reason_not_to_sit_out(record, number, player) if sits else ""
    label = _("Mark {player} as a no-show", player=name)
    scores = [
        (each.value, _(WHY_MISSED[each], score=thousandths(record.format.score_of(each))))
        for each in record.format.offered(WHY_MISSED)
        if not (rested and each.counts_as_sit_out)
    ]
    return desk.put(
        ActQuestion(
            _("{action}?", action=label) if sits else _("A player did not turn up"),
            label,
            desk.address("desk_round", number),
            follows=hall.if_not_come(record, round_, player, kind) if is_chosen and kind else (),
            choices=(
                QuestionField("player", _("Player"), str(player) if sits else "", _people(record, round_)),
                QuestionField(
                    "kind",
                    _("Score"),
                    chosen or SitOutKind.MISSED.value,
                    scores,
                    rested,
                ),
                QuestionField("reason", _("Reason"), reason, longest=LONGEST_REASON),
            ),
            sends={"player": player, "kind": chosen, "reason": reason},
            problem=problem,
        ),
    )


def _mark_no_show(desk: Desk, number: int, player: PlayerId, kind: SitOutKind | None, reason: str) -> HttpResponse:
    """Mark the player as not having come; refused where the player or the kind of sit-out is not chosen."""
    if kind is None or player not in desk.record.people:
        return desk.refused(
            _("Choose who did not turn up, and what that player scores for the round."), desk.request.path
        )
    return desk.act(
        lambda: mark_no_show(desk.event, desk.actor, number, player, kind, reason),
        desk.address("desk_round", number),
    )


@desk_page
def join(desk: Desk, number: int) -> HttpResponse:
    """List the players who may still come, and ask for the name of somebody who is not listed; both lead to the ways in (R53).

    If only one player on the list may still come, that page is shown at once.
    """
    record, round_ = desk.record, desk.round_(number)
    is_played = round_.has_begun and not round_.is_closed
    late = [entry for entry in by_name(record.entries) if is_played and may_arrive(record, entry)]
    waiting = [(_name_with_status(entry), desk.address("desk_arrive", entry.player)) for entry in late]
    if len(waiting) == 1:
        return redirect(waiting[0][1])
    return desk.put(
        ActQuestion(
            _("A player has arrived late"),
            "",
            desk.address("desk_round", number),
            lead="" if waiting else _("Every player on the list has a seat or has left."),
            others=waiting,
            below="director/entries/_walk_in.html" if is_played else "",
        ),
    )


@looks_again
@desk_form
def arrive(desk: Desk, number: int) -> HttpResponse:
    """Show the ways to let a late player in, best first (R37, R53); a POST takes one of them."""
    record, entry = desk.record, desk.entry(number)
    if not may_arrive(record, entry):
        words = _("There is nothing to choose for {name}: check the entry and the round.", name=entry.name)
        return desk.refused(words, desk.address("desk_entry", number))
    ways = arrivals(record, entry)
    if desk.is_post:
        way = next((way for way in ways if way.key == desk.request.POST.get("way", "")), None)
        with desk.refusals():
            if way is None or way.closed:
                raise RefusedError(way.closed if way else _("Choose one of the options."))
            if desk.request.POST.get(f"shown-{way.key}", _way_mark(way)) != _way_mark(way):
                raise StaleError
            desk.is_compared()
            return redirect(_let_in(desk, entry, way))
    is_open = [way for way in ways if not way.closed]
    return desk.page(
        "director/entries/arrive.html",
        "entries",
        entry=entry,
        groups=[
            {
                "title": kind.words,
                "ways": [(way, _way_mark(way)) for way in group],
                "choices": late_entry_choices(missed, record.format),
            }
            for (kind, missed), group in groupby(is_open, lambda way: (way.way, way.missed))
        ],
        best=is_open[0].key if is_open else "",
        closed=[way for way in ways if way.closed],
        chosen=missed_kind(desk.request.POST),
    )


def _way_mark(way: Arrival) -> str:
    """Return a digest of what is shown of a way in, so that its button confirms exactly that."""
    return mark_of((way.words, way.follows, way.missed))


def _let_in(desk: Desk, entry: EntryRecord, way: Arrival) -> str:
    """Let a late player in, tell so, and return the address of the page to go to."""
    event, actor, player = desk.event, desk.actor, PlayerId(entry.player)
    missed = missed_kind(desk.request.POST)
    current = next(round_.number for round_ in desk.record.rounds if not round_.is_closed)
    if way.way is ArrivalKind.TABLE and way.table is not None:
        join_table(event, actor, current, player, way.table, arrives=True, missed=missed)
        desk.tell()
    elif way.way is ArrivalKind.WAIT or not entry.is_active:
        if way.way is ArrivalKind.WAIT:
            set_status(event, actor, [player], Status.LATE)
        else:
            check_in(event, actor, [player], missed)
        desk.tell(undo=undo_address(event, event.version))
    return desk.address("desk_arrangement" if way.way is ArrivalKind.REDRAW else "desk_round", current)


@desk_confirmation
def move(desk: Desk, number: int) -> HttpResponse:
    """Move a player to another table; a GET shows what that does to both tables."""
    record, round_ = desk.record, desk.round_(number)
    player, table = PlayerId(_number(desk, "player")), _number(desk, "table")
    home = round_.table_of(player)
    if desk.is_post:
        back = urlencode({"player": player, "table": home.number}) if home else ""
        return desk.act(
            lambda: move_player(desk.event, desk.actor, number, player, table),
            desk.address("desk_round", number),
            undo=f"{desk.request.path}?{back}" if back else "",
        )
    seats, problem = hall.seats_of(round_), ""
    lines: tuple[str, ...] = ()
    is_chosen = home is not None and table in seats and table != home.number
    if is_chosen:
        after = hall.seats_after_move(seats, player, table)
        problem = hall.refusal(record, round_, after)
        lines = () if problem else hall.consequences_of_seats(record, round_, after)
    name = record.name_of(player) if home else ""
    label = _("Move {player} to table {table}", player=name, table=table)
    unchosen = _("A table has one player too many or too few")
    return desk.put(
        ActQuestion(
            _("{action}?", action=label) if is_chosen else unchosen,
            label,
            desk.address("desk_round", number),
            follows=lines,
            choices=(
                QuestionField("player", _("Player"), str(player) if home else "", _people(record, round_)),
                QuestionField(
                    "table", _("Table"), str(table) if table in seats else "", _tables(record, round_, player)
                ),
            ),
            sends={"player": player, "table": table},
            problem=problem,
        ),
    )


@desk_confirmation
def renumber(desk: Desk, number: int) -> HttpResponse:
    """Give a table a different number (``to``); if another table has that number, the two exchange theirs. A GET asks first."""
    record, round_ = desk.record, desk.round_(number)
    table, to = _number(desk, "table"), _number(desk, "to")
    if desk.is_post:
        return desk.act(
            lambda: renumber_table(desk.event, desk.actor, number, table, to),
            desk.address("desk_round", number),
            undo=f"{desk.request.path}?{urlencode({'table': to, 'to': table})}",
        )
    seats = hall.seats_of(round_)
    is_chosen = table in seats and bool(_field_sent(desk, "to"))
    problem = hall.reason_not_to_renumber(record, round_, table, to) if is_chosen else ""
    is_open = is_chosen and not problem
    label = _("Renumber table {table} as table {number}", table=table, number=to)
    return desk.put(
        ActQuestion(
            _("{action}?", action=label) if is_open else _("A table has a different number in the hall"),
            label,
            desk.address("desk_round", number),
            follows=hall.if_renumbered(record, round_, table, to) if is_open else (),
            choices=(
                QuestionField("table", _("Table"), str(table) if table in seats else "", _open_tables(round_.tables)),
                QuestionField(
                    "to",
                    _("Number"),
                    _field_sent(desk, "to"),
                ),
            ),
            sends={"table": table, "to": to},
            problem=problem,
        ),
    )


@desk_confirmation
def retire(desk: Desk, number: int) -> HttpResponse:
    """Take a table out of a round; a GET asks where each of its players goes, with the best tables chosen beforehand."""
    record, round_ = desk.record, desk.round_(number)
    table = _number(desk, "table")
    seats = hall.seats_of(round_)
    leaving = seats.get(table, ())
    chosen = {player: _number(desk, f"to-{player}") for player in leaving}
    if desk.is_post:
        return desk.act(
            lambda: retire_table(desk.event, desk.actor, number, table, chosen),
            desk.address("desk_round", number),
        )
    to = {player: row for player, row in chosen.items() if row in seats and row != table}
    to = to if len(to) == len(leaving) else {**hall.best_spread(record, round_, table), **to} if leaving else {}
    problem = hall.reason_to_keep(record, round_, table) if leaving else ""
    lines: tuple[str, ...] = ()
    if leaving and not problem:
        if len(to) < len(leaving):
            problem = _(
                "The other tables have no room for all the players at table {table}; unpublish the round and draw it again.",
                table=table,
            )
        else:
            after = hall.seats_without_table(seats, table, to)
            problem = hall.refusal(record, round_, after)
            lines = () if problem else hall.consequences_of_seats(record, round_, after)
    others = [
        (
            str(row),
            ngettext("table {table}, {n} player", "table {table}, {n} players", len(seats[row]), table=row),
        )
        for row in seats
        if row != table
    ]
    return desk.put(
        ActQuestion(
            _("{action}?", action=_("Retire table {table}", table=table))
            if leaving
            else _("A table is missing or cannot play"),
            _("Retire table {table}", table=table),
            desk.address("desk_round", number),
            follows=lines,
            choices=(
                QuestionField("table", _("Table"), str(table) if leaving else "", _open_tables(round_.tables)),
                *(
                    QuestionField(
                        f"to-{player}",
                        record.name_of(player),
                        str(to.get(player, "")),
                        others,
                    )
                    for player in leaving
                ),
            ),
            sends={"table": table} | {f"to-{player}": row for player, row in to.items()},
            problem=problem,
            is_grave=True,
            no_undo=_("This cannot be undone. To get the table back, unpublish the round and draw it again."),
        ),
    )


@desk_confirmation
def seating(desk: Desk, number: int) -> HttpResponse:
    """Take the order of play of a round from the movement chart or from starting tiles (R4, R6); a GET shows what that does."""
    record, round_ = desk.record, desk.round_(number)
    source = SeatSource.CHART if _field_sent(desk, "source") == SeatSource.CHART.value else SeatSource.TILES
    is_chart = source is SeatSource.CHART
    if desk.is_post:
        return desk.act(
            lambda: set_seat_source(desk.event, desk.actor, number, source),
            desk.address("desk_round", number),
            undo=f"{desk.request.path}?source={round_.seat_source.value}",
        )
    problem = reason_not_to_seat_by(record, round_, source)
    name = name_of_round(record, number)
    label = (
        _("Seat {round} using the movement chart", round=name)
        if is_chart
        else _("Seat {round} using the starting tiles", round=name)
    )
    return desk.put(
        ActQuestion(
            _("{action}?", action=label),
            label,
            desk.address("desk_round", number),
            follows=() if problem else hall.if_seated_by(round_, source),
            sends={"source": source.value},
            problem=problem,
        ),
    )


def _name_with_status(entry: EntryRecord) -> str:
    """Return a player without a seat with the status of the player."""
    return _("{name}: {value}", name=entry.numbered, value=entry.status.words)


def _people(record: EventRecord, round_: RoundRecord) -> list[tuple[str, str]]:
    """Return the players at tables that have not reported, in order of name: number, and name with table."""
    seats = [(table.number, seat.player) for table in round_.tables if not table.holds_figures for seat in table.seats]
    seats.sort(key=lambda row: record.entry(row[1]).sort_key)
    return [
        (str(player), _("{name}: {value}", name=record.entry(player).numbered, value=_("table {table}", table=number)))
        for number, player in seats
    ]


def _open_tables(tables: tuple[TableRecord, ...]) -> list[tuple[str, str]]:
    """Return the tables that have not reported: number, and number with size in words."""
    return [
        (
            str(table.number),
            ngettext("table {table}, {n} player", "table {table}, {n} players", table.size, table=table.number),
        )
        for table in tables
        if not table.holds_figures
    ]


def _tables(record: EventRecord, round_: RoundRecord, player: PlayerId) -> list[tuple[str, str]]:
    """Return the tables to which a player can move, best first: number, and in words how many would play there and were met before."""
    seats = hall.seats_of(round_)
    offers = hall.best_tables(record, round_, player) if round_.table_of(player) else tuple(seats)
    offered = []
    for number in offers:
        met = len(hall.met_at(record, round_, player, seats[number]))
        then = len(seats[number]) + 1
        words = (
            ngettext(
                "table {table}, then {n} player, {met} met before",
                "table {table}, then {n} players, {met} met before",
                then,
                table=number,
                met=met,
            )
            if met
            else ngettext("table {table}, then {n} player", "table {table}, then {n} players", then, table=number)
        )
        if not hall.no_room(record, round_, seats, player, number):
            offered.append((str(number), words))
    return offered
