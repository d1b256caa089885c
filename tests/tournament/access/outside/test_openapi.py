"""openapi.json: served to everybody, valid in itself, and true of every JSON document at every stage of a day."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.tournament.access.outside.described import PATHS, closed, misfit
from tests.tournament.pages.public.test_feeds import finished
from tests.tournament.pages.stages import STAGES
from tournament.models import Event
from tournament.public.openapi import document
from tournament.urls import for_programs, from_outside

pytestmark = pytest.mark.django_db

NAMES = [*for_programs, *from_outside]


def references(value: Any) -> set[str]:
    """Every reference, at any depth."""
    if isinstance(value, dict):
        own = {value["$ref"]} if "$ref" in value else set()
        return own.union(*(references(each) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(references(each) for each in value))
    return set()


def at(reference: str) -> Any:
    """What a reference leads to."""
    found: Any = document()
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def test_it_is_served_to_everybody_and_kept_for_an_hour(client: Client) -> None:
    answer = client.get("/openapi.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Cache-Control"] == "public, max-age=3600"
    found = answer.json()
    assert found["openapi"] == "3.1.0"
    assert found["servers"] == [{"url": settings.OWN_ADDRESS}]
    assert client.get("/openapi.json", headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert client.post("/openapi.json").status_code == 405
    assert not answer.cookies


def test_every_reference_leads_somewhere_and_every_schema_is_used() -> None:
    found = references(document())
    assert all(at(reference) for reference in found)
    schemas = {f"#/components/schemas/{name}" for name in document()["components"]["schemas"]}
    assert schemas <= found


def test_every_address_of_programs_is_described_with_its_methods() -> None:
    assert {each.name for each in NAMES} | {"openapi", "game_protocol"} == PATHS.keys()
    assert set(PATHS.values()) == document()["paths"].keys()
    identities = [
        way["operationId"] for path in document()["paths"].values() for way in path.values() if "operationId" in way
    ]
    assert len(identities) == len(set(identities))


def test_every_name_in_an_address_is_a_parameter() -> None:
    for path, ways in document()["paths"].items():
        named = {at(each["$ref"])["name"] for each in ways.get("parameters", [])}
        assert named == set(re.findall(r"{(\w+)}", path)), path


@pytest.mark.parametrize("stage", STAGES)
def test_every_document_is_as_described_at_every_stage(client: Client, stage: str) -> None:
    """The middleware of the tests compares each answer; a hidden event answers 404, in words that are described too."""
    event = STAGES[stage]()
    assert_all_described(client, event)
    Event.objects.filter(pk=event.pk).update(is_shown=not event.is_shown)
    assert_all_described(client, event)


def test_a_changed_final_list_is_as_described(client: Client) -> None:
    assert_all_described(client, finished())


@pytest.mark.parametrize("shown", ["initial", "number"])
def test_hidden_names_are_as_described(client: Client, shown: str) -> None:
    event = finished()
    event.entries.update(shown_as=shown)
    Event.objects.filter(pk=event.pk).update(public_version=99, version=99)
    assert_all_described(client, event)


def assert_all_described(client: Client, event: Event) -> None:
    """Every document of an event is answered, or says 404 in a sentence."""
    rounds = range(1, event.rounds_planned + 2)
    of_rounds = [f"rounds/{number}{part}.json" for number in rounds for part in ("", "/results")]
    for name in ("now.json", "event.json", "standings.json", "medals.json", *of_rounds):
        assert client.get(f"/{event.slug}/{name}").status_code in {200, 404}, name


def test_a_name_too_many_or_one_too_few_does_not_fit() -> None:
    fit = {"format": 1, "event": "cup", "version": 3, "is_final_published": False}
    assert not misfit(fit, "Now")
    assert misfit(fit | {"more": 1}, "Now")
    assert misfit({name: fit[name] for name in fit if name != "version"}, "Now")
    assert misfit(fit | {"version": "3"}, "Now")


def test_the_description_is_the_same_but_for_closed_objects() -> None:
    text = json.dumps(closed(document()))
    assert text.count('"additionalProperties": false') > json.dumps(document()).count('"additionalProperties": false')
