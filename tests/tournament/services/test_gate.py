"""The one gate: who may do what to which event, asked by every act before anything else is looked at."""

from __future__ import annotations

import inspect
import pkgutil
import random
from collections.abc import Callable
from datetime import date
from importlib import import_module

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.acts.seating import exchanged
from tests.build import asked_by_phone, director_of, make_director, make_event, play_round
from tournament import services
from tournament.access import may, roles_of
from tournament.day.lists.rosters import RosterLine
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Event, TableReport
from tournament.models.queries import record_of
from tournament.play.games import tables
from tournament.play.games.tables.ending import accept_for_seat
from tournament.play.games.tables.opening import play_at_the_table, play_on_devices
from tournament.record.acts import Act, Role
from tournament.record.devices import RequestKind
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.rounds import PlannedStart
from tournament.record.vocabulary import (
    DisputeState,
    NameShown,
    PenaltyKind,
    PlayerId,
    ReportSource,
    SeatSource,
    SitOutKind,
    Status,
)
from tournament.services import practice
from tournament.services.archives.putting_back import put_back
from tournament.services.at_table.calls import answer_call
from tournament.services.at_table.clocks import give_time
from tournament.services.at_table.scribing import keep_beside, write_entries, write_line
from tournament.services.changes import Actor, By, NotAllowedError
from tournament.services.charts import publish_chart, withdraw_chart
from tournament.services.disputes import open_dispute, settle_dispute
from tournament.services.draws import DrawOrder
from tournament.services.entries import (
    ListOrder,
    Particulars,
    add_entries,
    apply_list,
    edit_entry,
    remove_entry,
)
from tournament.services.entries.registering import bring_back
from tournament.services.entries.registrations import accept, decline, renew_link, set_registration
from tournament.services.events import (
    cancel_tie,
    change_settings,
    confirm_six,
    create_event,
    end_event,
    publish_final_list,
    rule_tie,
    withdraw_final_list,
)
from tournament.services.events.copying import copy_event
from tournament.services.events.planning import plan_times
from tournament.services.events.removing import delete_event
from tournament.services.events.showing import (
    hide_event,
    publish_and_show,
    put_away,
    set_notice,
    show_event,
    show_with_names,
    take_out,
)
from tournament.services.gamelogs import apply_cash, attach_log, explain_words, publish_log, withdraw_log
from tournament.services.hall import move_player, renumber_table, retire_table
from tournament.services.hall.clock import add_minutes, let_clock_go_on, pause_clock, start_clock
from tournament.services.hall.phones import withdraw_code, withdraw_code_of_player, withdraw_phone
from tournament.services.hall.seats import join_table, mark_no_show, set_seat_source, set_starting_tiles, swap_players
from tournament.services.helping import (
    invite_helper,
    make_token,
    set_helper,
    withdraw_helper,
    withdraw_invitation,
    withdraw_token,
)
from tournament.services.on_devices.report import close_with_agreed
from tournament.services.penalties import PenaltyOrder, cancel_penalty, give_penalty, restore_penalty
from tournament.services.people.absences import plan_absence
from tournament.services.people.apart import keep_apart, let_meet
from tournament.services.people.attendance import check_in, set_status, undo_statuses
from tournament.services.people.departures import disqualify, reinstate, withdraw
from tournament.services.people.fees import take_fee
from tournament.services.people.fill_ins import set_fill_in
from tournament.services.people.forgetting.acting import blank
from tournament.services.people.forgetting.finding import people_of
from tournament.services.people.requests import confirm_request, decline_request
from tournament.services.people.selfcheck import close_now, open_now, set_window
from tournament.services.people.taking_over import Newcomer, give_back, take_over
from tournament.services.practice.steps import DISPUTED_LOG
from tournament.services.results.confirming import TypedResult, confirm_results, hand_in
from tournament.services.results.mending import clear_result
from tournament.services.results.phones import answer_report, report_by_phone
from tournament.services.results.reports import (
    correct_result,
    record_result,
    record_results,
    report_result,
    restore_result,
    rule_equal_shares,
    rule_result,
)
from tournament.services.results.seating import correct_seats, sit_as_before
from tournament.services.rounds import (
    close_round,
    discard_draft,
    draft_round,
    publish_round,
    reopen_round,
    withdraw_round,
)
from tournament.services.rounds.holding import hold_results, show_results
from tournament.services.undoing import undo_changes

pytestmark = pytest.mark.django_db

LOG = DISPUTED_LOG.read_text("utf-8")


@pytest.fixture
def event() -> Event:
    """Eight players after round 1, with a log, a dispute and a penalty."""
    made = make_event(8, is_practice=True)
    play_round(made, 1)
    director = director_of(made)
    attach_log(made, director, 1, 1, LOG)
    open_dispute(made, director, 1, 1, "cash for seat 2")
    give_penalty(made, director, PenaltyOrder(1, 1, PenaltyKind.WARNING, "showed a tile"))
    keep_apart(made, director, [[1, 2]])
    asked_by_phone(made, 3, RequestKind.WITHDRAW)
    return made


def test_who_made_an_event_directs_it_and_staff_direct_every_event() -> None:
    event = make_event(0)
    boss, stranger = make_director("boss", is_staff=True), make_director("stranger")
    assert [roles_of(user, event) for user in (event.created_by, boss, stranger, None)] == [
        {Role.DIRECTOR},
        {Role.DIRECTOR},
        frozenset(),
        {Role.MACHINE},
    ]


@pytest.mark.parametrize("act", [act for act in Act if act is not Act.MEND])
def test_an_act_is_the_directors_and_the_machines_and_no_strangers(act: Act) -> None:
    event = make_event(0)
    who = (event.created_by, make_director("boss", is_staff=True), None, make_director("stranger"))
    assert [may(user, event, act) for user in who] == [True, True, True, False]


def test_mending_is_nobodys() -> None:
    event = make_event(0)
    chief = User.objects.create_superuser("chief", password="everything")
    for user in (event.created_by, make_director("boss", is_staff=True), chief, None):
        assert not may(user, event, Act.MEND)


Doing = Callable[[Event, By], object]


def figures(event: Event) -> TableRecord:
    seats = record_of(event).table(1, 1).seats
    return TableRecord(1, tuple(SeatRecord(seat.player, cash=10_000) for seat in seats))


def report_of(event: Event) -> TableReport:
    return TableReport.objects.filter(table__round__event=event).order_by("pk")[0]


def version_of(event: Event) -> int:
    return report_of(event).official_version or 0


P = PlayerId

ORDER = DrawOrder((4, 4), 5, SeatSource.TILES)

SERVICES: dict[str, Doing] = {
    "people.keep_apart": lambda event, by: keep_apart(event, by, [[3, 4]]),
    "people.let_meet": lambda event, by: let_meet(event, by, event.keep_aparts.get().pk),
    "people.set_fill_in": lambda event, by: set_fill_in(event, by, 4, is_fill_in=True),
    "people.take_over": lambda event, by: take_over(event, by, 1, Newcomer("Beta Zwei"), 2),
    "people.give_back": lambda event, by: give_back(event, by, 1),
    "people.plan_absence": lambda event, by: plan_absence(event, by, 4, {3: SitOutKind.MISSED}),
    "people.check_in": lambda event, by: check_in(event, by, [1]),
    "people.blank": lambda event, by: blank(event, by, people_of(event)),
    "entries.bring_back": lambda event, by: bring_back(event, by, event.changes.latest("version")),
    "people.set_status": lambda event, by: set_status(event, by, [1], Status.LATE),
    "charts.publish_chart": lambda event, by: publish_chart(event, by, 1),
    "charts.withdraw_chart": lambda event, by: withdraw_chart(event, by),
    "people.withdraw": lambda event, by: withdraw(event, by, 1),
    "people.disqualify": lambda event, by: disqualify(event, by, 1, "collusion"),
    "people.reinstate": lambda event, by: reinstate(event, by, 1),
    "results.hand_in": lambda event, by: hand_in(event, by, 1, [TypedResult(figures(event))]),
    "results.confirm_results": lambda event, by: confirm_results(event, by, 1, [report_of(event).pk], "recount"),
    "disputes.open_dispute": lambda event, by: open_dispute(event, by, 1, 2, "a tile"),
    "disputes.settle_dispute": lambda event, by: settle_dispute(
        event, by, report_of(event).table.disputes.get(), DisputeState.WITHDRAWN
    ),
    "entries.add_entries": lambda event, by: add_entries(event, by, [RosterLine(1, "Late Demo")]),
    "entries.apply_list": lambda event, by: apply_list(event, by, ListOrder([RosterLine(1, "Late Demo")])),
    "entries.edit_entry": lambda event, by: edit_entry(event, by, 1, Particulars("Ada Sample")),
    "entries.remove_entry": lambda event, by: remove_entry(event, by, 1),
    "entries.set_registration": lambda event, by: set_registration(event, by, RegistrationSettings(is_open=True)),
    "entries.accept": lambda event, by: accept(event, by, [1]),
    "entries.decline": lambda event, by: decline(event, by, [1]),
    "entries.renew_link": lambda event, by: renew_link(event, by, 1),
    "events.end_event": lambda event, by: end_event(event, by),
    "events.change_settings": lambda event, by: change_settings(event, by, {"venue": "Hall"}),
    "events.confirm_six": lambda event, by: confirm_six(event, by, 1_500, 16),
    "events.publish_final_list": lambda event, by: publish_final_list(event, by),
    "events.withdraw_final_list": lambda event, by: withdraw_final_list(event, by),
    "events.rule_tie": lambda event, by: rule_tie(event, by, [P(1), P(2)], "dice"),
    "events.show_event": lambda event, by: show_event(event, by),
    "events.hide_event": lambda event, by: hide_event(event, by),
    "events.show_with_names": lambda event, by: show_with_names(event, by, NameShown.INITIAL),
    "events.publish_and_show": lambda event, by: publish_and_show(event, by, 1),
    "events.put_away": lambda event, by: put_away(event, by),
    "events.take_out": lambda event, by: take_out(event, by),
    "events.plan_times": lambda event, by: plan_times(event, by, {2: PlannedStart(2, None, "Hall B")}),
    "events.set_notice": lambda event, by: set_notice(event, by, "Lunch until 14:00"),
    "events.copy_event": lambda event, by: copy_event(event, by, "Next Cup", date(2027, 8, 20)),
    "events.delete_event": lambda event, by: delete_event(event, by, event.name),
    "events.cancel_tie": lambda event, by: cancel_tie(event, by, [P(1), P(2)]),
    "gamelogs.attach_log": lambda event, by: attach_log(event, by, 1, 2, LOG),
    "at_table.write_entries": lambda event, by: write_entries(event, by, 1, 2, 0, []),
    "at_table.write_line": lambda event, by: write_line(event, by, 1, 2, "1 Ada: 4C"),
    "at_table.keep_beside": lambda event, by: keep_beside(event, by, 1, 2, 0, []),
    "gamelogs.explain_words": lambda event, by: explain_words(
        event, by, report_of(event).table.logs.get(), {"Kassensturz": "cash"}
    ),
    "gamelogs.publish_log": lambda event, by: publish_log(event, by, report_of(event).table.logs.get()),
    "gamelogs.withdraw_log": lambda event, by: withdraw_log(event, by, report_of(event).table.logs.get()),
    "gamelogs.apply_cash": lambda event, by: apply_cash(
        event,
        by,
        report_of(event).table.logs.get(),
        dict.fromkeys(map(P, range(1, 9)), 10_000),
        "The log proves it.",
    ),
    "at_table.answer_call": lambda event, by: answer_call(event, by, 1),
    "at_table.give_time": lambda event, by: give_time(event, by, 1, P(1), -120),
    "penalties.give_penalty": lambda event, by: give_penalty(
        event, by, PenaltyOrder(1, 1, PenaltyKind.FINE, "x", 5_000)
    ),
    "penalties.cancel_penalty": lambda event, by: cancel_penalty(event, by, event.penalties.get().pk, "a mistake"),
    "penalties.restore_penalty": lambda event, by: restore_penalty(event, by, event.penalties.get().pk),
    "practice.play_round": lambda event, by: practice.play_round(event, by, random.Random(5)),
    "practice.play_to_end": lambda event, by: practice.play_to_end(event, by, random.Random(5)),
    "practice.draft_next": lambda event, by: practice.rounds.draft_next(event, by, random.Random(5)),
    "practice.report_plausibly": lambda event, by: practice.rounds.report_plausibly(
        event, by, 1, record_of(event).round(1).tables, random.Random(5)
    ),
    "practice.fill_tiles": lambda event, by: practice.rounds.fill_tiles(event, by, 1, random.Random(5)),
    "practice.settle_six": lambda event, by: practice.rounds.settle_six(event, by, record_of(event).ruleset, (6,)),
    "results.clear_result": lambda event, by: clear_result(event, by, 1, 1),
    "results.record_result": lambda event, by: record_result(event, by, 1, figures(event)),
    "results.record_results": lambda event, by: record_results(event, by, 1, [figures(event)]),
    "results.correct_result": lambda event, by: correct_result(event, by, 1, figures(event), "recount"),
    "results.correct_seats": lambda event, by: correct_seats(
        event, by, 1, exchanged(record_of(event).round(1), P(1), P(2)), "recount"
    ),
    "results.sit_as_before": lambda event, by: sit_as_before(event, by, event.changes.latest("version")),
    "results.restore_result": lambda event, by: restore_result(event, by, 1, 1, version_of(event), "recount"),
    "results.rule_result": lambda event, by: rule_result(
        event, by, 1, figures(event), "The log proves it.", report_of(event).table.logs.get().pk
    ),
    "results.report_result": lambda event, by: report_result(event, by, 1, figures(event), ReportSource.PLAYER),
    "results.report_by_phone": lambda event, by: report_by_phone(event, by, figures(event)),
    "results.answer_report": lambda event, by: answer_report(event, by, 1, agrees=True),
    "hall.withdraw_phone": lambda event, by: withdraw_phone(event, by, 1),
    "hall.withdraw_code": lambda event, by: withdraw_code(event, by, 1, 1),
    "hall.withdraw_code_of_player": lambda event, by: withdraw_code_of_player(event, by, P(1)),
    "results.rule_equal_shares": lambda event, by: rule_equal_shares(event, by, 1, 1, "the bank was lost"),
    "rounds.draft_round": lambda event, by: draft_round(event, by, ORDER),
    "rounds.discard_draft": lambda event, by: discard_draft(event, by, 1),
    "rounds.publish_round": lambda event, by: publish_round(event, by, 1),
    "rounds.withdraw_round": lambda event, by: withdraw_round(event, by, 1),
    "rounds.close_round": lambda event, by: close_round(event, by, 1),
    "rounds.reopen_round": lambda event, by: reopen_round(event, by, 1),
    "rounds.show_results": lambda event, by: show_results(event, by, 1),
    "rounds.hold_results": lambda event, by: hold_results(event, by, 1),
    "hall.start_clock": lambda event, by: start_clock(event, by, 1),
    "hall.pause_clock": lambda event, by: pause_clock(event, by, 1),
    "hall.let_clock_go_on": lambda event, by: let_clock_go_on(event, by, 1),
    "hall.add_minutes": lambda event, by: add_minutes(event, by, 1, 5),
    "hall.swap_players": lambda event, by: swap_players(event, by, 1, P(1), P(2)),
    "hall.mark_no_show": lambda event, by: mark_no_show(event, by, 1, P(1), SitOutKind.MISSED, ""),
    "hall.join_table": lambda event, by: join_table(event, by, 1, P(1), 1),
    "hall.move_player": lambda event, by: move_player(event, by, 1, P(1), 2),
    "hall.renumber_table": lambda event, by: renumber_table(event, by, 1, 1, 3),
    "hall.retire_table": lambda event, by: retire_table(event, by, 1, 1, {P(1): 2}),
    "hall.set_starting_tiles": lambda event, by: set_starting_tiles(event, by, 1, {1: {P(1): "1A"}}),
    "hall.set_seat_source": lambda event, by: set_seat_source(event, by, 1, SeatSource.CHART),
    "games.play_on_devices": lambda event, by: play_on_devices(event, by, 1, 1),
    "games.play_at_the_table": lambda event, by: play_at_the_table(event, by, 1, 1),
    "games.accept_for_seat": lambda event, by: accept_for_seat(event, by, 1, 1, P(1)),
    "on_devices.close_with_agreed": lambda event, by: close_with_agreed(event, by, 1),
    "archives.put_back": lambda event, by: put_back(event, by, "none"),
    "helping.invite_helper": lambda event, by: invite_helper(event, by, frozenset({Role.DESK})),
    "helping.withdraw_invitation": lambda event, by: withdraw_invitation(event, by, 1),
    "helping.make_token": lambda event, by: make_token(event, by, "Registration shop", frozenset({Role.ENTRIES})),
    "helping.withdraw_token": lambda event, by: withdraw_token(event, by, director_of(event).pk),
    "helping.set_helper": lambda event, by: set_helper(event, by, director_of(event).pk, frozenset(), 1),
    "helping.withdraw_helper": lambda event, by: withdraw_helper(event, by, director_of(event).pk),
    "people.confirm_request": lambda event, by: confirm_request(event, by, event.requests.get().pk),
    "people.decline_request": lambda event, by: decline_request(event, by, event.requests.get().pk, "You are late."),
    "people.take_fee": lambda event, by: take_fee(event, by, 1),
    "people.set_window": lambda event, by: set_window(event, by, timezone.now(), None),
    "people.open_now": lambda event, by: open_now(event, by),
    "people.close_now": lambda event, by: close_now(event, by),
    "people.undo_statuses": lambda event, by: undo_statuses(event, by, event.changes.get(version=2)),
    "undoing.undo_changes": lambda event, by: undo_changes(event, by, [event.version]),
}

"""Every service that acts on an event, by its module and name."""

NO_ACTS = {
    *("changes.act_on", "changes.done_since", "results.merged_figures"),
    *("at_table.answer_overtaken", "people.answer_overtaken"),
}

"""The frame itself, what a page asks about a stale form without acting, and what is done within the act that overtakes it."""


def test_every_service_that_acts_is_in_the_list() -> None:
    acting = set()
    modules = [
        found.name for room in (services, tables) for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
    ]
    for found in modules:
        module = import_module(found)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            is_own = function.__module__ == module.__name__ and not name.startswith("_")
            if is_own and list(inspect.signature(function).parameters)[:2] == ["event", "by"]:
                acting.add(f"{found.split('.')[2]}.{name}")
    assert acting - NO_ACTS == set(SERVICES)


@pytest.mark.parametrize("has_page", [False, True], ids=["a bare user", "a form"])
def test_a_stranger_is_refused_by_every_service_and_nothing_is_stored(event: Event, has_page: bool) -> None:
    stranger = make_director("stranger")
    by: By = Actor(stranger, key="a key", seen=event.version) if has_page else stranger
    before = (record_of(event), event.changes.count())
    refused = {}
    for name, act in SERVICES.items():
        with pytest.raises(NotAllowedError) as refusal:
            act(event, by)
        refused[name] = str(refusal.value)
    assert (record_of(Event.objects.get(pk=event.pk)), event.changes.count()) == before
    assert refused["people.withdraw"] == "You are not allowed to do this in Sample Cup 2026. Ask its director."


def test_a_stranger_who_holds_a_used_key_learns_nothing_of_what_was_done(event: Event) -> None:
    change_settings(event, Actor(director_of(event), key="a key"), {"venue": "Great hall"})
    with pytest.raises(NotAllowedError):
        change_settings(event, Actor(make_director("stranger"), key="a key"), {"venue": "Small hall"})


def test_anybody_who_may_log_in_makes_events_of_their_own() -> None:
    stranger = make_director("stranger")
    event = create_event(stranger, {"name": "Own Cup", "date": date(2026, 8, 20)})
    assert may(stranger, event, Act.CHANGE_SETTINGS)
