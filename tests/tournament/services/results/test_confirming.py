"""A second pair of eyes: what the desk typed is official once somebody else typed the same, or the table agreed and it was accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.build import director_of, make_director, make_event, publish
from tournament.day.agenda import Step, next_step
from tournament.models import Change, Event, Helper, TableReport
from tournament.models.queries import record_of
from tournament.record.acts import Role
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars, ReportSource, ResultCheck, ResultState
from tournament.scores.explaining import Scores
from tournament.services.changes import Actor
from tournament.services.changes.refusals import RefusedError
from tournament.services.results.confirming import confirm_results, hand_in
from tournament.services.results.official import ResultConflictError
from tournament.services.results.reports import (
    report_result,
    restore_result,
    versions_with_acts,
)
from tournament.services.rounds import close_round
from tournament.tellings.results import state_words
from tournament.tellings.undoing import how_it_came

pytestmark = pytest.mark.django_db

FIRST = (40_000, 35_000, 30_000, 20_000)
SECOND = (41_000, 35_000, 30_000, 20_000)
THIRD = (42_000, 35_000, 30_000, 20_000)
NOTHING = (None, None, None, None)


def playing(check: str, players: int = 8) -> Event:
    """Round 1 is being played, by tables of four; results are checked so."""
    event = make_event(players, name=f"Cup of {players} 2026", result_check=check)
    publish(event, 1, sizes=(4,) * (players // 4))
    return event


@pytest.fixture
def second() -> User:
    """Somebody else at the desk."""
    return make_director("second", is_staff=True)


def slip(event: Event, cash: Sequence[Dollars | None], table: int = 1) -> TableRecord:
    seats = record_of(event).table(1, table).seats
    said = tuple(SeatRecord(seat.player, cash=amount) for seat, amount in zip(seats, cash, strict=True))
    return TableRecord(table, said)


def stands(event: Event, table: int = 1) -> tuple[str, list[Dollars | None]]:
    record = record_of(event)
    here = record.table(1, table)
    return state_words(record, here), [seat.cash for seat in here.seats]


def said_by(event: Event) -> list[str]:
    return [change.act for change in event.changes.order_by("version") if change.act.startswith("results.")]


def test_without_a_check_a_typed_result_is_official_at_once() -> None:
    event = playing("none")
    assert hand_in(event, director_of(event), 1, [slip(event, FIRST)]) == {}
    assert (stands(event), said_by(event)) == (("official", list(FIRST)), ["results.record"])


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return playing("rekey")


def test_a_second_person_who_types_the_same_makes_it_official(event: Event, second: User) -> None:
    assert hand_in(event, director_of(event), 1, [slip(event, FIRST), slip(event, SECOND, 2)]) == {}
    assert stands(event) == ("reported; enter it again", list(NOTHING))
    assert Scores(record_of(event)).results(1) == {}
    assert hand_in(event, second, 1, [slip(event, FIRST), slip(event, SECOND, 2)]) == {}
    official = record_of(event).table(1, 1).official
    assert official is not None
    assert (stands(event), stands(event, 2)) == (("official", list(FIRST)), ("official", list(SECOND)))
    assert (official.reported_by, official.official_by) == ("director", "second")
    assert said_by(event) == ["results.report", "results.confirm"]


def test_a_checker_types_again_what_the_desk_entered_and_nothing_first(event: Event) -> None:
    checker = make_director("checker")
    Helper.objects.create(event=event, account=checker, roles=Role.CHECKER.value, given_by=director_of(event))
    refused = hand_in(event, checker, 1, [slip(event, FIRST)])[1]
    assert "the desk must enter it first" in str(refused)
    assert hand_in(event, director_of(event), 1, [slip(event, FIRST), slip(event, SECOND, 2)]) == {}
    assert hand_in(event, checker, 1, [slip(event, FIRST), slip(event, FIRST, 2)]) == {}
    assert (stands(event), stands(event, 2)[0]) == (("official", list(FIRST)), "typed twice, differs")
    assert hand_in(event, checker, 1, [slip(event, SECOND, 2)]) == {}
    assert stands(event, 2) == ("official", list(SECOND))
    assert "must enter it first" in str(hand_in(event, checker, 1, [slip(event, SECOND)])[1])


def test_nobody_is_the_second_pair_of_eyes_for_what_they_typed(event: Event, second: User) -> None:
    hand_in(event, director_of(event), 1, [slip(event, FIRST)])
    refused = hand_in(event, director_of(event), 1, [slip(event, FIRST)])[1]
    assert "somebody else must enter it again, from their own account" in str(refused)
    hand_in(event, director_of(event), 1, [slip(event, SECOND)])
    assert TableReport.objects.count() == 2
    hand_in(event, second, 1, [slip(event, SECOND)])
    assert stands(event) == ("official", list(SECOND))


def test_two_people_who_differ_are_both_kept_and_one_is_chosen_with_a_reason(event: Event, second: User) -> None:
    hand_in(event, director_of(event), 1, [slip(event, FIRST)])
    hand_in(event, second, 1, [slip(event, SECOND)])
    assert stands(event) == ("typed twice, differs", list(NOTHING))
    first, later = record_of(event).table(1, 1).reports
    with pytest.raises(RefusedError, match="Give a reason; it is kept in the change log"):
        confirm_results(event, second, 1, [later.key])
    with pytest.raises(RefusedError, match="choose one"):
        confirm_results(event, second, 1, [first.key, later.key], "both")
    assert confirm_results(event, second, 1, [later.key], "counted with the table") == [1]
    assert stands(event) == ("official", list(SECOND))
    with pytest.raises(RefusedError, match="This has already been done"):
        confirm_results(event, second, 1, [first.key], "no, the first")


def test_who_mistyped_types_once_more_and_no_reason_is_needed(event: Event, second: User) -> None:
    for user, cash in ((director_of(event), FIRST), (second, SECOND), (director_of(event), SECOND)):
        assert hand_in(event, user, 1, [slip(event, cash)]) == {}
    assert stands(event) == ("official", list(SECOND))


def test_a_time_out_or_an_ending_that_only_one_typed_is_a_difference(event: Event, second: User) -> None:
    typed = slip(event, FIRST)
    late = replace(typed.seats[0], timed_out=True)
    hand_in(event, director_of(event), 1, [typed])
    hand_in(event, second, 1, [replace(typed, seats=(late, *typed.seats[1:]))])
    assert stands(event)[0] == "typed twice, differs"
    hand_in(event, second, 1, [replace(typed, ended_by="all safe")])
    assert stands(event)[0] == "typed twice, differs"
    hand_in(event, second, 1, [typed])
    assert stands(event)[0] == "official"


def test_the_director_alone_accepts_own_figures_with_a_reason_and_the_diary_keeps_it(
    event: Event, second: User
) -> None:
    hand_in(event, director_of(event), 1, [slip(event, FIRST)])
    (report,) = record_of(event).table(1, 1).reports
    with pytest.raises(RefusedError, match="Give a reason"):
        confirm_results(event, director_of(event), 1, [report.key], " ")
    confirm_results(event, director_of(event), 1, [report.key], "nobody else is here")
    assert stands(event) == ("official", list(FIRST))
    assert Change.objects.latest("version").reason == "nobody else is here"


def test_a_report_tells_no_figure_to_the_diary_before_it_is_official(event: Event, second: User) -> None:
    hand_in(event, director_of(event), 1, [slip(event, FIRST)])
    change = event.changes.get(act="results.report")
    assert (change.table_number, change.before, change.after) == (1, {}, {"tables": {"1": {}}})
    hand_in(event, second, 1, [slip(event, FIRST)])
    told = event.changes.get(act="results.confirm").after["tables"]["1"]["seats"]
    assert [seat["cash"] for seat in told.values()] == list(FIRST)


def test_a_change_of_what_is_official_is_looked_at_twice_too_and_taking_it_back_is_not(
    event: Event, second: User
) -> None:
    for user in (director_of(event), second):
        hand_in(event, user, 1, [slip(event, FIRST)])
    hand_in(event, director_of(event), 1, [slip(event, SECOND)])
    assert stands(event) == ("reported; enter it again", list(FIRST))
    hand_in(event, second, 1, [slip(event, SECOND)])
    assert stands(event) == ("official", list(SECOND))
    hand_in(event, second, 1, [slip(event, NOTHING)])
    assert stands(event)[1] == list(NOTHING)


def test_half_a_table_is_not_checked_and_stays_in_its_fields(event: Event) -> None:
    refused = hand_in(
        event, director_of(event), 1, [slip(event, (40_000, None, 30_000, 20_000)), slip(event, FIRST, 2)]
    )
    assert {table: str(why) for table, why in refused.items()} == {1: "Enter everybody's final cash, or 0 for none."}
    assert stands(event, 2)[0] == "reported; enter it again"


def test_signed_tables_are_accepted_in_one_act_and_unsigned_ones_stay() -> None:
    event = playing("table", 12)
    typed = [slip(event, FIRST, 1), slip(event, FIRST, 2), slip(event, SECOND, 3)]
    assert hand_in(event, director_of(event), 1, typed, signed=(1, 2)) == {}
    assert [stands(event, table)[0] for table in (1, 2, 3)] == [
        "agreed by the table, not yet official",
        "agreed by the table, not yet official",
        "reported, not signed",
    ]
    tables = record_of(event).round(1).tables
    version = event.version
    assert confirm_results(event, director_of(event), 1, [table.reports[-1].key for table in tables[:2]]) == [1, 2]
    assert (event.version, stands(event), stands(event, 2)) == (
        version + 1,
        ("official", list(FIRST)),
        ("official", list(FIRST)),
    )
    with pytest.raises(RefusedError, match="Give a reason"):
        confirm_results(event, director_of(event), 1, [tables[2].reports[-1].key])


def test_a_slip_is_signed_later_and_a_signature_taken_back() -> None:
    event = playing("table")
    hand_in(event, director_of(event), 1, [slip(event, FIRST)])
    (report,) = record_of(event).table(1, 1).reports
    hand_in(event, director_of(event), 1, [slip(event, FIRST)], signed=[1], over={1: report.key})
    assert record_of(event).table(1, 1).state is ResultState.AGREED
    assert TableReport.objects.count() == 1
    hand_in(event, director_of(event), 1, [slip(event, FIRST)], over={1: report.key})
    assert record_of(event).table(1, 1).state is ResultState.REPORTED


def test_a_report_that_came_meanwhile_is_not_written_over_unseen(second: User) -> None:
    event = playing("table")
    hand_in(event, director_of(event), 1, [slip(event, FIRST)])
    refused = hand_in(event, second, 1, [slip(event, SECOND)])[1]
    assert isinstance(refused, ResultConflictError)
    assert (list(refused.stored.cash.values()), list(refused.typed.cash.values())) == (list(FIRST), list(SECOND))
    (report,) = record_of(event).table(1, 1).reports
    assert hand_in(event, second, 1, [slip(event, SECOND)], signed=[1], over={1: report.key}) == {}
    (*_, latest) = record_of(event).table(1, 1).reports
    confirm_results(event, second, 1, [latest.key])
    assert stands(event) == ("official", list(SECOND))


def test_a_round_is_closed_when_every_table_is_official_and_says_what_is_not(second: User) -> None:
    event = playing("rekey", 12)
    director = director_of(event)
    hand_in(event, director, 1, [slip(event, FIRST, table) for table in (1, 2, 3)])
    hand_in(event, second, 1, [slip(event, FIRST), slip(event, SECOND, 2)])
    step = next_step(record_of(event))
    assert (step.step, step.sentence, step.held_up) == (
        Step.SIGN_REPORT,
        "Round 1: all 3 tables have reported. Table 3 needs a second check. Table 2 was entered twice, with different figures.",
        None,
    )
    with pytest.raises(RefusedError) as refusal:
        close_round(event, director, 1)
    assert str(refusal.value) == (
        "Round 1 cannot be closed yet. Table 3 needs a second check. Table 2 was entered twice, with different figures."
    )
    hand_in(event, second, 1, [slip(event, FIRST, 2), slip(event, FIRST, 3)])
    assert close_round(event, director, 1).state == "closed"


def test_a_change_that_waits_beside_an_official_result_holds_the_round_open_too(second: User) -> None:
    event = playing("rekey", 4)
    for user in (director_of(event), second):
        hand_in(event, user, 1, [slip(event, FIRST)])
    hand_in(event, second, 1, [slip(event, SECOND)])
    with pytest.raises(RefusedError, match="Table 1 needs a second check"):
        close_round(event, director_of(event), 1)


def test_a_report_of_players_is_no_first_typing_of_the_desk(event: Event, second: User) -> None:
    report_result(event, second, 1, slip(event, FIRST), ReportSource.PLAYER)
    hand_in(event, director_of(event), 1, [slip(event, FIRST)])
    assert stands(event) == ("reported; enter it again", list(NOTHING))


def test_a_form_that_reports_and_confirms_is_answered_once(event: Event, second: User) -> None:
    hand_in(event, second, 1, [slip(event, FIRST)])
    actor = Actor(director_of(event), key="one form", seen=event.version)
    hand_in(event, actor, 1, [slip(event, FIRST), slip(event, SECOND, 2)])
    assert [change.key for change in event.changes.order_by("version")][-2:] == ["one form", None]


@pytest.mark.parametrize("check", ["rekey", "table"])
def test_queries_do_not_grow_with_the_tables(check: str, second: User) -> None:
    counts = []
    for players in (8, 40):
        event = playing(check, players)
        tables = range(1, players // 4 + 1)
        typed = [slip(event, FIRST, table) for table in tables]
        with CaptureQueriesContext(connection) as asked:
            assert hand_in(event, director_of(event), 1, typed, signed=tables) == {}
            if check == "rekey":
                assert hand_in(event, second, 1, typed, signed=tables) == {}
            else:
                confirm_results(event, second, 1, [table.reports[-1].key for table in record_of(event).round(1).tables])
        assert all(table.state is ResultState.OFFICIAL for table in record_of(event).round(1).tables)
        counts.append(len(asked))
    assert counts[0] == counts[1]


# An earlier version, restored


@pytest.mark.parametrize("check", [ResultCheck.REKEY.value, ResultCheck.TABLE.value])
def test_an_earlier_version_is_restored_whatever_made_it_official(check: str, second: User) -> None:
    """It goes by its reason and is not looked at twice; what waited is overtaken, and the event goes on."""
    event = playing(check)
    actor = director_of(event)
    firsts = official_by(event, check, second, FIRST)
    official_by(event, check, second, SECOND)
    hand_in(event, actor, 1, [slip(event, THIRD)])
    assert record_of(event).table(1, 1).waiting is not None
    restore_result(event, actor, 1, 1, firsts, "the first count was right")
    here = record_of(event).table(1, 1)
    assert (stands(event)[1], here.reports, here.is_official) == (list(FIRST), (), True)
    assert [
        (how_it_came(act, ReportSource(row.source)), row.why) for row, act, _ in versions_with_acts(event, 1, 1)
    ] == [
        ("Restored", "the first count was right"),
        ("Entered at the desk", ""),
        ("Entered at the desk", ""),
    ]
    with pytest.raises(RefusedError, match="Nothing was changed"):
        restore_result(event, actor, 1, 1, firsts, "")
    official_by(event, check, second, SECOND)
    assert stands(event)[1] == list(SECOND)


def official_by(event: Event, check: str, second: User, cash: Sequence[Dollars]) -> int:
    """Make a result official as the event has results checked; the version of the event that did it."""
    if check == ResultCheck.REKEY.value:
        hand_in(event, director_of(event), 1, [slip(event, cash)])
        hand_in(event, second, 1, [slip(event, cash)])
    else:
        waits = record_of(event).table(1, 1).reports
        over = {1: waits[-1].key} if waits else {}
        hand_in(event, director_of(event), 1, [slip(event, cash)], signed=[1], over=over)
        (waiting,) = record_of(event).table(1, 1).reports
        confirm_results(event, second, 1, [waiting.key])
    return Event.objects.get(pk=event.pk).version
