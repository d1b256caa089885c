"""What other sites and programs show of an event: previews, embedded lists, a calendar file, and plain files."""

from __future__ import annotations

import io
import json
import re
from datetime import UTC, date, datetime
from html import unescape
from pathlib import Path
from typing import Any

import icalendar
import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import storages
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from PIL import Image

from tests.build import director_of, make_event, play_round, play_to, publish
from tests.tournament.pages.logs import a_table, at, hidden, with_log
from tests.tournament.pages.reading import every_page, html, tables_of, words_of
from tournament.models import Event
from tournament.record.rounds import PlannedStart
from tournament.services.copying import plan_times
from tournament.services.events import publish_final_list, withdraw_final_list
from tournament.services.showing import hide_event
from tournament.slices.notices import set_notice

pytestmark = pytest.mark.django_db


SHARED = ("", "standings/", "rounds/1/", "rounds/1/results/", "players/1/", "prices/")
OTHERS = ("embed/standings/", "embed/results/", "calendar.ics")


def metas(page: str) -> dict[str, str]:
    """What the head of a page says of it to others, by name."""
    found = re.findall(r'<meta ((?:(?:name|property)="[^"]+" )+)content="([^"]*)">', page)
    return {name: unescape(content) for names, content in found for name in re.findall(r'"([^"]+)"', names)}


def facts(page: str) -> dict[str, Any]:
    """What a page says in the words of schema.org; nothing where it says nothing."""
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)
    return json.loads(found[1]) if found else {}


def size_of(picture: Any) -> tuple[int, int]:
    """The width and height of a picture in pixels."""
    with Image.open(picture) as opened:
        return opened.size


# Previews of links


def test_a_shared_link_shows_the_event_and_how_far_it_has_come(client: Client) -> None:
    event = make_event(8, venue="Great <Hall> & Bar", name="Sharing Cup")
    page = html(client, f"/{event.slug}/")
    shown = metas(page)
    assert shown["og:title"] == "Sharing Cup"
    assert (
        shown["description"]
        == shown["og:description"]
        == "20 August 2026, Great <Hall> & Bar. No round complete, 8 players."
    )
    assert shown["og:url"] == f"http://testserver/{event.slug}/"
    assert (shown["og:type"], shown["og:locale"]) == ("website", "en_GB")
    card = finders.find("tournament/share/card.png")
    assert shown["og:image"].startswith("http://testserver/static/tournament/share/card.")
    assert card is not None
    assert size_of(card) == (1200, 630)
    play_round(event, 1)
    shown = metas(html(client, f"/{event.slug}/standings/"))
    assert (shown["og:title"], shown["og:url"]) == (
        "Standings · Sharing Cup",
        f"http://testserver/{event.slug}/standings/",
    )
    assert "Round 1 complete" in shown["og:description"]
    german = metas(html(client, f"/de/{event.slug}/"))
    assert (german["og:locale"], german["og:url"]) == ("de_DE", f"http://testserver/de/{event.slug}/")
    assert german["og:description"].startswith("20. August 2026, ")


def test_the_event_says_in_schema_orgs_words_what_it_is(client: Client) -> None:
    event = make_event(8, venue="Great </script> Hall")
    found = facts(html(client, f"/{event.slug}/"))
    assert (found["@type"], found["name"], found["startDate"]) == ("Event", event.name, "2026-08-20")
    assert found["location"] == {"@type": "Place", "name": event.venue, "address": event.venue}
    assert found["url"] == f"http://testserver/{event.slug}/"
    plan(event, (1, 9, ""))
    assert facts(html(client, f"/{event.slug}/"))["startDate"] == "2026-08-20T10:00:00+01:00"
    assert facts(html(client, f"/{event.slug}/standings/")) == {}


def test_no_preview_tells_a_name_and_none_tells_of_a_hidden_event(client: Client, director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    names = [word for entry in event.entries.all() for word in entry.name.split()]
    for address in SHARED:
        page = html(client, f"/{event.slug}/{address}")
        told = " ".join([*metas(page).values(), json.dumps(facts(page))])
        assert "og:title" in page
        assert [name for name in names if re.search(rf"\b{name}\b", told)] == []
    hide_event(event, director_of(event))
    for address in (*SHARED, *OTHERS):
        assert client.get(f"/{event.slug}/{address}").status_code == 404
    page = html(director, f"/{event.slug}/")
    assert ("og:" in page, "ld+json" in page, "description" in page) == (False, False, False)


def test_every_page_has_an_icon_for_a_phones_first_screen(client: Client) -> None:
    page = html(client, f"/{make_event(4).slug}/")
    icon = finders.find("tournament/share/icon-180.png")
    assert re.search(r'<link rel="apple-touch-icon" href="/static/tournament/share/icon-180\.', page)
    assert icon is not None
    assert size_of(icon) == (180, 180)


# Lists inside other sites' pages


def test_standings_and_results_may_be_framed_and_have_no_form_cookie_or_script(client: Client) -> None:
    event = play_to(make_event(8, rounds_planned=3), round_closed=1)
    for page, columns in (("standings", ["Rank", "Name", "Total"]), ("results", ["Place", "Name", "Score"])):
        answer = client.get(f"/{event.slug}/embed/{page}/")
        text = answer.content.decode()
        assert "X-Frame-Options" not in answer.headers
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "script-src 'none'" in answer["Content-Security-Policy"]
        assert [part for part in ("<form", "<script", "<button", "<input") if part in text] == []
        assert "Set-Cookie" not in answer.headers
        assert '<base target="_top">' in text
        assert answer["Cache-Control"] == "public, max-age=0, s-maxage=3, stale-while-revalidate=1"
        assert client.get(f"/{event.slug}/embed/{page}/", headers={"if-none-match": answer["ETag"]}).status_code == 304
        (table,) = tables_of(text)
        assert (table.head, len(table.rows)) == (columns, 8)
        assert f'href="/{event.slug}/players/1/"' in text
        assert f'href="/de/{event.slug}/players/1/"' in html(client, f"/de/{event.slug}/embed/{page}/")
    whole = tables_of(html(client, f"/{event.slug}/standings/"))[0].records()
    embedded = tables_of(html(client, f"/{event.slug}/embed/standings/"))[0].records()
    assert [(row["Rank"], row["Total"]) for row in embedded] == [(row["Rank"], row["Total"]) for row in whole]


def test_no_other_page_may_be_framed_and_no_refusal_either(client: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    framed = [f"/{event.slug}/embed/{page}/" for page in ("none", "")]
    for address in (*every_page(event), *framed, "/no-such-event/embed/standings/", f"/{event.slug}/embed/standings/x"):
        answer = client.get(address)
        assert answer["X-Frame-Options"] == "DENY", address
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address
    refused = client.post(f"/{event.slug}/embed/standings/")
    assert refused.status_code == 405


def test_a_long_embedded_list_leads_to_the_whole_one(client: Client) -> None:
    event = play_to(make_event(64, rounds_planned=2), round_closed=1)
    text = html(client, f"/{event.slug}/embed/standings/")
    assert (len(tables_of(text)[0].rows), "The full list: 64 lines" in text) == (60, True)
    packed = client.get(f"/{event.slug}/embed/standings/", headers={"accept-encoding": "gzip"})
    assert len(packed.content) < 3_000


def test_the_desk_offers_the_line_to_paste(director: Client) -> None:
    event = make_event(4)
    page = html(director, f"/desk/{event.slug}/players/")
    assert "Show the event on another website" in page
    (line, _results) = re.findall(r'readonly value="([^"]*)"', page)
    address = f"http://testserver/{event.slug}/embed/standings/"
    assert unescape(line) == (
        f'<iframe src="{address}" title="Standings" width="100%" height="600" loading="lazy"></iframe>'
    )
    hide_event(event, director_of(event))
    assert "on another website" not in html(director, f"/desk/{event.slug}/players/")


# The calendar file


def plan(event: Event, *plans: tuple[int, int, str]) -> None:
    """Plan the starts of rounds: the number of each, the hour in UTC on the day of the event, and the hall."""
    wanted = {
        number: PlannedStart(number, datetime(2026, 8, 20, hour, tzinfo=UTC), hall) for number, hour, hall in plans
    }
    plan_times(event, director_of(event), wanted)


def calendar_of(client: Client, event: Event) -> Any:
    """The calendar file of an event."""
    answer = client.get(f"/{event.slug}/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return icalendar.Calendar.from_ical(answer.content)


def test_an_event_whose_day_alone_is_known_is_an_entry_for_that_day(client: Client) -> None:
    event = make_event(4, venue="Great Hall")
    found = calendar_of(client, event)
    (day,) = found.events
    assert (day["summary"], day["location"]) == (event.name, "Great Hall")
    assert (day.decoded("dtstart"), day.decoded("dtend")) == (date(2026, 8, 20), date(2026, 8, 21))
    assert day["url"] == f"http://testserver/{event.slug}/"
    assert found.timezones == []


def test_each_planned_round_is_an_entry_in_the_halls_time_zone(client: Client) -> None:
    event = make_event(8, venue="Great Hall", rounds_planned=3)
    plan(event, (1, 9, ""), (2, 12, "Hall B"))
    first, second = (before := calendar_of(client, event)).events
    assert [zone.tz_name for zone in before.timezones] == ["Europe/London"]
    assert first["dtstart"].to_ical() == b"20260820T100000"
    assert first["dtstart"].params["TZID"] == "Europe/London"
    assert (second["summary"], second["location"]) == (f"{event.name}: Round 2", "Hall B, Great Hall")
    names = [str(entry["uid"]) for entry in (first, second)]
    plan(event, (1, 9, ""), (2, 13, "Hall B"))
    moved = calendar_of(client, event).events[1]
    assert [str(entry["uid"]) for entry in (first, moved)] == names
    assert moved["dtstart"].to_ical() == b"20260820T140000"
    assert moved.decoded("sequence") > second.decoded("sequence")
    assert moved.decoded("last-modified") >= second.decoded("last-modified")
    Event.objects.filter(pk=event.pk).update(slug="another-name")
    event.refresh_from_db()
    assert [str(entry["uid"]) for entry in calendar_of(client, event).events] == names
    assert 'href="/another-name/calendar.ics"' in html(client, "/another-name/")


# An event as plain files: every link leads to a file, every figure is the page's, and what is not public any more is gone


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


def test_a_television_follows_plain_files_and_a_game_on_devices_stays_with_the_server(tmp_path: Path) -> None:
    event = make_event(6, rounds_planned=2, on_devices=True)
    publish(event, 1)
    written(event, tmp_path)
    screen = (tmp_path / "screen" / "index.html").read_text()
    assert ('data-now="../now.json"' in screen, '<a href="../index.html">' in screen) == (True, True)
    table = (tmp_path / "rounds" / "1" / "tables" / "1" / "index.html").read_text()
    assert [words in table for words in ("is on phones or tablets", "can watch", "/game/")] == [True, False, False]
    before = files_in(tmp_path)
    written(event, tmp_path)
    assert files_in(tmp_path) == before


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
