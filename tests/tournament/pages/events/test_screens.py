"""The screens of a hall: what each view shows, what it never shows, and what a screen asks every few seconds."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.http import QueryDict
from django.test import Client

from tests.build import (
    being_played,
    director_of,
    draw_round,
    enter_results,
    make_director,
    make_event,
    play_round,
    play_to,
    publish,
)
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import squeezed
from tests.tournament.services.people.entered import late_comer
from tournament.access.links import link_of
from tournament.models import Event
from tournament.models.event import put_settings
from tournament.models.queries import record_of
from tournament.record.acts import Role
from tournament.record.vocabulary import PlayerId, SitOutKind
from tournament.scores.explaining import Scores
from tournament.services.attendance import check_in
from tournament.services.coming_in import come_in
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round, show_results
from tournament.services.tables import start_clock
from tournament.slices.helping import invite_helper
from tournament.slices.notices import set_notice
from tournament.slices.practice.playing import load_events
from tournament.slices.screens import LONGEST, SHORTEST, USUAL, Show, View, read_show
from tournament.tellings.standings import ranks_climbed

pytestmark = pytest.mark.django_db

LONDON = ZoneInfo("Europe/London")
MOVED = re.compile(r">(new since the previous round|same rank|(?:up|down) \d+)<")


def shown(client: Client, event: Event, show: str, **more: str) -> str:
    """A screen's markup."""
    answer = client.get(desk(event, "screen/"), {"show": show, **more})
    assert answer.status_code == 200
    return str(answer.content.decode())


def said(page: str) -> list[str]:
    """The words of each view, one line a heading, sentence or row."""
    body = page.partition("<main>")[2].partition("</main>")[0]
    body = re.sub(r"\n\s*", "", body)
    lines = re.sub(r"</(?:h1|h2|p|li|div)>", "\n", body)
    return [squeezed(re.sub(r"<[^>]+>", " ", line)) for line in lines.split("\n") if re.sub(r"<[^>]+>|\s", "", line)]


def test_an_address_names_views_seconds_and_theme_and_bounds_what_is_odd() -> None:
    everything = read_show(QueryDict("show=clock,names&show=names&show=elsewhere&seconds=20&theme=dark"))
    assert everything == Show((View.CLOCK, View.NAMES), 20, "dark")
    assert everything.query == "show=clock,names&seconds=20&theme=dark"
    assert everything.turned.query == "show=names,clock&seconds=20&theme=dark"
    odd = [read_show(QueryDict(f"show=names&seconds={seconds}&theme=pink")) for seconds in ("1", "9999", "soon", "")]
    assert odd == [Show((View.NAMES,), seconds) for seconds in (SHORTEST, LONGEST, USUAL, USUAL)]
    assert read_show(QueryDict("show=elsewhere")).views == ()


def test_everybody_is_listed_from_a_to_z_with_table_and_who_sits_out_with_why(director: Client) -> None:
    event = make_event(7)
    event.entries.filter(number=2).update(shown_as="number")
    event.entries.filter(number=3).update(shown_as="initial")
    played = publish(event, sizes=(3, 3))
    tables = {seat.player: table.number for table in played.tables for seat in table.seats}
    names = {3: "Cai D. (3)", 1: "Ada Demo", 4: "Dot Demo", 5: "Eve Demo", 6: "Fay Demo", 7: "Gil Demo", 2: "Player 2"}
    rows = [
        f"{name} {tables[PlayerId(number)]}" if number in tables else f"{name} sits out, 25.000"
        for number, name in names.items()
    ]
    page = shown(director, event, "names")
    assert said(page) == ["Round 1, A to Z", *rows]
    assert "Ben Demo" not in page
    letters = re.findall(r'data-letters="([^"]*)"', page)
    assert letters == ["D Cai 3", "Demo Ada", "Demo Dot", "Demo Eve", "Demo Fay", "Demo Gil", "Player 2"]


def test_every_table_stands_with_its_players(director: Client) -> None:
    event = make_event(6)
    played = publish(event, sizes=(3, 3))
    names = {entry.player: entry.name for entry in record_of(event).entries}
    expected = ["Round 1, by table"]
    for table in played.tables:
        expected += [f"Table {table.number}", *(names[seat.player] for seat in table.seats)]
    assert said(shown(director, event, "tables")) == expected


@time_machine.travel(datetime(2026, 8, 20, 14, 15, tzinfo=LONDON), tick=False)
def test_the_clock_says_its_start_its_end_and_that_bonuses_are_off_it(director: Client) -> None:
    event = being_played(8)
    assert said(shown(director, event, "clock")) == ["Round 1", "The clock has not started yet."]
    start_clock(event, director_of(event), 1)
    page = shown(director, event, "clock")
    assert said(page) == [
        "Round 1",
        "over by 16:05",
        "Started at 14:15, over by 16:05. Clocks stop while bonuses are paid.",
    ]
    assert 'data-starts="2026-08-20T14:15:00+01:00" data-ends="2026-08-20T16:05:00+01:00"' in page


def test_where_no_time_is_known_the_clock_says_only_when_it_started(director: Client) -> None:
    event = make_event(12, multiplier_six=1_400, minutes_six=30)
    publish(event, sizes=(6, 6))
    with time_machine.travel(datetime(2026, 8, 20, 14, 15, tzinfo=LONDON), tick=False):
        start_clock(event, director_of(event), 1)
    put_settings(event, {"minutes_six": None})
    event.save()
    assert said(shown(director, event, "clock"))[1:] == [
        "started 14:15",
        "Started at 14:15. Clocks stop while bonuses are paid.",
    ]


def test_tables_that_have_not_reported_are_named_and_no_figure_of_the_others(director: Client) -> None:
    event = make_event(9, rounds_planned=1)
    publish(event)
    assert said(shown(director, event, "missing")) == ["Round 1: not reported yet", "1", "2", "3"]
    enter_results(event, 1, apart_from={2})
    page = shown(director, event, "names,tables,clock,missing,standings,medals")
    assert said(shown(director, event, "missing")) == ["Round 1: not reported yet", "2"]
    cash = [seat.cash for table in record_of(event).round(1).tables for seat in table.seats if seat.cash]
    assert cash
    assert [amount for amount in cash if str(amount) in page or f"{amount:,}" in page] == []
    enter_results(event, 1, apart_from={1, 3})
    assert said(shown(director, event, "missing")) == [
        "Tables that have not reported",
        "Round 1: all tables have reported.",
    ]


def test_the_standings_of_a_screen_say_where_the_final_is_cut(director: Client) -> None:
    page = said(shown(director, play_to(make_event(17), round_closed=3), "standings"))
    assert [line for line in page if line.startswith("Table 1, the top table")] != []


def test_who_came_late_with_a_sit_outs_score_moves_nobody_down() -> None:
    event = play_to(make_event(8), round_closed=1)
    late = late_comer(event)
    check_in(event, director_of(event), [PlayerId(late.number)], SitOutKind.STANDARD)
    play_round(event, 2)
    scores = Scores(record_of(event))
    totals = {row.player: row.total for row in scores.standings(1) if row.player != late.number}
    before = {player: 1 + sum(other > total for other in totals.values()) for player, total in totals.items()}
    assert any(total < 25_000 for total in totals.values()), "somebody is behind the late player after round 1"
    after = {row.player: row.rank or 0 for row in scores.standings()}
    assert ranks_climbed(scores) == {late.number: None} | {
        player: was - after[player] for player, was in before.items()
    }


def test_who_is_new_and_who_moved_is_the_same_on_page_screen_and_desk_and_in_json(director: Client) -> None:
    running = load_events(make_director())[1]
    scores = Scores(record_of(running))
    rows = {row.player: row for row in scores.standings()}
    climbed = ranks_climbed(scores)
    (uma,) = [entry.player for entry in record_of(running).entries if entry.name == "Uma Sample"]
    assert [player for player, ranks in climbed.items() if ranks is None] == [uma]
    words = {
        player: "new since the previous round"
        if ranks is None
        else f"{'up' if ranks > 0 else 'down'} {abs(ranks)}"
        if ranks
        else "same rank"
        for player, ranks in climbed.items()
    }
    told = [words.get(player, "") for player in rows]
    for address in (f"/{running.slug}/standings/", f"/desk/{running.slug}/standings/"):
        page = director.get(address).content.decode()
        assert MOVED.findall(page) == told, address
    assert MOVED.findall(shown(director, running, "standings")) == told
    answer = director.get(f"/{running.slug}/standings.json").json()
    assert [row["moved"] for row in answer["rows"]] == [climbed.get(player) for player in rows]


def test_a_view_with_nothing_to_show_is_passed_over_but_never_all_of_them(director: Client) -> None:
    event = make_event(8)
    views = re.compile(r'data-view="(\w+)"')
    assert views.findall(shown(director, event, "standings,names")) == ["standings"]
    assert said(shown(director, event, "names")) == [
        "Seats from A to Z",
        "Round 1 will appear here once the director publishes it.",
    ]
    publish(event)
    assert views.findall(shown(director, event, "standings,names,clock")) == ["names", "clock"]


def test_the_notice_stands_above_every_view_and_the_foot_says_of_what_it_is(event: Event, director: Client) -> None:
    set_notice(event, director_of(event), "Lunch until 14:00")
    version = Event.objects.get().version
    with time_machine.travel(datetime(2026, 8, 20, 15, 41, tzinfo=LONDON), tick=False):
        page = squeezed(re.sub(r"<[^>]+>", " ", shown(director, event, "clock")))
    assert "Notice: Lunch until 14:00" in page
    assert f"as of 15:41 , round 1, version {version}" in page


def test_without_script_the_browser_loads_the_next_view(director: Client) -> None:
    event = make_event(8)
    page = shown(director, event, "names,clock", seconds="20", theme="dark")
    assert (
        '<noscript><meta http-equiv="refresh" content="20; url=?show=clock,names&amp;seconds=20&amp;theme=dark"></noscript>'
        in page
    )
    assert '<html lang="en" data-theme="dark">' in page


# What a screen asks


@time_machine.travel(datetime(2026, 8, 20, 15, 41, tzinfo=LONDON), tick=False)
def test_a_screen_is_told_what_changed_even_where_no_phone_is(director: Client) -> None:
    event = make_event(6)
    publish(event, sizes=(3, 3))
    seen = Event.objects.get()
    address = desk(event, "screen/since/")
    nothing = director.get(address, {"show": "missing", "v": str(seen.version)})
    assert (nothing.status_code, nothing.content) == (204, b"")
    assert nothing["X-Hall-Time"] == "2026-08-20T15:41:00+01:00"
    assert "no-store" in nothing["Cache-Control"]
    enter_results(event, 1, apart_from={2})
    now = Event.objects.get()
    assert now.public_version == seen.public_version
    news = director.get(address, {"show": "missing", "v": str(seen.version)})
    assert news.status_code == 200
    assert news["X-Hall-Time"] == "2026-08-20T15:41:00+01:00"
    assert said(news.content.decode()) == ["Round 1: not reported yet", "2"]
    assert f'data-version="{now.version}"' in news.content.decode()
    assert "<html" not in news.content.decode()


def test_a_screen_by_invitation_opens_the_screens_of_its_hidden_event_and_sees_no_draft(stranger: Client) -> None:
    event = make_event(8, is_shown=False)
    draw_round(event, 1)
    screen = Client()
    screen.force_login(
        come_in(link_of(invite_helper(event, director_of(event), frozenset({Role.SCREEN})).token), name="Wall")
    )
    for address in ("screen/", "screen/?show=names,tables,clock", "screen/since/?show=names&v=0"):
        answer = screen.get(desk(event, address))
        assert answer.status_code == 200
        assert "draft" not in answer.content.decode()
        assert "Ada Demo" not in answer.content.decode()
        assert stranger.get(desk(event, address)).status_code == 404
        assert Client().get(desk(event, address)).status_code == 302


# The screen for everybody


def on_television(event: Event, query: str = "") -> str:
    """The screen without a log-in."""
    answer = Client().get(f"/{event.slug}/screen/{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


VIEWS = re.compile(r'data-view="(\w+)"')


def test_a_television_shows_all_that_everybody_may_see_as_the_event_goes_on() -> None:
    event = make_event(8, rounds_planned=2)
    assert VIEWS.findall(on_television(event)) == ["clock"]
    publish(event)
    assert VIEWS.findall(on_television(event)) == ["names", "tables", "clock"]
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    assert VIEWS.findall(on_television(event)) == ["clock", "results", "standings"]
    play_round(event, 2)
    assert VIEWS.findall(on_television(event)) == ["clock", "results", "standings"]
    publish_final_list(event, director_of(event))
    assert VIEWS.findall(on_television(event)) == ["clock", "results", "standings", "medals"]


def test_a_television_shows_what_its_address_names_as_the_halls_screens_do(director: Client) -> None:
    event = play_to(make_event(9), round_closed=1)
    page = on_television(event, "?show=standings,clock&seconds=20&theme=dark")
    assert VIEWS.findall(page) == ["standings", "clock"]
    assert 'content="20; url=?show=clock,standings&amp;seconds=20&amp;theme=dark"' in page
    assert '<html lang="en" data-theme="dark">' in page
    assert said(page) == said(shown(director, event, "standings,clock"))
    assert VIEWS.findall(on_television(event, "?show=elsewhere")) == ["clock", "results", "standings"]


def test_which_tables_have_reported_is_the_desks_alone() -> None:
    event = make_event(9)
    publish(event)
    before = on_television(event, "?show=missing")
    assert VIEWS.findall(before) == ["names", "tables", "clock"]
    enter_results(event, 1, apart_from={2})
    assert on_television(event, "?show=missing") == before


def test_results_stand_on_a_screen_by_table_with_place_name_amount_and_score(director: Client) -> None:
    event = make_event(6)
    assert said(shown(director, event, "results")) == ["Results", "No results are public yet."]
    event = play_to(event, round_closed=1)
    record = record_of(event)
    names = {entry.player: entry.name for entry in record.entries}
    expected = ["Results of round 1"]
    for table in Scores(record).tables(1):
        expected.append(f"Table {table.table}")
        rows = sorted(table.rows, key=lambda row: row.place)
        expected += [f"{row.place} {names[row.player]} {row.figure('cash'):,} {row.score / 1000:.3f}" for row in rows]
    assert said(shown(director, event, "results")) == expected
    assert said(on_television(event, "?show=results")) == expected


def test_results_that_are_held_back_are_on_no_screen_until_they_are_shown() -> None:
    event = make_event(9, rounds_planned=3, holds_results=True)
    play_round(event, 1)
    event = Event.objects.get(pk=event.pk)
    page = on_television(event, "?show=results,standings,medals")
    assert said(page) == ["Results", "The results of round 1 will appear here once the director shows them."]
    cash = [seat.cash for table in record_of(event).round(1).tables for seat in table.seats if seat.cash]
    assert [amount for amount in cash if f"{amount:,}" in page] == []
    show_results(event, director_of(event), 1)
    assert VIEWS.findall(on_television(event)) == ["clock", "results", "standings"]
    assert all(f"{amount:,}" in on_television(event) for amount in cash)


def test_a_hidden_event_has_no_television_and_tells_no_name() -> None:
    event = make_event(8, is_shown=False)
    publish(event)
    for address in (f"/{event.slug}/screen/", f"/de/{event.slug}/screen/?show=names"):
        answer = Client().get(address)
        assert (answer.status_code, "Ada Demo" in answer.content.decode()) == (404, False)
    Event.objects.update(is_shown=True)
    assert "Ada <b>Demo</b>" in on_television(event)
    Event.objects.update(is_shown=False)
    assert Client().get(f"/{event.slug}/screen/").status_code == 404


def test_a_television_follows_as_cheaply_as_any_page_whatever_it_shows(
    django_assert_num_queries: Callable[..., Any],
) -> None:
    event = play_to(make_event(9), round_closed=1)
    first = Client().get(f"/{event.slug}/screen/")
    page = first.content.decode()
    assert f'data-now="/{event.slug}/now.json"' in page
    assert f'data-version="{Event.objects.get().public_version}"' in page
    assert "data-since" not in page
    assert first["Cache-Control"] == "public, max-age=0, s-maxage=3, stale-while-revalidate=1"
    assert Client().get(f"/{event.slug}/screen/", headers={"if-none-match": first["ETag"]}).status_code == 304
    for seconds in range(20, 30):  # kept once for all settings
        with django_assert_num_queries(1):
            on_television(event, f"?show=results,clock&seconds={seconds}&theme=light")


def test_the_events_page_leads_to_the_television_in_its_language() -> None:
    event = make_event(8)
    assert (
        f'<a href="/{event.slug}/screen/">Screen for a television</a>'
        in Client().get(f"/{event.slug}/").content.decode()
    )
    german = Client().get(f"/de/{event.slug}/").content.decode()
    assert f'<a href="/de/{event.slug}/screen/">Anzeige für einen Fernseher</a>' in german
