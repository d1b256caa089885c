"""The line of players who register: places are never given twice, nobody overtakes, and the page closes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from itertools import count, islice

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import settings as effort
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.build import director_of, draw_round, make_director, make_event
from tests.tournament.services.people.registering import (
    DESK,
    MOVING_UP,
    NEW,
    opened,
    publish_of_draft,
    registered,
    settings_of,
    states,
    undo,
)
from tournament.day.lists.lines import RosterLine
from tournament.day.office.registering import Line, RegistrationSettings, WhyClosed
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import LEFT
from tournament.services import registering
from tournament.services.attendance import check_in
from tournament.services.changes import NotAllowedError, RefusedError
from tournament.services.departures import withdraw
from tournament.services.entries import add_entries
from tournament.services.registering import Registrant, cancel_registration, places_to_fill, register, registering_of
from tournament.services.registrations import accept, decline, renew_link, set_registration
from tournament.services.showing import put_away
from tournament.services.undoing import undo_changes

pytestmark = pytest.mark.django_db


# The line


def taken_in(event: Event) -> int:
    """How many places entries have."""
    return sum(entry.status not in LEFT for entry in record_of(event).entries)


def test_the_first_of_the_line_have_the_free_places_and_the_others_wait_in_order() -> None:
    line = Line(places=10, taken=8, open=(3, 5, 6, 9))
    assert (line.free, line.first, line.waiting) == (2, (3, 5), (6, 9))
    assert [line.position(number) for number in (3, 5, 6, 9, 4)] == [0, 0, 1, 2, 0]
    full = Line(places=8, taken=11, open=(3,))
    assert (full.free, full.first, full.position(3)) == (0, (), 1)
    endless = Line(None, 500, (3, 5))
    assert (endless.free, endless.first, endless.waiting) == (None, (3, 5), ())


def test_the_desk_accepts_those_who_have_a_place_and_the_next_moves_up_when_one_cancels() -> None:
    event = opened()  # two of four places are taken
    assert registered(event, "Ash", "Birch", "Cedar", "Dove") == ["Ash open", "Birch open", "Cedar 1", "Dove 2"]
    assert places_to_fill(event, taken_in(event)) == 2
    with pytest.raises(RefusedError, match="There are not enough free places"):
        accept(event, director_of(event), [1, 2, 3])
    accept(event, director_of(event), [1])
    assert states(event) == ["Ash accepted 3", "Birch open", "Cedar 1", "Dove 2"]
    cancel_registration(event, "Birch")
    assert states(event) == ["Ash accepted 3", "Birch cancelled", "Cedar open", "Dove 1"]
    accept(event, director_of(event), [3])
    with pytest.raises(RefusedError, match="There are not enough free places"):
        accept(event, director_of(event), [4])
    entry = event.entries.get(number=3)
    assert (entry.name, entry.given_name, entry.family_name, entry.country) == ("New Ash", "New", "Ash", "NL")


def test_with_moving_up_the_next_is_entered_when_one_cancels() -> None:
    event = opened(acceptance=MOVING_UP)
    told = registered(event, "Ash", "Birch", "Cedar", "Dove")
    assert told == ["Ash accepted 3", "Birch accepted 4", "Cedar 1", "Dove 2"]
    cancel_registration(event, "Ash")
    assert states(event) == ["Ash cancelled", "Birch accepted 4", "Cedar accepted 5", "Dove 1"]
    moved = event.changes.order_by("-version")[0]
    assert (moved.act, moved.made_by, moved.reason) == ("entries.enter", None, registering.MOVED_UP)
    cancel_registration(event, "Dove")
    assert states(event)[-1] == "Dove cancelled"


def test_more_places_move_up_as_many_as_a_cancellation_does_and_undo_takes_none_of_them_back() -> None:
    event = opened(acceptance=MOVING_UP)
    registered(event, "Ash", "Birch", "Cedar", "Dove", "Elm")
    set_registration(event, director_of(event), replace(settings_of(event), places=6))
    assert states(event)[2:] == ["Cedar accepted 5", "Dove accepted 6", "Elm 1"]
    assert registered(event, "Fir")[-1] == "Fir 2"  # nobody overtakes


def test_who_may_be_entered_already_waits_for_the_desk_and_the_next_without_a_doubt_is_entered() -> None:
    event = opened(acceptance=MOVING_UP)
    assert registered(event, "Ash", "Birch", "Cedar") == ["Ash accepted 3", "Birch accepted 4", "Cedar 1"]
    register(event, Registrant("New", "Ash"), "again", NEW)
    register(event, Registrant("Old", "Oak", email="cedar@example.org"), "same address", NEW)
    cancel_registration(event, "Birch")
    assert states(event)[2:] == ["Cedar accepted 4", "Ash 1", "Oak 2"]
    set_registration(event, director_of(event), replace(settings_of(event), places=6))
    assert states(event)[3:] == ["Ash open", "Oak open"]  # both wait for the desk although there are places
    assert registered(event, "Elm")[3:] == ["Ash open", "Oak 1", "Elm accepted 5"]
    cancel_registration(event, "Cedar")  # whose address is Oak's alone now
    assert states(event)[3:5] == ["Ash open", "Oak accepted 6"]
    accept(event, director_of(event), [4])
    assert states(event)[3] == "Ash accepted 7"


def test_what_strangers_sent_is_declined_in_one_act_with_the_entries_that_came_of_it_and_comes_back_by_undo() -> None:
    event = opened(acceptance=MOVING_UP)
    before = registered(event, "Ash", "Birch", "Cedar", "Dove")
    decline(event, director_of(event), [1, 2, 4])
    assert states(event) == ["Ash declined", "Birch declined", "Cedar open", "Dove declined"]
    assert sorted(event.entries.values_list("number", flat=True)) == [1, 2]
    undo(event, Act.DECLINE_REGISTRATION)
    assert states(event) == before
    assert event.entries.get(number=3).name == "New Ash"
    decline(event, director_of(event), [1, 2])
    accept(event, director_of(event), [3, 4])
    with pytest.raises(RefusedError, match="Undo first: New Cedar and New Dove entered"):
        undo(event, Act.DECLINE_REGISTRATION)


def test_an_entry_that_has_a_seat_is_not_removed_by_declining() -> None:
    event = opened(6, places=None, acceptance=MOVING_UP)
    registered(event, "Ash")
    check_in(event, director_of(event), [7])
    draw_round(event, 1)
    with pytest.raises(RefusedError, match="withdraw the player instead"):
        decline(event, director_of(event), [1])
    assert states(event) == ["Ash accepted 7"]


def test_what_the_desk_frees_the_desk_fills() -> None:
    event = opened(acceptance=MOVING_UP)
    registered(event, "Ash", "Birch", "Cedar")
    withdraw(event, director_of(event), 1)
    assert states(event)[-1] == "Cedar open"
    assert places_to_fill(event, taken_in(event)) == 1
    accept(event, director_of(event), [3])
    assert states(event)[-1] == "Cedar accepted 5"


class Places(RuleBasedStateMachine):
    """Register, cancel, accept, decline, undo, add, withdraw and set the places, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.names = (sha256(str(n).encode()).hexdigest()[:12] for n in count())  # nobody is like anybody

    @initialize(acceptance=some.sampled_from((DESK, MOVING_UP)), places=some.integers(1, 5))
    def begin(self, acceptance: str, places: int) -> None:
        self.event = opened(1, places, acceptance)
        self.director = director_of(self.event)

    @property
    def line(self) -> Line:
        return registering_of(self.event).line

    def entered_by(self, act: object) -> None:
        """Do an act, and look that it gives no place that is not there and lets nobody overtake."""
        before, done = self.line, set(self.accepted())
        try:
            act()  # type: ignore[operator]  # one of the functions below
        except RefusedError:
            assert (self.line, set(self.accepted())) == (before, done)
            return
        after = self.line
        new = set(self.accepted()) - done
        assert after.places is not None
        assert after.taken <= max(after.places, before.taken)
        if settings_of(self.event).acceptance != DESK:
            assert all(number < other for number in new for other in after.open)

    def accepted(self) -> list[int]:
        return list(self.event.registrations.exclude(entry=None).values_list("number", flat=True))

    @rule(many=some.integers(1, 3))
    def players_register(self, many: int) -> None:
        for name in islice(self.names, many):
            self.entered_by(partial(register, self.event, Registrant("A", name), name, NEW))

    @rule(at=some.integers(0, 9), is_entered=some.booleans())
    def a_player_cancels(self, at: int, *, is_entered: bool) -> None:
        if rows := list(self.event.registrations.filter(entry__isnull=not is_entered)):
            token = rows[at % len(rows)].family_name
            self.entered_by(lambda: cancel_registration(self.event, token))

    @rule(many=some.integers(1, 4))
    def the_desk_accepts_the_first(self, many: int) -> None:
        self.entered_by(lambda: accept(self.event, self.director, self.line.open[:many]))

    @rule(at=some.integers(0, 9))
    def the_desk_declines_one(self, at: int) -> None:
        if waiting := self.line.open:
            decline(self.event, self.director, [waiting[at % len(waiting)]])

    @rule()
    def the_desk_adds_somebody(self) -> None:
        add_entries(self.event, self.director, [RosterLine(1, next(self.names))])

    @rule(at=some.integers(0, 9))
    def the_desk_withdraws_somebody(self, at: int) -> None:
        here = list(self.event.entries.exclude(status="withdrawn").values_list("number", flat=True))
        if here:
            withdraw(self.event, self.director, here[at % len(here)])

    @rule(places=some.integers(1, 6))
    def the_desk_sets_the_places(self, places: int) -> None:
        now = settings_of(self.event)
        if now.places != places:
            set_registration(self.event, self.director, RegistrationSettings(True, None, places, now.acceptance))

    @rule()
    def a_cancelled_one_comes_back(self) -> None:
        found = self.event.changes.filter(act=Act.CANCEL_REGISTRATION.value, undoes=None).order_by("-version").first()
        if found:
            self.entered_by_undo(found)

    def entered_by_undo(self, change: Change) -> None:
        """Undo the cancelling of a registration: it gets no place that is not there."""
        before = self.line
        try:
            undo_changes(self.event, self.director, [change.version])
        except RefusedError:
            return
        after = self.line
        assert after.places is not None
        assert after.taken <= max(after.places, before.taken)

    @invariant()
    def the_line_is_in_order_and_every_entry_is_of_an_accepted_one(self) -> None:
        if not hasattr(self, "event"):
            return
        line = self.line
        assert list(line.open) == sorted(line.open)
        assert [line.position(number) for number in line.waiting] == list(range(1, len(line.waiting) + 1))
        assert not self.event.registrations.exclude(state="accepted").exclude(entry=None).exists()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)


def test_no_place_is_given_twice_and_nobody_overtakes_whatever_happens() -> None:
    run_state_machine_as_test(Places, settings=effort(max_examples=15, stateful_step_count=20, deadline=None))


# Two desks, and two forms


def test_of_two_desks_that_accept_the_same_one_the_second_is_told() -> None:
    event = opened()
    registered(event, "Ash")
    accept(event, director_of(event), [1])
    with pytest.raises(RefusedError, match="This has already been done"):
        accept(event, make_director("boss", is_staff=True), [1])
    assert event.entries.filter(name="New Ash").count() == 1


def test_a_form_sent_again_with_other_contents_changes_the_registration_or_says_why_not() -> None:
    event = opened()
    registered(event, "Ash")
    register(event, Registrant("New", "Ashe", "NL"), "Ash", NEW)
    assert states(event) == ["Ashe open"]
    accept(event, director_of(event), [1])
    with pytest.raises(RefusedError, match="You have been entered as New Ashe"):
        register(event, Registrant("New", "Ashen", "NL"), "Ash", NEW)
    register(event, Registrant("New", "Ashe", "DE"), "Ash", NEW)
    assert event.entries.get(number=3).country == "DE"


def test_nobody_without_the_right_accepts_declines_opens_or_makes_links() -> None:
    event = opened()
    registered(event, "Ash")
    stranger = make_director("stranger")
    for act in (
        lambda: accept(event, stranger, [1]),
        lambda: decline(event, stranger, [1]),
        lambda: set_registration(event, stranger, RegistrationSettings()),
        lambda: renew_link(event, stranger, 1),
    ):
        with pytest.raises(NotAllowedError):
            act()
    assert states(event) == ["Ash open"]


# Open and closed


def test_it_closes_by_hand_by_a_time_and_with_the_first_round() -> None:
    now = timezone.now()
    settings = RegistrationSettings(True, now)
    assert settings.why_closed(now - timedelta(seconds=1), has_begun=False, is_over=False) is None
    assert settings.why_closed(now, has_begun=False, is_over=False) is WhyClosed.BY_TIME
    assert settings.why_closed(now, has_begun=True, is_over=False) is WhyClosed.BY_ROUND
    assert RegistrationSettings().why_closed(now, has_begun=False, is_over=False) is WhyClosed.BY_HAND
    event = opened(8, None)
    draw_round(event)
    assert registered(event, "Ash") == ["Ash open"]  # a draft is nobody's business
    publish_of_draft(event)
    with pytest.raises(RefusedError, match="Registration is closed"):
        registered(event, "Birch")
    over = opened(4)
    put_away(over, director_of(over))
    with pytest.raises(RefusedError, match="Registration is closed"):
        registered(over, "Birch")
    with pytest.raises(RefusedError, match=r"Registration is closed\."):
        registered(make_event(4), "Birch")
