"""Mends the result of one table while its round is played: it is cleared."""

from __future__ import annotations

from tournament.models import Event
from tournament.record.acts import Act
from tournament.record.vocabulary import RoundState
from tournament.services.changes import By, DoneError, act_on, actor_of
from tournament.services.results.official import Provenance, write_official
from tournament.services.results.stored import pending_in, round_in, stored_tables


def clear_result(event: Event, by: By, round_number: int, table: int) -> None:
    """Clear everything that was reported of a table: its official result and the reports that wait; the undo brings both back.

    A result that is cleared no longer counts, so no second person has to check it. Raises RefusedError where nothing was reported.
    """
    act = Act.RECORD_RESULT
    with act_on(event, by, act, round_number=round_number, table_number=table) as doing:
        tables = stored_tables(round_in(doing.event, round_number, RoundState.PUBLISHED), [table])
        doing.refuse_own(table)
        stored = tables[table].result
        if stored == stored.without_result() and not pending_in(report__table=tables[table].row):
            raise DoneError
        write_official(doing, actor_of(by), tables, [stored.without_result()], Provenance(act))
