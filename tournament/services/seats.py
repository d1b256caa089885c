"""Who sits where after a draw: swaps, no-shows, starting tiles and chart."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User

from tournament.models import Event, Round, Seat, SitOut, Table
from tournament.seating import parse_starting_tile
from tournament.services.changes import Act, RefusedError, act_on
from tournament.services.rounds import round_in
from tournament.vocabulary import PlayerId, RoundKind, RoundState, SeatSource, SitOutKind


def swap_players(event: Event, actor: User, number: int, first: PlayerId, second: PlayerId) -> None:
    """Swap two players of a round who sat down wrongly, or a seat with a sit-out, before their tables have results."""
    with act_on(event, actor, "swap seats", f"Round {number}") as act:
        played = _open_round(act.event, number)
        seats = {
            seat.entry.number: seat
            for seat in played.seats.select_related("entry__player", "table").filter(entry__number__in=[first, second])
        }
        sit_out = played.sit_outs.select_related("entry__player").filter(entry__number__in=[first, second]).first()
        if len(seats) == 2:
            one, two = seats[first], seats[second]
            if one.table_id == two.table_id:
                raise RefusedError(f"Both sit at table {one.table.number}; there is nothing to swap.")
            _swap_entries(act, one, two)
        elif len(seats) == 1 and sit_out is not None:
            _swap_with_sit_out(act, next(iter(seats.values())), sit_out)
        else:
            raise RefusedError("Choose two players of this round.")


def _swap_entries(act: Act, one: Seat, two: Seat) -> None:
    for seat in (one, two):
        _check_no_cash(seat)
    act.before = {one.entry.player.name: one.table.number, two.entry.player.name: two.table.number}
    act.after = {one.entry.player.name: two.table.number, two.entry.player.name: one.table.number}
    first, second = one.entry, two.entry
    one.delete()  # the constraint allows no player twice, not even for a moment
    two.entry = first
    two.starting_tile = ""
    two.save()
    Seat.objects.create(round_id=one.round_id, table=one.table, entry=second, position=one.position)


def _swap_with_sit_out(act: Act, seat: Seat, sit_out: SitOut) -> None:
    _check_no_cash(seat)
    other = sit_out.entry
    if other.sit_outs.exclude(pk=sit_out.pk).filter(kind=SitOutKind.STANDARD.value).exists():
        raise RefusedError(f"{other.player.name} has another sit-out already.")
    if seat.entry.sit_outs.exclude(kind=SitOutKind.MISSED.value).exists():
        raise RefusedError(f"{seat.entry.player.name} has sat out already; nobody sits out twice (R49).")
    act.before = {seat.entry.player.name: f"table {seat.table.number}", other.player.name: "sits out"}
    act.after = {other.player.name: f"table {seat.table.number}", seat.entry.player.name: "sits out"}
    kind, leaving = sit_out.kind, seat.entry
    sit_out.delete()
    seat.entry, seat.starting_tile = other, ""
    seat.save()
    SitOut.objects.create(round_id=seat.round_id, entry=leaving, kind=kind, reason="swapped by the director")


def _check_no_cash(seat: Seat) -> None:
    if seat.table.seats.exclude(cash=None).exists():
        raise RefusedError(f"Table {seat.table.number} has a result; clear it before moving players.")


def mark_no_show(event: Event, actor: User, number: int, player: PlayerId, kind: SitOutKind, reason: str) -> None:
    """Take a player who did not come off the table; it plays with those present, scored by who started (R54, R63)."""
    with act_on(event, actor, "mark no-show", "", reason) as act:
        played = round_in(act.event, number, RoundState.PUBLISHED)
        seat = played.seats.select_related("entry__player", "table").filter(entry__number=player).first()
        if seat is None:
            raise RefusedError(f"Player {player} has no seat in round {number}.")
        _check_no_cash(seat)
        if seat.table.seats.count() <= 3:
            raise RefusedError(
                f"Table {seat.table.number} would be left with two players, and nobody plays with two; "
                "take the round back and draw it again."
            )
        entry, table = seat.entry, seat.table
        act.subject = f"{entry}, round {number}, table {table.number}"
        seat.delete()
        for position, rest in enumerate(table.seats.order_by("position"), 1):
            rest.position = position
            rest.save(update_fields=["position"])
        SitOut.objects.create(
            round=played, entry=entry, kind=kind.value, reason=reason.strip()[:300] or "did not come, R54"
        )
        act.after = {"score": kind.value}


def set_starting_tiles(event: Event, actor: User, number: int, tiles: Mapping[int, Mapping[PlayerId, str]]) -> int:
    """Store starting tiles by table and player (R4), empty ones cleared; how many tables changed."""
    with act_on(event, actor, "set starting tiles", f"Round {number}") as act:
        played = _open_round(act.event, number)
        tables = {table.number: table for table in played.tables.prefetch_related("seats__entry__player")}
        changed = 0
        for table_number, typed in tiles.items():
            if table_number not in tables:
                raise RefusedError(f"Round {number} has no table {table_number}; reload the page.")
            changed += _set_tiles(act, tables[table_number], typed)
        if not changed:
            raise RefusedError("No starting tile was changed.")
    return changed


def _set_tiles(act: Act, table: Table, typed: Mapping[PlayerId, str]) -> int:
    seats = [seat for seat in table.seats.all() if PlayerId(seat.entry.number) in typed]
    wanted = {seat.pk: parse_starting_tile(typed[PlayerId(seat.entry.number)]) for seat in seats}
    drawn = [tile for tile in wanted.values() if tile]
    twice = next((tile for tile in drawn if drawn.count(tile) > 1), None)
    if twice:
        raise RefusedError(f"Table {table.number} has tile {twice} twice; every tile exists once, so check both.")
    changed = [seat for seat in seats if seat.starting_tile != wanted[seat.pk]]
    Seat.objects.filter(pk__in=[seat.pk for seat in changed]).update(starting_tile="")
    for seat in changed:
        act.before[seat.entry.player.name] = seat.starting_tile
        seat.starting_tile = wanted[seat.pk]
        act.after[seat.entry.player.name] = seat.starting_tile
        seat.save(update_fields=["starting_tile"])
    return bool(changed)


def set_seat_source(event: Event, actor: User, number: int, source: SeatSource) -> None:
    """Seat a round by drawn tiles or as the chart says (R4, R6)."""
    with act_on(event, actor, "set seating", f"Round {number}") as act:
        played = _open_round(act.event, number)
        if played.kind == RoundKind.SWISS.value and source is SeatSource.CHART:
            raise RefusedError("The final is seated by starting tiles (R48).")
        act.before, act.after = {"seating": played.seat_source}, {"seating": source.value}
        played.seat_source = source.value
        played.save()


def _open_round(event: Event, number: int) -> Round:
    found = event.rounds.filter(number=number).first()
    if found is None or found.state == RoundState.CLOSED.value:
        raise RefusedError(f"Round {number} is {'closed; reopen it first' if found else 'not drawn'}.")
    return found
