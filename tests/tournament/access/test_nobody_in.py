"""Nobody gets in: what is closed by default, the tokens of forms, cookies and secrets, and nothing told apart."""

from __future__ import annotations

import os
import re
import runpy
from collections.abc import Mapping
from io import StringIO
from typing import Any, ClassVar

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core import serializers
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from tests.build import director_of, logged_in, make_director
from tests.conftest import ROOT
from tests.installation.test_settings import SECRET
from tests.test_access import DESK, DEVICES, GAMES, OPEN, everything_stored, filled
from tournament.access.devices import claim, codes_of, device_of
from tournament.access.links import make_link
from tournament.models import Device, DeviceCode, Event, LetIn
from tournament.record.acts import Role
from tournament.record.devices import PURPOSES, Purpose, table_subject

__all__ = ["filled"]

pytestmark = pytest.mark.django_db


def test_no_form_is_taken_without_the_token_of_its_page_or_from_another_site(filled: Mapping[str, str]) -> None:
    director, nobody = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    director.force_login(director_of(Event.objects.get()))
    before = everything_stored()
    for client, routes in ((director, DESK), (nobody, [*OPEN, *DEVICES])):
        for route in routes:
            assert client.post(filled[route], {"key": "k1"}).status_code in {403, 404, 405, 410}, route
        elsewhere = client.post(filled[routes[0]], headers={"origin": "https://evil.example"})
        assert elsewhere.status_code in {403, 405}, routes[0]
    for route in GAMES:  # no cookie counts there, so no form can be sent in somebody's name
        foreign = [
            client.post(filled[route], headers={"origin": "https://evil.example"}) for client in (director, nobody)
        ]
        assert [answer.status_code for answer in foreign] == [403, 403]
        assert director.post(filled[route], {"key": "k1"}).status_code == 401
    assert everything_stored() == before


@pytest.mark.urls("tests.tournament.access.unlisted")
def test_a_page_that_nobody_thought_of_is_closed(filled: Mapping[str, str]) -> None:
    event = Event.objects.get()
    for address in ("/forgotten/", f"/desk/{event.slug}/forgotten/", f"/{event.slug}/forgotten/"):
        for answer in (Client().get(address), Client().post(address)):
            assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/login/")
    helpers = {helper.roles: helper.account for helper in event.helpers.all() if helper.account}
    assert len(helpers) == 5
    statuses = {}
    for roles, account in {**helpers, "made it": director_of(event), "nobody": make_director("stranger")}.items():
        client = logged_in(account)
        statuses[roles] = client.get(f"/desk/{event.slug}/forgotten/").status_code
    directors = {Role.DIRECTOR.value, "made it"}
    assert statuses == {roles: 200 if roles in directors else 404 if roles == "nobody" else 403 for roles in statuses}


def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(filled: Mapping[str, str]) -> None:
    event, subject = Event.objects.get(), table_subject(2, 1)
    code = codes_of(event, [subject])[subject]
    phone = Client().post(f"/{event.slug}/c/2/1/{code}/", {"holder": "0"}).cookies["device"]
    user = make_director("logged")
    user.set_password("seven hotels on a board")
    user.save()
    session = Client().post("/login/", {"username": "logged", "password": "seven hotels on a board"}).cookies
    assert [(one["httponly"], one["samesite"]) for one in (phone, session[settings.SESSION_COOKIE_NAME])] == [
        (True, "Lax")
    ] * 2
    assert session[settings.CSRF_COOKIE_NAME]["samesite"] == "Lax"
    assert phone["path"] == f"/{event.slug}/t/2/1/", "no other address gets it"


def test_a_hidden_event_is_not_told_from_one_that_does_not_exist(filled: Mapping[str, str]) -> None:
    """By its pages, and by the addresses of codes and phones; whoever was given a slip is still let in."""
    event, subject = Event.objects.get(), table_subject(2, 1)
    code = codes_of(event, [subject])[subject]
    Event.objects.update(is_shown=False)
    for route in [*OPEN, *DEVICES]:
        if "slug:slug" not in route:
            continue
        address, nowhere = filled[route], filled[route].replace(event.slug, "no-such-cup")
        for method in ("get", "post"):
            hidden, none = (getattr(Client(), method)(place) for place in (address, nowhere))
            assert (hidden.status_code, none.status_code) in {(404, 404), (405, 405)}, route
            assert told(hidden, event.slug) == told(none, "no-such-cup"), route
    assert Client().get(f"/{event.slug}/c/2/1/{code}/").status_code == 200
    DeviceCode.objects.update_or_create(event=event, kind="table", round_number=2, number=1, defaults={"counter": 1})
    assert Client().get(f"/{event.slug}/c/2/1/{code}/").status_code == 410


def told(answer: Any, name: str) -> str:
    """What a page says, without its tokens and with the name that was asked for left out."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|name="key" value="[^"]+"', "", answer.content.decode())
    return text.replace(name, "...")


class CountingHasher(MD5PasswordHasher):
    """Counts how often a password is hashed: the work by whose time a name could be told from another."""

    done: ClassVar[list[str]] = []

    def encode(self, password: str, salt: str) -> str:
        """Hash a password."""
        self.done.append(password)
        return super().encode(password, salt)


def test_a_log_in_does_not_tell_which_names_there_are(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    for name, is_active in (("known", True), ("closed", False)):
        User.objects.create_user(name, password="a password of the tests", is_active=is_active)
    answers, work = set(), set()
    tries = [("known", "a guess"), ("nobody", "a guess"), ("closed", "a guess"), ("closed", "a password of the tests")]
    for name, password in tries:
        CountingHasher.done.clear()
        answer = Client().post("/login/", {"username": name, "password": password})
        answers.add((answer.status_code, told(answer, name)))
        work.add(len(CountingHasher.done))
    assert (len(answers), len(work)) == (1, 1), work


def test_no_secret_of_a_link_a_code_or_a_phone_is_stored(filled: Mapping[str, str]) -> None:
    event, subject = Event.objects.get(), table_subject(2, 1)
    code = codes_of(event, [subject])[subject]
    secrets = [claim(event, subject, code), make_link(Purpose.NEW_PASSWORD, account=director_of(event)), code]
    rows = "".join(
        serializers.serialize("json", model._default_manager.all()) for model in (Device, DeviceCode, LetIn, Event)
    )
    assert [secret in rows for secret in secrets] == [False] * 3
    assert device_of(event, subject, secrets[0]).expires_at is not None
    assert all(row.lasts is not None and row.lasts.days < 400 for row in PURPOSES.values())


SERVER = {"TOPTABLE_PUBLIC_ADDRESS": "https://acquire.example", "TOPTABLE_BEHIND_PROXY": "on"}
HALL = {"TOPTABLE_PUBLIC_ADDRESS": "http://10.0.0.5:8000"}
NO_PROXY = {"TOPTABLE_PUBLIC_ADDRESS": "https://acquire.example"}
NO_TLS = {"TOPTABLE_PUBLIC_ADDRESS": "http://acquire.example"}
CHECKED = (
    "SECURE_",
    "SESSION_",
    "CSRF_",
    "SECRET_KEY",
    "SILENCED_",
    "X_FRAME_",
    "DEBUG",
    "ALLOWED_HOSTS",
    "MIDDLEWARE",
)
"""How the settings begin that Django's checks of a deployment read."""


@pytest.mark.parametrize(
    ("variables", "warnings"),
    [
        (SERVER, set()),
        (HALL, set()),
        (NO_PROXY, {"security.W008"}),
        (NO_TLS, {"security.W004", "security.W008", "security.W012", "security.W016"}),
    ],
)
def test_djangos_checks_of_a_deployment_warn_of_what_an_address_lacks(
    variables: dict[str, str], warnings: set[str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("TOPTABLE_")]:
        monkeypatch.delenv(name)
    given = {"TOPTABLE_SECRET_KEY": f"{SECRET} {SECRET}", "DATABASE_URL": "sqlite://:memory:", **variables}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    read = runpy.run_path(str(ROOT / "tournament" / "settings.py"))
    for name, value in read.items():
        if name.startswith(CHECKED):
            setattr(settings, name, value)
    told = StringIO()
    if not warnings:  # under the documented settings nothing else is said either
        call_command("check", "--deploy", "--fail-level", "WARNING", stdout=told, stderr=told)
    call_command("check", "--deploy", "--tag", "security", stdout=told, stderr=told)
    assert set(re.findall(r"\((security\.W\d+)\)", told.getvalue())) == warnings


def test_an_https_address_is_kept_to_even_where_nothing_says_how_a_request_came(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS = 2_592_000
    assert Client().get("/").headers["Strict-Transport-Security"] == "max-age=2592000"
    settings.SECURE_HSTS_SECONDS = 0
    assert "Strict-Transport-Security" not in Client().get("/").headers
