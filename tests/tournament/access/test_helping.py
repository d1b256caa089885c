"""Helpers: invited by link and code, in under a name without a password, told in the log of changes, withdrawn with one press."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.build import director_of, logged_in, make_director, make_event, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk, said, words
from tournament.access import roles_of
from tournament.access.links import give_code, make_link
from tournament.access.request_origin import MOST_WRONG
from tournament.models import Change, Event, Helper, LetIn
from tournament.models.queries import record_of
from tournament.record.acts import Act, Role
from tournament.record.devices import LET_IN_CODE_LENGTH, LETTERS, Purpose, hash_of, shown_code
from tournament.services.changes import Actor
from tournament.services.changes.refusals import ConflictError
from tournament.slices.helping import Invitation, invite_helper, set_helper
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(8)


def invited(event: Event, *roles: Role, **more: object) -> Invitation:
    return invite_helper(event, director_of(event), frozenset(roles or {Role.DESK}), **more)  # type: ignore[arg-type]


def came(client: Client, secret: str, name: str = "Nora") -> str:
    """Take a link or code as a browser does; where that leads."""
    return client.post(f"/let-in/{secret}/", {"name": name}).headers.get("Location", "")


def test_a_director_invites_and_the_helper_comes_in_under_a_name_alone(event: Event, director: Client) -> None:
    page = press(
        director, director.get(desk(event, "helpers/")), "Invite a helper", {"name": "Nora", "roles": ["desk"]}
    )
    assert page.status_code == 200
    link = LetIn.objects.get(purpose=Purpose.HELPER.value)
    secret = page.content.decode().split("/let-in/")[1].split("/")[0]
    assert link.token_hash == hash_of(secret)
    again = director.get(desk(event, "helpers/")).content.decode()
    assert secret not in again
    assert "Nora, Desk" in words(director.get(desk(event, "helpers/"))).replace("<strong>", "").replace("</strong>", "")

    phone = Client()
    assert "You have been invited as desk." in words(phone.get(f"/let-in/{secret}/"))
    assert came(phone, secret, "  Nora   Sample ") == desk(event)
    nora = User.objects.get(username="Nora Sample")
    assert not nora.has_usable_password()
    assert roles_of(nora, event) == {Role.DESK}
    assert phone.get(desk(event)).status_code == 200
    phone.post(desk(event, "entries/check-in/"), {"key": "x" * 30})
    publish(event)
    phone.post(desk(event, "rounds/1/clock/"))
    done = Change.objects.get(event=event, act=Act.START_CLOCK.value)
    assert done.made_by == nora
    assert "Nora Sample" in words(director.get(desk(event, "changes/")))


@pytest.fixture
def made(event: Event) -> Invitation:
    """An invitation of the event."""
    return invited(event)


def test_the_same_person_comes_back_on_another_phone_by_the_same_link_or_code(made: Invitation, event: Event) -> None:
    assert came(Client(), made.token) == desk(event)
    second = Client()
    page = words(second.get(f"/let-in/{made.token}/"))
    assert "You will be logged in as Nora, who used this link before. Not you? Then stop here" in page
    assert "Continue as Nora" in page
    assert came(second, shown_code(made.code), "Somebody Else") == desk(event)
    assert list(event.helpers.values_list("account__username", flat=True)) == ["Nora"]
    assert event.changes.filter(act=Act.COME_IN.value).count() == 1


def test_a_code_is_typed_in_capitals_and_ends_before_its_link(made: Invitation, event: Event) -> None:
    assert len(made.code) == LET_IN_CODE_LENGTH
    assert set(made.code) <= set(LETTERS)
    typed = Client().post("/let-in/", {"code": f" {shown_code(made.code).upper()} "})
    assert typed.status_code == 302
    assert "Help at Sample Cup 2026" in words(Client().get(typed["Location"]))
    with time_machine.travel(timezone.now() + timedelta(hours=24, minutes=1), tick=False):
        late = Client().get(f"/let-in/{made.code}/")
        assert late.status_code == 410
        assert "This link or code has expired. Ask the person who gave it to you for a new one." in words(late)
        assert Client().get(f"/let-in/{made.token}/").status_code == 200
    assert made.code not in str(LetIn.objects.values())


def test_only_a_purpose_that_says_so_has_a_code(event: Event) -> None:
    with pytest.raises(ValueError, match="has no code"):
        give_code(make_link(Purpose.NEW_PASSWORD, account=director_of(event)))


def test_wrong_codes_are_held_up_for_a_while(made: Invitation, event: Event) -> None:
    guesser, known = Client(), Client()
    known.force_login(director_of(event))
    known.get("/desk/")
    known.post("/logout/")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        answers = [guesser.get(f"/let-in/{n:08d}/").status_code for n in range(MOST_WRONG)]
        assert set(answers) == {410}
        assert guesser.get(f"/let-in/{made.code}/").status_code == 429
        assert guesser.get(f"/let-in/{made.token}/").status_code == 200, "nobody guesses the secret of a link"
        assert known.get(f"/let-in/{made.code}/").status_code == 200, "a device that logged in before counts by itself"
        assert Client(REMOTE_ADDR="10.0.0.9").get(f"/let-in/{made.code}/").status_code == 200
        clock.shift(settings.AXES_COOLOFF_TIME + timedelta(seconds=1))
        assert guesser.get(f"/let-in/{made.code}/").status_code == 200


def test_a_withdrawn_helper_is_out_at_once_and_their_link_with_them(
    made: Invitation, event: Event, director: Client
) -> None:
    phone = Client()
    came(phone, made.token)
    assert phone.get(desk(event)).status_code == 200
    answer = press(director, director.get(desk(event, "helpers/")), "Remove Nora")
    assert said(answer) == ["Nora is no longer a helper."]
    assert phone.get(desk(event)).status_code == 404
    assert phone.get("/desk/new/").status_code == 403
    assert Client().get(f"/let-in/{made.token}/").status_code == 410
    assert [(row.roles, row.withdrawn_at is None) for row in Helper.objects.all()] == [("desk", False)]


def test_a_withdrawn_invitation_lets_nobody_in(event: Event, director: Client) -> None:
    made = invited(event, name="Nora")
    press(director, director.get(desk(event, "helpers/")), "Withdraw Nora")
    assert [Client().get(f"/let-in/{secret}/").status_code for secret in (made.token, made.code)] == [410, 410]


def test_a_name_that_somebody_has_is_asked_for_anew(made: Invitation, event: Event) -> None:
    answer = Client().post(f"/let-in/{made.token}/", {"name": "DIRECTOR"})
    assert answer.status_code == 200
    assert "Somebody here is already called “DIRECTOR”; add your surname or an initial." in words(answer)
    assert "Enter your name" in words(Client().post(f"/let-in/{made.token}/", {"name": " "}))
    assert not event.helpers.exists()


def test_who_has_an_account_takes_the_roles_with_it_and_then_logs_in_by_password(event: Event) -> None:
    made = invited(event, Role.DIRECTOR)
    bob = logged_in(make_director("bob"))
    assert "Continue as bob" in words(bob.get(f"/let-in/{made.token}/"))
    assert came(bob, made.token) == desk(event)
    assert roles_of(User.objects.get(username="bob"), event) == {Role.DIRECTOR}
    assert bob.get(desk(event, "settings/")).status_code == 200
    answer = Client().post(f"/let-in/{made.token}/")
    assert answer.status_code == 410
    assert "bob has already joined using this link and has a password: log in with it." in words(answer)


def test_a_director_who_tries_the_link_does_not_use_it_up(made: Invitation, event: Event, director: Client) -> None:
    assert director.post(f"/let-in/{made.token}/", {"name": "x"}).status_code == 410
    assert came(Client(), made.token) == desk(event)


def test_a_screen_is_led_to_the_choice_of_views_and_sees_the_pages_of_players(event: Event) -> None:
    Event.objects.update(is_shown=False)
    screen = Client()
    assert came(screen, invited(event, Role.SCREEN).token, "Screen") == desk(event, "screen/")
    assert screen.get(desk(event, "screen/")).status_code == 200
    assert screen.get(f"/{event.slug}/").status_code == 200
    listed = screen.get("/desk/").content.decode()
    assert f'href="/{event.slug}/"' in listed
    assert set(re.findall(rf'href="({desk(event)}[^"]*)"', listed)) == {desk(event, "screen/")}


def test_a_second_invitation_adds_to_the_roles(event: Event) -> None:
    phone = Client()
    came(phone, invited(event, Role.DESK).token)
    came(phone, invited(event, Role.ARBITER, number=3).token)
    row = event.helpers.get()
    assert (row.roles, row.entry.number if row.entry else None) == ("desk arbiter", 3)


def test_roles_are_set_and_told_in_the_log_of_changes(event: Event, director: Client) -> None:
    came(Client(), invited(event).token)
    nora = User.objects.get(username="Nora")
    sent = {"roles": ["desk", "arbiter"], "plays_as": "3"}
    answer = director.post(desk(event, f"helpers/{nora.pk}/"), sent)
    assert said(answer) == ["Roles set for Nora."]
    change = Change.objects.get(event=event, act=Act.SET_HELPER.value)
    record = record_of(event)
    assert sentence_of(change, record) == "Roles set for Nora"
    assert {row.words for row in differences(change, record)} == {
        "Nora, roles: desk → desk, arbiter",
        "Nora, plays as: 3",
    }
    told = [sentence_of(row, record) for row in event.changes.filter(act__startswith="helpers.").order_by("version")]
    assert told == ["Helper invited", "Nora joined as a helper", "Roles set for Nora"]


def test_two_pages_that_set_the_same_helper_differently_are_shown_both(event: Event) -> None:
    came(Client(), invited(event).token)
    nora, actor = User.objects.get(username="Nora"), director_of(event)
    seen = Event.objects.get().version
    set_helper(event, Actor(actor, seen=seen), nora.pk, frozenset({Role.ARBITER}), None)
    with pytest.raises(ConflictError):
        set_helper(event, Actor(actor, seen=seen), nora.pk, frozenset({Role.CHECKER}), None)
    assert roles_of(nora, event) == {Role.ARBITER}
