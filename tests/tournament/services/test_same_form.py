"""A form that is sent twice acts once: by its one-use key, which a form may also lack and nobody may make too long."""

from __future__ import annotations

from datetime import date

import pytest

from tests.build import director_of, logged_in, make_director, make_event, publish
from tests.tournament.pages.forms import form_with
from tournament.day.lists.lines import RosterLine
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import PenaltyKind
from tournament.services.changes import Actor, DoneBeforeError, RefusedError
from tournament.services.entries import add_entries
from tournament.services.events import change_settings, create_event
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

FINE = PenaltyOrder(1, 1, PenaltyKind.FINE, "misread a tile again", 5_000)
CUP = {"name": "Double Cup", "date": date(2026, 8, 20)}


@pytest.fixture
def event() -> Event:
    """Four players, round 1 being played."""
    made = make_event(4)
    publish(made, 1)
    return made


# The services


def test_a_fine_of_a_form_sent_twice_is_given_once(event: Event) -> None:
    form = Actor(director_of(event), key="one-use", seen=event.version)
    give_penalty(event, form, FINE)
    given = Change.objects.get(key="one-use")
    with pytest.raises(DoneBeforeError) as done:
        give_penalty(event, form, FINE)
    assert done.value.change == given
    assert [penalty.amount for penalty in record_of(event).penalties] == [5_000]
    assert Event.objects.get(pk=event.pk).version == given.version


def test_two_forms_give_two_fines(event: Event) -> None:
    for key in ("first", "second"):
        give_penalty(event, Actor(director_of(event), key=key), FINE)
    assert len(record_of(event).penalties) == 2


@pytest.mark.parametrize("key", ["", None])
def test_a_form_without_a_key_and_a_command_act_every_time(event: Event, key: str | None) -> None:
    by = director_of(event) if key is None else Actor(director_of(event), key=key)
    for _ in range(2):
        give_penalty(event, by, FINE)
    assert len(record_of(event).penalties) == 2
    assert set(event.changes.values_list("key", flat=True)) == {None}


def test_an_event_of_a_form_sent_twice_is_made_once() -> None:
    form = Actor(make_director(), key="one-use")
    made = create_event(form, CUP)
    with pytest.raises(DoneBeforeError) as done:
        create_event(form, CUP)
    assert done.value.change.event == made
    assert [found.slug for found in Event.objects.all()] == ["double-cup-2026"]


def test_a_key_is_used_in_one_event_only(event: Event) -> None:
    """A key says that this very form was sent: it does nothing in another event either."""
    other = make_event(4, name="Other Cup 2026")
    give_penalty(event, Actor(director_of(event), key="one-use"), FINE)
    with pytest.raises(DoneBeforeError):
        change_settings(other, Actor(director_of(other), key="one-use"), {"venue": "Great hall"})
    assert Event.objects.get(pk=other.pk).venue == ""


def test_a_refused_form_may_be_sent_again(event: Event) -> None:
    """Nothing was done, so the key is as good as new: what was wrong is mended and sent from the same page."""
    form = Actor(director_of(event), key="one-use")
    with pytest.raises(RefusedError):
        add_entries(event, form, [])
    add_entries(event, form, [RosterLine(1, "Late Demo")])
    assert Change.objects.get(key="one-use").act == Act.ENTER_PLAYERS.value


# The pages


def penalty_typed() -> dict[str, str]:
    return {
        "number": "1",
        "round_number": "1",
        "kind": "fine",
        "amount": "5,000",
        "reason": "misread a tile again",
        "subject": "misplay",
        "timing": "before_bonus",
    }


def test_the_desks_forms_carry_a_key_of_their_own_each_time_they_are_shown(event: Event) -> None:
    client = logged_in(director_of(event))
    page = f"/desk/{event.slug}/penalties/"
    first, second = (form_with(client.get(page), "amount") for _ in range(2))
    keys = {first.values["key"][0], second.values["key"][0]}
    assert len(keys) == 2
    assert all(8 <= len(key) <= 40 for key in keys)
    assert first.values["seen"] == [str(event.version)]


def test_a_form_without_key_and_version_still_acts(event: Event) -> None:
    client = logged_in(director_of(event))
    for _ in range(2):
        client.post(f"/desk/{event.slug}/penalties/", penalty_typed())
    assert event.penalties.count() == 2


@pytest.mark.parametrize("key", ["x" * 41, "x" * 100_000, "x\x00" * 50, "\x00"])
def test_a_key_that_no_page_wrote_is_kept_no_longer_than_it_may_be(event: Event, key: str) -> None:
    client = logged_in(director_of(event))
    answers = [client.post(f"/desk/{event.slug}/penalties/", {**penalty_typed(), "key": key}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    kept = list(event.changes.filter(act=Act.GIVE_PENALTY.value).values_list("key", flat=True))
    assert kept == [None, None] or [(each[:20], len(each)) for each in kept if each] == [("x" * 20, 40)]


@pytest.mark.parametrize("seen", ["", "-1", "x", "9" * 30, "1.5", "²"])
def test_a_version_that_no_page_wrote_counts_as_none(event: Event, seen: str) -> None:
    client = logged_in(director_of(event))
    address = f"/desk/{event.slug}/settings/"
    client.post(address, form_with(client.get(address), "venue").filled({"venue": "Great hall", "seen": seen}))
    assert Event.objects.get(pk=event.pk).venue == "Great hall"
