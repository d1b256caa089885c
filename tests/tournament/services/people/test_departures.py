"""Leaving and coming back, by the rules R43, R54 and R67."""

from __future__ import annotations

import pytest

from tests.build import (
    director_of,
    draw_round,
    make_event,
    play_round,
    play_to,
    publish,
)
from tests.tournament.services.people.entered import cells_of, status_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import CellKind, PlayerId, Status
from tournament.scores import standings
from tournament.services.attendance import check_in
from tournament.services.changes import RefusedError
from tournament.services.departures import GoldRule, disqualify, reinstate, withdraw
from tournament.services.rounds import discard_draft, withdraw_round

pytestmark = pytest.mark.django_db


def top_table(event: Event) -> list[int]:
    return [seat.player for seat in record_of(event).round(4).tables[0].seats]


def test_who_withdraws_scores_nothing_for_the_rounds_to_come_and_stays_listed() -> None:
    event = make_event(7)
    play_round(event)
    withdraw(event, director_of(event), 1, "train")
    play_round(event, 2)
    assert status_of(event, 1) is Status.WITHDRAWN
    assert cells_of(event, 1)[1:] == [(CellKind.WITHDRAWN, 0)] * 3
    assert cells_of(event, 1)[0][0] is CellKind.PLAYED


def test_a_withdrawal_during_a_game_lets_its_result_count() -> None:
    event = make_event(6)
    publish(event)
    withdraw(event, director_of(event), 1)
    assert record_of(event).entry(PlayerId(1)).last_round == 1


def test_a_withdrawal_does_not_lift_a_disqualification() -> None:
    event = make_event(6)
    disqualify(event, director_of(event), 1, "collusion")
    with pytest.raises(RefusedError, match="1 Ada Demo is now disqualified"):
        withdraw(event, director_of(event), 1)
    assert status_of(event, 1) is Status.DISQUALIFIED


def test_who_was_withdrawn_before_a_disqualification_left_when_they_left() -> None:
    event = make_event(7)
    play_round(event)
    withdraw(event, director_of(event), 1)
    play_round(event, 2)
    disqualify(event, director_of(event), 1, "found out later")
    assert record_of(event).entry(PlayerId(1)).last_round == 1


def test_a_disqualification_needs_a_reason() -> None:
    event = make_event(6)
    with pytest.raises(RefusedError, match="Give a reason"):
        disqualify(event, director_of(event), 1, "  ")


def test_a_disqualified_player_is_not_ranked_and_the_games_stand_for_the_others() -> None:
    event = make_event(6)
    play_round(event)
    before = {row.player: row.total for row in standings(record_of(event))}
    disqualify(event, director_of(event), 1, "collusion")
    after = standings(record_of(event))
    assert {row.player: row.total for row in after} == before
    assert [row.player for row in after if row.rank is None] == [1]


@pytest.mark.parametrize("at_top_table", [True, False])
def test_gold_may_come_from_the_room_after_any_disqualification_in_the_final(at_top_table: bool) -> None:
    """R43 speaks of "a player", so the director may rule so wherever the player sits."""
    event = make_event(16)
    play_to(event, round_closed=3)
    publish(event, 4)
    top = top_table(event)
    outside = next(number for number in range(1, 17) if number not in top)
    disqualify(event, director_of(event), top[0] if at_top_table else outside, "collusion", GoldRule.ROOM)
    assert record_of(event).gold_from_room


@pytest.mark.parametrize("drafted", [True, False])
def test_before_the_final_is_published_gold_comes_from_nowhere_else(drafted: bool) -> None:
    event = make_event(16)
    play_to(event, round_closed=3)
    if drafted:
        draw_round(event, 4)
    with pytest.raises(
        RefusedError,
        match=r"No final has been published, so the gold medal does not move when 1 Ada Demo leaves \(R43\)",
    ):
        disqualify(event, director_of(event), 1, "collusion", GoldRule.ROOM)
    assert status_of(event, 1) is Status.PRESENT


def test_a_final_taken_back_and_drawn_anew_has_its_gold_at_its_own_top_table() -> None:
    """Disqualified before the new final began, the player changes nothing about who may win it (R43)."""
    event = play_to(make_event(17), round_closed=3)
    publish(event, 4)
    disqualify(event, director_of(event), top_table(event)[0], "signalled tiles", GoldRule.ROOM)
    withdraw_round(event, director_of(event), 4)
    discard_draft(event, director_of(event), 4)
    publish(event, 4)
    assert not record_of(event).gold_from_room


def test_gold_goes_back_to_the_top_table_only_with_the_last_reinstatement_there() -> None:
    event = make_event(16)
    play_to(event, round_closed=3)
    publish(event, 4)
    one, other = top_table(event)[:2]
    disqualify(event, director_of(event), one, "collusion", GoldRule.ROOM)
    disqualify(event, director_of(event), other, "collusion", GoldRule.ROOM)
    reinstate(event, director_of(event), one)
    assert record_of(event).gold_from_room
    reinstate(event, director_of(event), other)
    assert not record_of(event).gold_from_room


def test_who_comes_back_plays_again_and_has_missed_what_was_begun() -> None:
    event = make_event(7)
    play_round(event)
    withdraw(event, director_of(event), 1)
    play_round(event, 2)
    reinstate(event, director_of(event), 1)
    assert status_of(event, 1) is Status.PRESENT
    assert cells_of(event, 1)[1] == (CellKind.MISSED, 0)


def test_who_never_played_comes_back_as_registered_and_is_asked_what_missed_rounds_score() -> None:
    event = make_event(7)
    withdraw(event, director_of(event), 7)
    play_round(event)
    reinstate(event, director_of(event), 7)
    assert status_of(event, 7) is Status.REGISTERED
    with pytest.raises(RefusedError, match="choose what a missed round scores"):
        check_in(event, director_of(event), [7])


def test_who_is_present_cannot_be_reinstated() -> None:
    event = make_event(6)
    with pytest.raises(RefusedError, match="1 Ada Demo is now present"):
        reinstate(event, director_of(event), 1)
