"""Which language an address is answered in, and how a reader chooses another."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.build import director_of, logged_in, make_event, play_to, publish
from tournament.models import AccountLanguage, Event
from wording import languages

pytestmark = pytest.mark.django_db


def language_of(page: bytes) -> str:
    return page.decode().partition('<html lang="')[2].partition('"')[0]


@pytest.fixture
def cup() -> Event:
    event = make_event(8, name="Cup 2026", is_shown=True)
    publish(event, 1)
    return event


def test_an_address_without_a_prefix_is_answered_in_the_events_own_language(client: Client, cup: Event) -> None:
    assert language_of(client.get("/cup-2026/").content) == "en"
    Event.objects.filter(pk=cup.pk).update(language="de", public_version=cup.public_version + 1)
    assert language_of(client.get("/cup-2026/").content) == "de"


def test_a_prefix_asks_for_another_language_and_stays_in_every_link_that_everybody_reads(
    client: Client, cup: Event
) -> None:
    answer = client.get("/de/cup-2026/standings/")
    page = answer.content.decode()
    assert (answer.status_code, language_of(answer.content)) == (200, "de")
    assert 'href="/de/cup-2026/"' in page
    assert re.findall(r'href="(/cup-2026/[^"]*)" hreflang="en"', page) == re.findall(r'href="(/cup-2026/[^"]*)"', page)


def test_the_foot_of_a_page_leads_to_the_other_languages_and_back_to_the_plain_address(
    client: Client, cup: Event
) -> None:
    page = client.get("/cup-2026/rounds/1/").content.decode()
    assert '<a class="link" href="/de/cup-2026/rounds/1/" hreflang="de" lang="de">Deutsch</a>' in page
    german = client.get("/de/cup-2026/rounds/1/").content.decode()
    assert '<a class="link" href="/cup-2026/rounds/1/" hreflang="en" lang="en">English</a>' in german


def test_headers_and_cookies_decide_nothing_on_a_page_that_is_kept(client: Client, cup: Event) -> None:
    client.cookies["language"] = "de"
    answer = client.get("/cup-2026/standings/", headers={"accept-language": "de"})
    assert language_of(answer.content) == "en"
    assert answer["Vary"] == "Accept-Encoding"


def test_an_event_that_is_called_like_a_prefix_keeps_its_address(client: Client) -> None:
    event = make_event(8, name="Deutschland 2026", is_shown=True)
    Event.objects.filter(pk=event.pk).update(slug="de")
    assert "Deutschland 2026" in client.get("/de/standings/").content.decode()
    assert language_of(client.get("/de/").content) == "en"
    assert language_of(client.get("/de/de/").content) == "de"


def test_no_new_event_is_called_like_a_prefix() -> None:
    assert make_event(4, name="de").slug == "de-2026"


def test_pages_of_no_event_have_a_prefix_too(client: Client) -> None:
    assert [language_of(client.get(path).content) for path in ("/", "/de/", "/en/", "/de/floor/rules/")] == [
        "en",
        "de",
        "en",
        "de",
    ]


def test_what_is_not_there_is_said_in_the_language_of_the_address(client: Client) -> None:
    answer = client.get("/de/nowhere-2026/")
    assert (answer.status_code, language_of(answer.content)) == (404, "de")


def test_files_for_programs_are_english_in_every_event(client: Client, cup: Event) -> None:
    english = [client.get(path).content for path in ("/cup-2026/standings/?_export=csv", "/cup-2026/standings.json")]
    Event.objects.filter(pk=cup.pk).update(language="de")
    assert [
        client.get(path).content for path in ("/cup-2026/standings/?_export=csv", "/cup-2026/standings.json")
    ] == english
    assert client.get("/de/cup-2026/standings.json").status_code == 404


def test_the_desk_is_read_in_the_language_of_its_account_wherever_it_logs_in(client: Client, cup: Event) -> None:
    user = director_of(cup)
    client.force_login(user)
    assert language_of(client.get("/desk/").content) == "en"
    answer = client.post("/desk/language/", {"language": "de", "next": "/desk/cup-2026/"})
    assert answer["Location"] == "/desk/cup-2026/"
    assert language_of(client.get("/desk/").content) == "de"
    other = logged_in(user)
    assert language_of(other.get("/desk/cup-2026/").content) == "de"
    assert AccountLanguage.objects.get(account=user).language == "de"


def test_a_page_that_is_never_kept_follows_the_choice_that_the_browser_remembers(client: Client) -> None:
    answer = client.get("/login/?language=de&next=/desk/")
    assert answer["Location"] == "/login/?next=%2Fdesk%2F"
    assert language_of(client.get("/login/").content) == "de"


def test_after_a_request_the_language_is_that_of_before(client: Client) -> None:
    client.get("/de/")
    assert languages.language() == "en-gb"


def test_a_list_is_a_spreadsheet_in_the_language_of_its_page(client: Client, cup: Event) -> None:
    play_to(cup, round_closed=1)
    english, german = (client.get(f"{prefix}/cup-2026/standings/?_export=xlsx") for prefix in ("", "/de"))
    assert english["Content-Disposition"] == 'attachment; filename="cup-2026-standings.xlsx"'
    heads = [
        [cell.value for cell in load_workbook(BytesIO(book.content)).worksheets[0][1]] for book in (english, german)
    ]
    assert ["Total" in heads[0], "Gesamt" in heads[1]] == [True, True]


def test_the_rules_in_translation_say_that_the_english_text_prevails(client: Client) -> None:
    english, german = (client.get(path).content.decode() for path in ("/floor/rules/", "/de/floor/rules/"))
    assert ("This is a translation" in english, "maßgeblich ist der englische Text" in german) == (False, True)
