"""What who sat where in a closed round cannot be put right to is refused in a sentence; and what is done is told and taken back whole."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts.doing import try_act
from tests.acts.seating import exchanged, renamed
from tests.acts.starts import taken_back, whole_days
from tests.build import director_of, enter_results, make_event, play_round, publish
from tests.tournament.services.results.seating import WHY, correct, day_behind, two, undo
from tests.tournament.services.test_any_acts import check_history, check_seats, check_undone
from tournament.day.correcting import ActualSeats, with_seats
from tournament.models import Event, TableReport
from tournament.models.queries import record_of
from tournament.record.acts import Act, Undo
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import ReportSource, ResultState, RoundKind, RoundState, SitOutKind
from tournament.scores import medals
from tournament.services.changes import Actor, RefusedError
from tournament.services.gamelogs import open_dispute
from tournament.services.results.reports import report_result, restore_result
from tournament.services.results.seating import correct_seats
from tournament.services.rounds import close_round, reopen_round
from tournament.services.undoing import undo_changes
from tournament.tellings.undoing import offers

pytestmark = pytest.mark.django_db


@pytest.fixture
def behind() -> Event:
    """Eight players, two tables of four; round 1 is closed and round 2 published."""
    return day_behind()


# What is refused, in a sentence


def test_nobody_sits_twice_and_nobody_is_left_nowhere(behind: Event) -> None:
    played = record_of(behind).round(1)
    one, other = two(played)
    name = record_of(behind).name_of
    with pytest.raises(
        RefusedError, match=f"{name(other)} would have two seats in round 1; choose who sat in each seat"
    ):
        correct(behind, renamed(played, {one: other}, {}))
    with pytest.raises(RefusedError, match=f"Choose whose seat {name(one)} had in round 1"):
        correct(behind, renamed(played, {one: None}, {}))
    with pytest.raises(RefusedError, match="Nothing was changed"):
        correct(behind, renamed(played, {one: one}, {}))
    with pytest.raises(RefusedError, match="Give a reason"):
        correct_seats(behind, director_of(behind), 1, exchanged(played, one, other), " ")
    assert record_of(behind).round(1).state is RoundState.CLOSED


def test_a_table_has_three_players_at_least_and_a_table_of_six_its_multiplier() -> None:
    event = make_event(6)
    play_round(event, 1, sizes=(3, 3))
    played = record_of(event).round(1)
    gone = played.tables[0].seats[0].player
    with pytest.raises(RefusedError, match="Table 1 would have had 2 players, too few to play"):
        correct(event, renamed(played, {gone: None}, {gone: SitOutKind.MISSED}))
    two_of, three = played.tables
    with pytest.raises(RefusedError, match="would have had 2 players"):
        correct(
            event,
            ActualSeats((with_seats(two_of, two_of.seats[1:]), with_seats(three, [*three.seats, two_of.seats[0]]))),
        )


def test_a_round_that_is_being_played_is_swapped_and_not_corrected(behind: Event) -> None:
    played = record_of(behind).round(2)
    with pytest.raises(RefusedError, match="Round 2 is not closed; make changes on the round's own page"):
        correct(behind, exchanged(played, *two(played)), number=2)


@pytest.fixture
def before_final() -> Event:
    """Twelve players in threes, two rounds; the first is closed and the final can be cut."""
    event = make_event(12, rounds_planned=2)
    play_round(event, 1, sizes=(3, 3, 3, 3))
    return event


def test_the_top_table_of_a_final_takes_nobody_else(before_final: Event) -> None:
    final = play_round(before_final, 2, sizes=(3, 3, 3, 3))
    assert final.kind is RoundKind.SWISS
    one, other = two(final)
    was = medals(record_of(before_final))
    final = record_of(before_final).round(2)
    with pytest.raises(
        RefusedError, match=r"Table 1 of the final is seated from the standings, and nobody else can join it \(R46"
    ):
        correct(before_final, exchanged(final, one, other), number=2)
    assert medals(record_of(before_final)) == was
    one, neighbour = (seat.player for seat in final.tables[0].seats[:2])
    correct(before_final, exchanged(final, one, neighbour), number=2)
    third = final.tables[2].seats[0].player
    correct(before_final, exchanged(record_of(before_final).round(2), other, third), number=2)


def test_a_drawn_final_stays_when_who_sat_where_before_it_is_put_right(before_final: Event) -> None:
    publish(before_final, 2, sizes=(3, 3, 3, 3))
    was = record_of(before_final)
    assert was.round(2).kind is RoundKind.SWISS
    correct(before_final, exchanged(was.round(1), *two(was.round(1))))
    assert record_of(before_final).round(2).tables == was.round(2).tables


def test_a_stale_page_corrects_no_table_that_was_changed_meanwhile(behind: Event) -> None:
    played, seen = record_of(behind).round(1), behind.version
    correct(behind, exchanged(played, *two(played)))
    one, other = played.tables[0].seats[1].player, played.tables[1].seats[0].player
    stale = Actor(director_of(behind), seen=seen)
    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        correct_seats(behind, stale, 1, exchanged(record_of(behind).round(1), one, other), WHY)


def test_a_version_with_other_players_is_not_restored(behind: Event) -> None:
    version = TableReport.objects.filter(table__round__event=behind, table__number=1).latest("pk").official_version
    correct(behind, exchanged(record_of(behind).round(1), *two(record_of(behind).round(1))))
    with pytest.raises(RefusedError, match="has different players; correct who sat there instead"):
        restore_result(behind, director_of(behind), 1, 1, version or 0, "")


def test_a_disputed_table_stays_disputed(behind: Event) -> None:
    open_dispute(behind, director_of(behind), 1, 1, "cash for seat 2")
    correct(behind, exchanged(record_of(behind).round(1), *two(record_of(behind).round(1))))
    assert record_of(behind).round(1).table(1).is_disputed


def test_a_report_that_waits_at_a_closed_table_is_overtaken_and_waits_again_after_the_undo(event: Event) -> None:
    enter_results(event, 1)
    seats = record_of(event).round(1).table(1).seats
    said = TableRecord(1, tuple(SeatRecord(seat.player, cash=20_000) for seat in seats))
    report_result(event, director_of(event), 1, said, ReportSource.PLAYER)
    close_round(event, director_of(event), 1)
    was = record_of(event).round(1)
    assert was.table(1).waiting is ResultState.REPORTED
    correct(event, exchanged(was, *two(was)))
    assert record_of(event).round(1).table(1).waiting is None
    undo(event)
    assert record_of(event).round(1).table(1).waiting is ResultState.REPORTED


def test_what_a_log_proved_stays_proved_where_no_amount_is_another(behind: Event) -> None:
    table = behind.rounds.get(number=1).tables.get(number=1)
    report = table.official
    assert report is not None
    lines = list(report.figures.all())
    report.pk, report.source, report.official_version, report.why = (
        None,
        ReportSource.LOG.value,
        behind.version + 50,
        "x",
    )
    report.save()
    for line in lines:
        line.pk, line.report = None, report
        line.save()
    table.official = report
    table.save()
    correct(behind, exchanged(record_of(behind).round(1), *two(record_of(behind).round(1))))
    sources = [table.official.source for table in record_of(behind).round(1).tables if table.official]
    assert sources == [ReportSource.LOG, ReportSource.DESK]


def test_a_correction_can_be_undone_in_a_round_that_was_opened_again() -> None:
    event = make_event(8)
    play_round(event)
    was = record_of(event)
    correct(event, exchanged(was.round(1), *two(was.round(1))))
    version = event.changes.latest("version").version
    closed = event.changes.get(act=Act.CLOSE_ROUND.value).version
    undo_changes(event, director_of(event), [closed])
    offer = offers(list(event.changes.order_by("-version")), record_of(event))[version]
    assert offer.undo is Undo.AT_ONCE
    undo_changes(event, director_of(event), [version])
    assert record_of(event).round(1).state is RoundState.PUBLISHED
    assert [table.seats for table in record_of(event).round(1).tables] == [table.seats for table in was.round(1).tables]
    with pytest.raises(RefusedError):
        reopen_round(event, director_of(event), 1)


AROUND = [
    *["correct seats"] * 8,
    *["bring on"] * 6,
    *(
        "no-show",
        "swap",
        "correct",
        "withdraw",
        "reinstate",
        "penalty",
        "undo",
        "dispute",
        "reopen",
        "remove",
        "mark",
    ),
]


@whole_days
@given(st.lists(st.tuples(st.sampled_from(AROUND), st.integers(0, 2**16)), min_size=10, max_size=20), st.booleans())
def test_any_correction_is_taken_back_whole_and_told_whole(day: list[tuple[str, int]], is_final: bool) -> None:
    with taken_back():
        event = make_event(9, rounds_planned=2 if is_final else 4)
        play_round(event, 1, sizes=(4, 4))
        before = record_of(event)
        for name, number in day:
            version = event.version
            if not try_act(event, name, Random(number)):
                assert event.version == version
                continue
            check_undone(event, before, version)
            before = record_of(event)
            check_seats(before)
        check_history(event, before)
