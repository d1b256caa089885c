"""Leaving and coming back (R43, R54, R67), and what a departure is worth by the rounds that were played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from django.db import transaction
from hypothesis import example, given
from hypothesis import strategies as st

from tests.build import (
    being_played,
    director_of,
    draw_round,
    make_event,
    play_round,
    play_to,
    publish,
)
from tests.tournament.services.people.entered import cells_of, late_comer, status_of
from tournament.desk.acting import REFUSALS
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import (
    SMALLEST_TABLE,
    CellKind,
    Medal,
    MedalPlace,
    PentamindPlace,
    PlayerId,
    SitOutKind,
    Standing,
    Status,
)
from tournament.scores.medals import medals, pentamind
from tournament.scores.totals import standings
from tournament.services.attendance import check_in
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import change_settings
from tournament.services.results.official import clear_result
from tournament.services.results.reports import record_result
from tournament.services.rounds import close_round, discard_draft, publish_round, withdraw_round
from tournament.services.seats import join_table, mark_no_show, swap_players
from tournament.services.tables import move_player
from tournament.slices.leaving import GoldRule, disqualify, reinstate, withdraw

pytestmark = pytest.mark.django_db


def top_table(event: Event) -> list[int]:
    return [seat.player for seat in record_of(event).round(4).tables[0].seats]


def test_who_withdraws_scores_nothing_for_the_rounds_to_come_and_stays_listed() -> None:
    event = play_to(make_event(7), round_closed=1)
    withdraw(event, director_of(event), 1, "train")
    play_round(event, 2)
    assert status_of(event, 1) is Status.WITHDRAWN
    assert cells_of(event, 1)[1:] == [(CellKind.WITHDRAWN, 0)] * 3
    assert cells_of(event, 1)[0][0] is CellKind.PLAYED


def test_a_withdrawal_during_a_game_lets_its_result_count() -> None:
    event = being_played(6)
    withdraw(event, director_of(event), 1)
    assert record_of(event).entry(PlayerId(1)).last_round == 1


def test_a_withdrawal_does_not_lift_a_disqualification() -> None:
    event = make_event(6)
    disqualify(event, director_of(event), 1, "collusion")
    with pytest.raises(RefusedError, match="1 Ada Demo is now disqualified"):
        withdraw(event, director_of(event), 1)
    assert status_of(event, 1) is Status.DISQUALIFIED


def test_who_was_withdrawn_before_a_disqualification_left_when_they_left() -> None:
    event = play_to(make_event(7), round_closed=1)
    withdraw(event, director_of(event), 1)
    play_round(event, 2)
    disqualify(event, director_of(event), 1, "found out later")
    assert record_of(event).entry(PlayerId(1)).last_round == 1


def test_a_disqualification_needs_a_reason() -> None:
    event = make_event(6)
    with pytest.raises(RefusedError, match="Give a reason"):
        disqualify(event, director_of(event), 1, "  ")


def test_a_disqualified_player_is_not_ranked_and_the_games_stand_for_the_others() -> None:
    event = play_to(make_event(6), round_closed=1)
    before = {row.player: row.total for row in standings(record_of(event))}
    disqualify(event, director_of(event), 1, "collusion")
    after = standings(record_of(event))
    assert {row.player: row.total for row in after} == before
    assert [row.player for row in after if row.rank is None] == [1]


@pytest.mark.parametrize("at_top_table", [True, False])
def test_gold_may_come_from_the_room_after_any_disqualification_in_the_final(at_top_table: bool) -> None:
    """R43 speaks of "a player", so the director may rule so wherever the player sits."""
    event = play_to(make_event(16), round_closed=3)
    publish(event, 4)
    top = top_table(event)
    outside = next(number for number in range(1, 17) if number not in top)
    disqualify(event, director_of(event), top[0] if at_top_table else outside, "collusion", GoldRule.ROOM)
    assert record_of(event).gold_from_room


@pytest.mark.parametrize("drafted", [True, False])
def test_before_the_final_is_published_gold_comes_from_nowhere_else(drafted: bool) -> None:
    event = play_to(make_event(16), round_closed=3)
    if drafted:
        draw_round(event, 4)
    with pytest.raises(RefusedError, match=r"the gold medal does not move when 1 Ada Demo leaves \(R43\)"):
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
    event = play_to(make_event(16), round_closed=3)
    publish(event, 4)
    one, other = top_table(event)[:2]
    disqualify(event, director_of(event), one, "collusion", GoldRule.ROOM)
    disqualify(event, director_of(event), other, "collusion", GoldRule.ROOM)
    reinstate(event, director_of(event), one)
    assert record_of(event).gold_from_room
    reinstate(event, director_of(event), other)
    assert not record_of(event).gold_from_room


def test_who_comes_back_plays_again_and_has_missed_what_was_begun() -> None:
    event = play_to(make_event(7), round_closed=1)
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


# What a departure is worth follows from the rounds that were played, in whatever order it came about (R54)


WHO = PlayerId(8)
"""The player who wins round 1 and leaves."""


def play(event: Event, number: int) -> None:
    """Enter and close a round in which everybody has a thousand dollars times the number."""
    enter(event, number)
    close_round(event, director_of(event), number)


def last_round_published() -> Event:
    """Eight players, of whom the eighth won round 1; the second and last round is being played."""
    event = make_event(8, rounds_planned=2, last_round="drawn")
    publish(event, 1)
    play(event, 1)
    publish(event, 2)
    return event


def table_of_who(event: Event) -> int:
    table = record_of(event).round(2).table_of(WHO)
    assert table is not None
    return table.number


def redraw(event: Event) -> None:
    """Unpublish, draw again by the same seed, publish."""
    withdraw_round(event, director_of(event), 2)
    discard_draft(event, director_of(event), 2)
    draw_round(event, 2)
    publish_round(event, director_of(event), 2)


def unpublish(event: Event) -> None:
    withdraw_round(event, director_of(event), 2)
    publish_round(event, director_of(event), 2)


def shorten(event: Event) -> None:
    """Plan a round more, and take it back."""
    for rounds in (3, 2):
        change_settings(event, director_of(event), {"rounds_planned": rounds})


def elsewhere(event: Event) -> tuple[int, PlayerId]:
    """The table at which the player does not sit, and the first player there."""
    home = record_of(event).round(2).table_of(WHO)
    other = next(table for table in record_of(event).round(2).tables if table != home)
    return other.number, other.seats[0].player


def enter(event: Event, number: int = 2) -> None:
    """Enter the results of the round that is played, a thousand dollars times the number each."""
    for table in record_of(event).round(number).tables:
        seats = tuple(SeatRecord(seat.player, cash=1_000 * seat.player) for seat in table.seats)
        record_result(event, director_of(event), number, TableRecord(table.number, seats, ended_by="all safe"))


def clear(event: Event) -> None:
    """Clear every table of the round that is played."""
    for table in record_of(event).round(2).tables:
        if table.has_reported:
            clear_result(event, director_of(event), 2, table.number)


ACTS: Mapping[str, Callable[[Event], object]] = {
    "withdraw": lambda event: withdraw(event, director_of(event), WHO),
    "disqualify": lambda event: disqualify(event, director_of(event), WHO, "collusion"),
    "reinstate": lambda event: reinstate(event, director_of(event), WHO),
    "no-show": lambda event: mark_no_show(event, director_of(event), 2, WHO, SitOutKind.MISSED, ""),
    "comes": lambda event: join_table(event, director_of(event), 2, WHO, 1),
    "unpublish": unpublish,
    "redraw": redraw,
    "shorten": shorten,
    "move": lambda event: move_player(event, director_of(event), 2, WHO, elsewhere(event)[0]),
    "swap": lambda event: swap_players(event, director_of(event), 2, WHO, elsewhere(event)[1]),
    "enter": enter,
    "clear": clear,
}


def tried(event: Event, name: str) -> None:
    """Do an act, or nothing of it where it is refused."""
    try:
        with transaction.atomic():
            ACTS[name](event)
    except REFUSALS:
        pass
    event.refresh_from_db()


Worth = tuple[tuple[MedalPlace, ...], tuple[PentamindPlace, ...], tuple[Standing, ...]]


def worth(event: Event) -> Worth:
    record = record_of(event)
    return medals(record), pentamind(record), standings(record)


@given(st.lists(st.sampled_from(sorted(ACTS)), max_size=8), st.booleans())
@example(["withdraw", "no-show"], False)
@example(["no-show", "withdraw"], False)
@example(["withdraw", "no-show", "reinstate", "withdraw"], False)
@example(["no-show", "withdraw", "reinstate", "comes", "withdraw"], True)
@example(["withdraw", "move", "no-show", "comes", "swap"], False)
@example(["enter", "withdraw", "clear", "no-show"], False)
@example(["swap", "withdraw", "move", "enter", "clear"], True)
def test_any_order_of_acts_that_leads_to_the_same_rounds_gives_the_same_medals_and_points(
    names: list[str], is_seated: bool
) -> None:
    with transaction.atomic():
        event = last_round_published()
        for name in names:
            tried(event, name)
        clear(event)
        if record_of(event).entry(WHO).status is not Status.PRESENT:
            ACTS["reinstate"](event)
        if record_of(event).round(2).table_of(WHO) is None:
            ACTS["comes"](event)
        if names[-1:] == ["withdraw"]:
            ACTS["withdraw"](event)
        if not is_seated:
            if record_of(event).round(2).table(table_of_who(event)).size == SMALLEST_TABLE:
                ACTS["swap"](event)  # nobody is taken off a table of three
            ACTS["no-show"](event)
        if record_of(event).entry(WHO).status is Status.PRESENT:
            ACTS["withdraw"](event)
        play(event, 2)
        found = worth(event)
        # The same rounds, in an event in which nothing of the departure was stored at the press.
        record = record_of(event)
        bare = replace(record, entries=tuple(replace(entry, last_round=None) for entry in record.entries))
        assert found == (medals(bare), pentamind(bare), standings(bare))
        has_medal = WHO in {place.player for place in found[0]}
        points = next(place for place in found[1] if place.player == WHO)
        assert (has_medal, points.points > 0, points.is_withdrawn) == (is_seated, is_seated, not is_seated)
        transaction.set_rollback(True)


def test_an_event_that_is_shortened_gives_the_medal_to_who_had_played_it_to_the_end() -> None:
    event = make_event(8, rounds_planned=2, last_round="drawn")
    publish(event, 1)
    play(event, 1)
    withdraw(event, director_of(event), WHO)
    assert WHO not in {place.player for place in medals(record_of(event))}
    change_settings(event, director_of(event), {"rounds_planned": 1})
    assert (medals(record_of(event))[0].player, medals(record_of(event))[0].medal) == (WHO, Medal.GOLD)


def test_a_late_comer_who_plays_a_round_that_was_drawn_again_came_with_that_round() -> None:
    event = play_to(make_event(12), round_closed=1)
    publish(event, 2)
    entry = late_comer(event)
    check_in(event, director_of(event), [entry.number], SitOutKind.MISSED)
    player = PlayerId(entry.number)
    assert record_of(event).first_round_of(player) == 3
    withdraw_round(event, director_of(event), 2)
    discard_draft(event, director_of(event), 2)
    assert record_of(event).first_round_of(player) == 2
    play_round(event, 2)
    assert record_of(event).round(2).table_of(player) is not None
    assert record_of(event).first_round_of(player) == 2
