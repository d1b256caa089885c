"""What everybody may see as JSON: nothing earlier and nothing more than the pages, under the names that docs/developing/json.md tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_event, play_to, publish
from tests.tournament.pages.reading import html
from tournament.models import Event
from tournament.services.events import change_settings, publish_final_list
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).resolve().parents[4] / "docs" / "developing" / "json.md"
DOCUMENTS = ("now", "event", "rounds/1", "rounds/2", "rounds/1/results", "rounds/2/results", "standings", "medals")


def told(client: Client, event: Event, document: str) -> Any:
    """One document of an event."""
    answer = client.get(f"/{event.slug}/{document}.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json; charset=utf-8")
    return answer.json()


def everything(client: Client, event: Event) -> dict[str, Any]:
    """Every document of an event of two rounds."""
    return {document: told(client, event, document) for document in DOCUMENTS}


def finished() -> Event:
    """An event of two rounds with its final list, which changed after it was public."""
    event = play_to(make_event(9, rounds_planned=2), round_closed=2)
    publish_final_list(event, director_of(event))
    change_settings(event, director_of(event), {"sit_out_score": 24_000})
    return event


def names_in(value: Any) -> Iterator[str]:
    """The names of all members, at any depth."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from names_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from names_in(each)


def scores_in(value: Any) -> set[str]:
    """Every text that is a figure with three decimals."""
    return set(re.findall(r'"(-?\d+\.\d{3})"', str(value).replace("'", '"')))


def test_every_name_is_told_in_the_docs_and_none_besides(client: Client) -> None:
    named = {name for document in everything(client, finished()).values() for name in names_in(document)}
    text = DOCS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+) \| (.+) \|$", text, re.MULTILINE)
    values = {"random", "swiss", "planned", "published", "closed", "registered", "late", "present", "withdrawn"}
    values |= {"top-table", "room", "ruling"}
    values |= {"disqualified", "standard", "pairing-problem", "missed", "gold", "silver", "bronze", "null"}
    written = {name for row in rows for name in re.findall(r"`([a-z_-]+)`", " ".join(row))} - values
    assert written == named


def test_what_is_not_public_yet_is_an_empty_list_and_what_does_not_exist_is_404(client: Client) -> None:
    event = make_event(9, rounds_planned=2)
    draw_round(event)
    empty = everything(client, event)
    assert empty["rounds/1"] | {"version": 0} == {
        "format": 1,
        "event": event.slug,
        "version": 0,
        "round": 1,
        "tables": [],
        "sit_outs": [],
    }
    assert [empty[name]["tables"] for name in ("rounds/2", "rounds/1/results", "rounds/2/results")] == [[], [], []]
    assert (empty["standings"]["through"], empty["standings"]["rows"]) == (0, [])
    assert [empty["medals"][name] for name in ("medals", "juniors", "pentamind")] == [[], [], []]
    for missing in ("rounds/1/standings", "players"):
        assert client.get(f"/{event.slug}/{missing}.json").status_code == 404
    for missing, number in (("rounds/3", 3), ("rounds/0", 0), ("rounds/3/results", 3)):
        answer = client.get(f"/{event.slug}/{missing}.json")
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (404, "*")
        assert answer.json() == {"format": 1, "problem": f"{event.name} has no round {number}."}
    nowhere = client.get("/no-such-event/event.json")
    assert (nowhere.status_code, nowhere["Access-Control-Allow-Origin"]) == (404, "*")
    assert (
        nowhere.json()["problem"]
        == "There is no event \N{LEFT DOUBLE QUOTATION MARK}no-such-event\N{RIGHT DOUBLE QUOTATION MARK}."
    )
    assert client.post(f"/{event.slug}/event.json").status_code == 405


def test_no_result_of_an_open_or_of_the_last_round_is_told_before_its_time(client: Client) -> None:
    event = play_to(make_event(9, rounds_planned=2), round_closed=1)
    publish(event, 2)
    before = everything(client, event)
    assert (len(before["rounds/2"]["tables"]), before["rounds/2/results"]["tables"]) == (3, [])
    enter_results(event, 2)
    close_round(event, director_of(event), 2)
    after = everything(client, event)
    assert after["rounds/2/results"].pop("is_held") is not before["rounds/2/results"].pop("is_held")
    assert (before["standings"].pop("held"), after["standings"].pop("held")) == ([], [2])
    assert [[row.pop("is_held") for row in told["event"]["rounds"]] for told in (before, after)] == [
        [False, False],
        [False, True],
    ]
    assert {name: {**told, "version": 0} for name, told in after.items()} == {
        name: {**told, "version": 0} for name, told in before.items()
    }
    publish_final_list(event, director_of(event))
    final = everything(client, event)
    assert final["standings"]["through"] == 2
    assert [row["medal"] for row in final["medals"]["medals"][:3]] == ["gold", "silver", "bronze"]


def test_no_figure_is_told_that_the_pages_do_not_show(client: Client) -> None:
    event = finished()
    pages = "".join(
        html(client, f"/{event.slug}/{page}")
        for page in ("", "standings/", "rounds/1/", "rounds/2/", "rounds/1/results/", "rounds/2/results/", "medals/")
    )
    shown = {score.replace("−", "-") for score in re.findall(r"−?\d+\.\d{3}", pages)}
    figures = scores_in(everything(client, event))
    assert len(figures) > 40
    assert figures <= shown


def test_another_site_may_read_it_and_asks_again_cheaply(client: Client) -> None:
    event = play_to(make_event(8, rounds_planned=2), round_closed=1)
    address = f"/{event.slug}/standings.json"
    first = client.get(address)
    assert first["Access-Control-Allow-Origin"] == "*"
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["Access-Control-Allow-Origin"]) == (304, b"", "*")
    pressed = client.get(address, headers={"accept-encoding": "gzip"})
    assert len(pressed.content) < len(first.content)
    assert not first.cookies


def test_a_hidden_event_is_told_to_its_director_alone_and_to_no_other_site(client: Client, director: Client) -> None:
    event = make_event(8, is_shown=False)
    assert client.get(f"/{event.slug}/event.json").status_code == 404
    own = director.get(f"/{event.slug}/event.json")
    assert (own.status_code, own.has_header("Access-Control-Allow-Origin")) == (200, False)


def test_the_version_alone_is_told_in_a_few_bytes_that_any_cache_may_share(client: Client, director: Client) -> None:
    event = play_to(make_event(8, rounds_planned=2), round_closed=1)
    address = f"/{event.slug}/now.json"
    first = client.get(address)
    assert len(first.content) < 100
    assert first["Cache-Control"] == "public, max-age=1, s-maxage=2, stale-while-revalidate=1"
    assert ("Cookie" in first.get("Vary", ""), first.cookies, first["Access-Control-Allow-Origin"]) == (False, {}, "*")
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    publish(event, 2)
    moved = client.get(address, headers={"if-none-match": first["ETag"]})
    event.refresh_from_db()
    assert (moved.status_code, moved.json()["version"]) == (200, event.public_version)
    page = html(client, f"/{event.slug}/")
    assert f'data-now="{address}" hx-get="/{event.slug}/live/?v={event.public_version}&amp;' in page
    hidden = make_event(8, name="Hidden Cup", is_shown=False)
    assert client.get(f"/{hidden.slug}/now.json").status_code == 404
    for page in ("now.json", "event.json", "", "live/?v=0"):
        assert "private" in director.get(f"/{hidden.slug}/{page}")["Cache-Control"], page
