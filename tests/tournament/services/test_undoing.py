"""Undo: what stood before stands again as long as nothing rests on it; a later act is named."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from tests.build import director_of, enter_results, make_event, play_to, publish
from tests.tournament.services.results.typed import typed
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import Act, Undo
from tournament.record.vocabulary import PenaltyKind, PlayerId, ReportSource, ResultState, SitOutKind, Status
from tournament.services.attendance import check_in, set_status
from tournament.services.changes import Actor, act_on
from tournament.services.changes.refusals import DoneBeforeError, RefusedError, StaleError
from tournament.services.entries import add_entries
from tournament.services.events import change_settings
from tournament.services.results.reports import record_results, report_result
from tournament.services.rounds import close_round, withdraw_round
from tournament.services.seats import join_table, mark_no_show, set_starting_tiles, swap_players
from tournament.services.tables import move_player, renumber_table, retire_table
from tournament.services.undoing import undo_changes
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.diary import differences, sentence_of
from tournament.tellings.undoing import offers

pytestmark = pytest.mark.django_db


def cash_of(event: Event) -> list[list[int | None]]:
    return [[seat.cash for seat in table.seats] for table in record_of(event).round(1).tables]


FIRST, SECOND = (40_000, 35_000, 30_000, 20_000), (41_000, 36_000, 31_000, 21_000)

NOTHING = [None] * 4


@pytest.fixture
def director(event: Event) -> User:
    """Who directs the event."""
    return director_of(event)


def test_saved_results_go_back_to_the_report_before_or_to_none(director: User, event: Event) -> None:
    record_results(event, director, 1, [typed(event, 1, FIRST)])
    record_results(event, director, 1, [typed(event, 1, SECOND), typed(event, 2, SECOND)])
    assert undo_changes(event, director, [event.version]) == "Results for tables 1 and 2 in round 1 entered"
    assert cash_of(event) == [list(FIRST), NOTHING]
    assert record_of(event).round(1).table(2).state is ResultState.NONE


def test_a_page_from_before_the_undo_does_not_write_the_result_again(director: User, event: Event) -> None:
    """The undo leaves a report without figures, so that a page that still shows the old ones is known to be older."""
    record_results(event, director, 1, [typed(event, 1, FIRST)])
    seen = event.version
    undo_changes(event, director, [seen])
    record_results(event, Actor(director, seen=seen), 1, [typed(event, 1, FIRST)])
    assert cash_of(event)[0] == NOTHING


def test_a_report_that_waited_waits_again(director: User, event: Event) -> None:
    report_result(event, director, 1, typed(event, 1, FIRST), ReportSource.PLAYER)
    record_results(event, director, 1, [typed(event, 1, SECOND)])
    undo_changes(event, director, [event.version])
    assert record_of(event).round(1).table(1).state is ResultState.REPORTED


def test_what_a_later_act_was_built_upon_is_refused_by_that_acts_name(director: User, event: Event) -> None:
    enter_results(event, 1)
    saved = event.version
    close_round(event, director, 1)
    with pytest.raises(RefusedError, match=r"Undo first: Round 1 closed\."):
        undo_changes(event, director, [saved])
    undo_changes(event, director, [event.version])  # the closing; what was undone stands in nobody's way
    undo_changes(event, director, [saved])
    assert cash_of(event)[1] == NOTHING


def test_an_undo_is_not_undone_and_says_what_to_do(director: User, event: Event) -> None:
    change_settings(event, director, {"venue": "Great hall"})
    done = event.version
    undo_changes(event, director, [done])
    assert (event.venue, event.changes.get(version=event.version).undoes) == ("", done)
    for version, why in (
        (done, "This has already been done"),
        (event.version, "This is already an undo; repeat the original change instead."),
    ):
        with pytest.raises(RefusedError, match=why):
            undo_changes(event, director, [version])


def test_several_are_undone_together_or_none_of_them(director: User, event: Event) -> None:
    change_settings(event, director, {"venue": "Great hall"})
    first = event.version
    give_penalty(event, director, PenaltyOrder(1, 1, PenaltyKind.WARNING, "showed a tile"))
    actor = Actor(director, key="a key")
    undo_changes(event, actor, [first, event.version])
    assert (event.venue, [line.is_cancelled for line in record_of(event).penalties]) == ("", [True])
    with pytest.raises(DoneBeforeError):
        undo_changes(event, actor, [first])
    version = event.version
    with pytest.raises(RefusedError):
        undo_changes(event, director, [1, version])
    assert Event.objects.get(pk=event.pk).version == version


def test_who_did_not_come_sits_where_the_draw_put_the_player(event: Event) -> None:
    before = record_of(event).round(1).tables
    second = before[0].seats[1].player
    mark_no_show(event, director_of(event), 1, second, SitOutKind.MISSED, "")
    undo_changes(event, director_of(event), [event.version])
    assert (record_of(event).round(1).tables, record_of(event).round(1).sit_outs) == (before, ())


def test_what_an_undo_writes_back_is_stored_by_column_without_a_name_and_cannot_be_altered(
    director: User, event: Event
) -> None:
    before = record_of(event)
    away = before.round(1).tables[0].seats[1]
    mark_no_show(event, director, 1, away.player, SitOutKind.MISSED, "")
    change = event.changes.latest("version")
    assert {name: len(rows) for name, rows in (change.rows or {}).items()} == {"Seat": 1, "SitOut": 1}
    assert "Demo" not in str(change.rows)
    with pytest.raises(IntegrityError), transaction.atomic():
        event.changes.filter(pk=change.pk).update(rows={})
    undo_changes(event, director, [event.version])
    after = record_of(event)
    assert after.round(1).tables == before.round(1).tables
    assert event.changes.latest("version").rows is None


def test_who_did_not_come_is_not_put_back_in_a_place_that_somebody_else_has_now(event: Event) -> None:
    before = record_of(event).round(1).tables
    mark_no_show(event, director_of(event), 1, before[0].seats[1].player, SitOutKind.MISSED, "")
    for position, seat in enumerate(event.rounds.get().tables.get(number=1).seats.order_by("position"), 1):
        seat.position = position
        seat.save()
    now = record_of(event)
    with pytest.raises(StaleError):
        undo_changes(event, director_of(event), [event.version])
    assert record_of(event) == now


def test_who_did_not_come_is_not_put_back_at_another_table_that_has_the_number_now(
    director: User, event: Event
) -> None:
    away = record_of(event).round(1).tables[0].seats[1].player
    mark_no_show(event, director, 1, away, SitOutKind.MISSED, "")
    absence = event.version
    renumber_table(event, director, 1, 1, 2)  # the two exchange their numbers
    with pytest.raises(RefusedError, match=r"Round 1: table 1 is now table 2"):
        undo_changes(event, director, [absence])


def test_who_did_not_come_is_not_put_back_at_a_table_that_is_gone_or_was_filled_since() -> None:
    event = make_event(16)
    director = director_of(event)
    publish(event, 1, sizes=(4, 4, 4, 4))
    tables = record_of(event).round(1).tables
    mark_no_show(event, director, 1, tables[0].seats[1].player, SitOutKind.MISSED, "")
    absence = event.version
    moved = tables[1].seats[0].player
    move_player(event, director, 1, moved, 1)
    with pytest.raises(RefusedError, match=r"Changed since then: Round 1: .+ moved to table 1"):
        undo_changes(event, director, [absence])
    move_player(event, director, 1, moved, 2)
    there = [seat.player for seat in record_of(event).round(1).table(1).seats]
    retire_table(event, director, 1, 1, dict(zip(there, (2, 3, 4), strict=True)))
    with pytest.raises(RefusedError, match="Changed since"):
        undo_changes(event, director, [absence])


def test_a_swap_taken_back_gives_the_starting_tiles_back(director: User, event: Event) -> None:
    tiles = {
        table.number: {seat.player: f"{seat.position}A" for seat in table.seats}
        for table in record_of(event).round(1).tables
    }
    set_starting_tiles(event, director, 1, tiles)
    before = record_of(event).round(1).tables
    swap_players(event, director, 1, before[0].seats[0].player, before[1].seats[2].player)
    assert record_of(event).round(1).tables != before
    undo_changes(event, director, [event.version])
    assert record_of(event).round(1).tables == before


def test_a_late_comer_leaves_the_table_with_what_the_player_had_before(director: User, event: Event) -> None:
    add_entries(event, director, [RosterLine(1, "Late Demo")])
    check_in(event, director, [9], SitOutKind.PAIRING_PROBLEM)
    before = record_of(event)
    join_table(event, director, 1, PlayerId(9), 2)
    assert record_of(event).round(1).table(2).size == 5
    undo_changes(event, director, [event.version])
    after = record_of(event)
    assert (after.round(1).tables, after.round(1).sit_outs) == (before.round(1).tables, before.round(1).sit_outs)


def test_who_came_late_to_a_table_is_as_late_as_before(director: User, event: Event) -> None:
    """Sitting down checks a late comer in and scores the missed rounds; taken back, nothing of it stays."""
    enter_results(event, 1)
    close_round(event, director, 1)
    publish(event, 2)
    add_entries(event, director, [RosterLine(1, "Late Demo")], Status.LATE)
    before = record_of(event)
    join_table(event, director, 2, PlayerId(9), 2, arrives=True, missed=SitOutKind.STANDARD)
    assert record_of(event).entry(PlayerId(9)).is_active
    undo_changes(event, director, [event.version])
    after = record_of(event)
    assert (after.entries, after.rounds) == (before.entries, before.rounds)


def test_what_a_page_shows_from_before_a_snapshot_was_restored_is_not_written(director: User, event: Event) -> None:
    """The diary of then went with the restoring, so nothing tells what of such a page is old."""
    record_results(event, director, 1, [typed(event, 1, FIRST)])
    page = Actor(director, seen=event.version)
    with act_on(event, director, Act.RESTORE_SNAPSHOT) as act:
        act.after = {"snapshot": {"version": 3}}
    with pytest.raises(RefusedError, match=r"restored to version 3, so this page is out of date"):
        record_results(event, page, 1, [typed(event, 2, SECOND)])
    assert cash_of(event) == [list(FIRST), NOTHING]
    record_results(event, Actor(director, seen=event.version), 1, [typed(event, 2, SECOND)])
    assert cash_of(event) == [list(FIRST), list(SECOND)]


# One press takes back a check-in, a mark or a withdrawal, as long as nothing rests on it


def statuses(event: Event) -> list[Status]:
    return [entry.status for entry in record_of(event).entries]


def test_a_check_in_of_everybody_is_taken_back_to_what_each_was() -> None:
    event = make_event(3, status=Status.REGISTERED)
    set_status(event, director_of(event), [2], Status.LATE)
    check_in(event, director_of(event), [1, 2, 3])
    undo_changes(event, director_of(event), [event.version])
    assert statuses(event) == [Status.REGISTERED, Status.LATE, Status.REGISTERED]


def test_undoing_is_itself_in_the_log() -> None:
    event = make_event(3)
    withdraw(event, director_of(event), 1, "train")
    undone = event.version
    undo_changes(event, director_of(event), [undone])
    change = event.changes.latest("version")
    assert (change.act, change.entries, change.undoes) == (Act.UNDO_STATUSES.value, [1], undone)
    assert (change.before, change.after) == (
        {"entries": {"1": {"status": "withdrawn"}}},
        {"entries": {"1": {"status": "present"}}},
    )
    record = record_of(event)
    assert sentence_of(change, record) == "Ada Demo: earlier status restored (undo)"
    assert [row.words for row in differences(change, record)] == ["Ada Demo: withdrawn → present"]


def test_a_withdrawal_taken_back_leaves_no_last_round() -> None:
    event = play_to(make_event(6), round_closed=1)
    withdraw(event, director_of(event), 1)
    undo_changes(event, director_of(event), [event.version])
    entry = record_of(event).entries[0]
    assert (entry.status, entry.last_round) == (Status.PRESENT, None)


def test_once_a_round_has_begun_without_the_player_the_press_is_too_late() -> None:
    event = make_event(7)
    withdraw(event, director_of(event), 1)
    version = event.version
    publish(event)
    with pytest.raises(RefusedError, match="A round has begun without Ada Demo"):
        undo_changes(event, director_of(event), [version])
    assert statuses(event)[0] is Status.WITHDRAWN


def test_once_the_player_has_played_a_check_in_stands() -> None:
    event = make_event(6)
    version = event.version
    publish(event)
    with pytest.raises(RefusedError, match="Ada Demo has already taken part"):
        undo_changes(event, director_of(event), [version])


def test_a_late_check_in_taken_back_forgets_the_score_of_the_missed_round() -> None:
    event = play_to(make_event(6), round_closed=1)
    (late,) = add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    check_in(event, director_of(event), [late.number], SitOutKind.STANDARD)
    undo_changes(event, director_of(event), [event.version])
    assert record_of(event).round(1).sit_outs == ()
    assert statuses(event)[-1] is Status.REGISTERED


def test_what_was_changed_again_is_not_taken_back() -> None:
    event = make_event(3)
    withdraw(event, director_of(event), 1)
    version = event.version
    undo_changes(event, director_of(event), [version])
    with pytest.raises(RefusedError, match="This has already been done"):
        undo_changes(event, director_of(event), [version])


def test_the_diary_offers_no_undo_of_a_check_in_once_a_round_was_published_with_the_player() -> None:
    event = make_event(7, status=Status.REGISTERED)
    check_in(event, director_of(event), range(1, 8))
    everybody = event.version
    withdraw(event, director_of(event), 7, "train")
    left = event.version
    assert [offered(event, version) for version in (left, everybody)] == [
        (Undo.AT_ONCE, ""),
        (Undo.NONE, "Undo first: Gil Demo withdrew."),
    ]
    undo_changes(event, director_of(event), [left])
    withdraw(event, director_of(event), 7, "train")
    left = event.version
    publish(event)
    assert offered(event, left) == (
        Undo.NONE,
        "A round has begun without Gil Demo; reinstate the player on the entry's page.",
    )
    late = make_event(6, name="Late Cup 2026", status=Status.REGISTERED)
    check_in(late, director_of(late), range(1, 7))
    here = late.version
    publish(late)
    why = "Ada Demo has already taken part. For one missed round, plan the absence or mark a no-show; withdraw a player who leaves (R54)."
    assert offered(late, here) == (Undo.NONE, why)
    with pytest.raises(RefusedError, match=re.escape(why)):
        undo_changes(late, director_of(late), [here])
    withdraw_round(late, director_of(late), 1)
    assert offered(late, here) == (Undo.AT_ONCE, "")
    undo_changes(late, director_of(late), [here])
    assert statuses(late) == [Status.REGISTERED] * 6


def offered(event: Event, version: int) -> tuple[Undo, str]:
    """How the diary undoes a change now, and why not."""
    offer = offers(list(event.changes.order_by("-version")), record_of(event))[version]
    return offer.undo, offer.why
