"""docs/developing/api.md: every example is run word for word, with a `curl` of our own, and its answer is the one that stands there."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.build import make_event, publish
from tests.tournament.access.outside.described import PATHS
from tests.tournament.access.outside.programs import Program, program_of
from tournament.desk.outside.asking import LONGEST
from tournament.models import Event
from tournament.record.devices import PURPOSES, Purpose
from tournament.record.pace import REQUESTS_OF_A_TOKEN

pytestmark = pytest.mark.django_db

DOCS = (Path(__file__).resolve().parents[4] / "docs" / "developing" / "api.md").read_text(encoding="utf-8")


def examples() -> Iterator[tuple[str, str]]:
    """Every command with its answer, in order."""
    for block in re.findall(r"^```console\n(.+?)^```$", DOCS, re.MULTILINE | re.DOTALL):
        for each in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, answer = re.fullmatch(r"(.+?)\n(\{.+\})\n", each, re.DOTALL).groups()  # type: ignore[union-attr]
            yield command, answer


def run(program: Program, command: str) -> Any:
    """What `curl` of that command line answers, with the variables that the page names."""
    address = f"http://testserver/api/v1/{program.event.slug}"
    words = shlex.split(command.replace("\\\n", " ").replace("$TOKEN", program.token).replace("$EVENT", address))
    assert words.pop(0) == "curl"
    headers, method, data, to = {}, "", "", ""
    while words:
        match words.pop(0):
            case "-s":
                pass
            case "-H":
                name, value = words.pop(0).split(": ", 1)
                headers[name.lower()] = value
            case "-X":
                method = words.pop(0)
            case "-d":
                data = words.pop(0).replace("\n", "")
            case other:
                to = other
    return Client(enforce_csrf_checks=True).generic(
        method or ("POST" if data else "GET"),
        to.removeprefix("http://testserver"),
        data,
        content_type="application/x-www-form-urlencoded",  # as curl -d says by itself
        headers=headers,
    )


def test_every_example_answers_as_it_stands_there() -> None:
    event = make_event(8)
    program = program_of(event)
    found = list(examples())
    assert len(found) == 7
    for command, told in found:
        if "/results/" in command:
            publish(Event.objects.get(pk=event.pk), 1)
        answer = run(program, command).content.decode()
        pattern = re.escape(told).replace("…", ".+")
        assert re.fullmatch(pattern, answer), f"{command}\n{answer}"


def test_the_figures_of_the_page_are_those_of_the_code() -> None:
    assert f"more than {LONGEST:,} bytes" in DOCS
    assert REQUESTS_OF_A_TOKEN.refill == 0.5
    assert f"{REQUESTS_OF_A_TOKEN.burst} requests at once, then two a second" in DOCS
    assert PURPOSES[Purpose.TOKEN].lasts.days == 366


def test_every_address_stands_in_the_table() -> None:
    rows = set(re.findall(r"^\| `([a-z-]+/[A-Z/]*)` \|", DOCS, re.MULTILINE))
    ours = {path for name, path in PATHS.items() if name.startswith("api_")}
    named = {"{player}": "NUMBER", "{round}": "ROUND", "{table}": "TABLE"}
    assert rows == {re.sub(r"{\w+}", lambda part: named[part[0]], path.split("{event}/")[1]) for path in ours}


def test_the_example_of_json_is_json() -> None:
    assert all(json.loads(told.replace(", …", "").replace("…", "")) for _command, told in examples())
