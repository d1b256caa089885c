"""The forms before the desk, accounts, passwords and names, complain in our own words too."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import PASSWORD, make_director
from tests.tournament.pages.acting.test_every_page import DJANGOS
from tests.tournament.pages.words import words
from tournament.access.links import make_link
from tournament.record.devices import Purpose

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def further() -> str:
    """The address of a link to a further account."""
    return reverse("let_in", args=[make_link(Purpose.FURTHER_ACCOUNT, by=make_director())])


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"username": "Director"}, "“Director” is already taken; choose another name."),
        ({"username": "two words"}, "“two words” is not valid for “Name to log in with”; check it."),
        ({"username": ""}, "“Name to log in with” is empty; fill it in."),
        ({"username": "a" * 200}, "“Name to log in with” has 200 characters; it can have at most 150 characters."),
        ({"password1": "short", "password2": "short"}, "The password has fewer than 10 characters; make it longer."),
        ({"password1": "1234567890", "password2": "1234567890"}, "The password is too easy to guess; choose another."),
        (
            {"password1": "new.director", "password2": "new.director"},
            "The password is too easy to guess; choose another.",
        ),
        ({"password2": "tiles and chain"}, "The two passwords do not match. Enter both again."),
    ],
)
def test_an_account_is_refused_in_plain_words(client: Client, typed: dict[str, str], sentence: str) -> None:
    make_director()
    answer = client.post(further(), {"username": "new.director", "password1": PASSWORD, "password2": PASSWORD, **typed})
    assert sentence in words(answer)
    assert not DJANGOS.search(answer.content.decode())


@pytest.mark.parametrize(
    ("address", "typed"),
    [
        ("/login/", {"username": "", "password": ""}),
        ("/login/", {"username": "a\x00b", "password": "x"}),
        ("/desk/account/", {"old_password": "", "new_password1": "", "new_password2": ""}),
        ("/desk/account/", {"old_password": "wrong", "new_password1": "1", "new_password2": "2"}),
        ("/desk/restore/", {}),
        ("/desk/new/", {"name": "", "date": "someday", "rounds_planned": "many"}),
        ("/desk/copy/", {"event": "none", "date": "x"}),
        ("/desk/practice/", {"players": "many"}),
    ],
)
def test_no_door_speaks_the_words_of_django(director: Client, address: str, typed: dict[str, Any]) -> None:
    answer = director.post(address, typed, follow=True)
    assert answer.status_code == 200
    assert not DJANGOS.search(answer.content.decode())
