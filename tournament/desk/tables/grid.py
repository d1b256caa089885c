"""The results grid as its page and the answer to a single row show it: each table as it is stored, or as it was typed and not saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User

from tournament.access import may, own_table_in
from tournament.access.tables import OwnTable
from tournament.day.browsers import ENOUGH
from tournament.day.unconfirmed import Waits, waiting_tables
from tournament.desk.collisions import both_results
from tournament.desk.forms.results import TableResultForm
from tournament.desk.frame import desk_context, for_page
from tournament.desk.tables.cells import cash_cells, time_outs
from tournament.desk.tables.waiting import basis_of, in_fields, waiting_of, waiting_words
from tournament.models import Event, TableReport
from tournament.public.lists import drawn
from tournament.public.lists.page import addresses, on_page
from tournament.record.acts import Act
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.gaming import OnDevices
from tournament.record.vocabulary import (
    Dollars,
    PlayerId,
    ReportSource,
    ResultCheck,
    RoundState,
    TableScore,
    whole_number,
)
from tournament.scores import Scores
from tournament.scores.judgement import judge_table
from tournament.scores.scoring import ScoringError, fines_of
from tournament.services.at_table.clocks import out_by_clock, presses_of
from tournament.services.results.official import ResultConflictError
from tournament.services.results.phones import browsers_agreed
from tournament.services.results.stored import ByTable
from tournament.tellings.charts import cash_chart
from tournament.tellings.checks import Check, check_of, state_words
from tournament.tellings.news.phones import agreed_from
from tournament.tellings.results import FOR_FILES, round_results
from tournament.tellings.words import tables_named


def grid_context(
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    bound: Mapping[int, TableResultForm],
    conflicts: Mapping[int, ResultConflictError],
    saved: Sequence[int] = (),
    *,
    user: User | None = None,
) -> dict[str, Any]:
    """What the grid shows; ``bound`` are forms of tables that are not saved, as they were typed, ``saved`` the tables that just were."""
    scores = Scores(record)
    waiting = waiting_of(event, record, played)
    is_open = played.state is RoundState.PUBLISHED
    own = own_of(event, played, user)
    stored = stored_rows(
        record,
        played,
        played.tables,
        waiting,
        user,
        closed_rows(event, record, played, user, own),
        scores=scores,
        seen=record.version if bound else 0,
        on_clock=out_by_clock(played, record.ruleset, presses_of(event, played.number)) if is_open else {},
    )
    rows = [
        typed_row(record, table, bound[table.number], conflicts.get(table.number))
        if table.number in bound and not (own and own.table == table.number)
        else row
        for table, row in zip(played.tables, stored, strict=True)
    ]
    scored = None if is_open else round_results(scores, played.number).without(*FOR_FILES)
    leads_to = addresses(event.slug, player="desk_entry", table="desk_table")
    return desk_context(
        event,
        record,
        number=played.number,
        round=played,
        rows=rows,
        problems=_problems(sorted(bound), saved),
        is_asking=all(row["check"].style == "doubt" for row in rows if row["table"].number in bound) and not conflicts,
        most_seats=range(max(played.sizes, default=0)),
        picture="" if is_open else drawn(cash_chart(scores, played.number)),
        scores=on_page(scored, leads_to) if scored and scored.rows else None,
        has_scores=any(table.has_result for table in played.tables),
        is_open=is_open,
        **around_context(event, record, played, own),
    )


def own_of(event: Event, played: RoundRecord, user: User | None) -> OwnTable | None:
    """The table of the round whose row is closed to whoever looks, because they play there."""
    return own_table_in(user, event, "desk_results", played.number) if user else None


def closed_rows(
    event: Event, record: EventRecord, played: RoundRecord, user: User | None, own: OwnTable | None = None
) -> dict[int, str]:
    """The tables whose rows have no fields for whoever looks, and why; empty words where the page says it for all of them.

    Nobody is to type what would not be saved: at their own table, without a role that enters results, or, for who only checks, before
    somebody else has typed the table.
    """
    if user is None or may(user, event, Act.RECORD_RESULT):
        return {own.table: own.sentence} if own else {}
    if record.result_check is ResultCheck.REKEY and may(user, event, Act.CONFIRM_RESULT):
        name = user.get_username()
        typed_by = {
            table.number: {row.reported_by for row in table.reports if row.source is ReportSource.DESK}
            for table in played.tables
        }
        closed = {number: "The desk types it first." for number, names in typed_by.items() if not names - {name}}
        closed |= {table.number: "" for table in played.tables if table.number in closed and table.has_reported}
    else:
        closed = {table.number: "" for table in played.tables}
    return closed | ({own.table: own.sentence} if own else {})


def around_context(
    event: Event, record: EventRecord, played: RoundRecord, own: OwnTable | None = None
) -> dict[str, Any]:
    """What stands around the rows: how results are checked, which tables can be accepted, and which are not signed."""
    waits = waiting_tables(record, played)
    agreed = set(waits.get(Waits.ACCEPTANCE, ())) - {own.table if own else 0}
    accepted = [table for table in played.tables if table.number in agreed]
    return {
        "result_check": record.result_check.value,
        "agreed": [(table.number, table.reports[-1].key) for table in accepted],
        "agreed_words": tables_named([table.number for table in accepted]),
        "agreed_alone": _said_of_alone(event, accepted),
        "unsigned": tables_named(waits[Waits.SIGNATURES]) if Waits.SIGNATURES in waits else "",
        "is_one_agreed": len(accepted) == 1,
        # A round on devices is accepted on its boards, and closed there too.
        "is_accepting_next": bool(accepted)
        and all(table.is_official or table in accepted for table in played.tables)
        and all(table.on_devices is OnDevices.NONE for table in accepted),
    }


def _problems(waiting: Sequence[int], saved: Sequence[int]) -> list[str]:
    """What is to be said above the grid of the tables that are not saved; "the rest" only where there is one."""
    if not waiting:
        return []
    rest = "; the rest is saved" if saved else ""
    return [f"{tables_named(waiting).capitalize()}: look at what stands beside{rest}."]


def row_context(
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    table: TableRecord,
    form: TableResultForm | None,
    conflict: ResultConflictError | None,
    user: User | None = None,
) -> dict[str, Any]:
    """One row and what depends on it, after it was sent alone; ``form`` where it is not saved."""
    if form:
        rows = [typed_row(record, table, form, conflict, is_alone=True)]
    else:
        rows = stored_rows(
            record,
            played,
            [table],
            waiting_of(event, record, replace(played, tables=(table,))),
            user,
            closed_rows(event, record, played, user),
            seen=record.version,
        )
    return rows_context(event, record, played, rows, own_of(event, played, user))


def _said_of_alone(event: Event, accepted: Sequence[TableRecord]) -> str:
    """What is added to a sentence about tables that agreed, where one phone alone said it for everybody at some of them."""
    keys = {
        table.reports[-1].key: table.number
        for table in accepted
        if table.reports[-1].source is ReportSource.PLAYER and table.on_devices is OnDevices.NONE
    }
    if not keys:
        return ""
    browsers = browsers_agreed(TableReport.objects.filter(pk__in=keys, table__round__event=event))
    alone = [number for key, number in keys.items() if browsers.get(key, 0) < ENOUGH]
    if not alone:
        return ""
    return f", {agreed_from(1)}" if len(accepted) == 1 else f", {tables_named(alone)} {agreed_from(1)}"


def rows_context(
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    rows: Sequence[Mapping[str, Any]],
    own: OwnTable | None = None,
) -> dict[str, Any]:
    """Some rows and what depends on them: the next thing to do, the stages of the day, what waits."""
    shown = desk_context(event, record, number=played.number, rows=rows, **around_context(event, record, played, own))
    return {**for_page(shown, "desk_results"), "most_seats": range(max(played.sizes, default=0))}


def stored_rows(
    record: EventRecord,
    played: RoundRecord,
    tables: Iterable[TableRecord],
    waiting: ByTable,
    user: User | None,
    closed: Mapping[int, str] = MappingProxyType({}),
    *,
    scores: Scores | None = None,
    seen: int,
    on_clock: Mapping[int, frozenset[int]] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """Tables as they stand, each by its score where that is known; ``seen`` is the version they show, where the page's own is older.

    ``on_clock`` are who ran out of time by a table's own clock: proposed until something is reported of the table.
    """
    fines = scores.fines(played.number) if scores else fines_of(record, played.number)
    results = scores.results(played.number) if scores else {}
    return [
        stored_row(
            record,
            played,
            table,
            waiting,
            user,
            fines,
            results.get(table.number),
            closed=closed.get(table.number),
            seen=seen,
            on_clock=on_clock.get(table.number, frozenset()),
        )
        for table in tables
    ]


def stored_row(
    record: EventRecord,
    played: RoundRecord,
    table: TableRecord,
    waiting: ByTable,
    user: User | None,
    fines: Mapping[PlayerId, Dollars],
    scored: TableScore | ScoringError | None = None,
    *,
    closed: str | None = None,
    seen: int,
    on_clock: frozenset[int] = frozenset(),
) -> dict[str, Any]:
    """A table as it stands: official, or as a report that waits is to be shown; ``closed`` is why its row has no fields."""
    said = waiting.get(table.number, ())
    held = in_fields(record, table, said)
    judged = judge_table(
        record, played.number, held, is_confirmed=True, fines=fines, scored=scored if held is table else None
    )
    form = TableResultForm(
        record=record,
        round_number=played.number,
        table=held,
        fines=fines,
        is_agreed=is_signed(record, table),
        on_clock=frozenset() if said or table.has_cash else on_clock,
    )
    return {
        **_row(record, table, form, check_of(record, judged), closed),
        **waiting_words(record, table, said, user),
        "seen": seen,
        "saved_at": table.official.official_at if table.official else None,
    }


def is_signed(record: EventRecord, table: TableRecord) -> bool:
    """Whether the tick of the table's signatures is set."""
    return record.result_check is ResultCheck.TABLE and basis_of(record, table).is_signed


def typed_row(
    record: EventRecord,
    table: TableRecord,
    form: TableResultForm,
    conflict: ResultConflictError | None,
    *,
    is_alone: bool = False,
) -> dict[str, Any]:
    """A table that is not saved, as it was typed, with both values of what collides.

    A whole page that shows both is answered as things stand now; a row that came alone keeps its version until the director has chosen,
    because a save of the whole page may follow before it was looked at.
    """
    said = check_as_typed(record, form)
    sent = whole_number(form.data.get(form.add_prefix("seen")))
    row = _row(record, table, form, said)
    now = row["report"]
    return {
        **row,
        **both_results(record, conflict),
        "seen": record.version if conflict and not is_alone else sent,
        "now": record.version if conflict and is_alone else 0,
        "report": now if conflict and not is_alone else form.data.get(form.add_prefix("report"), ""),
        "report_now": now,
        "errors": [error for error in form.non_field_errors() if error != said.words],
        "is_unsaved": True,
    }


def check_as_typed(record: EventRecord, form: TableResultForm) -> Check:
    """What is to be said of the table as it stands in the fields; where one of them cannot be read, that alone."""
    if form.is_valid() or form.judgement is not None:
        assert form.judgement is not None  # noqa: S101  a form without it has errors of its fields
        return check_of(record, form.judgement)
    return Check(" ".join(str(error) for errors in form.errors.values() for error in errors), "wrong")


def _row(
    record: EventRecord, table: TableRecord, form: TableResultForm, said: Check, closed: str | None = None
) -> dict[str, Any]:
    is_closed = closed is not None
    return {
        "is_closed": is_closed,
        "why_closed": closed or "",
        "cells": cash_cells(form, is_closed=is_closed),
        "time_outs": "" if is_closed else time_outs(form),
        "reason": form.text_of("reason"),
        "ended_by": form.text_of("ended_by"),
        "table": table,
        "form": form,
        "state": table.state.value,
        "state_words": state_words(record, table),
        "is_checked": record.result_check is not ResultCheck.NONE,
        "is_signed_here": record.result_check is ResultCheck.TABLE,
        "report": str(basis_of(record, table)),
        "stamp": stamp(table),
        "check": said,
    }


def stamp(table: TableRecord) -> str:
    """What of a table a page can have shown: another one where another desk saved it or its state is another."""
    official = table.official.key if table.official else 0
    latest = table.reports[-1] if table.reports else None
    waiting = f"{latest.key}{'s' if latest.is_agreed else ''}" if latest else ""
    seats = "-".join(str(seat.player) for seat in table.seats)
    return f"{official}.{waiting}.{table.state.value}.{seats}"
