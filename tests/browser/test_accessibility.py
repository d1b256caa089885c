"""Every page of the site map, light and dark, by axe's rules for WCAG 2.1 A and AA.

At 360 px nothing is cut, lies under something else, or pushes the page sideways. The browser fails for any request elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.test import override_settings
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.events import (
    TABLE_WITH_A_LOG,
    busy_event,
    event_that_is_over,
    event_with_a_draft,
    event_with_a_tie,
)
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import log_in
from tests.browser.kit.walking import walk
from tests.build import director_of, make_director, make_event
from tests.test_access import DESK, OPEN
from tests.tournament.commands.series.playing import Played, order
from tests.tournament.games.tables import at_table
from tournament.access.devices import claim, codes_of, device_of
from tournament.access.links import make_link
from tournament.models import Dispute, Event, GameLog, Table
from tournament.play.games.models import Game
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import open_for_people
from tournament.record.acts import Role
from tournament.record.devices import table_subject
from tournament.record.letin import Purpose
from tournament.services.helping import invite_helper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


PAGES = [route for route in DESK if "check/<int" not in route]
"""Everything at the desk that is a page: the answer of the check column is a part of one."""

IN_THE_HALL = (
    "swap/",
    "move/",
    "no-show/",
    "join/",
    "retire/?table=3",
    "renumber/?table=2&to=9",
    "seating/?source=chart",
)
"""Questions about the round being played, some with what follows, one that cannot be done."""


def phone_at(event: Event) -> int:
    """A phone that was claimed at a table of the round being played."""
    subject = table_subject(2, 1)
    return device_of(event, subject, claim(event, subject, codes_of(event, [subject])[subject])).pk


def game_with_free_seats() -> Game:
    """A game on devices that waits for its players."""
    with override_settings(GAMES=True):
        return open_for_people(GameOrder("mso", ["Player 1", "Player 2", "Player 3"]))


def filled_in(routes: Iterable[str], event: Event, **keys: int) -> list[str]:
    """The routes with a value for each of their parts that leads to something of the event."""
    token = make_link(Purpose.NEW_PASSWORD, account=event.created_by)
    values = {
        "slug": event.slug,
        "number": 1,
        "player": 1,
        "table": TABLE_WITH_A_LOG,
        "chain_set": "classic",
        "version": 1,
        "key": event.draws.order_by("pk")[0].pk,
        "token": token,
        "account": event.created_by_id,
        "trial": "direct",
        "device": phone_at(event),
        "code": game_with_free_seats().code,
    }
    with override_settings(GAMES=True):
        series = Played(order("random", "random"))
    of_series = {"code": series.row.code, "token": series.control}
    return [
        filled(route, {**values, "name": "pairings", **keys, **(of_series if "game/series/" in route else {})})
        for route in routes
        if not route.endswith("live/")
    ]


def filled(route: str, values: dict[str, Any]) -> str:
    """A route with a value for each part: ``<int:number>`` becomes 1."""
    address = re.sub(r"<\w+:(\w+)>", lambda part: str(values[part[1]]), route)
    return f"/{address}"


def paths_of_the_desk(event: Event) -> list[str]:
    """Every page of the desk, with something of a busy event for each of its parts, and what is asked about a round being played."""
    with override_settings(GAMES=True):
        at_table(Table.objects.get(round__event=event, round__number=1, number=TABLE_WITH_A_LOG))
    keys = {"log": GameLog.objects.get(is_public=False).pk, "dispute": Dispute.objects.get().pk}
    penalty, rule = event.penalties.filter(is_cancelled=False)[0].pk, event.keep_aparts.get().pk
    return [
        *filled_in(
            [route for route in PAGES if "apart/" not in route and "accounts/" not in route], event, pk=penalty, **keys
        ),
        *filled_in([route for route in PAGES if "accounts/" in route], event, pk=director_of(event).pk),
        *filled_in([route for route in PAGES if "apart/" in route], event, pk=rule, **keys),
        *(
            f"/desk/{event.slug}/rounds/2/{rest}"
            for rest in ("", "results/", "tiles/", "withdraw/", "tables/1/", *IN_THE_HALL)
        ),
        f"/desk/{event.slug}/rounds/3/arrangement/",
        f"/{event.slug}/",
        f"/{event.slug}/standings/",
        f"/desk/{event.slug}/entries/17/arrive/",
    ]


def public_paths(event: Event) -> list[str]:
    """Every page that everybody may read, with something of a busy event for each of its parts."""
    invitation = invite_helper(event, event.created_by, frozenset({Role.DESK}))
    return [
        f"/let-in/{invitation.token}/",
        *filled_in(OPEN, event),
        "/floor/2008-luxor/",
        f"/{event.slug}/?me=demo",
        f"/{event.slug}/?me=nobody",
        f"/{event.slug}/rounds/2/",
        f"/{event.slug}/players/15/",
        f"/{event.slug}/rounds/1/tables/{TABLE_WITH_A_LOG}/replay/?turn=1",
    ]


def paths_of_other_stages() -> list[str]:
    """What the desk and the public see of an event that is empty, drawn, tied or over, and of one with a name entered twice."""
    empty, drawn, tied, over = make_event(0), event_with_a_draft(), event_with_a_tie(), event_that_is_over()
    twice = make_event(names=["Ada Smith", "Ada Smyth"], name="Double Cup 2026")
    desk = {
        empty: ("", "entries/", "entries/paste/", "entries/check-in/", "penalties/", "standings/", "final/"),
        drawn: ("", "rounds/2/", "rounds/2/arrangement/", "entries/check-in/", "rounds/2/discard/"),
        tied: ("", "final/", "standings/"),
        over: (
            *("", "final/", "rounds/4/", "rounds/4/results/", "final/withdraw/", "sheets/", "find/?q=demo"),
            *("standings/", "meetings/", "entries/3/"),
        ),
        twice: ("entries/", "find/?q=nobody"),
    }
    public = {
        empty: ("", "standings/", "medals/"),
        over: (
            *("", "standings/", "medals/", "players/1/", "players/15/", "rounds/1/", "rounds/1/results/"),
            *("rounds/1/tables/2/", "rounds/4/", "rounds/4/results/", "rounds/4/tables/1/"),
        ),
    }
    paths = [f"/desk/{event.slug}/{rest}" for event, shown in desk.items() for rest in shown]
    return paths + [f"/{event.slug}/{rest}" for event, shown in public.items() for rest in shown]


def test_every_page_of_the_desk(live_server: LiveServer, visitor: BrowserContext) -> None:
    event = busy_event()
    log_in(visitor, live_server, make_director("boss", is_staff=True, is_superuser=True))
    assert walk(visitor.new_page(), live_server, paths_of_the_desk(event)) == []


def test_every_public_page(live_server: LiveServer, visitor: BrowserContext) -> None:
    assert walk(visitor.new_page(), live_server, public_paths(busy_event())) == []


def test_the_pages_that_other_stages_of_a_day_show(live_server: LiveServer, visitor: BrowserContext) -> None:
    log_in(visitor, live_server, make_director())
    assert walk(visitor.new_page(), live_server, paths_of_other_stages()) == []


def test_the_judge_finds_a_missing_label_and_pale_words(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/floor/")
    assert violations(page) == []
    page.locator("main").evaluate("(main) => main.insertAdjacentHTML('beforeend', '<input><p class=pale>pale</p>')")
    page.locator(".pale").evaluate("(words) => { words.style.color = 'gray'; words.style.background = 'silver'; }")
    assert {words.partition(" at ")[0].partition(" ")[2] for words in violations(page)} == {
        "light: label",
        "light: color-contrast",
        "dark: color-contrast",
    }


def test_the_judge_looks_at_every_row_that_is_built_otherwise(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/floor/")
    rows = ["<li><a href='/'>a table</a>"] * 6
    rows[2], rows[4] = "<li><a href='/' class=pale>a table</a>", "<li><a href='/'></a>"
    page.locator("main").evaluate(
        "(main, rows) => main.insertAdjacentHTML('beforeend', `<ul id=rows>${rows}</ul>`)", "".join(rows)
    )
    page.locator(".pale").evaluate("(words) => { words.style.color = 'gray'; words.style.background = 'silver'; }")
    found = [words.partition(": ")[2].split(" at ")[0] for words in violations(page)]
    assert sorted(found) == ["color-contrast", "color-contrast", "link-name"]
    assert page.locator("#rows [data-judged-elsewhere]").count() == 1
