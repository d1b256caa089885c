"""Whatever two entries of one person did in rounds of their own: as one entry they have all of it, and nobody else has any less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from django.db import transaction
from hypothesis import example, given
from hypothesis import strategies as st

from tests.build import director_of, enter_results, make_event, play_round, publish
from tests.tournament.services.people.entered import late_comer
from tournament.day.doubles import merge_of
from tournament.desk.acting import REFUSALS
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PenaltyKind, PlayerId, SitOutKind
from tournament.scores import standings
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archived
from tournament.services.changes import RefusedError
from tournament.services.entries import merge_entries
from tournament.services.penalties import PenaltyOrder, give_penalty
from tournament.services.people.attendance import check_in
from tournament.services.people.departures import reinstate, withdraw
from tournament.services.rounds import close_round
from tournament.services.undoing import undo_changes

pytestmark = pytest.mark.django_db

FIRST, SECOND = PlayerId(5), PlayerId(13)
"""The person's two numbers."""


def cash_of(record: EventRecord) -> Counter[int]:
    """The cash of every table of every round together, and how many sit there."""
    found = Counter[int]()
    for round_ in record.rounds:
        for table in round_.tables:
            found[100 * round_.number + table.number] = sum(seat.cash or 0 for seat in table.seats)
            found[-100 * round_.number - table.number] = table.size
    return found


def totals(record: EventRecord, *apart_from: int) -> dict[int, int]:
    return {row.player: row.total for row in standings(record) if row.player not in apart_from}


def played_of(record: EventRecord, player: int) -> dict[int, int]:
    """What a player scored at tables, by round."""
    row = next((row for row in standings(record) if row.player == player), None)
    seated = {round_.number for round_ in record.closed_rounds if round_.table_of(PlayerId(player))}
    return {} if row is None else {number: row.cells[number - 1].score or 0 for number in seated}


def played(steps: Sequence[str], missed: SitOutKind, fines: Sequence[tuple[int, int]]) -> Event:
    """Twelve players and up to three rounds; before each but the first, the person takes part as the one or the other, or as both.

    ``steps`` are who plays the rounds after the first; the second is entered before round 2, whose ``missed`` rounds score so.
    """
    event = make_event(12)
    by = director_of(event)
    play_round(event, 1)
    late_comer(event, "Plaier Five")
    for number, who in enumerate(steps, 2):
        for player, name in ((FIRST, "one"), (SECOND, "other")):
            is_in = record_of(event).entry(player).is_active
            is_wanted = who in (name, "both")
            if is_wanted and not is_in:
                _bring(event, player, missed)
            elif is_in and not is_wanted:
                withdraw(event, by, player)
        publish(event, number)
        enter_results(event, number)
        if number < len(steps) + 1:
            close_round(event, by, number)
    for fined, number in fines:
        _fine(event, fined, number)
    close_round(event, by, len(steps) + 1)
    return Event.objects.get(pk=event.pk)


def _bring(event: Event, player: PlayerId, missed: SitOutKind) -> None:
    if record_of(event).entry(player).status.value == "withdrawn":
        reinstate(event, director_of(event), player)
    if not record_of(event).entry(player).is_active:
        check_in(event, director_of(event), [player], missed)


def _fine(event: Event, player: int, number: int) -> None:
    try:
        with transaction.atomic():
            order = PenaltyOrder(player, number, PenaltyKind.FINE, "misread", amount=5_000)
            give_penalty(event, director_of(event), order)
    except REFUSALS:
        pass
    event.refresh_from_db()


STEPS = st.lists(st.sampled_from(["one", "other", "neither", "other", "both"]), min_size=1, max_size=3)
FINES = st.lists(st.tuples(st.sampled_from([FIRST, SECOND]), st.integers(1, 3)), max_size=2)
MISSED = st.sampled_from([SitOutKind.MISSED, SitOutKind.STANDARD])


@given(STEPS, MISSED, FINES, st.booleans())
@example(["other"], SitOutKind.MISSED, [], False)
@example(["other"], SitOutKind.STANDARD, [(SECOND, 2)], True)
@example(["other", "one"], SitOutKind.MISSED, [(FIRST, 1), (SECOND, 2)], True)
@example(["both"], SitOutKind.MISSED, [], True)
def test_one_entry_has_all_that_two_had_and_every_table_and_total_is_as_it_was(
    steps: list[str], missed: SitOutKind, fines: list[tuple[int, int]], is_turned: bool
) -> None:
    with transaction.atomic():
        event = played(steps, missed, fines)
        before, by = record_of(event), director_of(event)
        kept, gone = (SECOND, FIRST) if is_turned else (FIRST, SECOND)
        if "both" in steps:
            for one, other in ((kept, gone), (gone, kept)):
                with pytest.raises(RefusedError, match="so they are two different people"):
                    merge_entries(event, by, one, other)
        else:
            assert merge_of(before, before.entry(kept), before.entry(gone)).refusals == ()
            merge_entries(event, by, kept, gone)
            _check(before, record_of(event), kept)
            copy = restore(archived(event), by)
            assert totals(record_of(copy.event)) == totals(record_of(event))
            undo_changes(event, by, [event.version])
            after = record_of(event)
            assert totals(after) == totals(before)
            assert [round_.tables for round_ in after.rounds] == [round_.tables for round_ in before.rounds]
            assert [(row.player, row.amount) for row in after.penalties] == [
                (row.player, row.amount) for row in before.penalties
            ]
        transaction.set_rollback(True)


def _check(before: EventRecord, after: EventRecord, kept: PlayerId) -> None:
    """What is so after a merger, whichever entry stays."""
    assert cash_of(after) == cash_of(before)
    assert totals(after, kept) == totals(before, FIRST, SECOND)
    assert played_of(after, kept) == {**played_of(before, FIRST), **played_of(before, SECOND)}
    assert {FIRST, SECOND} & after.people.keys() == {kept}
    assert sorted((row.round, row.amount) for row in after.penalties) == sorted(
        (row.round, row.amount) for row in before.penalties
    )
    for round_ in after.rounds:
        there = [seat.player for table in round_.tables for seat in table.seats]
        assert len({*there, *(row.player for row in round_.sit_outs)}) == len(there) + len(round_.sit_outs)
