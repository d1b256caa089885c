"""The offence book: R23, R27 and R55, and that nothing is lost from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.build import director_of, draw_round, make_event, play_round, publish
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.formats import Fines
from tournament.record.vocabulary import FineTiming, PenaltyKind, PlayerId, Subject
from tournament.scores.totals import standings
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import change_settings
from tournament.services.results.reports import correct_result, rule_equal_shares
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty, restore_penalty
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db

CASH = {1: (40_000, 36_000, 30_000, 20_000)}  # E13: a fine of 5,000 for the first changes the winner


def fine(number: int = 1, amount: int = 5_000) -> PenaltyOrder:
    return PenaltyOrder(number, 1, PenaltyKind.FINE, "misread a tile again", amount)


def scores(event: Event) -> list[int]:
    """Totals in the order of the seats of table 1."""
    totals = {row.player: row.total for row in standings(record_of(event))}
    return [totals[seat.player] for seat in record_of(event).round(1).tables[0].seats]


def first_seat(event: Event) -> int:
    return record_of(event).round(1).tables[0].seats[0].player


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(4)


def test_a_cancelled_fine_stays_in_the_book_and_does_not_count_and_can_stand_again(event: Event) -> None:
    play_round(event, cash=CASH)
    untouched = scores(event)
    penalty = give_penalty(event, director_of(event), fine(first_seat(event)))
    fined = scores(event)
    cancel_penalty(event, director_of(event), penalty.pk, "it was another player")
    (line,) = record_of(event).penalties
    assert (line.is_cancelled, line.cancel_reason, scores(event)) == (True, "it was another player", untouched)
    restore_penalty(event, director_of(event), penalty.pk)
    (line,) = record_of(event).penalties
    assert (line.is_cancelled, line.cancel_reason, scores(event)) == (False, "", fined)


def test_a_correction_of_the_result_does_not_lose_the_fine(event: Event) -> None:
    play_round(event, cash=CASH)
    give_penalty(event, director_of(event), fine(first_seat(event)))
    table = record_of(event).round(1).tables[0]
    seats = tuple(
        SeatRecord(seat.player, cash=amount) for seat, amount in zip(table.seats, (41_000, *CASH[1][1:]), strict=True)
    )
    correct_result(event, director_of(event), 1, TableRecord(1, seats), "miscounted")
    assert scores(event) == [29_871, 29_871, 24_155, 16_103]  # E15: the fine makes a tie


@pytest.mark.parametrize("kind", [PenaltyKind.WARNING, PenaltyKind.NEW_HAND, PenaltyKind.TWO_MINUTES])
def test_only_a_fine_costs_money(event: Event, kind: PenaltyKind) -> None:
    play_round(event, cash=CASH)
    before = scores(event)
    give_penalty(event, director_of(event), PenaltyOrder(first_seat(event), 1, kind, "misread a tile", 5_000))
    assert (record_of(event).penalties[0].amount, scores(event)) == (0, before)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (PenaltyOrder(1, 1, PenaltyKind.WARNING, "  "), "Give a reason; it is kept in the change log"),
        (PenaltyOrder(1, 1, PenaltyKind.FINE, "x", 0), r"A fine of 0 is not possible; the rules say 5,000 \(R27\)"),
        (PenaltyOrder(9, 1, PenaltyKind.WARNING, "x"), "There is no entry 9"),
        (PenaltyOrder(1, 2, PenaltyKind.WARNING, "x"), "Ada Demo has no seat in round 2"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(event: Event, order: PenaltyOrder, words: str) -> None:
    play_round(event)
    draw_round(event, 2)  # a draft is not being played
    with pytest.raises(RefusedError, match=words):
        give_penalty(event, director_of(event), order)
    assert record_of(event).penalties == ()


def test_a_cancellation_needs_a_reason_and_is_done_once(event: Event) -> None:
    publish(event)
    penalty = give_penalty(event, director_of(event), fine())
    with pytest.raises(RefusedError, match="Give a reason; it is kept in the change log"):
        cancel_penalty(event, director_of(event), penalty.pk, " ")
    with pytest.raises(RefusedError, match="This has already been done"):
        restore_penalty(event, director_of(event), penalty.pk)
    cancel_penalty(event, director_of(event), penalty.pk, "a mistake")
    with pytest.raises(RefusedError, match="This has already been done"):
        cancel_penalty(event, director_of(event), penalty.pk, "a mistake")


def test_a_penalty_of_another_event_is_out_of_reach() -> None:
    event, other = make_event(4), make_event(4, name="Other Cup 2026")
    publish(other)
    penalty = give_penalty(other, director_of(other), fine())
    with pytest.raises(RefusedError, match="This no longer exists"):
        cancel_penalty(event, director_of(event), penalty.pk, "a mistake")


def test_the_book_says_who_gave_what_and_the_log_has_the_amount(event: Event) -> None:
    publish(event)
    give_penalty(event, director_of(event), fine(2))
    (line,) = record_of(event).penalties
    assert (line.player, line.kind, line.amount, line.given_by) == (PlayerId(2), PenaltyKind.FINE, 5_000, "director")
    change = event.changes.latest("version")
    assert (change.act, change.entries, change.round_number) == (Act.GIVE_PENALTY.value, [2], 1)
    assert change.after == {"penalty": {"id": line.key, "kind": "fine", "amount": 5_000}}
    record = record_of(event)
    assert sentence_of(change, record) == "Fine of 5,000 given to Ben Demo (round 1)"
    assert [row.words for row in differences(change, record)] == ["kind: fine", "amount: 5,000"]


def test_a_fine_that_leaves_a_closed_table_nothing_to_share_is_refused() -> None:
    event = make_event(3, rounds_planned=1)
    play_round(event, 1, cash={1: (5_000, 0, 0)})
    with pytest.raises(RefusedError, match="R62"):
        give_penalty(event, director_of(event), PenaltyOrder(first_seat(event), 1, PenaltyKind.FINE, "again", 5_000))
    assert not event.penalties.exists()


# Fines where equal shares are ruled (R27, R62)


def ruled_equal(event: Event) -> Event:
    publish(event)
    rule_equal_shares(event, director_of(event), 1, 1, "the bank was lost")
    return event


def test_a_fine_that_would_not_count_is_refused_and_other_penalties_are_not() -> None:
    event = ruled_equal(make_event(4))
    with pytest.raises(RefusedError, match=r"Table 1 has a ruling of equal shares \(R62\), so a fine would not count"):
        give_penalty(event, director_of(event), fine())
    warning = PenaltyOrder(1, 1, PenaltyKind.WARNING, "showed a tile")
    assert give_penalty(event, director_of(event), warning).kind == PenaltyKind.WARNING
    assert [penalty.kind for penalty in record_of(event).penalties] == [PenaltyKind.WARNING]


def test_a_cancelled_fine_does_not_stand_again_where_it_would_not_count(event: Event) -> None:
    publish(event)
    penalty = give_penalty(event, director_of(event), fine())
    cancel_penalty(event, director_of(event), penalty.pk, "a mistake")
    rule_equal_shares(event, director_of(event), 1, 1, "the bank was lost")
    with pytest.raises(RefusedError, match=r"Table 1 has a ruling of equal shares \(R62\)"):
        restore_penalty(event, director_of(event), penalty.pk)
    rule_equal_shares(event, director_of(event), 1, 1, "")
    restore_penalty(event, director_of(event), penalty.pk)
    assert not record_of(event).penalties[0].is_cancelled


def test_at_another_table_of_the_round_a_fine_counts_as_ever() -> None:
    event = ruled_equal(make_event(8))
    other = record_of(event).table(1, 2).seats[0].player
    give_penalty(event, director_of(event), fine(other))
    assert [penalty.player for penalty in record_of(event).penalties] == [other]


# When fines count (R55)


def timing(event: Event) -> tuple[FineTiming, bool]:
    record = record_of(event)
    return record.format.step(Fines).when, record.is_fine_timing_settled


def test_the_first_fine_settles_when_fines_count_and_later_ones_do_not_move_it(event: Event) -> None:
    publish(event)
    assert timing(event) == (FineTiming.BEFORE_BONUS, False)
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "x", timing=FineTiming.AFTER_BONUS))
    assert timing(event) == (FineTiming.BEFORE_BONUS, False)
    give_penalty(event, director_of(event), replace(fine(), timing=FineTiming.AFTER_BONUS))
    assert timing(event) == (FineTiming.AFTER_BONUS, True)
    give_penalty(event, director_of(event), replace(fine(2), timing=FineTiming.BEFORE_BONUS))
    assert timing(event) == (FineTiming.AFTER_BONUS, True)


def test_a_fine_that_nobody_was_asked_about_settles_what_the_event_has(event: Event) -> None:
    publish(event)
    give_penalty(event, director_of(event), fine())
    assert timing(event) == (FineTiming.BEFORE_BONUS, True)


def test_who_sets_the_timing_in_the_settings_is_not_asked_again(event: Event) -> None:
    publish(event)
    change_settings(event, director_of(event), {"fine_timing": FineTiming.AFTER_BONUS.value})
    give_penalty(event, director_of(event), replace(fine(), timing=FineTiming.BEFORE_BONUS))
    assert timing(event) == (FineTiming.AFTER_BONUS, True)


def test_a_fine_after_the_bonus_leaves_the_win_where_the_cash_put_it(event: Event) -> None:
    play_round(event, cash=CASH)
    give_penalty(event, director_of(event), replace(fine(first_seat(event)), timing=FineTiming.AFTER_BONUS))
    assert scores(event) == [30_308, 29_173, 24_311, 16_207]  # E14: 42,400 less 5,000 of 123,400


def test_what_a_penalty_is_about_is_kept_with_it(event: Event) -> None:
    publish(event)
    for subject in Subject:
        give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "noted", subject=subject))
    assert [penalty.subject for penalty in record_of(event).penalties] == list(Subject)
