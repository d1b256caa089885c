"""Results from outside: what every table has reported, and the final cash of one table, as the desk saves one row of its grid."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from tournament.day.phones import pending_step
from tournament.desk.outside.asking import AskedError, Body, BodyError, Outside, Plain, Resource, check_form, resource
from tournament.desk.results.entering import not_open
from tournament.desk.results.forms import hand_in_forms
from tournament.desk.results.grid import Grid
from tournament.desk.results.pending import Pending, basis_of, in_fields, pending_reports
from tournament.models import Change, TableReport
from tournament.record.acts import Role
from tournament.record.event import TableRecord
from tournament.record.vocabulary import RoundState
from tournament.scores.amounts import LARGEST, figure
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _

KNOWN = ("players", "ended_by", "reason", "confirmed", "is_signed", "report", "seen")
MOST_SEATS = 20
OF_A_SEAT = ("player", "is_out_of_time")


def listing(outside: Outside) -> Plain:
    """Return every table of the rounds that have begun, as the fields of the desk's grid show it."""
    return {
        "result_check": outside.record.result_check.value,
        "rounds": [
            {
                "round": round_.number,
                "state": round_.state.value,
                "tables": _tables(outside, round_.number, round_.tables),
            }
            for round_ in outside.record.rounds
            if round_.state is not RoundState.DRAFT
        ],
    }


def of_one(outside: Outside, number: int, table: int) -> Plain:
    """Return one table of a round."""
    found = _table(outside, number, table)
    return {"round": number, "table": _tables(outside, number, [found])[0]}


def _table(outside: Outside, number: int, table: int) -> TableRecord:
    """Return a table of a round that has begun; a draft is the director's alone."""
    if outside.desk.round_(number).state is RoundState.DRAFT:
        raise RefusedError(not_open(outside.desk, number, RoundState.DRAFT))
    return outside.desk.table(number, table)


def _tables(outside: Outside, number: int, tables: Sequence[TableRecord]) -> list[Plain]:
    """Return these tables of a round."""
    pending = pending_reports(outside.desk, number, tables)
    return [_table_values(outside, table, pending.get(table.number, ())) for table in tables]


def _table_values(outside: Outside, table: TableRecord, pending: Sequence[TableReport]) -> Plain:
    """Return a table: its figures, and which report they are. A report that somebody must type again has no figures."""
    record, shown, basis = (
        outside.record,
        in_fields(table, Pending(outside.record, pending)),
        basis_of(outside.record, table),
    )
    step = pending_step(record, table)
    return {
        "table": table.number,
        "is_official": table.is_official,
        "waits_for": step.value if step else None,
        "report": basis.report or None,
        "is_signed": basis.is_signed,
        "ended_by": shown.ended_by,
        "players": [
            {
                "player": seat.player,
                "name": record.entry(seat.player).as_entered,
                **{name: getattr(seat, name) for name in record.format.amount.figures},
                "is_out_of_time": seat.timed_out,
            }
            for seat in shown.seats
        ],
    }


def save(outside: Outside, number: int, table: int) -> None:
    """Save the final cash of one table as the settings of the event say: official at once, or a report that waits."""
    body, found = outside.body, _table(outside, number, table)
    body.only(KNOWN)
    fields = _fields(outside, body, found)
    outside.sent(fields)
    grid = Grid(outside.desk, number)
    if not grid.is_open:
        raise RefusedError(not_open(outside.desk, number, grid.round_.state))
    form = grid.sent_forms([found])[table]
    if not form.is_valid():
        if form.judgement is not None and not form.judgement.refusals:
            names = {"reason": form.asks_for_reason, "confirmed": form.asks_for_tick}
            raise AskedError(
                " ".join(map(str, form.non_field_errors())), *(name for name, is_asked in names.items() if is_asked)
            )
        seats = {f"{name}-{player}": _("player {number}", number=player) for player, name in form.figure_names}
        check_form(form.errors, seats)
    if not form.is_touched:
        return
    actor = replace(outside.actor, compared=None)  # the service merges what others have saved meanwhile
    for refusal in hand_in_forms(outside.event, actor, number, [form]).values():
        raise refusal


def _fields(outside: Outside, body: Body, table: TableRecord) -> dict[str, str]:
    """Return the fields of the table's row in the grid; a player that was not sent keeps an empty amount."""
    prefix, seats, typed = f"t{table.number}", {}, outside.record.format.amount.figures
    for each in body.objects("players", MOST_SEATS):
        each.only((*OF_A_SEAT, *typed))
        seats[each.number("player")] = each
    if seats.keys() != {seat.player for seat in table.seats}:
        players = ", ".join(str(seat.player) for seat in table.seats)
        raise BodyError(
            _(
                "The players at table {table} are {players}. Send each of them once.",
                table=table.number,
                players=players,
            )
        )
    is_signed, says_it = body.flag("is_signed"), "is_signed" in body
    basis = [body.number("report") or 0, says_it and not is_signed]  # what is said counts; what is not stays as it is
    fields = {
        "seen": str(outside.seen or ""),
        f"{prefix}-ended_by": body.text("ended_by"),
        f"{prefix}-reason": body.text("reason"),
        f"{prefix}-confirmed": "on" if body.flag("confirmed") else "",
        f"{prefix}-signed": "on" if is_signed else "",
        f"{prefix}-report": json.dumps(basis),
    }
    for player, seat in seats.items():
        for name, amount in typed.items():
            value = seat.number(name, least=-LARGEST if amount.may_be_negative else 0)
            said = figure(amount, value or 0) if amount.decimals else str(value)
            fields[f"{prefix}-{name}-{player}"] = "" if value is None else said
        fields[f"{prefix}-late-{player}"] = "on" if seat.flag("is_out_of_time") else ""
    return fields


def _saved_table(outside: Outside, _change: Change | None, number: int, table: int) -> Plain:
    """Return the table as it is now."""
    return of_one(outside, number, table)


every = resource(Resource(Role.RESULTS, listing))
one = resource(Resource(Role.RESULTS, of_one, save, _saved_table))
