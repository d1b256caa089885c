"""An address that ends in `.json` or begins with `/api/` answers JSON whatever went wrong; others answer people as before."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import make_event
from tests.tournament.pages.forms import Answer
from tournament.public.openapi import document

pytestmark = pytest.mark.django_db

NOWHERE = (
    *("/caf%C3%A9/now.json", "/a%0Ab/now.json", "/caf%E9/now.json", "/no-such-event/now.json", "/no/such/page.json"),
    *("/api/", "/api/v2/x", "/api/v1/a%0Ab/entries/", "/static/none.json", "/game/none/log.json", "/cup/rounds/x.json"),
)


def problem(answer: Answer, status: int) -> str:
    """The sentence of a refusal, which must be JSON."""
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/json"), answer.content
    told = answer.json()
    assert told["format"] == 1
    return str(told["problem"])


@pytest.mark.parametrize("address", NOWHERE)
def test_where_nothing_is_programs_are_told_so_in_json(client: Client, address: str) -> None:
    assert problem(client.get(address), 404).endswith(".")
    assert not client.head(address).headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "QUERY", "OPTIONS"])
def test_another_method_is_called_one_also_where_forms_are_checked(method: str) -> None:
    event = make_event(9)
    browser = Client(enforce_csrf_checks=True)
    for address in (f"/{event.slug}/now.json", f"/{event.slug}/standings.json", "/openapi.json"):
        answer = browser.generic(method, address)
        assert problem(answer, 405) == "This address accepts only GET, HEAD."
        assert answer["Allow"] == "GET, HEAD"


def test_a_program_at_a_wrong_name_of_the_machine_is_told_so_in_json(client: Client) -> None:
    told = problem(client.get("/openapi.json", headers={"host": "elsewhere.example"}), 400)
    assert (
        told
        == "This request was not accepted. This server does not recognise the address you used. Use its own address."
    )
    assert "text/html" in client.get("/", headers={"host": "elsewhere.example"})["Content-Type"]


def test_people_still_get_pages(client: Client) -> None:
    for address in ("/caf%C3%A9/", "/no-such-event/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert answer["Content-Type"].startswith("text/html")


def test_the_description_says_which_names_an_event_has() -> None:
    pattern = document()["components"]["parameters"]["event"]["schema"]["pattern"]
    assert re.search(pattern, "summer-cup-2026")
    assert not [name for name in ("café", "a\nb", "a/b", "") if re.search(pattern, name)]
