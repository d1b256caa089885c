"""Accounts: the own password, further accounts by link, closing one, and who runs the installation."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from tests.build import PASSWORD, logged_in, make_director, make_event
from tests.tournament.pages.forms import Answer
from tests.tournament.pages.pages import said, words
from tournament.access.accounts import make_helper_account
from tournament.access.links import make_link
from tournament.installation.watching import program_version
from tournament.record.devices import Purpose

pytestmark = pytest.mark.django_db

PHRASE = "seven hotels on a board"


@pytest.fixture
def boss() -> User:
    return make_director("boss", is_staff=True, is_superuser=True)


def link_on(answer: Answer) -> str:
    return f"/let-in/{answer.content.decode().split('/let-in/')[1].split('/')[0]}/"


def test_a_password_is_changed_by_who_knows_it_and_every_other_session_ends() -> None:
    ada = make_director("ada")
    here, there = logged_in(ada), logged_in(ada)
    wrong = here.post("/desk/account/", {"old_password": "no", "new_password1": PHRASE, "new_password2": PHRASE})
    assert "That is not your current password. Capital letters matter." in words(wrong)
    apart = here.post(
        "/desk/account/", {"old_password": PASSWORD, "new_password1": PHRASE, "new_password2": "other words"}
    )
    assert "The two passwords do not match. Enter both again." in words(apart)
    done = here.post("/desk/account/", {"old_password": PASSWORD, "new_password1": PHRASE, "new_password2": PHRASE})
    assert done["Location"] == "/desk/account/"
    assert here.get("/desk/").status_code == 200
    assert there.get("/desk/").status_code == 302
    assert [User.objects.get(username="ada").check_password(phrase) for phrase in (PASSWORD, PHRASE)] == [False, True]


def test_a_helper_sets_a_first_password_and_then_makes_events() -> None:
    client = logged_in(make_helper_account("Nora Demo"))
    assert client.get("/desk/new/").status_code == 403
    assert "Create an event" not in words(client.get("/desk/"))
    assert "Set the password" in words(client.get("/desk/account/"))
    client.post("/desk/account/", {"new_password1": PHRASE, "new_password2": PHRASE})
    assert client.get("/desk/new/").status_code == 200
    assert User.objects.get(username="Nora Demo").check_password(PHRASE)


def test_a_further_account_is_made_by_a_link_and_runs_nothing(boss: User) -> None:
    address = link_on(logged_in(boss).post("/desk/accounts/"))
    guest = Client()
    assert "Create your account" in words(guest.get(address))
    sent = {"username": "ben", "password1": PHRASE, "password2": PHRASE}
    assert guest.post(address, sent)["Location"] == "/desk/"
    ben = User.objects.get(username="ben")
    assert (ben.is_staff, ben.is_superuser) == (False, False)
    assert Client().post(address, sent | {"username": "cai"}).status_code == 410
    assert not User.objects.filter(username="cai").exists()
    assert guest.get("/desk/accounts/").status_code == 403


def test_a_closed_account_is_out_at_once_and_comes_back_by_a_link_alone(boss: User) -> None:
    ada = make_director("ada")
    make_event(0, director=ada)
    old, desk_of_boss = logged_in(ada), logged_in(boss)
    waiting = make_link(Purpose.NEW_PASSWORD, account=ada)
    assert "Close this account?" in words(desk_of_boss.get(f"/desk/accounts/{ada.pk}/close/"))
    assert old.get("/desk/").status_code == 200
    answer = desk_of_boss.post(f"/desk/accounts/{ada.pk}/close/")
    assert said(answer) == ["The account ada has been closed."]
    assert old.get("/desk/").status_code == 302
    assert Client().post("/login/", {"username": "ada", "password": PASSWORD}).status_code == 200
    assert Client().get(f"/let-in/{waiting}/").status_code == 410

    address = link_on(desk_of_boss.post(f"/desk/accounts/{ada.pk}/let-in/"))
    assert old.get("/desk/").status_code == 302
    Client().post(address, {"new_password1": PHRASE, "new_password2": PHRASE})
    assert User.objects.get(pk=ada.pk).check_password(PHRASE)


def test_the_last_account_that_runs_the_installation_is_not_closed(boss: User) -> None:
    client = logged_in(boss)
    refused = "boss is the only administrator left"
    assert said(client.post(f"/desk/accounts/{boss.pk}/close/"))[0].startswith(refused)
    assert said(client.post(f"/desk/accounts/{boss.pk}/run/"))[0].startswith(refused)
    ada = make_director("ada")
    client.post(f"/desk/accounts/{ada.pk}/run/", {"runs": "yes"})
    ada.refresh_from_db()
    assert (ada.is_staff, ada.is_superuser) == (True, True)
    client.post(f"/desk/accounts/{boss.pk}/close/")
    boss.refresh_from_db()
    assert not boss.is_active


def test_accounts_are_for_who_runs_the_installation() -> None:
    ada = make_director("ada")
    client = logged_in(ada)
    assert "Accounts" not in words(client.get("/desk/account/"))
    answer = client.get("/desk/accounts/")
    assert answer.status_code == 403
    assert "Only an administrator of this installation can manage accounts." in words(answer)


@pytest.mark.parametrize(
    ("events_by", "makes"),
    [("accounts", {"boss": 200, "ada": 200, "Nora": 403}), ("runners", {"boss": 200, "ada": 403, "Nora": 403})],
)
def test_who_makes_events_is_a_setting(boss: User, settings: Settings, events_by: str, makes: dict[str, int]) -> None:
    settings.EVENTS_BY = events_by
    people = {"boss": boss, "ada": make_director("ada"), "Nora": make_helper_account("Nora")}
    for page in ("/desk/new/", "/desk/practice/", "/desk/copy/", "/desk/restore/"):
        assert {name: logged_in(user).get(page).status_code for name, user in people.items()} == makes
    offered = {name: "Create an event" in words(logged_in(user).get("/desk/")) for name, user in people.items()}
    assert offered == {name: status == 200 for name, status in makes.items()}
    refusal = words(logged_in(people["ada"]).get("/desk/new/")) if events_by == "runners" else ""
    assert ("only administrators can create events" in refusal) == (events_by == "runners")
    assert ("creates and directs events" in words(logged_in(boss).get("/desk/accounts/"))) == (events_by == "accounts")


@pytest.mark.parametrize(
    ("accounts_by", "invites"), [("runners", ["boss"]), ("accounts", ["boss", "ada"]), ("commands", [])]
)
def test_who_invites_further_accounts_is_a_setting(
    boss: User, settings: Settings, accounts_by: str, invites: list[str]
) -> None:
    settings.ACCOUNTS_BY = accounts_by
    people = {"boss": boss, "ada": make_director("ada"), "Nora": make_helper_account("Nora")}
    answers = {name: logged_in(user).post("/desk/accounts/") for name, user in people.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == {
        name: 200 if name in invites else 403 for name in people
    }
    assert [name for name in people if "/let-in/" in answers[name].content.decode()] == invites
    if "ada" in invites:
        assert "boss" not in words(answers["ada"]), "who else has an account is for whoever runs the installation"
        assert Client().get(link_on(answers["ada"])).status_code == 200
    pages = {name: "/desk/accounts/" if name == "boss" else "/desk/account/" for name in people}
    offered = [
        name for name, user in people.items() if "Invite another account" in words(logged_in(user).get(pages[name]))
    ]
    assert offered == invites


def test_every_page_of_the_desk_says_which_version_runs(boss: User) -> None:
    event, browser = make_event(9), logged_in(boss)
    for address in ("/desk/phones/", "/desk/account/", "/desk/accounts/", f"/desk/{event.slug}/"):
        assert f"Top Table {program_version()}, the director" in words(browser.get(address))
    assert f"Top Table {program_version()}" not in words(Client().get("/")), "strangers are not told"
