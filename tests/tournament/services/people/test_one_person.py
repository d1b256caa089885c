"""One person with two entries that played different rounds: made one in either direction, and two again by an undo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.build import director_of, enter_results, make_event, phone_of, play_round, publish
from tests.tournament.services.people.entered import late_comer
from tournament.day.doubles import as_one, merge_of
from tournament.models import Event, TableReport
from tournament.models.queries import record_of
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import PenaltyKind, PlayerId, SitOutKind, Status
from tournament.scores import pentamind, standings
from tournament.services.changes import RefusedError
from tournament.services.entries import merge_entries
from tournament.services.penalties import PenaltyOrder, give_penalty
from tournament.services.people.apart import keep_apart
from tournament.services.people.attendance import check_in
from tournament.services.people.departures import withdraw
from tournament.services.results.reports import correct_result
from tournament.services.rounds import close_round
from tournament.services.undoing import undo_changes

pytestmark = pytest.mark.django_db

FIRST, SECOND = 5, 13
"""The person's two numbers: withdrawn by mistake after round 1, entered again for round 2."""


def played_as_two(*, is_closed: bool = True) -> Event:
    """Twelve players; number 5 played round 1 and was withdrawn by mistake, and the same person played round 2 as number 13."""
    event = make_event(12)
    play_round(event, 1)
    withdraw(event, director_of(event), FIRST, "by mistake")
    again = late_comer(event, "Plaier Five")
    assert again.number == SECOND
    check_in(event, director_of(event), [SECOND], SitOutKind.MISSED)
    publish(event, 2)
    enter_results(event, 2)
    if is_closed:
        close_round(event, director_of(event), 2)
    return event


def scores_of(record: EventRecord, player: int) -> list[int | None]:
    (row,) = [row for row in standings(record) if row.player == player]
    return [cell.score for cell in row.cells]


def bare(record: EventRecord) -> EventRecord:
    """The record without what every act changes."""
    return replace(record, version=0, public_version=0)


@pytest.mark.parametrize(("kept", "gone"), [(FIRST, SECOND), (SECOND, FIRST)])
@pytest.mark.parametrize("is_closed", [True, False])
def test_two_entries_that_played_different_rounds_become_one_in_either_direction(
    kept: int, gone: int, *, is_closed: bool
) -> None:
    event = played_as_two(is_closed=is_closed)
    before = record_of(event)
    one, other = scores_of(before, FIRST), scores_of(before, SECOND)
    merge = merge_of(before, before.entry(PlayerId(kept)), before.entry(PlayerId(gone)))
    assert merge.refusals == ()
    foretold = as_one(before, merge)
    merge_entries(event, director_of(event), kept, gone)
    after = record_of(event)
    assert scores_of(after, kept) == [one[0], *other[1:]]
    assert gone not in after.people
    assert len(after.entries) == 12
    assert after.entry(PlayerId(kept)).status is Status.PRESENT
    assert [row for row in standings(after) if row.player == kept] == [
        row for row in standings(foretold) if row.player == kept
    ]
    assert pentamind(after) == pentamind(foretold)
    assert [table.official for table in after.round(1).tables if table.official is None] == []


@pytest.mark.parametrize(("kept", "gone"), [(FIRST, SECOND), (SECOND, FIRST)])
def test_an_undo_makes_them_two_again_with_all_that_each_had(kept: int, gone: int) -> None:
    event = played_as_two()
    keep_apart(event, director_of(event), [[FIRST, 1], [SECOND, 2]])
    give_penalty(event, director_of(event), PenaltyOrder(FIRST, 1, PenaltyKind.WARNING, "talked"))
    give_penalty(event, director_of(event), PenaltyOrder(SECOND, 2, PenaltyKind.WARNING, "talked again"))
    before = record_of(event)
    merge_entries(event, director_of(event), kept, gone)
    assert {penalty.player for penalty in record_of(event).penalties} == {kept}
    said = undo_changes(event, director_of(event), [event.version])
    assert said.startswith("Entries of ")
    after = record_of(event)
    assert bare(after).entries == bare(before).entries
    assert standings(after) == standings(before)
    assert [row.players for row in after.aparts] == [row.players for row in before.aparts]
    assert [row.player for row in after.penalties] == [row.player for row in before.penalties]
    for number in (1, 2):
        one, other = before.round(number), after.round(number)
        assert [table.seats for table in one.tables] == [table.seats for table in other.tables]
        assert one.sit_outs == other.sit_outs
        assert one.draw is not None
        assert other.draw is not None
        assert one.draw.plan == other.draw.plan


def test_every_report_of_a_table_is_kept_word_for_word_under_the_number_that_stays() -> None:
    event = played_as_two()
    (table,) = [row for row in record_of(event).round(2).tables if any(seat.player == SECOND for seat in row.seats)]
    seats = tuple(SeatRecord(seat.player, cash=(seat.cash or 0) + 100 * seat.player) for seat in table.seats)
    correct_result(
        event, director_of(event), 2, TableRecord(table.number, seats, ended_by=table.ended_by), "counted again"
    )

    def said() -> list[list[tuple[int, int | None]]]:
        reports = TableReport.objects.filter(
            table__round__event=event, table__round__number=2, table__number=table.number
        )
        return [
            [(row.entry.number, row.cash) for row in report.figures.select_related("entry")]
            for report in reports.order_by("pk")
        ]

    before = said()
    assert len(before) == 2
    merge_entries(event, director_of(event), FIRST, SECOND)
    assert said() == [[(FIRST if player == SECOND else player, cash) for player, cash in row] for row in before]


def test_a_merger_is_not_taken_back_once_another_round_has_begun() -> None:
    event = played_as_two()
    merge_entries(event, director_of(event), FIRST, SECOND)
    version = event.version
    publish(event, 3)
    with pytest.raises(RefusedError, match="Another round has begun since, so they stay one entry"):
        undo_changes(event, director_of(event), [version])


def test_the_phone_of_a_table_goes_on_to_be_held_by_the_person() -> None:
    event = played_as_two()
    phone = phone_of(event, SECOND)
    event.devices.filter(pk=phone.pk).update(round_number=2, kind="table", number=1)
    merge_entries(event, director_of(event), FIRST, SECOND)
    assert [device.entry.number for device in event.devices.all() if device.entry] == [FIRST]
