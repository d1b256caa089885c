"""The results grid as its page and the answer to a single row show it: each table as it is stored, or as it was typed and not saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.desk.collisions import both_results
from tournament.desk.forms.results import TableResultForm
from tournament.desk.frame import desk_context
from tournament.models import Event
from tournament.public.lists import drawn
from tournament.public.lists.page import addresses, on_page
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import Dollars, PlayerId, RoundState, TableScore, whole_number
from tournament.scores import Scores
from tournament.scores.judgement import judge_table
from tournament.scores.scoring import ScoringError, fines_of
from tournament.services.reports import ResultConflictError
from tournament.tellings.charts import cash_chart
from tournament.tellings.checks import STATE_WORDS, Check, check_of
from tournament.tellings.results import FOR_FILES, round_results
from tournament.tellings.words import tables_named


def grid_context(
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    bound: Mapping[int, TableResultForm],
    conflicts: Mapping[int, ResultConflictError],
    saved: Sequence[int] = (),
) -> dict[str, Any]:
    """What the grid shows; ``bound`` are forms of tables that are not saved, as they were typed, ``saved`` the tables that just were."""
    scores = Scores(record)
    fines, results = scores.fines(played.number), scores.results(played.number)
    rows = [
        typed_row(record, table, bound[table.number], conflicts.get(table.number))
        if table.number in bound
        else stored_row(record, played, table, fines, results.get(table.number), seen=record.version if bound else 0)
        for table in played.tables
    ]
    is_open = played.state is RoundState.PUBLISHED
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
    )


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
) -> dict[str, Any]:
    """One row and what depends on it, after it was sent alone; ``form`` where it is not saved."""
    row = (
        typed_row(record, table, form, conflict, is_alone=True)
        if form
        else stored_row(record, played, table, fines_of(record, played.number), seen=record.version)
    )
    shown = desk_context(event, record, number=played.number, row=row)
    return {**shown, "most_seats": range(max(played.sizes, default=0))}


def stored_row(
    record: EventRecord,
    played: RoundRecord,
    table: TableRecord,
    fines: Mapping[PlayerId, Dollars],
    scored: TableScore | ScoringError | None = None,
    *,
    seen: int,
) -> dict[str, Any]:
    """A table as it stands, by its score where that is known; ``seen`` is the version it shows, where the page's own is older."""
    judged = judge_table(record, played.number, table, is_confirmed=True, fines=fines, scored=scored)
    form = TableResultForm(record=record, round_number=played.number, table=table, fines=fines)
    saved_at = table.official.official_at if table.official else None
    return {**_row(table, form, check_of(record, judged)), "seen": seen, "saved_at": saved_at}


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
    return {
        **_row(table, form, said),
        **both_results(record, conflict),
        "seen": record.version if conflict and not is_alone else sent,
        "now": record.version if conflict and is_alone else 0,
        "errors": [error for error in form.non_field_errors() if error != said.words],
        "is_unsaved": True,
    }


def check_as_typed(record: EventRecord, form: TableResultForm) -> Check:
    """What is to be said of the table as it stands in the fields; where one of them cannot be read, that alone."""
    if form.is_valid() or form.judgement is not None:
        assert form.judgement is not None  # noqa: S101  a form without it has errors of its fields
        return check_of(record, form.judgement)
    return Check(" ".join(str(error) for errors in form.errors.values() for error in errors), "wrong")


def _row(table: TableRecord, form: TableResultForm, said: Check) -> dict[str, Any]:
    return {
        "table": table,
        "form": form,
        "state": table.state.value,
        "state_words": STATE_WORDS[table.state],
        "check": said,
    }
