"""Entries: made, corrected, removed, checked in (R37, R49, R53), and kept apart."""

from __future__ import annotations

import pytest

from tests.build import (
    being_played,
    director_of,
    enter_results,
    make_event,
    play_round,
    play_to,
    player_name,
    publish,
)
from tests.tournament.services.people.entered import cells_of, late_comer, status_of
from tournament.day.lists.lines import RosterLine
from tournament.models import Change, Entry, Event, SitOut
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import CellKind, PlayerId, SitOutKind, SitOutSource, Status
from tournament.scores.totals import standings
from tournament.services.attendance import check_in, set_status
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import Particulars, add_entries, edit_entry, remove_entry
from tournament.services.rounds import close_round
from tournament.services.seats import mark_no_show
from tournament.slices.apart import drop_rule, keep_apart
from tournament.tellings.diary import differences, sentence_of, told_figures

pytestmark = pytest.mark.django_db


def test_players_are_numbered_in_the_order_of_the_roster() -> None:
    event = make_event(3)
    assert late_comer(event).number == 4
    assert [(entry.player, entry.name, entry.status) for entry in record_of(event).entries] == [
        (1, player_name(1), Status.PRESENT),
        (2, player_name(2), Status.PRESENT),
        (3, player_name(3), Status.PRESENT),
        (4, "Late Demo", Status.REGISTERED),
    ]


def test_two_people_of_one_name_are_two_players() -> None:
    event = make_event(names=["Ada Demo", "Ada Demo"])
    assert [(entry.player, entry.name) for entry in record_of(event).entries] == [(1, "Ada Demo"), (2, "Ada Demo")]


def test_the_name_belongs_to_the_entry_and_a_public_final_list_keeps_its_event_as_it_is() -> None:
    first, second = make_event(0), make_event(0, name="Second Cup 2026")
    add_entries(first, director_of(first), [RosterLine(1, "Ada Demo", "NL", False, "501")])
    Event.objects.filter(pk=first.pk).update(is_final_published=True)
    published = (record_of(first).entries, record_of(first).version, record_of(first).public_version)
    add_entries(second, director_of(second), [RosterLine(1, "Ada Demo-Trial", "", True, "501")])
    edit_entry(second, director_of(second), 1, Particulars("Ada Sample", "GB", contestant_id="501"))
    (entry,) = record_of(second).entries
    assert (entry.name, entry.country, entry.is_junior, entry.contestant_id) == ("Ada Sample", "GB", False, "501")
    assert (record_of(first).entries, record_of(first).version, record_of(first).public_version) == published


def test_one_roster_does_not_give_an_organisers_number_twice() -> None:
    event = make_event(0)
    lines = [RosterLine(1, "Ada Demo", contestant_id="501"), RosterLine(2, "Ben Demo", contestant_id="501")]
    with pytest.raises(RefusedError, match="501 belongs to another player"):
        add_entries(event, director_of(event), lines)
    assert not event.entries.exists()


def test_an_organisers_number_enters_an_event_once_and_a_refusal_enters_nobody() -> None:
    event = make_event(0)
    add_entries(event, director_of(event), [RosterLine(1, "Ada Demo", contestant_id="501")])
    with pytest.raises(RefusedError, match="501 belongs to another player"):
        add_entries(
            event, director_of(event), [RosterLine(1, "Ben Demo"), RosterLine(2, "Ada D.", contestant_id="501")]
        )
    assert [entry.name for entry in record_of(event).entries] == ["Ada Demo"]


def test_entering_nobody_is_refused_and_writes_no_change() -> None:
    event = make_event(3)
    with pytest.raises(RefusedError, match="Nothing is selected"):
        add_entries(event, director_of(event), [])
    assert Change.objects.filter(event=event, version__gt=event.version).count() == 0


def test_a_corrected_entry_keeps_its_number_and_the_change_tells_what_differs() -> None:
    event = make_event(3)
    edit_entry(event, director_of(event), 2, Particulars("Ben Sample", "NL", fixed_table=1))
    change = event.changes.first()
    assert change is not None
    assert change.before == {"entries": {"2": {"name": None, "country": None, "fixed_table": None}}}
    assert change.after == {"entries": {"2": {"name": None, "country": None, "fixed_table": 1}}}
    assert told_figures(change, record_of(event)) == (
        {"entries": {"2": {"name": "Ben Demo", "country": "", "fixed_table": None}}},
        {"entries": {"2": {"name": "Ben Sample", "country": "NL", "fixed_table": 1}}},
    )
    assert [row.words for row in differences(change, record_of(event))] == [
        "Ben Sample, name: Ben Demo → Ben Sample",
        "Ben Sample, country: NL",
        "Ben Sample, always at table: 1",
    ]
    assert record_of(event).entry(PlayerId(2)).name == "Ben Sample"


def test_an_organisers_number_of_somebody_else_is_refused() -> None:
    event = make_event(2)
    edit_entry(event, director_of(event), 1, Particulars("Ada Demo", contestant_id="501"))
    with pytest.raises(RefusedError, match="501 belongs to another player"):
        edit_entry(event, director_of(event), 2, Particulars("Ben Demo", contestant_id="501"))


def test_saving_an_entry_as_it_is_writes_no_change() -> None:
    event = make_event(2)
    version = event.version
    with pytest.raises(RefusedError, match="Nothing was changed"):
        edit_entry(event, director_of(event), 1, Particulars("Ada Demo"))
    event.refresh_from_db()
    assert event.version == version


def test_a_removed_entry_is_gone_and_keep_apart_rules_forget_its_number() -> None:
    event = make_event(5)
    keep_apart(event, director_of(event), [[4, 5], [1, 2, 5]])
    remove_entry(event, director_of(event), 5)
    assert [entry.player for entry in record_of(event).entries] == [1, 2, 3, 4]
    assert [rule.players for rule in record_of(event).aparts] == [(1, 2)]
    change = event.changes.latest("version")
    assert sentence_of(change, record_of(event)) == "Eve Demo removed"


def test_somebody_who_has_a_seat_cannot_be_removed() -> None:
    event = being_played(6)
    with pytest.raises(RefusedError, match="has a seat, a score, a report or a penalty; withdraw the player instead"):
        remove_entry(event, director_of(event), 1)


@pytest.mark.parametrize("closed", [True, False])
def test_somebody_who_sits_out_a_round_cannot_be_removed(closed: bool) -> None:
    event = make_event(7)
    played = play_round(event, 1, sizes=(3, 3)) if closed else publish(event, 1, sizes=(3, 3))
    idle = played.sit_outs[0].player
    with pytest.raises(RefusedError, match="has a seat, a score, a report or a penalty; withdraw the player instead"):
        remove_entry(event, director_of(event), idle)


@pytest.mark.parametrize("kind", list(SitOutKind))
def test_somebody_whose_absence_a_closed_round_scored_cannot_be_removed(kind: SitOutKind) -> None:
    """Marked as a no-show, a player has a row in a closed round, whatever it scores; nothing of it is deleted."""
    event = make_event(8)
    played = publish(event, 1)
    absent = played.tables[0].seats[0].player
    mark_no_show(event, director_of(event), 1, absent, kind, "no-show")
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    with pytest.raises(RefusedError, match="has a seat, a score, a report or a penalty; withdraw the player instead"):
        remove_entry(event, director_of(event), absent)
    assert [row.player for row in record_of(event).round(1).sit_outs] == [absent]


def test_a_late_comer_entered_by_mistake_is_removed_with_the_score_of_the_missed_round() -> None:
    event = play_to(make_event(6), round_closed=1)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], SitOutKind.STANDARD)
    remove_entry(event, director_of(event), number)
    assert record_of(event).round(1).sit_outs == ()
    assert len(standings(record_of(event))) == 6


# Checking in, marking and what rounds missed score, by the rules R37, R49 and R53


def test_everybody_checked_in_at_once_is_one_change_with_the_statuses_before_and_after() -> None:
    event = make_event(3, status=Status.REGISTERED)
    check_in(event, director_of(event), [1, 2, 3])
    change = event.changes.latest("version")
    assert (change.act, change.entries) == (Act.CHECK_IN.value, [1, 2, 3])
    assert change.before == {"entries": {number: {"status": "registered"} for number in "123"}}
    assert change.after == {"entries": {number: {"status": "present"} for number in "123"}}
    assert sentence_of(change, record_of(event)) == "Ada Demo, Ben Demo and Cai Demo checked in"


def test_checking_in_those_who_are_present_is_refused() -> None:
    event = make_event(3)
    with pytest.raises(RefusedError, match="This has already been done"):
        check_in(event, director_of(event), [1, 2])


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(6)


def test_who_comes_after_round_one_has_begun_needs_a_choice(event: Event) -> None:
    publish(event)
    number = late_comer(event).number
    with pytest.raises(RefusedError, match=r"1 round has begun; choose what a missed round scores.*\(R53\)"):
        check_in(event, director_of(event), [number])
    assert status_of(event, number) is Status.REGISTERED


@pytest.mark.parametrize(
    ("choice", "cell"),
    [
        (SitOutKind.MISSED, (CellKind.MISSED, 0)),
        (SitOutKind.STANDARD, (CellKind.SIT_OUT, 25_000)),
        (SitOutKind.PAIRING_PROBLEM, (CellKind.PAIRING_PROBLEM, 30_000)),
    ],
)
def test_the_choice_is_what_the_missed_round_scores(
    event: Event, choice: SitOutKind, cell: tuple[CellKind, int]
) -> None:
    play_round(event)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], choice)
    assert cells_of(event, number)[0] == cell
    assert record_of(event).entry(PlayerId(number)).first_round == 2


def test_of_several_missed_rounds_only_the_last_is_the_sit_out(event: Event) -> None:
    play_to(event, round_closed=2)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], SitOutKind.STANDARD)
    assert cells_of(event, number)[:2] == [(CellKind.MISSED, 0), (CellKind.SIT_OUT, 25_000)]


@pytest.mark.parametrize("missed", [SitOutKind.STANDARD, SitOutKind.PAIRING_PROBLEM])
def test_who_sat_out_already_is_not_given_a_second_sit_out_for_missed_rounds(event: Event, missed: SitOutKind) -> None:
    """Came late to round 1 for a sit-out's score, was marked late before round 2 and came back after it (R49)."""
    play_round(event, 1)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], SitOutKind.STANDARD)
    SitOut.objects.filter(entry__number=number).update(source=SitOutSource.DRAW.value)
    Entry.objects.filter(event=event, number=number).update(status=Status.REGISTERED.value)
    play_round(event, 2)
    with pytest.raises(RefusedError, match=r"Late Demo has already sat out round 1, and nobody sits out twice \(R49\)"):
        check_in(event, director_of(event), [number], missed)
    check_in(event, director_of(event), [number], SitOutKind.MISSED)
    assert cells_of(event, number)[:2] == [(CellKind.SIT_OUT, 25_000), (CellKind.MISSED, 0)]


def test_the_choice_for_a_missed_round_names_the_scores_of_the_event() -> None:
    event = make_event(8, sit_out_score=24_000, pairing_problem_score=31_500)
    publish(event)
    with pytest.raises(RefusedError, match=r"0\.000, or 24\.000 as the player's one sit-out \(R53\)"):
        check_in(event, director_of(event), [late_comer(event).number])


def test_a_draft_has_not_begun(event: Event) -> None:
    number = late_comer(event).number
    check_in(event, director_of(event), [number])
    assert record_of(event).entry(PlayerId(number)).first_round == 1


@pytest.mark.parametrize("status", [Status.LATE, Status.EXCLUDED, Status.ABSENT, Status.REGISTERED])
def test_who_has_not_played_can_be_moved_about(status: Status) -> None:
    event = make_event(4)
    set_status(event, director_of(event), [4], status)
    assert status_of(event, 4) is status


def test_a_late_comer_marked_absent_again_loses_the_score_of_the_missed_round(event: Event) -> None:
    play_round(event)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], SitOutKind.PAIRING_PROBLEM)
    set_status(event, director_of(event), [number], Status.ABSENT)
    assert record_of(event).round(1).sit_outs == ()
    assert number not in [row.player for row in standings(record_of(event))]


def test_who_has_played_is_withdrawn_and_not_marked_absent(event: Event) -> None:
    publish(event)
    with pytest.raises(RefusedError, match="Ada Demo and Ben Demo have already taken part"):
        set_status(event, director_of(event), [1, 2], Status.ABSENT)


@pytest.mark.parametrize("status", [Status.PRESENT, Status.WITHDRAWN, Status.DISQUALIFIED])
def test_an_act_of_its_own_is_no_mark(status: Status) -> None:
    event = make_event(4)
    with pytest.raises(RefusedError, match="cannot be set here"):
        set_status(event, director_of(event), [1], status)


def test_marking_what_is_marked_already_is_refused() -> None:
    event = make_event(4, status=Status.REGISTERED)
    with pytest.raises(RefusedError, match="This has already been done"):
        set_status(event, director_of(event), [1], Status.REGISTERED)


@pytest.mark.parametrize(("numbers", "words"), [([99], "no entry 99"), ([], "Nothing is selected")])
def test_an_act_on_nobody_says_who_is_missing(numbers: list[int], words: str) -> None:
    event = make_event(4)
    with pytest.raises(RefusedError, match=words):
        check_in(event, director_of(event), numbers)


# Keeping players apart, and letting them meet again


def test_a_pair_and_a_group_are_two_rules_in_one_change() -> None:
    event = make_event(9)
    version = event.version
    keep_apart(event, director_of(event), [[2, 1], [5, 4, 6]], reason="same household", is_hard=False)
    assert [(rule.players, rule.is_hard, rule.reason) for rule in record_of(event).aparts] == [
        ((1, 2), False, "same household"),
        ((4, 5, 6), False, "same household"),
    ]
    assert event.version == version + 1


def test_a_hard_rule_holds_in_the_next_draw() -> None:
    event = make_event(9)
    keep_apart(event, director_of(event), [[1, 2, 3]])
    tables = [{seat.player for seat in table.seats} for table in publish(event).tables]
    assert [len(table & {1, 2, 3}) for table in tables] == [1, 1, 1]


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([], "at least two different players"),
        ([[1, 1]], "at least two different players"),
        ([[1, 99]], "no entry 99"),
        ([[1, 2], [2, 1]], "Ada Demo and Ben Demo are already kept apart"),
    ],
)
def test_a_rule_that_says_nothing_is_refused_and_none_is_kept(groups: list[list[int]], words: str) -> None:
    event = make_event(4)
    with pytest.raises(RefusedError, match=words):
        keep_apart(event, director_of(event), groups)
    assert not event.keep_aparts.exists()


def test_a_dropped_rule_is_gone_and_the_log_tells_what_it_was() -> None:
    event = make_event(4)
    (rule,) = keep_apart(event, director_of(event), [[1, 2]])
    drop_rule(event, director_of(event), rule.pk)
    change = event.changes.latest("version")
    record = record_of(event)
    assert (change.act, change.entries) == (Act.LET_MEET.value, [1, 2])
    assert sentence_of(change, record) == "Ada Demo and Ben Demo may meet again"
    assert [row.words for row in differences(change, record)] == ["Ada Demo, Ben Demo: without exception → nothing"]
    with pytest.raises(RefusedError, match="already been done"):
        drop_rule(event, director_of(event), rule.pk)


def test_a_rule_of_another_event_is_out_of_reach() -> None:
    event, other = make_event(4), make_event(4, name="Other Cup 2026")
    (rule,) = keep_apart(other, director_of(other), [[1, 2]])
    with pytest.raises(RefusedError, match="already been done"):
        drop_rule(event, director_of(event), rule.pk)
