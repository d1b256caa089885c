"""Entering, checking in, leaving and coming back, by the rules R37, R43, R49, R53, R54 and R67."""

from __future__ import annotations

import pytest

from tests.build import director_of, make_event, play_round, play_to, player_name, publish
from tournament.day.rosters import RosterLine
from tournament.models import Change, Entry, Event, Player
from tournament.models.queries import record_of
from tournament.record.vocabulary import CellKind, PlayerId, SitOutKind, Status
from tournament.scores import standings
from tournament.services.apart import keep_apart
from tournament.services.attendance import check_in, set_status
from tournament.services.changes import RefusedError
from tournament.services.departures import GoldRule, disqualify, reinstate, withdraw
from tournament.services.entries import add_entries, edit_entry, remove_entry
from tournament.services.rounds import discard_draft, withdraw_round

pytestmark = pytest.mark.django_db


def status_of(event: Event, number: int) -> Status:
    return record_of(event).entry(PlayerId(number)).status


def cells_of(event: Event, number: int) -> list[tuple[CellKind, int | None]]:
    (row,) = [row for row in standings(record_of(event)) if row.player == number]
    return [(cell.kind, cell.score) for cell in row.cells]


def late_comer(event: Event, name: str = "Late Demo") -> Entry:
    return add_entries(event, director_of(event), [RosterLine(1, name)])[0]


def top_table(event: Event) -> list[int]:
    return [seat.player for seat in record_of(event).round(4).tables[0].seats]


# Entering


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
    assert Player.objects.count() == event.entries.count() == 2


def test_the_same_organisers_number_is_the_same_person_in_two_events() -> None:
    first, second = make_event(0), make_event(0, name="Second Cup 2026")
    add_entries(first, director_of(first), [RosterLine(1, "Ada Demo", "NL", False, "501")])
    add_entries(second, director_of(second), [RosterLine(1, "Ada Demo-Trial", "", True, "501")])
    (player,) = Player.objects.all()
    assert (player.name, player.country, player.is_junior) == ("Ada Demo-Trial", "NL", True)


def test_an_organisers_number_enters_an_event_once_and_a_refusal_enters_nobody() -> None:
    event = make_event(0)
    add_entries(event, director_of(event), [RosterLine(1, "Ada Demo", contestant_id="501")])
    with pytest.raises(RefusedError, match=r"501 is entered already, as 1 Ada Demo; leave Ada D\. out"):
        add_entries(
            event, director_of(event), [RosterLine(1, "Ben Demo"), RosterLine(2, "Ada D.", contestant_id="501")]
        )
    assert [entry.name for entry in record_of(event).entries] == ["Ada Demo"]


def test_entering_nobody_is_refused_and_writes_no_change() -> None:
    event = make_event(3)
    with pytest.raises(RefusedError, match="No line of the roster is ticked"):
        add_entries(event, director_of(event), [])
    assert Change.objects.filter(event=event, version__gt=event.version).count() == 0


# Checking in


def test_everybody_checked_in_at_once_is_one_change_with_the_statuses_before_and_after() -> None:
    event = make_event(3, status=Status.REGISTERED)
    check_in(event, director_of(event), [1, 2, 3])
    change = event.changes.first()
    assert change is not None
    assert (change.verb, change.subject) == ("check in", "Ada Demo, Ben Demo, Cai Demo")
    assert change.before == dict.fromkeys("123", "registered")
    assert change.after == dict.fromkeys("123", "present")


def test_checking_in_those_who_are_present_is_refused() -> None:
    event = make_event(3)
    with pytest.raises(RefusedError, match="These players are present already"):
        check_in(event, director_of(event), [1, 2])


def test_who_comes_after_round_one_has_begun_needs_a_choice() -> None:
    event = make_event(6)
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
def test_the_choice_is_what_the_missed_round_scores(choice: SitOutKind, cell: tuple[CellKind, int]) -> None:
    event = make_event(6)
    play_round(event)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], choice)
    assert cells_of(event, number)[0] == cell
    assert record_of(event).entry(PlayerId(number)).first_round == 2


def test_of_several_missed_rounds_only_the_last_is_the_sit_out() -> None:
    event = make_event(6)
    play_to(event, round_closed=2)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], SitOutKind.STANDARD)
    assert cells_of(event, number)[:2] == [(CellKind.MISSED, 0), (CellKind.SIT_OUT, 25_000)]


@pytest.mark.parametrize("missed", [SitOutKind.STANDARD, SitOutKind.PAIRING_PROBLEM])
def test_who_sat_out_already_is_not_given_a_second_sit_out_for_missed_rounds(missed: SitOutKind) -> None:
    """Sat out round 1, left before playing, came back after round 2: the one sit-out is used up (R49)."""
    event = make_event(7)
    played = play_round(event, 1, sizes=(3, 3))
    idle = played.sit_outs[0].player
    withdraw(event, director_of(event), idle)
    play_round(event, 2)
    reinstate(event, director_of(event), idle)
    name = player_name(idle)
    with pytest.raises(RefusedError, match=rf"{name} already sat out round 1, and nobody sits out twice \(R49\)"):
        check_in(event, director_of(event), [idle], missed)
    check_in(event, director_of(event), [idle], SitOutKind.MISSED)
    assert cells_of(event, idle)[:2] == [(CellKind.SIT_OUT, 25_000), (CellKind.MISSED, 0)]


def test_the_choice_for_a_missed_round_names_the_scores_of_the_event() -> None:
    event = make_event(8, sit_out_score=24_000, pairing_problem_score=31_500)
    publish(event)
    with pytest.raises(RefusedError, match=r"0\.000, 24\.000 as the one sit-out, or 31\.500 \(R53\)"):
        check_in(event, director_of(event), [late_comer(event).number])


def test_a_draft_has_not_begun() -> None:
    event = make_event(6)
    number = late_comer(event).number
    check_in(event, director_of(event), [number])
    assert record_of(event).entry(PlayerId(number)).first_round == 1


@pytest.mark.parametrize("status", [Status.LATE, Status.EXCLUDED, Status.ABSENT, Status.REGISTERED])
def test_who_has_not_played_can_be_moved_about(status: Status) -> None:
    event = make_event(4)
    set_status(event, director_of(event), [4], status)
    assert status_of(event, 4) is status


def test_a_late_comer_marked_absent_again_loses_the_score_of_the_missed_round() -> None:
    event = make_event(6)
    play_round(event)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], SitOutKind.PAIRING_PROBLEM)
    set_status(event, director_of(event), [number], Status.ABSENT)
    assert record_of(event).round(1).sit_outs == ()
    assert number not in [row.player for row in standings(record_of(event))]


def test_who_has_played_is_withdrawn_and_not_marked_absent() -> None:
    event = make_event(6)
    publish(event)
    with pytest.raises(
        RefusedError, match=r"Ada Demo, Ben Demo have played already; withdraw the player instead \(R54\)"
    ):
        set_status(event, director_of(event), [1, 2], Status.ABSENT)


@pytest.mark.parametrize("status", [Status.PRESENT, Status.WITHDRAWN, Status.DISQUALIFIED])
def test_an_act_of_its_own_is_no_mark(status: Status) -> None:
    event = make_event(4)
    with pytest.raises(RefusedError, match="is an act of its own"):
        set_status(event, director_of(event), [1], status)


def test_marking_what_is_marked_already_is_refused() -> None:
    event = make_event(4, status=Status.REGISTERED)
    with pytest.raises(RefusedError, match="Ada Demo: marked as registered already"):
        set_status(event, director_of(event), [1], Status.REGISTERED)


@pytest.mark.parametrize(("numbers", "words"), [([99], "no entry with number 99"), ([], "Nobody is ticked")])
def test_an_act_on_nobody_says_who_is_missing(numbers: list[int], words: str) -> None:
    event = make_event(4)
    with pytest.raises(RefusedError, match=words):
        check_in(event, director_of(event), numbers)


# Leaving and coming back


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
    with pytest.raises(RefusedError, match="1 Ada Demo is disqualified"):
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
    with pytest.raises(RefusedError, match="Write the reason"):
        disqualify(event, director_of(event), 1, "  ")


def test_a_disqualified_player_is_not_ranked_and_the_games_stand_for_the_others() -> None:
    event = make_event(6)
    play_round(event)
    before = {row.player: row.total for row in standings(record_of(event))}
    disqualify(event, director_of(event), 1, "collusion")
    after = standings(record_of(event))
    assert {row.player: row.total for row in after} == before
    assert [row.player for row in after if row.rank is None] == [1]


def test_gold_may_come_from_the_room_only_after_a_disqualification_at_the_top_table() -> None:
    event = make_event(16)
    play_to(event, round_closed=3)
    publish(event, 4)
    top = top_table(event)
    outside = next(number for number in range(1, 17) if number not in top)
    with pytest.raises(RefusedError, match=r"does not sit at the top table of a final; gold stays where it is \(R43\)"):
        disqualify(event, director_of(event), outside, "collusion", GoldRule.ROOM)
    disqualify(event, director_of(event), top[0], "collusion", GoldRule.ROOM)
    assert record_of(event).gold_from_room


def test_before_the_final_is_published_nobody_sits_at_its_top_table() -> None:
    event = make_event(16)
    play_to(event, round_closed=3)
    with pytest.raises(RefusedError, match="does not sit at the top table"):
        disqualify(event, director_of(event), 1, "collusion", GoldRule.ROOM)


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


def test_the_missed_round_of_who_comes_back_is_no_late_entry() -> None:
    event = make_event(9)
    play_round(event, 1)
    withdraw(event, director_of(event), 9)
    play_round(event, 2)
    reinstate(event, director_of(event), 9)
    assert [row.reason for row in record_of(event).round(2).sit_outs] == ["came back, R54"]


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
    with pytest.raises(RefusedError, match="1 Ada Demo is present"):
        reinstate(event, director_of(event), 1)


# Correcting


def test_a_corrected_entry_keeps_its_number_and_the_change_tells_what_differs() -> None:
    event = make_event(3)
    edit_entry(event, director_of(event), 2, RosterLine(1, "Ben Sample", "NL"), fixed_table=1)
    change = event.changes.first()
    assert change is not None
    assert change.before == {"name": "Ben Demo", "country": "", "fixed table": None}
    assert change.after == {"name": "Ben Sample", "country": "NL", "fixed table": 1}
    assert record_of(event).entry(PlayerId(2)).name == "Ben Sample"


def test_an_organisers_number_of_somebody_else_is_refused() -> None:
    event = make_event(2)
    edit_entry(event, director_of(event), 1, RosterLine(1, "Ada Demo", contestant_id="501"))
    with pytest.raises(RefusedError, match="501 belongs to another player"):
        edit_entry(event, director_of(event), 2, RosterLine(1, "Ben Demo", contestant_id="501"))


def test_saving_an_entry_as_it_is_writes_no_change() -> None:
    event = make_event(2)
    version = event.version
    with pytest.raises(RefusedError, match="Nothing was changed"):
        edit_entry(event, director_of(event), 1, RosterLine(1, "Ada Demo"))
    event.refresh_from_db()
    assert event.version == version


def test_a_removed_entry_is_gone_and_keep_apart_rules_forget_its_number() -> None:
    event = make_event(5)
    keep_apart(event, director_of(event), [[4, 5], [1, 2, 5]])
    remove_entry(event, director_of(event), 5)
    assert [entry.player for entry in record_of(event).entries] == [1, 2, 3, 4]
    assert [rule.numbers for rule in event.keep_aparts.all()] == [[1, 2]]
    assert Player.objects.count() == 4


def test_somebody_who_played_cannot_be_removed() -> None:
    event = make_event(6)
    publish(event)
    with pytest.raises(RefusedError, match="has a seat or a penalty; withdraw the player instead"):
        remove_entry(event, director_of(event), 1)
