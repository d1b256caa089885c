"""Checking in, marking and what rounds missed score, by the rules R37, R49 and R53."""

from __future__ import annotations

import pytest

from tests.build import (
    director_of,
    make_event,
    play_round,
    play_to,
    publish,
)
from tests.tournament.services.people.entered import cells_of, late_comer, status_of
from tournament.models import Entry, Event, SitOut
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import CellKind, PlayerId, SitOutKind, SitOutSource, Status
from tournament.scores import standings
from tournament.services.attendance import check_in, set_status
from tournament.services.changes import RefusedError
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def test_everybody_checked_in_at_once_is_one_change_with_the_statuses_before_and_after() -> None:
    event = make_event(3, status=Status.REGISTERED)
    check_in(event, director_of(event), [1, 2, 3])
    change = event.changes.first()
    assert change is not None
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
    with pytest.raises(
        RefusedError,
        match=r"Ada Demo and Ben Demo have already taken part\. For one missed round, plan the absences or mark no-shows; "
        r"withdraw players who leave \(R54\)",
    ):
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
