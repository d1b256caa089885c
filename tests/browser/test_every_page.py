"""Every page of the site map and of phones, in a language whose sentences are four tenths longer, before every judge.

Light and dark by axe's rules for WCAG 2.1 A and AA; every word in a catalogue and with a picture; at a desk, on a tablet and on phones
nothing cut, under something else, out of reach or pushing the page sideways. The browser fails for any request elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.acquire.editions.values import EDITIONS
from games.acquire.play.devices.deciding import retractable_tile
from games.acquire.play.devices.session import Session, pending_question
from tests.browser.kit.events import (
    LONG_NAME,
    TABLE_WITH_A_LOG,
    busy_event,
    event_apart_from_its_chart,
    event_at_the_door,
    event_in_every_state,
    event_that_is_over,
    event_with_a_draft,
    event_with_a_tie,
)
from tests.browser.kit.pseudo import speak_pseudo
from tests.browser.kit.scribe import a_table
from tests.browser.kit.steps import Visitors, log_in
from tests.browser.kit.walking import Walk
from tests.build import asked_by_phone, director_of, make_director, make_event, play_to, player_name, publish
from tests.test_access import DESK, OPEN, SHARED
from tests.tournament.commands.series.playing import Played, order
from tests.tournament.devices.phones import code_of_table, device_at
from tests.tournament.devices.test_reporting import agreed, phone, report, seated
from tests.tournament.games.at_tables.hall import game_of, play
from tests.tournament.games.positions import put
from tests.tournament.games.positions import walk as positions_of
from tests.tournament.games.tables import at_table
from tests.tournament.languages.pseudo import PSEUDO, install, pseudo
from tests.tournament.pages.logs import DISPUTED, UNPROVED, with_log
from tests.tournament.pages.logs import a_table as a_table_with_a_log
from tournament.access.devices import claim, codes_of, device_of
from tournament.access.links import make_link
from tournament.day.at_table import CallKind, PressKind
from tournament.models import Dispute, Event, GameLog, Table, TableReport
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.play.games.pages.browser import host_proof
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import open_for_people
from tournament.play.games.services.sessions import forget_sessions
from tournament.play.programs.seats import note_served
from tournament.record.acts import Role
from tournament.record.devices import Purpose, RequestKind, player_subject, table_subject
from tournament.services.calls import answer_call, call_director
from tournament.services.sharing import share_result
from tournament.slices.clocks import SentPress, press
from tournament.slices.helping import invite_helper
from tournament.slices.notices import set_notice
from tournament.slices.putting_away import put_away
from tournament.slices.registration.acts import renew_link

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def spoken(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation whose own language is the one for tests."""
    install(monkeypatch)
    settings.LANGUAGES = [*settings.LANGUAGES, (PSEUDO, "Pseudo")]
    settings.LANGUAGE_CODE = PSEUDO
    settings.GAMES = True
    cache.clear()
    forget_sessions()
    yield
    cache.clear()


def comes(visitors: Visitors, server: LiveServer, user: User | None = None) -> Page:
    """A browser whose scripts speak the language, logged in as the user if there is one."""
    context = visitors()
    speak_pseudo(context)
    if user is not None:
        log_in(context, server, user)
    return context.new_page()


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
        "size": 6,
        "format_key": "mso-acquire",
        "device": phone_at(event),
        "code": game_with_free_seats().code,
    }
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
    private = renew_link(event, event.created_by, event.registrations.order_by("number")[0].number)
    return [
        f"/let-in/{invitation.token}/",
        reverse("registration", args=[event.slug, private]),
        *filled_in([route for route in OPEN if route != SHARED], event),
        "/floor/2008-luxor/",
        f"/{event.slug}/?me=demo",
        f"/{event.slug}/?me=nobody",
        f"/{event.slug}/rounds/2/",
        f"/{event.slug}/players/15/",
        f"/{event.slug}/rounds/1/tables/{TABLE_WITH_A_LOG}/replay/?turn=1",
    ]


def shared_in(event: Event) -> str:
    """The secret in the address of a result that a player of an event shares."""
    share_result(event.entries.get(number=1))
    return event.entries.get(number=1).shared


def paths_of_other_stages() -> list[str]:
    """What is seen of an event that is empty, drawn, tied, over, put away or hidden, and of one with a name entered twice."""
    empty, drawn, tied, over = make_event(0), event_with_a_draft(), event_with_a_tie(), event_that_is_over()
    charted, door, hall = event_apart_from_its_chart(), event_at_the_door(), event_in_every_state()
    between = play_to(make_event(9, name="Middle Cup 2026"), round_closed=1)
    board = a_table(("1A", "2A", "3A", "4A"))
    undone = '\n2 Ben: 4G; buy -; draw ?\nrewind 8 "a tile from the wrong hand"\n2 Ben:'
    logged = a_table_with_a_log()
    logs = [with_log(logged, text).pk for text in (DISPUTED.replace("\n2 Ben:", undone, 1), UNPROVED)]
    twice = make_event(names=["Ada Smith", "Ada Smyth"], name="Double Cup 2026")
    away, hidden = make_event(4, name="Away Cup 2026"), make_event(4, name="Hidden Cup 2026", is_shown=False)
    set_notice(away, director_of(away), "Lunch until 14:00")
    put_away(away, director_of(away))
    desk = {
        empty: ("", "entries/", "entries/paste/", "entries/check-in/", "penalties/", "standings/", "final/"),
        drawn: ("", "rounds/2/", "rounds/2/arrangement/", "entries/check-in/", "rounds/2/discard/"),
        charted: ("rounds/2/", "rounds/2/arrangement/"),
        door: ("", "entries/check-in/"),
        hall: ("", *(f"screen/?show={view}" for view in ("names", "clock", "missing"))),
        between: ("", "screen/?show=standings", "screen/?show=results"),
        board: ("rounds/1/tables/1/scribe/", "screen/?show=tables"),
        logged: (*(f"rounds/1/tables/1/logs/{log}/" for log in logs), f"rounds/1/tables/1/logs/{logs[1]}/apply/"),
        tied: ("", "final/", "standings/"),
        over: (
            *("", "final/", "rounds/4/", "rounds/4/results/", "final/withdraw/", "sheets/", "find/?q=demo"),
            *("standings/", "meetings/", "entries/3/"),
        ),
        twice: ("entries/", "find/?q=nobody"),
        away: ("",),
        hidden: ("",),
    }
    public = {
        empty: ("", "standings/", "medals/"),
        away: ("",),
        door: ("here/",),
        over: (
            *("", "standings/", "medals/", "players/1/", "players/15/", "rounds/1/", "rounds/1/results/"),
            *("rounds/1/tables/2/", "rounds/4/", "rounds/4/results/", "rounds/4/tables/1/", "screen/?show=medals"),
            f"shared/{shared_in(over)}/",
        ),
    }
    paths = [f"/desk/{event.slug}/{rest}" for event, shown in desk.items() for rest in shown]
    return [*paths, "/desk/?away=yes", *(f"/{event.slug}/{rest}" for event, shown in public.items() for rest in shown)]


def test_every_page_of_the_desk(live_server: LiveServer, visitors: Visitors) -> None:
    paths = paths_of_the_desk(busy_event())
    walk = Walk()
    walk.along(
        comes(visitors, live_server, make_director("boss", is_staff=True, is_superuser=True)), live_server, paths
    )
    walk.finds_nothing()


def test_every_public_page(live_server: LiveServer, visitors: Visitors) -> None:
    paths = public_paths(busy_event())
    walk = Walk()
    walk.along(comes(visitors, live_server), live_server, paths)
    walk.finds_nothing()


def test_the_pages_that_other_stages_of_a_day_show(live_server: LiveServer, visitors: Visitors) -> None:
    paths = paths_of_other_stages()
    walk = Walk()
    walk.along(comes(visitors, live_server, make_director()), live_server, paths)
    walk.finds_nothing()


def hall() -> Event:
    """Two tables with long and foreign names: table 1 differs and calls, table 2 agrees; a clock runs, a player asks."""
    event = make_event(names=[LONG_NAME, "مثال الأحمد", *map(player_name, range(3, 9))], players_report=True)
    publish(event)
    report(event, phone(event, 0))
    report(event, phone(event, 1), (41_300, 35_000, 30_000, 20_000))
    agreed(event, 2)
    device = device_at(event)
    answer_call(event, director_of(event), call_director(device, CallKind.RULE, "is this chain safe?").pk, "safe")
    call_director(device, CallKind.DISPUTE, "an eighth chain")
    press(device, [SentPress("a-1", 0, PressKind.TURN, seated(event)[0])])
    asked_by_phone(event, 3, RequestKind.WITHDRAW, "the last train leaves at ten past six")
    return event


def claimed(visitors: Visitors, server: LiveServer, event: Event, holder: int, table: int = 1) -> Page:
    """A phone that scanned the slip of a table and said whose it is, by the number of a player or 0 for all of them."""
    page = comes(visitors, server)
    page.goto(f"{server.url}/{event.slug}/c/1/{table}/{code_of_table(event, table)}/")
    with page.expect_navigation():
        page.locator(f"button[name=holder][value='{holder}']").click()
    return page


def test_phones_at_a_table_and_what_the_desk_sees_of_them(live_server: LiveServer, visitors: Visitors) -> None:
    event = hall()
    walk = Walk()
    first = TableReport.objects.order_by("pk")[0].pk
    ours, others = ([seat.player for seat in record_of(event).table(1, table).seats] for table in (1, 2))
    other, every = ("", f"report/?from={first}"), ("", f"report/?from={first}", "call/", "clock/", "scribe/", "report/")
    for holder, table, ends in ((others[0], 2, other), (ours[2], 1, other), (0, 1, every), (ours[0], 1, every)):
        page = claimed(visitors, live_server, event, holder, table)
        here = page.url
        for end in ends:
            page.goto(here + end)
            walk.judge(page)
    page.reload()
    page.get_by_role("button", name=pseudo("Send the result")).click()
    expect(page.get_by_role("alert")).to_be_visible()
    walk.judge(page)
    me = player_subject(3)
    page = comes(visitors, live_server)
    for code in ("abcdefghjkmnpq", codes_of(event, [me])[me]):
        page.goto(f"{live_server.url}/{event.slug}/c/3/{code}/")
        walk.judge(page)
    with page.expect_navigation():
        page.locator("main form button").first.click()
    walk.judge(page)
    director = comes(visitors, live_server, director_of(event))
    of_the_desk = (
        *("calls/", "rounds/1/", "rounds/1/clocks/", "rounds/1/clocks/1/", "rounds/1/tables/1/phones/", ""),
        *(
            "rounds/1/results/",
            "rounds/1/tables/1/reports/",
            "entries/check-in/",
            "entries/3/",
            "entries/3/phone/",
        ),
    )
    walk.along(director, live_server, (f"/desk/{event.slug}/{end}" for end in of_the_desk))
    walk.finds_nothing()


def test_a_game_on_devices(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(3, name="Hall Cup 2026", rounds_planned=1, on_devices=True)
    publish(event)
    walk = Walk()
    director = comes(visitors, live_server, director_of(event))
    director.goto(f"{live_server.url}/desk/{event.slug}/rounds/1/boards/")
    walk.judge(director)
    tablet = claimed(visitors, live_server, event, 0)
    walk.judge(tablet)
    seats = [seat.player for seat in record_of(event).table(1, 1).seats]
    phones = [claimed(visitors, live_server, event, player) for player in seats]
    game = game_of(event)
    for acts in (0, 9, 5_000):
        if acts:
            play(game, acts)
        for page in (tablet, phones[0], director):
            page.reload()
            walk.judge(page)
    walk.finds_nothing()


def questions(edition: str) -> dict[str, Session]:
    """The last position of a game with each kind of question, in which the last act may be taken back where there is one."""
    found: dict[str, Session] = {}
    for session in positions_of(edition, 4):
        ask = pending_question(session)
        kind = "over" if ask is None else ask.phase.value
        if retractable_tile(session) is not None or kind not in found or retractable_tile(found[kind]) is None:
            found[kind] = session
    return found


def test_every_question_of_a_game_and_what_each_edition_sells(live_server: LiveServer, visitors: Visitors) -> None:
    asked: dict[str, Session] = {}
    for edition in EDITIONS:
        of_edition = questions(edition)
        asked = {**of_edition, **asked, edition: of_edition["buy"]}
    assert asked.keys() > {"start", "play", "found", "survivor", "order", "dispose", "card", "draw", "over"}
    walk = Walk()
    page = comes(visitors, live_server)
    for kind, session in asked.items():
        hall, tokens = put(session, seconds_ago=2)
        board = f"{live_server.url}/game/{hall.code}/"
        page.context.add_cookies([{"name": "seat", "value": tokens[hall.asked() or 0], "url": board}])
        for part in ("hand/",) if kind in EDITIONS else ("hand/", "play/"):
            page.goto(board + part)
            walk.judge(page)
    walk.finds_nothing()


def test_what_a_host_of_a_game_rules_and_who_waits_for_a_program(
    live_server: LiveServer, visitors: Visitors, settings: Settings
) -> None:
    settings.PROGRAMS = 1
    note_served("a test")
    walk = Walk()
    page = comes(visitors, live_server)
    hall, _ = put(questions("mso")["buy"], seconds_ago=2)
    for code, rest in ((hall.code, ("", "host/", "watch/")), (game_with_free_seats().code, ("",))):
        address = f"{live_server.url}/game/{code}/"
        page.context.add_cookies([{"name": "host", "value": host_proof(code), "url": address}])
        seen = {address + part for part in rest}
        for part in rest:
            page.goto(address + part)
            walk.judge(page)
        links = page.locator("main a[href^='?'], main a[href*='/host/']").evaluate_all(
            "all => all.map((each) => each.href)"
        )
        walk.along(page, live_server, (link.removeprefix(live_server.url) for link in links if link not in seen))
    walk.finds_nothing()
