"""Players who register: the line, in which no place is given twice, the private link, and what is public and kept."""

from __future__ import annotations

import gzip
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
from tournament.day.office import registering as bounds
from tournament.day.office.registering import Line, RegistrationSettings, WhyClosed
from tournament.models import Change, Entry, Event, Registration
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import LEFT
from tournament.record.vocabulary import NameShown
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of
from tournament.services.attendance import check_in
from tournament.services.changes.refusals import NotAllowedError, RefusedError, UnchangedError
from tournament.services.copying import copy_event
from tournament.services.entries import add_entries, edit_entry, particulars_of, remove_entry
from tournament.services.forgetting.replacing import blank_registrations
from tournament.services.undoing import undo_changes
from tournament.slices.leaving import withdraw
from tournament.slices.putting_away import put_away
from tournament.slices.registration import acts
from tournament.slices.registration.acts import (
    FullError,
    Registrant,
    accept,
    cancel_registration,
    change_registration,
    decline,
    register,
    renew_link,
    set_registration,
)
from tournament.slices.registration.line import (
    UnknownRegistrationError,
    places_to_fill,
    registering_of,
    registration_with,
)
from tournament.tellings.diary import differences, sentence_of

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
    cancel_registration(event, registration_with(event, "Birch"))
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
    cancel_registration(event, registration_with(event, "Ash"))
    assert states(event) == ["Ash cancelled", "Birch accepted 4", "Cedar accepted 5", "Dove 1"]
    moved = event.changes.order_by("-version")[0]
    assert (moved.act, moved.made_by, moved.reason) == ("entries.enter", None, acts.MOVED_UP)
    cancel_registration(event, registration_with(event, "Dove"))
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
    cancel_registration(event, registration_with(event, "Birch"))
    assert states(event)[2:] == ["Cedar accepted 4", "Ash 1", "Oak 2"]
    set_registration(event, director_of(event), replace(settings_of(event), places=6))
    assert states(event)[3:] == ["Ash open", "Oak open"]  # both wait for the desk although there are places
    assert registered(event, "Elm")[3:] == ["Ash open", "Oak 1", "Elm accepted 5"]
    cancel_registration(event, registration_with(event, "Cedar"))  # whose address is Oak's alone now
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
            self.entered_by(lambda: cancel_registration(self.event, registration_with(self.event, token)))

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


# What a private link changes and cancels, what of it can be undone, and what is public and kept of a registration


# The private link


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return opened()


def test_a_link_changes_what_waits_and_the_log_tells_it_without_what_is_for_the_desk(event: Event) -> None:
    registered(event, "Ash")
    typed = Registrant("Newer", "Ash", "BE", email="other@example.org", word="by bike")
    row = change_registration(event, registration_with(event, "Ash"), typed)
    assert (row.name, row.country, row.email, row.word, row.changes) == (
        "Newer Ash",
        "BE",
        "other@example.org",
        "by bike",
        1,
    )
    change, record = event.changes.order_by("-version")[0], record_of(event)
    assert sentence_of(change, record) == "Registration 1 changed using its private link"
    assert [each.words for each in differences(change, record)] == [
        "registration 1, changed: first name, country, e-mail address and message to the desk"
    ]
    logged = str([(each.before, each.after, each.reason) for each in event.changes.all()])
    assert [word for word in ("example.org", "by train", "Newer", "Ash") if word in logged] == []
    with pytest.raises(UnchangedError):
        change_registration(event, registration_with(event, "Ash"), typed)
    with pytest.raises(RefusedError, match="Undo it by hand on its own page"):
        undo(event)


def test_a_link_changes_an_entry_but_not_the_name_that_the_desk_accepted(event: Event) -> None:
    registered(event, "Ash")
    accept(event, director_of(event), [1])
    change_registration(
        event,
        registration_with(event, "Ash"),
        Registrant("Rude", "Word", "BE", email="ash@example.org", word="by train"),
    )
    entry = event.entries.get(number=3)
    assert (entry.name, entry.country, entry.email) == ("New Ash", "BE", "ash@example.org")
    acts = list(event.changes.order_by("-version").values_list("act", flat=True)[:2])
    assert acts == ["registrations.change", "entries.edit"]
    at_once = opened(2, 4, MOVING_UP)
    registered(at_once, "Birch")
    change_registration(
        at_once, registration_with(at_once, "Birch"), Registrant("Newer", "Birch", "NL", email="birch@example.org")
    )
    assert at_once.entries.get(number=3).name == "Newer Birch"


def test_what_the_desk_corrected_of_an_entry_is_not_overwritten_by_its_link() -> None:
    event = opened(2, 4, MOVING_UP)
    registered(event, "Ash")
    entry = event.entries.get(number=3)
    edit_entry(event, director_of(event), 3, replace(particulars_of(entry), name="Right Ash", given_name="Right"))
    change_registration(
        event, registration_with(event, "Ash"), Registrant("New", "Ash", "BE", email="ash@example.org", word="by train")
    )
    entry.refresh_from_db()
    assert (entry.name, entry.country) == ("Right Ash", "BE")


def test_a_cancelled_entry_is_removed_and_an_undo_brings_it_back_while_there_is_a_place() -> None:
    event = opened(2, 3, MOVING_UP)
    registered(event, "Ash")
    cancel_registration(event, registration_with(event, "Ash"))
    assert [entry.number for entry in Entry.objects.filter(event=event)] == [1, 2]
    change = event.changes.get(act=Act.CANCEL_REGISTRATION.value)
    told = sentence_of(change, record_of(event))
    assert told == "Registration 1 cancelled using its private link; New Ash removed"
    assert Event.objects.get(pk=event.pk).public_version == change.version
    undo(event)
    assert states(event) == ["Ash accepted 3"]
    event = opened(2, 4, MOVING_UP)
    registered(event, "Cedar", "Dove", "Elm")
    cancel_registration(event, registration_with(event, "Cedar"))
    with pytest.raises(RefusedError, match="There are not enough free places"):
        undo(event, Act.CANCEL_REGISTRATION)
    assert states(event) == ["Cedar cancelled", "Dove accepted 4", "Elm accepted 5"]


def test_a_link_does_nothing_once_the_event_has_begun_or_what_it_is_about_is_gone() -> None:
    event = opened(7, None, MOVING_UP)
    registered(event, "Ash", "Birch", "Cedar")
    remove_entry(event, director_of(event), 9)
    with pytest.raises(RefusedError, match="no longer active"):
        cancel_registration(event, registration_with(event, "Birch"))
    with pytest.raises(UnknownRegistrationError):
        cancel_registration(event, registration_with(event, "Elm"))
    new = renew_link(event, director_of(event), 1)
    with pytest.raises(UnknownRegistrationError):
        cancel_registration(event, registration_with(event, "Ash"))
    assert registration_with(event, new).family_name == "Ash"
    assert Registration.objects.filter(token_hash=new).count() == 0, "only the hash is stored"
    check_in(event, director_of(event), [8])
    draw_round(event)
    with pytest.raises(RefusedError, match="This link can no longer change anything"):
        cancel_registration(event, registration_with(event, new))
    assert registration_with(event, new).state == "accepted"
    publish_of_draft(event)
    with pytest.raises(RefusedError, match="This link can no longer change anything"):
        cancel_registration(event, registration_with(event, new))
    with pytest.raises(RefusedError, match="This link can no longer change anything"):
        change_registration(event, registration_with(event, new), Registrant("A", "B"))


def test_a_link_of_one_event_opens_nothing_of_another() -> None:
    one = opened()
    registered(one, "Ash")
    other = make_event(2, name="Other Cup 2026")
    with pytest.raises(UnknownRegistrationError):
        registration_with(other, "Ash")


def test_an_undone_acceptance_waits_again_where_it_was(event: Event) -> None:
    registered(event, "Ash", "Birch", "Cedar")
    accept(event, director_of(event), [1, 2])
    undo(event)
    assert states(event) == ["Ash open", "Birch open", "Cedar 1"]
    decline(event, director_of(event), [1])
    assert states(event) == ["Ash declined", "Birch open", "Cedar open"]
    undo(event)
    assert states(event) == ["Ash open", "Birch open", "Cedar 1"]


def test_settings_are_undone_and_told(event: Event) -> None:
    before = Event.objects.get(pk=event.pk).public_version
    set_registration(event, director_of(event), RegistrationSettings(True, None, 6, MOVING_UP, "required", True))
    change = event.changes.order_by("-version")[0]
    assert Event.objects.get(pk=event.pk).public_version == before, "players read it on a page that is never kept"
    assert sentence_of(change, record_of(event)) == "Registration settings changed"
    assert [each.words for each in differences(change, record_of(event))] == [
        "registrations are accepted: the desk accepts each registration → at once; the next person on the waiting list moves up",
        "ask players whether they are juniors: no → yes",
        "e-mail address: not asked → required",
        "places: 4 → 6",
    ]
    undo(event)
    assert settings_of(event) == RegistrationSettings(True, None, 4, DESK)
    set_registration(event, director_of(event), RegistrationSettings(False, None, 4, DESK))
    assert sentence_of(event.changes.order_by("-version")[0], record_of(event)) == "Registration closed"
    with pytest.raises(RefusedError, match="from 1 to 2500"):
        set_registration(event, director_of(event), RegistrationSettings(places=0))


# What is public, what is kept


def test_an_entry_shows_no_more_of_a_name_than_its_player_agreed_to(event: Event) -> None:
    register(event, Registrant("New", "Ash"), "Ash", NameShown.INITIAL)
    accept(event, director_of(event), [1])
    assert event.entries.get(number=3).shown_as == "initial"


def test_too_many_registrations_are_refused_and_no_link_changes_one_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (bounds.MOST_OPEN, bounds.MOST_KEPT, bounds.MOST_CHANGES) == (1_000, 2_500, 30)
    monkeypatch.setattr(acts, "MOST_OPEN", 3)
    monkeypatch.setattr(acts, "MOST_KEPT", 5)
    monkeypatch.setattr(acts, "MOST_CHANGES", 2)
    event = opened(2, None)
    registered(event, "Ash", "Birch", "Cedar")
    with pytest.raises(FullError, match="Too many registrations are already waiting"):
        registered(event, "Dove")
    decline(event, director_of(event), [1, 2, 3])
    registered(event, "Dove", "Elm")
    with pytest.raises(FullError):
        registered(event, "Fir")
    assert event.registrations.count() == 5
    for word in ("one", "two"):
        change_registration(event, registration_with(event, "Elm"), Registrant("New", "Elm", word=word))
    with pytest.raises(RefusedError, match="This link can no longer change anything"):
        change_registration(event, registration_with(event, "Elm"), Registrant("New", "Elm", word="three"))


def test_no_archive_and_no_copy_has_a_registration_and_an_event_takes_its_own_with_it(event: Event) -> None:
    registered(event, "Ash", "Birch")
    accept(event, director_of(event), [1])
    file = archive_of(event)
    text = gzip.decompress(file).decode()
    assert "New Ash" in text
    assert "ash@example.org" in text, "the e-mail address of an entry is the entry's"
    assert "Birch" not in text.title()
    assert "by train" not in text
    back = restore(file, director_of(event)).event
    assert (back.registrations.count(), registering_of(back).is_offered) == (0, False)
    copy = copy_event(event, director_of(event), "Next Cup 2027", event.date)
    assert (copy.registrations.count(), registering_of(copy).is_offered) == (0, False)
    event.delete()
    assert not Registration.objects.exists()


def test_a_forgotten_entry_leaves_a_blank_registration_and_no_link(event: Event) -> None:
    registered(event, "Ash", "Birch")
    accept(event, director_of(event), [1])
    assert blank_registrations(event.registrations.filter(entry__number=3)) == 1
    row = event.registrations.get(number=1)
    assert (row.name, row.country, row.email, row.word, row.state) == ("", "", "", "", "accepted")
    with pytest.raises(UnknownRegistrationError):
        registration_with(event, "Ash")
    assert event.registrations.get(number=2).email == "birch@example.org"
