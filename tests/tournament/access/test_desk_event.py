"""The event of a desk page is read by one query in SQL: what it brings is what the ORM reads, for whoever asks, one after another."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.build import asked_by_phone, director_of, make_director, make_event, publish
from tests.tournament.devices.phones import device_at
from tournament.access.membership import Membership, event_for_desk, membership_of, with_membership
from tournament.day.at_table import CallKind
from tournament.models import Entry, Event, Helper, Registration, RegistrationDesk
from tournament.models.at_table import waiting_of
from tournament.record.acts import Role, spell_roles
from tournament.record.devices import RequestKind
from tournament.services.calls import call_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Event:
    event = make_event(8, players_report=True)
    publish(event)
    call_director(device_at(event), CallKind.RULE, "x")
    asked_by_phone(event, 3, RequestKind.LATE)
    RegistrationDesk.objects.create(event=event, places=20)
    for number, state in enumerate(("open", "declined", "open"), 1):
        Registration.objects.create(event=event, number=number, state=state, token_hash=str(number))
    return event


def people(event: Event) -> list[User]:
    helper = make_director("helper", is_staff=False)
    entry = Entry.objects.get(event=event, number=2)
    Helper.objects.create(event=event, account=helper, entry=entry, roles=spell_roles(frozenset({Role.DESK})))
    return [director_of(event), helper, make_director("stranger", is_staff=False)]


def test_the_event_is_whole_and_says_how_somebody_stands(played: Event) -> None:
    expected = Event.objects.get(pk=played.pk)
    seen = []
    for user in people(played):
        event = event_for_desk(user, played.slug, 1)
        assert {name: value for name, value in vars(expected).items() if name != "_state"}.items() <= vars(
            event
        ).items()
        assert event.created_by == expected.created_by
        assert membership_of(user, event) == membership_of(
            user, with_membership(Event.objects.all(), user).get(pk=played.pk)
        )
        seen.append((membership_of(user, event), event.is_draft, waiting_of(event) == waiting_of(expected)))
        assert event.requests_many == 1
    assert seen[1:] == [(Membership(frozenset({Role.DESK}), 2), False, True), (Membership(), False, True)]
    assert event_for_desk(director_of(played), "no-such-event", 1) is None
