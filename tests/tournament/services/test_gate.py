"""The one gate: who may do what to which event, asked by every act before anything else is looked at."""

from __future__ import annotations

import inspect
import pkgutil
import random
from collections.abc import Callable
from datetime import date
from functools import partial
from importlib import import_module

import pytest
from django.contrib.auth.models import User

from tests.acts.seating import exchanged
from tests.build import asked_by_phone, director_of, make_director, make_event, play_to
from tournament import services, slices
from tournament.access import may, roles_of
from tournament.models import Event, TableReport
from tournament.models.queries import record_of
from tournament.play.games import tables
from tournament.record.acts import Act, Role
from tournament.record.devices import RequestKind
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import (
    DisputeState,
    PenaltyKind,
    PlayerId,
    ReportSource,
    SeatSource,
)
from tournament.services.changes import Actor, By
from tournament.services.changes.refusals import NotAllowedError
from tournament.services.draws import DrawOrder
from tournament.services.events import change_settings, create_event
from tournament.services.gamelogs import attach_log
from tournament.services.on_devices import close_with_agreed
from tournament.services.results.confirming import hand_in
from tournament.services.results.reports import (
    correct_result,
    report_result,
    restore_result,
    rule_equal_shares,
    rule_result,
)
from tournament.services.results.seating import correct_seats, sit_as_before
from tournament.services.rounds import (
    draft_round,
)
from tournament.services.tables import (
    add_minutes,
)
from tournament.services.undoing import undo_changes
from tournament.slices.apart import keep_apart
from tournament.slices.disputes.acts import apply_cash, open_dispute, settle_dispute
from tournament.slices.notices import set_notice
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.slices.practice import playing as practice
from tournament.slices.practice.playing import DISPUTED_LOG
from tournament.slices.registration.acts import bring_back
from tournament.slices.requests import confirm_request, decline_request
from tournament.slices.ties import rule_tie

pytestmark = pytest.mark.django_db

LOG = DISPUTED_LOG.read_text("utf-8")


@pytest.fixture
def event() -> Event:
    """Eight players after round 1, with a log, a dispute and a penalty."""
    made = play_to(make_event(8, is_practice=True), round_closed=1)
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

LOOKS_FIRST: dict[str, Doing] = {
    "bring_back": lambda event, by: bring_back(event, by, event.changes.latest("version")),
    "hand_in": lambda event, by: hand_in(event, by, 1, [figures(event)]),
    "open_dispute": lambda event, by: open_dispute(event, by, 1, 2, "a tile"),
    "settle_dispute": lambda event, by: settle_dispute(
        event, by, report_of(event).table.disputes.get(), DisputeState.WITHDRAWN
    ),
    "rule_tie": lambda event, by: rule_tie(event, by, [P(1), P(2)], "dice"),
    "set_notice": lambda event, by: set_notice(event, by, "Lunch until 14:00"),
    "attach_log": lambda event, by: attach_log(event, by, 1, 2, LOG),
    "apply_cash": lambda event, by: apply_cash(
        event,
        by,
        report_of(event).table.logs.get(),
        dict.fromkeys(map(P, range(1, 9)), 10_000),
        "The log proves it.",
    ),
    "play_round": lambda event, by: practice.play_round(event, by, random.Random(5)),
    "play_to_end": lambda event, by: practice.play_to_end(event, by, random.Random(5)),
    "draft_next": lambda event, by: practice.draft_next(event, by, random.Random(5)),
    "report_plausibly": lambda event, by: practice.report_plausibly(
        event, by, 1, record_of(event).round(1).tables, random.Random(5)
    ),
    "fill_tiles": lambda event, by: practice.fill_tiles(event, by, 1, random.Random(5)),
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
    "rule_equal_shares": lambda event, by: rule_equal_shares(event, by, 1, 1, "the bank was lost"),
    "draft_round": lambda event, by: draft_round(event, by, ORDER),
    "add_minutes": lambda event, by: add_minutes(event, by, 1, 5),
    "close_with_agreed": lambda event, by: close_with_agreed(event, by, 1),
    "confirm_request": lambda event, by: confirm_request(event, by, event.requests.get().pk),
    "decline_request": lambda event, by: decline_request(event, by, event.requests.get().pk, "You are late."),
    "undo_changes": lambda event, by: undo_changes(event, by, [event.version]),
}
"""What is given to the services that look at it before they ask the gate; all others are given anything."""

NO_ACTS = {"act_on", "done_since", "merged_figures", "answer_overtaken"}
"""The frame itself, what a page asks about a stale form without acting, and what is done within the act that overtakes it."""


def services_that_act() -> dict[str, Doing]:
    """Every service that acts on an event, by its name."""
    found: dict[str, Doing] = {}
    for room in (services, slices, tables):
        for of_room in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            module = import_module(of_room.name)
            for name, function in inspect.getmembers(module, inspect.isfunction):
                inner, outer = (
                    [*inspect.signature(function, follow_wrapped=each).parameters] for each in (True, False)
                )
                is_own = function.__module__ == module.__name__ and not name.startswith("_")
                if is_own and name not in NO_ACTS and ["event", "by"] in (inner[:2], outer[:2]):
                    given = [*inspect.signature(function).parameters.values()][2 if inner[:1] == ["event"] else 1 :]
                    anything = {each.name: object() for each in given if each.default is each.empty}
                    found[name] = LOOKS_FIRST.get(name, partial(function, **anything))
    return found


SERVICES = services_that_act()


@pytest.mark.parametrize("has_page", [False, True], ids=["a bare user", "a form"])
def test_a_stranger_is_refused_by_every_service_and_nothing_is_stored(event: Event, has_page: bool) -> None:
    stranger = make_director("stranger")
    by: By = Actor(stranger, key="a key", seen=event.version) if has_page else stranger
    before = (record_of(event), event.changes.count())
    refused: dict[str, str] = {}
    for name, act in SERVICES.items():
        with pytest.raises(NotAllowedError) as refusal:
            act(event, by)
        refused[name] = str(refusal.value)
    assert (record_of(Event.objects.get(pk=event.pk)), event.changes.count()) == before
    assert refused.keys() > LOOKS_FIRST.keys()
    assert refused["withdraw"] == "You are not allowed to do this in Sample Cup 2026. Ask its director."


def test_a_stranger_who_holds_a_used_key_learns_nothing_of_what_was_done(event: Event) -> None:
    change_settings(event, Actor(director_of(event), key="a key"), {"venue": "Great hall"})
    with pytest.raises(NotAllowedError):
        change_settings(event, Actor(make_director("stranger"), key="a key"), {"venue": "Small hall"})


def test_anybody_who_may_log_in_makes_events_of_their_own() -> None:
    stranger = make_director("stranger")
    event = create_event(stranger, {"name": "Own Cup", "date": date(2026, 8, 20)})
    assert may(stranger, event, Act.CHANGE_SETTINGS)
