"""From an installation without accounts to the first event on paper, in the language of the browser in which it is begun."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import logged_in, make_director
from tests.tournament.languages.test_addresses import language_of
from tests.tournament.pages.forms import form_with
from tournament.access.links import renew_link
from tournament.models import AccountLanguage, Event
from tournament.record.devices import Purpose

pytestmark = pytest.mark.django_db

GERMAN = {"accept-language": "de-DE,de;q=0.9,en;q=0.5"}


def test_an_installation_without_accounts_speaks_the_language_of_the_browser_until_another_is_chosen() -> None:
    visitor = Client(headers=GERMAN)
    page = visitor.get("/").content
    assert language_of(page) == "de"
    assert b'href="/en/" hreflang="en"' in page
    assert language_of(visitor.get("/en/").content) == "en"
    assert language_of(Client(headers={"accept-language": "fr"}).get("/").content) == "en"


def test_once_there_is_an_account_the_plain_address_is_the_same_for_every_browser() -> None:
    make_director()
    answer = Client(headers=GERMAN).get("/")
    assert (language_of(answer.content), "no-store" in answer.get("Cache-Control", "")) == ("en", False)


def test_the_first_account_and_its_first_event_speak_the_language_of_their_pages() -> None:
    visitor = Client(headers=GERMAN)
    link = renew_link(Purpose.FIRST_ACCOUNT)
    assert language_of(visitor.get(f"/let-in/{link}/").content) == "de"
    password = "drei ganz verschiedene Woerter"
    visitor.post(f"/let-in/{link}/", {"username": "anna", "password1": password, "password2": password})
    assert AccountLanguage.objects.get(account=User.objects.get()).language == "de"
    form = visitor.get("/desk/new/").content.decode()
    short = form[form.index('name="name"') :].partition("<details")[0]
    assert re.search(
        r'<select name="language"[^>]*>\s*<option value="en-gb">.*?</option>\s*<option value="de" selected>',
        short,
        re.DOTALL,
    )


@pytest.mark.parametrize("way", ["/desk/new/", "/desk/practice/"])
def test_an_event_that_is_made_on_a_german_page_is_german(way: str) -> None:
    director = logged_in(make_director())
    director.post("/desk/language/", {"language": "de", "next": way})
    form = form_with(director.get(way), "name")
    director.post(way, {**form.values, "name": "Treffen"})
    event = Event.objects.get()
    assert (event.language, event.paper_language) == ("de", "")


def test_the_language_of_the_desk_goes_on_at_the_log_in(client: Client) -> None:
    client.force_login(make_director())
    client.post("/desk/language/", {"language": "de"})
    client.post("/logout/")
    assert language_of(client.get("/login/").content) == "de"
