"""An event as plain files: every link leads to a file, every figure is the page's, and what is not public any more is gone."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from pathlib import Path

import pytest
from django.core.files.storage import storages
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.pages.logs import a_table, at, hidden, with_log
from tests.tournament.pages.reading import html, tables_of, words_of
from tournament.models import Event
from tournament.services.events import publish_final_list, withdraw_final_list
from tournament.services.showing import hide_event, set_notice

pytestmark = pytest.mark.django_db

_LINK = re.compile(r'\s(?:href|src|action|data-players|data-now)="([^"]*)"')


def written(event: Event, folder: Path) -> str:
    """What the command says."""
    out = io.StringIO()
    call_command("publish_static", event.slug, str(folder), stdout=out)
    return out.getvalue().strip()


def files_in(folder: Path) -> dict[str, bytes]:
    """What lies in the folder, but for the list of what is ours."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != ".top-table-files.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def links_of(page: Path) -> list[str]:
    """Where a written page leads, without places on a page."""
    return [unescape(link).partition("#")[0] for link in _LINK.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.alike
def test_every_link_of_every_file_leads_to_a_file(director: Client, tmp_path: Path) -> None:
    event = a_table(closed=True)
    here = at(event, f"logs/{with_log(event).pk}/")
    director.post(f"{here}apply/", hidden(director.get(f"{here}apply/")) | {"apply": "yes"})
    director.post(f"{here}publish/")
    folder = tmp_path / "web" / "deep"
    written(event, folder)
    names = set(files_in(folder))
    assert {"index.html", "now.json", "find.json", "everybody/index.html"} <= names
    assert storages["staticfiles"].url("tournament/app.css").removeprefix("/") in names
    assert any("/replay/turn-" in name for name in names)
    for page in folder.rglob("*.html"):
        assert "hx-get" not in page.read_text()
        for link in filter(None, links_of(page)):
            assert not link.startswith("/"), f"{page} leads to {link} of whatever site it lies on"
            assert (page.parent / link).is_file(), f"{page} leads to {link}"


def test_the_figures_are_those_of_the_pages(client: Client, tmp_path: Path) -> None:
    event = play_to(make_event(9, rounds_planned=2), round_closed=2)
    publish_final_list(event, director_of(event))
    written(event, tmp_path)
    pages = ("", "standings/", "medals/", "rounds/1/", "rounds/2/results/", "players/3/", "rounds/1/tables/2/")
    for page in pages:
        shown, kept = html(client, f"/{event.slug}/{page}"), (tmp_path / page / "index.html").read_text()
        assert [(table.caption, table.head, table.rows) for table in tables_of(kept)] == [
            (table.caption, table.head, table.rows) for table in tables_of(shown)
        ]
        cited = re.sub(r'<a href="[./]*floor/rules/index.html#[^"]+">([^<]*)</a>', r"\1", kept)
        assert words_of(cited) == words_of(shown)
    for document in ("now", "event", "standings", "medals", "rounds/1", "rounds/2/results"):
        assert (tmp_path / f"{document}.json").read_bytes() == client.get(f"/{event.slug}/{document}.json").content
    assert (tmp_path / "standings.csv").read_bytes() == client.get(f"/{event.slug}/standings/?_export=csv").content
    found = json.loads((tmp_path / "find.json").read_text())
    assert (tmp_path / found["page"].replace("{}", "3")).is_file()
    assert 'name="robots" content="noindex' in (tmp_path / "index.html").read_text()


def test_find_me_is_a_list_of_everybody(tmp_path: Path) -> None:
    event = make_event(9, rounds_planned=2)
    publish(event, 1)
    written(event, tmp_path)
    page = (tmp_path / "index.html").read_text()
    assert 'action="everybody/index.html"' in page
    everybody = words_of((tmp_path / "everybody" / "index.html").read_text())
    assert len(re.findall(r"\d ?: table \d", everybody)) == 9


def test_written_again_nothing_changes_and_what_is_not_public_any_more_goes(tmp_path: Path) -> None:
    event = play_to(make_event(8, rounds_planned=1), round_closed=1)
    publish_final_list(event, director_of(event))
    first = written(event, tmp_path)
    assert first.startswith(f"{event.name}, version ")
    before = files_in(tmp_path)
    assert "medals/index.html" in before
    assert written(event, tmp_path).endswith(f": 0 files written, {len(before)} unchanged, 0 removed.")
    withdraw_final_list(event, director_of(event))
    written(event, tmp_path)
    after = files_in(tmp_path)
    assert [name for name in before if name.startswith("medals/") and name in after] == []
    assert b"medals/" not in after["index.html"]
    set_notice(event, director_of(event), "Round 1 is typed anew")
    written(event, tmp_path)
    assert b"Round 1 is typed anew" in files_in(tmp_path)["standings/index.html"]
    hide_event(event, director_of(event))
    assert written(event, tmp_path).startswith(f"{event.name}, hidden from players, so nothing is published: 0 files")
    assert files_in(tmp_path) == {}


def test_a_folder_with_other_peoples_files_is_refused(tmp_path: Path) -> None:
    event = make_event(4)
    (tmp_path / "index.html").write_text("my own page")
    with pytest.raises(CommandError) as refusal:
        written(event, tmp_path)
    assert str(refusal.value) == (
        f"{tmp_path} contains files that “publish_static” did not write; name an empty or a new folder."
    )
    assert files_in(tmp_path) == {"index.html": b"my own page"}
    with pytest.raises(CommandError, match="is hidden from players; show it first"):
        written(make_event(4, name="Hidden Cup", is_shown=False), tmp_path / "new")
