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
from tournament.day.lists.lines import RosterLine
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
from tournament.services.absences import Newcomer, give_back, plan_absence, set_fill_in, take_over
from tournament.services.archives.putting_back import put_back
from tournament.services.attendance import check_in, set_status, take_fee
from tournament.services.calls import answer_call
from tournament.services.changes import Actor, By, NotAllowedError
from tournament.services.charts import publish_chart, withdraw_chart
from tournament.services.clocks import give_time
from tournament.services.copying import copy_event, plan_times
from tournament.services.departures import confirm_request, decline_request, disqualify, reinstate, withdraw
from tournament.services.draws import DrawOrder
from tournament.services.entries import ListOrder, Particulars, add_entries, apply_list, edit_entry, remove_entry
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
from tournament.services.forgetting.acting import blank
from tournament.services.forgetting.finding import people_of
from tournament.services.gamelogs import (
    apply_cash,
    attach_log,
    explain_words,
    open_dispute,
    publish_log,
    settle_dispute,
    withdraw_log,
)
from tournament.services.on_devices import close_with_agreed
from tournament.services.practice import DISPUTED_LOG
from tournament.services.registering import bring_back
from tournament.services.registrations import accept, decline, renew_link, set_registration
from tournament.services.results.confirming import confirm_results, hand_in
from tournament.services.results.official import clear_result
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
    hold_results,
    publish_round,
    reopen_round,
    show_results,
    withdraw_round,
)
from tournament.services.scribing import keep_beside, write_entries, write_line
from tournament.services.seats import join_table, mark_no_show, set_seat_source, set_starting_tiles, swap_players
from tournament.services.selfcheck import close_now, open_now, set_window
from tournament.services.showing import (
    delete_event,
    hide_event,
    publish_and_show,
    put_away,
    set_notice,
    show_event,
    show_with_names,
    take_out,
)
from tournament.services.tables import (
    add_minutes,
    let_clock_go_on,
    move_player,
    pause_clock,
    renumber_table,
    retire_table,
    start_clock,
    withdraw_code,
    withdraw_code_of_player,
    withdraw_phone,
)
from tournament.services.undoing import undo_changes
from tournament.slices.apart import drop_rule, keep_apart
from tournament.slices.helping import (
    invite_helper,
    make_token,
    set_helper,
    withdraw_helper,
    withdraw_invitation,
    withdraw_token,
)
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty, restore_penalty

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
    "keep_apart": lambda event, by: keep_apart(event, by, [[3, 4]]),
    "let_meet": lambda event, by: drop_rule(event, by, event.keep_aparts.get().pk),
    "set_fill_in": lambda event, by: set_fill_in(event, by, 4, is_fill_in=True),
    "take_over": lambda event, by: take_over(event, by, 1, Newcomer("Beta Zwei"), 2),
    "give_back": lambda event, by: give_back(event, by, 1),
    "plan_absence": lambda event, by: plan_absence(event, by, 4, {3: SitOutKind.MISSED}),
    "check_in": lambda event, by: check_in(event, by, [1]),
    "blank": lambda event, by: blank(event, by, people_of(event)),
    "bring_back": lambda event, by: bring_back(event, by, event.changes.latest("version")),
    "set_status": lambda event, by: set_status(event, by, [1], Status.LATE),
    "publish_chart": lambda event, by: publish_chart(event, by, 1),
    "withdraw_chart": lambda event, by: withdraw_chart(event, by),
    "withdraw": lambda event, by: withdraw(event, by, 1),
    "disqualify": lambda event, by: disqualify(event, by, 1, "collusion"),
    "reinstate": lambda event, by: reinstate(event, by, 1),
    "hand_in": lambda event, by: hand_in(event, by, 1, [figures(event)]),
    "confirm_results": lambda event, by: confirm_results(event, by, 1, [report_of(event).pk], "recount"),
    "open_dispute": lambda event, by: open_dispute(event, by, 1, 2, "a tile"),
    "settle_dispute": lambda event, by: settle_dispute(
        event, by, report_of(event).table.disputes.get(), DisputeState.WITHDRAWN
    ),
    "add_entries": lambda event, by: add_entries(event, by, [RosterLine(1, "Late Demo")]),
    "apply_list": lambda event, by: apply_list(event, by, ListOrder([RosterLine(1, "Late Demo")])),
    "edit_entry": lambda event, by: edit_entry(event, by, 1, Particulars("Ada Sample")),
    "remove_entry": lambda event, by: remove_entry(event, by, 1),
    "set_registration": lambda event, by: set_registration(event, by, RegistrationSettings(is_open=True)),
    "accept": lambda event, by: accept(event, by, [1]),
    "decline": lambda event, by: decline(event, by, [1]),
    "renew_link": lambda event, by: renew_link(event, by, 1),
    "end_event": lambda event, by: end_event(event, by),
    "change_settings": lambda event, by: change_settings(event, by, {"venue": "Hall"}),
    "confirm_six": lambda event, by: confirm_six(event, by, 1_500, 16),
    "publish_final_list": lambda event, by: publish_final_list(event, by),
    "withdraw_final_list": lambda event, by: withdraw_final_list(event, by),
    "rule_tie": lambda event, by: rule_tie(event, by, [P(1), P(2)], "dice"),
    "show_event": lambda event, by: show_event(event, by),
    "hide_event": lambda event, by: hide_event(event, by),
    "show_with_names": lambda event, by: show_with_names(event, by, NameShown.INITIAL),
    "publish_and_show": lambda event, by: publish_and_show(event, by, 1),
    "put_away": lambda event, by: put_away(event, by),
    "take_out": lambda event, by: take_out(event, by),
    "plan_times": lambda event, by: plan_times(event, by, {2: PlannedStart(2, None, "Hall B")}),
    "set_notice": lambda event, by: set_notice(event, by, "Lunch until 14:00"),
    "copy_event": lambda event, by: copy_event(event, by, "Next Cup", date(2027, 8, 20)),
    "delete_event": lambda event, by: delete_event(event, by, event.name),
    "cancel_tie": lambda event, by: cancel_tie(event, by, [P(1), P(2)]),
    "attach_log": lambda event, by: attach_log(event, by, 1, 2, LOG),
    "write_entries": lambda event, by: write_entries(event, by, 1, 2, 0, []),
    "write_line": lambda event, by: write_line(event, by, 1, 2, "1 Ada: 4C"),
    "keep_beside": lambda event, by: keep_beside(event, by, 1, 2, 0, []),
    "explain_words": lambda event, by: explain_words(
        event, by, report_of(event).table.logs.get(), {"Kassensturz": "cash"}
    ),
    "publish_log": lambda event, by: publish_log(event, by, report_of(event).table.logs.get()),
    "withdraw_log": lambda event, by: withdraw_log(event, by, report_of(event).table.logs.get()),
    "apply_cash": lambda event, by: apply_cash(
        event,
        by,
        report_of(event).table.logs.get(),
        dict.fromkeys(map(P, range(1, 9)), 10_000),
        "The log proves it.",
    ),
    "answer_call": lambda event, by: answer_call(event, by, 1),
    "give_time": lambda event, by: give_time(event, by, 1, P(1), -120),
    "give_penalty": lambda event, by: give_penalty(event, by, PenaltyOrder(1, 1, PenaltyKind.FINE, "x", 5_000)),
    "cancel_penalty": lambda event, by: cancel_penalty(event, by, event.penalties.get().pk, "a mistake"),
    "restore_penalty": lambda event, by: restore_penalty(event, by, event.penalties.get().pk),
    "play_round": lambda event, by: practice.play_round(event, by, random.Random(5)),
    "play_to_end": lambda event, by: practice.play_to_end(event, by, random.Random(5)),
    "draft_next": lambda event, by: practice.draft_next(event, by, random.Random(5)),
    "report_plausibly": lambda event, by: practice.report_plausibly(
        event, by, 1, record_of(event).round(1).tables, random.Random(5)
    ),
    "fill_tiles": lambda event, by: practice.fill_tiles(event, by, 1, random.Random(5)),
    "settle_six": lambda event, by: practice.settle_six(event, by, record_of(event).ruleset, (6,)),
    "clear_result": lambda event, by: clear_result(event, by, 1, 1),
    "record_result": lambda event, by: record_result(event, by, 1, figures(event)),
    "record_results": lambda event, by: record_results(event, by, 1, [figures(event)]),
    "correct_result": lambda event, by: correct_result(event, by, 1, figures(event), "recount"),
    "correct_seats": lambda event, by: correct_seats(
        event, by, 1, exchanged(record_of(event).round(1), P(1), P(2)), "recount"
    ),
    "sit_as_before": lambda event, by: sit_as_before(event, by, event.changes.latest("version")),
    "restore_result": lambda event, by: restore_result(event, by, 1, 1, version_of(event), "recount"),
    "rule_result": lambda event, by: rule_result(
        event, by, 1, figures(event), "The log proves it.", report_of(event).table.logs.get().pk
    ),
    "report_result": lambda event, by: report_result(event, by, 1, figures(event), ReportSource.PLAYER),
    "report_by_phone": lambda event, by: report_by_phone(event, by, figures(event)),
    "answer_report": lambda event, by: answer_report(event, by, 1, agrees=True),
    "withdraw_phone": lambda event, by: withdraw_phone(event, by, 1),
    "withdraw_code": lambda event, by: withdraw_code(event, by, 1, 1),
    "withdraw_code_of_player": lambda event, by: withdraw_code_of_player(event, by, P(1)),
    "rule_equal_shares": lambda event, by: rule_equal_shares(event, by, 1, 1, "the bank was lost"),
    "draft_round": lambda event, by: draft_round(event, by, ORDER),
    "discard_draft": lambda event, by: discard_draft(event, by, 1),
    "publish_round": lambda event, by: publish_round(event, by, 1),
    "withdraw_round": lambda event, by: withdraw_round(event, by, 1),
    "close_round": lambda event, by: close_round(event, by, 1),
    "reopen_round": lambda event, by: reopen_round(event, by, 1),
    "show_results": lambda event, by: show_results(event, by, 1),
    "hold_results": lambda event, by: hold_results(event, by, 1),
    "start_clock": lambda event, by: start_clock(event, by, 1),
    "pause_clock": lambda event, by: pause_clock(event, by, 1),
    "let_clock_go_on": lambda event, by: let_clock_go_on(event, by, 1),
    "add_minutes": lambda event, by: add_minutes(event, by, 1, 5),
    "swap_players": lambda event, by: swap_players(event, by, 1, P(1), P(2)),
    "mark_no_show": lambda event, by: mark_no_show(event, by, 1, P(1), SitOutKind.MISSED, ""),
    "join_table": lambda event, by: join_table(event, by, 1, P(1), 1),
    "move_player": lambda event, by: move_player(event, by, 1, P(1), 2),
    "renumber_table": lambda event, by: renumber_table(event, by, 1, 1, 3),
    "retire_table": lambda event, by: retire_table(event, by, 1, 1, {P(1): 2}),
    "set_starting_tiles": lambda event, by: set_starting_tiles(event, by, 1, {1: {P(1): "1A"}}),
    "set_seat_source": lambda event, by: set_seat_source(event, by, 1, SeatSource.CHART),
    "play_on_devices": lambda event, by: play_on_devices(event, by, 1, 1),
    "play_at_the_table": lambda event, by: play_at_the_table(event, by, 1, 1),
    "accept_for_seat": lambda event, by: accept_for_seat(event, by, 1, 1, P(1)),
    "close_with_agreed": lambda event, by: close_with_agreed(event, by, 1),
    "put_back": lambda event, by: put_back(event, by, "none"),
    "invite_helper": lambda event, by: invite_helper(event, by, frozenset({Role.DESK})),
    "withdraw_invitation": lambda event, by: withdraw_invitation(event, by, 1),
    "make_token": lambda event, by: make_token(event, by, "Registration shop", frozenset({Role.ENTRIES})),
    "withdraw_token": lambda event, by: withdraw_token(event, by, director_of(event).pk),
    "set_helper": lambda event, by: set_helper(event, by, director_of(event).pk, frozenset(), 1),
    "withdraw_helper": lambda event, by: withdraw_helper(event, by, director_of(event).pk),
    "confirm_request": lambda event, by: confirm_request(event, by, event.requests.get().pk),
    "decline_request": lambda event, by: decline_request(event, by, event.requests.get().pk, "You are late."),
    "take_fee": lambda event, by: take_fee(event, by, 1),
    "set_window": lambda event, by: set_window(event, by, timezone.now(), None),
    "open_now": lambda event, by: open_now(event, by),
    "close_now": lambda event, by: close_now(event, by),
    "undo_changes": lambda event, by: undo_changes(event, by, [event.version]),
}

"""Every service that acts on an event, by its name."""

NO_ACTS = {
    *("act_on", "done_since", "merged_figures", "answer_overtaken"),
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
            called = [
                list(inspect.signature(function, follow_wrapped=follows).parameters)[:2] for follows in (True, False)
            ]
            if is_own and ["event", "by"] in called:
                acting.add(name)
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
    assert refused["withdraw"] == "You are not allowed to do this in Sample Cup 2026. Ask its director."


def test_a_stranger_who_holds_a_used_key_learns_nothing_of_what_was_done(event: Event) -> None:
    change_settings(event, Actor(director_of(event), key="a key"), {"venue": "Great hall"})
    with pytest.raises(NotAllowedError):
        change_settings(event, Actor(make_director("stranger"), key="a key"), {"venue": "Small hall"})


def test_anybody_who_may_log_in_makes_events_of_their_own() -> None:
    stranger = make_director("stranger")
    event = create_event(stranger, {"name": "Own Cup", "date": date(2026, 8, 20)})
    assert may(stranger, event, Act.CHANGE_SETTINGS)
