"""Who sat where in a closed round is put right behind the rounds that follow, refused in a sentence, and taken back whole."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts.doing import try_act
from tests.acts.seating import exchanged, renamed
from tests.acts.starts import taken_back, whole_days
from tests.build import director_of, draw_round, enter_results, make_event, play_round, play_to, publish
from tests.tournament.services.results.seating import WHY, correct, day_behind, scores, two, undo
from tests.tournament.services.test_any_acts import as_it_counts, check_history, check_seats, check_undone
from tournament.day.correcting import ActualSeats, follows_from, with_seats
from tournament.day.lists.lines import RosterLine
from tournament.models import Event, TableReport
from tournament.models.queries import record_of
from tournament.record.acts import Act, Undo
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import (
    PenaltyKind,
    PlayerId,
    ReportSource,
    ResultState,
    RoundState,
    SitOutKind,
    SitOutSource,
    Status,
)
from tournament.scores.medals import medals
from tournament.scores.scoring import score_round
from tournament.scores.totals import standings
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of
from tournament.services.attendance import set_status
from tournament.services.changes import Actor
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import add_entries, remove_entry
from tournament.services.results.reports import report_result, restore_result
from tournament.services.results.seating import correct_seats
from tournament.services.rounds import close_round, publish_round, reopen_round
from tournament.services.seats import mark_no_show
from tournament.services.undoing import undo_changes
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.diary import sentence_of
from tournament.tellings.undoing import offers

pytestmark = pytest.mark.django_db


@pytest.fixture
def behind() -> Event:
    """Eight players, two tables of four; round 1 is closed and round 2 published."""
    return day_behind()


def test_two_who_sat_at_each_others_tables_have_each_others_scores_behind_a_drawn_round(behind: Event) -> None:
    before = scores(behind)
    one, other = two(record_of(behind).round(1))
    correct(behind, exchanged(record_of(behind).round(1), one, other))
    after = scores(behind)
    assert (after[one], after[other]) == (before[other], before[one])
    assert {player: after[player] for player in after if player not in (one, other)} == {
        player: before[player] for player in before if player not in (one, other)
    }
    played = record_of(behind).round(1)
    assert played.state is RoundState.CLOSED
    assert [played.table_of(player).number for player in (one, other)] == [2, 1]  # type: ignore[union-attr]
    change = behind.changes.latest("version")
    names = [record_of(behind).name_of(player) for player in sorted((one, other))]
    assert sentence_of(change, record_of(behind)) == (
        f"Seating at tables 1 and 2 in round 1 corrected: {names[0]} and {names[1]}"
    )
    assert (change.act, change.reason) == (Act.CORRECT_SEATS.value, WHY)


def test_reports_are_only_added_and_every_table_that_is_named_has_one_more(behind: Event) -> None:
    said = set(TableReport.objects.values_list("pk", flat=True))
    correct(behind, exchanged(record_of(behind).round(1), *two(record_of(behind).round(1))))
    added = TableReport.objects.exclude(pk__in=said)
    assert {report.table.number for report in added} == {1, 2}
    assert {report.why for report in added} == {WHY}
    assert said <= set(TableReport.objects.values_list("pk", flat=True))


def test_two_players_of_one_table_exchange_seat_tile_and_amount(behind: Event) -> None:
    table = record_of(behind).round(1).tables[0]
    one, other = table.seats[0], table.seats[2]
    correct(behind, exchanged(record_of(behind).round(1), one.player, other.player))
    seats = {seat.player: seat for seat in record_of(behind).round(1).table(1).seats}
    assert seats[one.player] == replace(other, player=one.player)
    assert seats[other.player] == replace(one, player=other.player)


def test_who_sat_out_and_in_fact_played_takes_the_place_of_who_sat_out() -> None:
    event = make_event(7)
    idle = play_round(event, 1, sizes=(3, 3)).sit_outs[0].player
    draw_round(event, 2, sizes=(4, 3))
    publish_round(event, director_of(event), 2)
    was = record_of(event)
    one = was.round(1).tables[0].seats[0].player
    cash = was.round(1).tables[0].seats[0].cash
    sat = exchanged(was.round(1), one, idle)
    lines = " ".join(follows_from(was, was.round(1), sat))
    assert f"{was.name_of(idle)} sat at table 1. The player's one sit-out can be used again (R49)." in lines
    assert f"{was.name_of(one)} scores 25.000 for round 1 and will have used their one sit-out (R49)." in lines
    assert "Round 2 stays as drawn; nobody changes seats (R68)." in lines
    correct(event, sat)
    played = record_of(event).round(1)
    assert [(row.player, row.kind) for row in played.sit_outs] == [(one, SitOutKind.STANDARD)]
    assert {seat.player: seat.cash for seat in played.tables[0].seats}[idle] == cash
    totals = {row.player: row.total for row in standings(record_of(event))}
    assert totals[one] == 25_000
    undo(event)
    assert as_it_counts(record_of(event)) == as_it_counts(was)


def test_nobody_sits_out_twice_by_a_correction() -> None:
    event = make_event(7)
    first = play_round(event, 1, sizes=(3, 3)).sit_outs[0].player
    second = publish(event, 2, sizes=(3, 3)).sit_outs[0].player
    played = record_of(event).round(1)
    with pytest.raises(RefusedError, match=r"already sat out round 2.* \(R49\)\. Choose 0\.000"):
        correct(event, exchanged(played, second, first))
    correct(event, exchanged(played, second, first, SitOutKind.MISSED))
    check_seats(record_of(event))


def test_nobody_sits_out_twice_by_the_undo_of_a_correction_and_the_diary_says_so() -> None:
    event = make_event(7)
    idle = play_round(event, 1, sizes=(3, 3)).sit_outs[0].player
    played = record_of(event).round(1)
    correct(event, exchanged(played, played.tables[0].seats[0].player, idle))
    version = event.version
    publish(event, 2, sizes=(3, 3), sitting_out=idle, sit_out_reason="is unwell")
    offer = offers(list(event.changes.order_by("-version")), record_of(event))[version]
    assert offer.undo is Undo.NONE
    assert "already sat out round 2, and nobody sits out twice (R49)" in offer.why
    with pytest.raises(RefusedError, match="nobody sits out twice"):
        undo_changes(event, director_of(event), [version])


def test_who_did_not_play_after_all_leaves_a_smaller_table(behind: Event) -> None:
    was = record_of(behind)
    gone = was.round(1).tables[0].seats[1].player
    sat = renamed(was.round(1), {gone: None}, {gone: SitOutKind.MISSED})
    lines = follows_from(was, was.round(1), sat)
    assert f"{was.name_of(gone)} scores 0.000 for round 1." in lines
    assert "Table 1 will then have had 3 players, so its percentages are multiplied by 0.75 (R58)." in lines
    correct(behind, sat)
    table = record_of(behind).round(1).table(1)
    assert (table.size, [seat.position for seat in table.seats]) == (3, [1, 3, 4]), "nobody else's line moves"
    assert (
        abs(
            sum(
                score
                for player, score in scores(behind).items()
                if table.seats and player in {seat.player for seat in table.seats}
            )
            - 75_000
        )
        <= 3
    )
    undo(behind)
    assert as_it_counts(record_of(behind)) == as_it_counts(was)


def test_who_was_recorded_as_not_coming_and_played_makes_a_larger_table() -> None:
    event = make_event(8)
    gone = publish(event).tables[0].seats[1].player
    mark_no_show(event, director_of(event), 1, gone, SitOutKind.STANDARD, "overslept")
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    publish(event, 2)
    was = record_of(event)
    table = was.round(1).table(1)
    correct(event, ActualSeats((with_seats(table, [*table.seats, SeatRecord(gone, 0, cash=30_000)]),)))
    played = record_of(event).round(1)
    assert (played.sizes, played.sit_outs) == ((4, 4), ())
    undo(event)
    assert as_it_counts(record_of(event)) == as_it_counts(was)


def test_who_was_absent_and_played_is_checked_in_by_it_and_marked_absent_again_by_the_undo(behind: Event) -> None:
    add_entries(behind, director_of(behind), [RosterLine(1, "Late Demo")])
    absent = PlayerId(9)
    set_status(behind, director_of(behind), [absent], Status.ABSENT)
    was = record_of(behind)
    one = was.round(1).tables[0].seats[0].player
    sat = renamed(was.round(1), {one: absent}, {one: SitOutKind.MISSED})
    assert "Late Demo will be checked in; any" in " ".join(follows_from(was, was.round(1), sat))
    correct(behind, sat)
    now = record_of(behind)
    assert (now.entry(absent).status, now.entry(absent).first_round) == (Status.PRESENT, 1)
    assert [(row.player, row.kind, row.source) for row in now.round(2).sit_outs] == [
        (absent, SitOutKind.MISSED, SitOutSource.LATE_ENTRY)
    ]
    undo(behind)
    assert as_it_counts(record_of(behind)) == as_it_counts(was)
    with pytest.raises(RefusedError, match="has a seat, a score, a report or a penalty"):
        remove_entry(behind, director_of(behind), absent)


def test_who_has_taken_part_since_is_not_marked_absent_again(behind: Event) -> None:
    add_entries(behind, director_of(behind), [RosterLine(1, "Late Demo")])
    set_status(behind, director_of(behind), [9], Status.ABSENT)
    played = record_of(behind).round(1)
    one = played.tables[0].seats[0].player
    correct(behind, renamed(played, {one: PlayerId(9)}, {one: SitOutKind.MISSED}))
    version = behind.changes.latest("version").version
    enter_results(behind, 2)
    close_round(behind, director_of(behind), 2)
    publish(behind, 3)
    offer = offers(list(behind.changes.order_by("-version")), record_of(behind))[version]
    assert offer.undo is Undo.NONE
    assert "Late Demo has already taken part" in offer.why


def test_fines_follow_the_player(behind: Event) -> None:
    one, other = two(record_of(behind).round(1))
    give_penalty(behind, director_of(behind), PenaltyOrder(one, 1, PenaltyKind.FINE, "misplay", 5_000))
    was = record_of(behind)
    sat = exchanged(was.round(1), one, other)
    assert f"{was.name_of(one)}'s fine of 5,000 counts at table 2." in follows_from(was, was.round(1), sat)
    correct(behind, sat)
    fined = [
        (row.player, row.figures["fine"])
        for table in score_round(record_of(behind), 1)
        for row in table.rows
        if row.figures["fine"]
    ]
    assert fined == [(one, 5_000)]


def test_a_withdrawn_player_had_played_as_long_as_is_put_right(behind: Event) -> None:
    gone = record_of(behind).round(1).tables[0].seats[0].player
    enter_results(behind, 2)
    close_round(behind, director_of(behind), 2)
    withdraw(behind, director_of(behind), gone)
    was = record_of(behind)
    correct(behind, renamed(was.round(2), {gone: None}, {gone: SitOutKind.MISSED}), number=2)
    assert record_of(behind).entry(gone).last_round == 1
    undo(behind)
    assert record_of(behind).entry(gone).last_round == 2


def test_an_archive_of_a_round_put_right_is_restored_as_it_stands(behind: Event) -> None:
    correct(behind, exchanged(record_of(behind).round(1), *two(record_of(behind).round(1))))
    again = restore(archive_of(behind), director_of(behind)).event
    assert as_it_counts(record_of(again)).rounds == as_it_counts(record_of(behind)).rounds
    version = again.changes.filter(act=Act.CORRECT_SEATS.value).latest("version").version
    undo_changes(again, director_of(behind), [version])


# What who sat where in a closed round cannot be put right to is refused in a sentence; and what is done is told and taken back whole


# What is refused, in a sentence


def test_nobody_sits_twice_and_nobody_is_left_nowhere(behind: Event) -> None:
    played = record_of(behind).round(1)
    one, other = two(played)
    name = record_of(behind).name_of
    with pytest.raises(RefusedError, match=f"{name(other)} would have two seats in round 1"):
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
    assert final.top_table_wins
    one, other = two(final)
    was = medals(record_of(before_final))
    final = record_of(before_final).round(2)
    with pytest.raises(RefusedError, match=r"nobody else can join it \(R46"):
        correct(before_final, exchanged(final, one, other), number=2)
    assert medals(record_of(before_final)) == was
    one, neighbour = (seat.player for seat in final.tables[0].seats[:2])
    correct(before_final, exchanged(final, one, neighbour), number=2)
    third = final.tables[2].seats[0].player
    correct(before_final, exchanged(record_of(before_final).round(2), other, third), number=2)


def test_a_drawn_final_stays_when_who_sat_where_before_it_is_put_right(before_final: Event) -> None:
    publish(before_final, 2, sizes=(3, 3, 3, 3))
    was = record_of(before_final)
    assert was.round(2).top_table_wins
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
    event = play_to(make_event(8), round_closed=1)
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
