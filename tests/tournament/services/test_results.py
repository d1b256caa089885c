"""Results: recorded, kept in every version, corrected after closing (R11, R68), restored, ruled equal (R62)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.build import director_of, enter_results, make_event, play_to, publish
from tournament.models import Change, Event, Table
from tournament.models.queries import record_of
from tournament.record.vocabulary import Dollars, PenaltyKind, PlayerId, RoundState
from tournament.scores import standings
from tournament.scores.scoring import score_round
from tournament.services.changes import RefusedError
from tournament.services.penalties import PenaltyOrder, give_penalty
from tournament.services.reports import (
    ResultConflictError,
    SeatFigures,
    TableFigures,
    correct_result,
    record_result,
    record_results,
    restore_result,
    rule_equal_shares,
)
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

FIRST = (40000, 35000, 30000, 20000)
SECOND = (41000, 35000, 30000, 20000)


@pytest.fixture
def event() -> Event:
    """Eight players at two tables, round 1 being played."""
    made = make_event(8)
    publish(made, 1)
    return made


def typed(event: Event, table: int, cash: Sequence[Dollars | None], version: int | None = None) -> TableFigures:
    """An entry for a table in seat order, on a page that shows the result as it is unless ``version`` says otherwise."""
    seats = record_of(event).round(1).tables[table - 1].seats
    stored = Table.objects.get(round__event=event, round__number=1, number=table).result_version
    entries = tuple(SeatFigures(seat.player, amount) for seat, amount in zip(seats, cash, strict=True))
    return TableFigures(table, entries)


def cash(event: Event, table: int = 1) -> list[Dollars | None]:
    return [seat.cash for seat in record_of(event).round(1).tables[table - 1].seats]


def test_a_table_may_be_reported_in_part_and_completed_later(event: Event) -> None:
    record_result(event, director_of(event), 1, typed(event, 1, (40000, None, 30000, None)))
    assert not record_of(event).round(1).tables[0].has_result
    record_result(event, director_of(event), 1, typed(event, 1, FIRST))
    assert cash(event) == list(FIRST)
    assert Table.objects.get(round__event=event, number=1).result_at is not None


def test_an_older_page_does_not_overwrite_a_newer_result(event: Event) -> None:
    older = typed(event, 1, SECOND, version=0)
    record_result(event, director_of(event), 1, typed(event, 1, FIRST))
    with pytest.raises(ResultConflictError, match="Table 1 was changed on another page meanwhile") as conflict:
        record_result(event, director_of(event), 1, older)
    assert list(conflict.value.stored.values()) == list(FIRST)
    assert list(conflict.value.typed.values()) == list(SECOND)
    assert cash(event) == list(FIRST)


def test_an_older_page_that_says_the_same_is_no_conflict(event: Event) -> None:
    older = typed(event, 1, FIRST, version=0)
    record_result(event, director_of(event), 1, typed(event, 1, FIRST))
    record_result(event, director_of(event), 1, older)
    assert cash(event) == list(FIRST)


def test_of_several_tables_one_that_is_refused_holds_no_other_up(event: Event) -> None:
    older = typed(event, 1, SECOND, version=0)
    record_result(event, director_of(event), 1, typed(event, 1, FIRST))
    refusals = record_results(event, director_of(event), 1, [older, typed(event, 2, FIRST)])
    assert {table: type(refusal) for table, refusal in refusals.items()} == {1: ResultConflictError}
    assert (cash(event, 1), cash(event, 2)) == (list(FIRST), list(FIRST))


def test_a_result_for_other_players_than_sit_there_is_refused(event: Event) -> None:
    seats = tuple(SeatFigures(PlayerId(number), 10000) for number in (1, 2, 3, 99))
    with pytest.raises(RefusedError, match="The seats of table 1 were changed meanwhile"):
        record_result(event, director_of(event), 1, TableFigures(1, seats))


def test_cash_below_zero_is_refused(event: Event) -> None:
    with pytest.raises(RefusedError, match="-100 is below zero; final cash is counted before fines"):
        record_result(event, director_of(event), 1, typed(event, 1, (-100, 0, 0, 0)))


def test_time_out_reason_and_ending_are_kept(event: Event) -> None:
    entry = typed(event, 1, (40050, 35000, 30000, 20000))
    odd = replace(entry.seats[0], reason="counted twice", timed_out=True)
    record_result(event, director_of(event), 1, replace(entry, seats=(odd, *entry.seats[1:]), ended_by="director"))
    table = record_of(event).round(1).tables[0]
    assert (table.seats[0].cash_reason, table.seats[0].timed_out, table.ended_by) == ("counted twice", True, "director")


def test_a_closed_round_takes_no_result_but_a_correction_with_a_reason(event: Event) -> None:
    actor = director_of(event)
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    close_round(event, actor, 1)
    with pytest.raises(RefusedError, match="Round 1 is closed; only a round being played takes results"):
        record_result(event, actor, 1, typed(event, 1, SECOND))
    with pytest.raises(RefusedError, match="Write why the result is corrected"):
        correct_result(event, actor, 1, typed(event, 1, SECOND), " ")
    correct_result(event, actor, 1, typed(event, 1, SECOND), "recount")
    assert cash(event) == list(SECOND)
    assert record_of(event).round(1).state is RoundState.CLOSED
    change = Change.objects.filter(event=event).first()
    assert change is not None
    assert (change.verb, change.reason) == ("correct result", "recount")


def test_a_correction_moves_the_totals_and_seats_nobody_anew(event: Event) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    close_round(event, director_of(event), 1)
    played = play_to(event, round_closed=2)
    seats = [table.seats for table in record_of(played).round(2).tables]
    before = {row.player: row.total for row in standings(record_of(played))}
    correct_result(played, director_of(played), 1, typed(played, 1, (20000, 35000, 30000, 40000)), "two swapped")
    after = {row.player: row.total for row in standings(record_of(played))}
    at_table = {seat.player for seat in record_of(played).round(1).tables[0].seats}
    assert {player for player in after if after[player] != before[player]} <= at_table
    assert after != before
    assert [table.seats for table in record_of(played).round(2).tables] == seats


@pytest.mark.parametrize("amounts", [(None, 35000, 30000, 20000), (0, 0, 0, 0)])
def test_a_correction_that_could_not_be_scored_is_refused_whole(
    event: Event, amounts: tuple[Dollars | None, ...]
) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    close_round(event, director_of(event), 1)
    with pytest.raises(RefusedError):
        correct_result(event, director_of(event), 1, typed(event, 1, amounts), "recount")
    assert cash(event) == list(FIRST)
    assert record_of(event).round(1).state is RoundState.CLOSED


def test_every_version_can_be_restored_with_reason_time_out_and_ending(event: Event) -> None:
    actor = director_of(event)
    entry = typed(event, 1, (40050, 35000, 30000, 20000))
    odd = replace(entry.seats[0], reason="counted twice", timed_out=True)
    record_result(event, actor, 1, replace(entry, seats=(odd, *entry.seats[1:]), ended_by="director"))
    first = Change.objects.filter(event=event).latest("version").version
    record_result(event, actor, 1, typed(event, 1, SECOND))
    restore_result(event, actor, 1, 1, first, "the first count was right")
    table = record_of(event).round(1).tables[0]
    assert [seat.cash for seat in table.seats] == [40050, 35000, 30000, 20000]
    assert (table.seats[0].cash_reason, table.seats[0].timed_out, table.ended_by) == ("counted twice", True, "director")


def test_a_version_is_restored_in_a_closed_round_without_opening_it(event: Event) -> None:
    actor = director_of(event)
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    first = Change.objects.filter(event=event, subject="Round 1, table 1").latest("version").version
    close_round(event, actor, 1)
    correct_result(event, actor, 1, typed(event, 1, SECOND), "recount")
    restore_result(event, actor, 1, 1, first, "")
    assert cash(event) == list(FIRST)
    assert record_of(event).round(1).state is RoundState.CLOSED
    assert Change.objects.filter(event=event).latest("version").reason == f"as of version {first}"


def test_only_versions_of_this_table_can_be_restored(event: Event) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    other = Change.objects.filter(event=event, subject="Round 1, table 2").latest("version").version
    with pytest.raises(RefusedError, match=f"Version {other} of the event did not write a result of table 1"):
        restore_result(event, director_of(event), 1, 1, other, "")


def test_names_with_odd_words_and_two_of_a_name_are_restored_to_the_right_seats() -> None:
    odd = make_event(0, names=("Ada, out of time", "Ada, out of time", "reason 4 Ben", "cash 9 Cai"))
    publish(odd, 1)
    record_result(odd, director_of(odd), 1, typed(odd, 1, FIRST))
    first = Change.objects.filter(event=odd).latest("version").version
    record_result(odd, director_of(odd), 1, typed(odd, 1, (None, None, None, None)))
    restore_result(odd, director_of(odd), 1, 1, first, "")
    assert cash(odd) == list(FIRST)


def test_equal_shares_are_ruled_for_a_table_where_nobody_has_anything(event: Event) -> None:
    actor = director_of(event)
    enter_results(event, 1, cash={2: FIRST}, apart_from=[1])
    rule_equal_shares(event, actor, 1, 1, "the bank was lost")
    close_round(event, actor, 1)
    assert [row.score for row in score_round(record_of(event), 1)[0].rows] == [25_000] * 4


def test_equal_shares_are_ruled_where_fines_took_everything(event: Event) -> None:
    actor = director_of(event)
    enter_results(event, 1, cash={1: (5000, 0, 0, 0), 2: FIRST})
    rich = record_of(event).round(1).tables[0].seats[0].player
    give_penalty(event, actor, PenaltyOrder(rich, 1, PenaltyKind.FINE, "misread twice", 5000))
    rule_equal_shares(event, actor, 1, 1, "nothing is left")
    close_round(event, actor, 1)
    assert [row.score for row in score_round(record_of(event), 1)[0].rows] == [25_000] * 4


def test_equal_shares_are_not_ruled_where_there_is_something_to_share(event: Event) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    with pytest.raises(RefusedError, match="Table 1 has cash above zero"):
        rule_equal_shares(event, director_of(event), 1, 1, "they agreed")


def test_a_ruling_ends_with_the_amounts_it_was_about(event: Event) -> None:
    actor = director_of(event)
    rule_equal_shares(event, actor, 1, 1, "the bank was lost")
    record_result(event, actor, 1, typed(event, 1, FIRST))
    assert record_of(event).round(1).tables[0].equal_shares_ruling == ""
    rule_equal_shares(event, actor, 1, 2, "the bank was lost")
    rule_equal_shares(event, actor, 1, 2, "")
    assert record_of(event).round(1).tables[1].equal_shares_ruling == ""


def test_a_ruling_in_a_closed_round_stands(event: Event) -> None:
    actor = director_of(event)
    enter_results(event, 1, cash={2: FIRST}, apart_from=[1])
    rule_equal_shares(event, actor, 1, 1, "the bank was lost")
    close_round(event, actor, 1)
    with pytest.raises(RefusedError, match="Round 1 is closed; reopen it to change a ruling"):
        rule_equal_shares(event, actor, 1, 1, "")
