"""Rounds: drawn to a draft, published while the draft still fits the event, closed when they can be scored, reopened."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.build import being_played, director_of, draw_round, enter_results, make_event, play_round, play_to, publish
from tournament.models import Change, Draw, Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind, RoundKind, RoundState, SeatSource, Status
from tournament.services.attendance import check_in
from tournament.services.changes.refusals import RefusedError
from tournament.services.draws import DrawOrder
from tournament.services.events import change_settings
from tournament.services.rounds import (
    close_round,
    discard_draft,
    draft_round,
    publish_round,
    reopen_round,
    withdraw_round,
)
from tournament.services.tables import add_minutes, start_clock
from tournament.services.undoing import undo_changes
from tournament.slices.apart import keep_apart
from tournament.slices.leaving import disqualify, withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def order(*sizes: int, seed: int = 5, **more: object) -> DrawOrder:
    return replace(DrawOrder(sizes, seed, SeatSource.TILES), **more)  # type: ignore[arg-type]


def test_the_same_seed_draws_the_same_seats() -> None:
    seatings = []
    for name in ("One Cup 2026", "Two Cup 2026"):
        event = make_event(17, name=name)
        draw_round(event, 1, seed=99)
        seatings.append(record_of(event).round(1).tables)
    assert seatings[0] == seatings[1]


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(8)


def test_a_redraw_replaces_the_draft_and_keeps_its_draw_with_seed_and_report(event: Event) -> None:
    first = draw_round(event, 1, sizes=(4, 4), seed=1)
    draft_round(event, director_of(event), order(4, 4, seed=77, replaces=first.draw_id))
    draws = list(Draw.objects.filter(event=event))
    assert [row.seed for row in draws] == [2, 77]
    assert all(row.report["repeats"] == 20 and row.protocol for row in draws)
    assert record_of(event).round(1).seed == 77
    assert event.rounds.count() == 1


def test_a_second_draw_from_a_page_that_did_not_show_the_draft_is_refused(event: Event) -> None:
    draw_round(event, 1)
    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        draft_round(event, director_of(event), order(4, 4))
    assert Draw.objects.filter(event=event).count() == 1


def test_a_discarded_draft_leaves_its_draw_in_the_list(event: Event) -> None:
    stale = draw_round(event, 1).draw_id
    discard_draft(event, director_of(event), 1)
    assert (event.rounds.count(), event.draws.count()) == (0, 1)
    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        draft_round(event, director_of(event), order(4, 4, replaces=stale))


def test_a_round_cannot_be_drawn_while_tables_of_the_one_before_have_not_reported() -> None:
    event = being_played(9)
    enter_results(event, 1, apart_from=[2])
    with pytest.raises(RefusedError, match=r"Table 2 has no result yet\. Close round 1 before you draw round 2"):
        draft_round(event, director_of(event), order(3, 3, 3))


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ((4, 4, 4), "Tables of 4 4 4 seat 12, but there are 17 players"),
        ((7, 5, 5), "A table of 7 is not possible"),
        ((4, 4, 4, 3), "Tables of 4 4 4 3 seat 15, but there are 17 players"),
    ],
)
def test_sizes_that_do_not_seat_the_players_are_refused_in_a_sentence(sizes: tuple[int, ...], sentence: str) -> None:
    event = make_event(17)
    with pytest.raises(RefusedError, match=sentence):
        draft_round(event, director_of(event), order(*sizes))


def test_a_table_of_six_waits_for_its_multiplier_and_minutes() -> None:
    event = make_event(6)
    with pytest.raises(RefusedError, match=r"no multiplier or minutes .* confirm them .*R29, R60"):
        draft_round(event, director_of(event), order(6))
    change_settings(event, director_of(event), {"multiplier_six": 1500, "minutes_six": 16})
    assert draft_round(event, director_of(event), order(6)).tables.count() == 1


def test_no_round_is_drawn_past_the_last_one_planned() -> None:
    event = play_to(make_event(4, rounds_planned=1), round_closed=1)
    with pytest.raises(RefusedError, match="The only round has been drawn"):
        draft_round(event, director_of(event), order(4))


def newly(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def test_publishing_opens_the_round_and_does_not_start_its_clock(event: Event) -> None:
    played = publish(event, 1)
    assert played.state is RoundState.PUBLISHED
    assert played.published_at is not None
    assert played.starts_at is None
    start_clock(event, director_of(event), 1)
    assert record_of(event).round(1).starts_at is not None


def test_added_minutes_move_the_end_of_a_round_and_are_undone(event: Event) -> None:
    director = director_of(event)
    publish(event, 1)
    with pytest.raises(RefusedError, match=r"The clock for round 1 has not been started; start it first\."):
        add_minutes(event, director, 1, 5)
    start_clock(event, director, 1)
    started = record_of(event).round(1).starts_at
    assert started is not None
    add_minutes(event, director, 1, 5)
    assert record_of(event).round(1).starts_at == started + timedelta(minutes=5)
    done = undo_changes(event, director, [Event.objects.get(pk=event.pk).version])
    assert done == "Round 1: 5 minutes added to the clock"
    assert record_of(event).round(1).starts_at == started
    latest = Change.objects.filter(event=event).latest("version")
    assert sentence_of(latest, record_of(event)) == "Round 1: 5 minutes added to the clock (undo)"
    for wrong in (0, -5, 61):
        with pytest.raises(RefusedError, match=r"Add between 1 and 60 minutes\."):
            add_minutes(event, director, 1, wrong)


def test_a_draft_is_not_published_after_somebody_came_or_left() -> None:
    event = make_event(9, status=Status.REGISTERED)
    check_in(event, director_of(event), range(1, 9))
    draw_round(event, 1)
    check_in(event, director_of(event), [9])
    withdraw(event, director_of(event), 3)
    with pytest.raises(RefusedError, match=r"Ida Demo has arrived and Cai Demo has left"):
        publish_round(event, director_of(event), 1)


def test_a_draft_is_not_published_after_two_of_its_players_were_to_be_kept_apart(event: Event) -> None:
    draw_round(event, 1)
    keep_apart(event, director_of(event), [[1, 2]])
    with pytest.raises(RefusedError, match="who is kept apart or has a fixed table"):
        publish_round(event, director_of(event), 1)


def test_a_cut_final_is_not_published_after_a_fine_changed_the_totals() -> None:
    event = play_to(make_event(16), round_closed=3)
    draw_round(event, 4)
    give_penalty(event, director_of(event), PenaltyOrder(1, 2, PenaltyKind.FINE, "misread twice", 5000))
    with pytest.raises(RefusedError, match=r"Changed since this draft was drawn: results\. Draw the final again"):
        publish_round(event, director_of(event), 4)


def test_a_random_draft_stands_after_a_fine_for_it_rests_on_no_total() -> None:
    event = play_to(make_event(8), round_closed=1)
    draw_round(event, 2)
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.FINE, "misread twice", 5000))
    publish_round(event, director_of(event), 2)
    assert record_of(event).round(2).state is RoundState.PUBLISHED


def test_a_draft_with_a_sit_out_rests_on_the_totals() -> None:
    event = play_to(make_event(7), round_closed=0)
    play_round(event, 1, sizes=(3, 3))
    draw_round(event, 2, sizes=(3, 3))
    seated = record_of(event).round(1).tables[0].seats[0].player
    give_penalty(event, director_of(event), PenaltyOrder(seated, 1, PenaltyKind.FINE, "misread twice", 5000))
    with pytest.raises(RefusedError, match="Changed since this draft was drawn: results"):
        publish_round(event, director_of(event), 2)


def test_a_round_is_unpublished_only_while_it_has_no_result(event: Event) -> None:
    publish(event, 1)
    start_clock(event, director_of(event), 1)
    withdraw_round(event, director_of(event), 1)
    draft = record_of(event).round(1)
    assert (draft.state, draft.published_at, draft.starts_at) == (RoundState.DRAFT, None, None)
    publish_round(event, director_of(event), 1)
    enter_results(event, 1, apart_from=[2])
    with pytest.raises(RefusedError, match="Table 1 has a result; clear it first"):
        withdraw_round(event, director_of(event), 1)


def test_a_round_is_not_closed_while_tables_have_no_result() -> None:
    event = being_played(12)
    enter_results(event, 1, apart_from=[1, 3])
    with pytest.raises(RefusedError, match=r"Round 1 cannot be closed yet\. Tables 1 and 3 have no result yet"):
        close_round(event, director_of(event), 1)


def test_a_round_is_not_closed_while_a_table_cannot_be_scored(event: Event) -> None:
    publish(event, 1)
    enter_results(event, 1, cash={2: (0, 0, 0, 0)})
    with pytest.raises(RefusedError, match=r"Round 1, table 2: the amounts add up to 0"):
        close_round(event, director_of(event), 1)


def test_the_latest_closed_round_can_be_reopened_and_takes_a_published_final_list_back() -> None:
    event = play_to(make_event(4, rounds_planned=1), round_closed=1)
    event.is_final_published = True
    event.save()
    reopen_round(event, director_of(event), 1)
    assert record_of(event).round(1).state is RoundState.PUBLISHED
    assert not newly(event).is_final_published


def test_a_round_is_not_reopened_under_a_later_one() -> None:
    event = play_to(make_event(8), round_closed=1)
    draw_round(event, 2)
    with pytest.raises(RefusedError, match="Round 2 was drawn from these results; discard that draft first"):
        reopen_round(event, director_of(event), 1)
    publish_round(event, director_of(event), 2)
    with pytest.raises(RefusedError, match=r"Round 2 has already been drawn\. To fix round 1, open a table's page"):
        reopen_round(event, director_of(event), 1)


def test_who_is_disqualified_is_not_drawn_again() -> None:
    event = play_to(make_event(9), round_closed=1)
    disqualify(event, director_of(event), 4, "collusion")
    draw_round(event, 2)
    seated = {seat.player for table in record_of(event).round(2).tables for seat in table.seats}
    assert seated == {1, 2, 3, 5, 6, 7, 8, 9}


def test_where_four_tables_fell_to_three_the_director_may_keep_the_announced_final() -> None:
    event = play_to(make_event(13), round_closed=3)
    withdraw(event, director_of(event), 13)
    draft = draft_round(event, director_of(event), order(4, 4, 4))
    assert draft.kind == RoundKind.RANDOM.value
    draft = draft_round(event, director_of(event), order(4, 4, 4, kind=RoundKind.RANKED, replaces=draft.draw_id))
    assert draft.kind == RoundKind.RANKED.value


def test_a_random_round_is_not_made_a_final_where_the_number_of_tables_did_not_change() -> None:
    event = play_to(make_event(8), round_closed=3)
    with pytest.raises(RefusedError, match=r"Round 4 must be drawn \(R45\)"):
        draft_round(event, director_of(event), order(4, 4, kind=RoundKind.RANKED))
