"""What a change of an event costs afterwards: the next row, the first page of each kind, and the pages of all players.

Every change is committed, as on a day, so that what processes keep of a version counts as it does there.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import count
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from laboratory.desk import MEASURED, ROUNDS, SEED, PageFigures, measured, undoubted_cash
from laboratory.hall.browsers import form_with
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.services.attendance import check_in
from tournament.services.rounds import discard_draft, publish_round, reopen_round, withdraw_round
from tournament.services.showing import show_event
from tournament.slices.notices import set_notice
from tournament.slices.practice.playing import draft_next, make_practice_event, play_round, play_to_end

OWN_PAGES = 250
"""The most players whose own pages are asked for after one change."""


def measure_changes(players: int, times: int) -> Iterator[PageFigures]:
    """Make a practice event in the current database and measure what follows each change of it; ``times`` is how often."""
    chance = random.Random(SEED)
    director = User.objects.create_user(f"changes-{players}")
    event = make_practice_event(director, f"Changed with {players} players", players, ROUNDS)
    check_in(event, director, range(1, players + 1))
    for _ in range(MEASURED - 1):
        play_round(event, director, chance)
    draft_next(event, director, chance)
    publish_round(event, director, MEASURED)
    show_event(event, director)
    desk = Client(SERVER_NAME="127.0.0.1")
    desk.force_login(director)
    yield measured("a row saved", _row_saved(desk, event), times, around=nullcontext, before=event.refresh_from_db)
    yield from _public_pages(event, director, times)
    yield _every_player(event, director, players)
    play_round(event, director, chance)
    discard = partial(discard_draft, event, director, ROUNDS)
    cut = partial(draft_next, event, director, chance)
    yield measured(
        "final cut", lambda: _answered(cut), times, around=nullcontext, before=lambda: _if_drawn(event, discard)
    )
    publish = partial(desk.post, f"/desk/{event.slug}/rounds/{ROUNDS}/publish/")
    yield measured("publish", publish, times, around=nullcontext, before=lambda: _unpublished(event, director))
    play_to_end(event, director, chance)
    close = partial(desk.post, f"/desk/{event.slug}/rounds/{ROUNDS}/close/")
    yield measured("close", close, times, around=nullcontext, before=lambda: reopen_round(event, director, ROUNDS))


def _row_saved(desk: Client, event: Event) -> Callable[[], Any]:
    """Return a function that saves the next row of the grid with other cash than before, as the script of the page does."""
    page = f"/desk/{event.slug}/rounds/{MEASURED}/results/"
    tables = record_of(event).round(MEASURED).tables
    values = form_with(desk.get(page).content.decode(), "t1-cash-")
    turn = count()

    def save() -> Any:
        at = next(turn)
        table = tables[at % len(tables)]
        more = at // len(tables) * 100
        cash = {
            f"t{table.number}-cash-{seat.player}": str(amount + more * (1 if place else 1 - table.size))
            for place, (seat, amount) in enumerate(zip(table.seats, undoubted_cash(table.size), strict=True))
        }
        form = values | cash | {"row": str(table.number), "key": f"{at}-{event.pk}", "seen": str(event.version)}
        return desk.post(page, urlencode(form), "application/x-www-form-urlencoded", headers={"HX-Request": "true"})

    return save


def _public_pages(event: Event, director: User, times: int) -> Iterator[PageFigures]:
    """Measure each public page as the first one after a public change, and a player's page after another player's."""
    visitor, slug = Client(SERVER_NAME="127.0.0.1"), event.slug
    player, other = (reverse("player", args=[slug, number]) for number in (1, 2))
    addresses = {
        "event": reverse("event", args=[slug]),
        "standings": reverse("standings", args=[slug]),
        "a player": player,
        "find": reverse("find", args=[slug]),
        "standings.json": reverse("json_standings", args=[slug]),
    }
    change = _public_change(event, director)
    for what, address in addresses.items():
        yield measured(f"{what}, first", partial(visitor.get, address), times, before=change)

    def change_and_look() -> None:
        change()
        visitor.get(player)

    for what, address in {"a player": other, **{name: addresses[name] for name in ("standings", "find")}}.items():
        yield measured(f"{what}, later", partial(visitor.get, address), times, before=change_and_look)
    poll = f"{reverse('live', args=[slug])}?v={event.public_version}"
    yield measured("poll, nothing new", partial(visitor.get, poll), times)


def _public_change(event: Event, director: User) -> Callable[[], None]:
    """Return a function that makes a change that everybody may see."""
    turn = count()
    return lambda: set_notice(event, director, f"Notice {next(turn)}")


def _every_player(event: Event, director: User, players: int) -> PageFigures:
    """Measure the own pages of all players, at most `OWN_PAGES`, after one change, as one figure."""
    visitor = Client(SERVER_NAME="127.0.0.1")
    addresses = [reverse("player", args=[event.slug, number]) for number in range(1, min(players, OWN_PAGES) + 1)]
    set_notice(event, director, "Look at your pages")
    processor, wall, size = time.process_time(), time.perf_counter(), 0
    with CaptureQueriesContext(connection) as queries:
        for address in addresses:
            size += len(visitor.get(address).content)
    took = 1000 * (time.process_time() - processor), 1000 * (time.perf_counter() - wall)
    return PageFigures(
        "players' own pages",
        is_act=True,
        queries=len(queries),
        processor=took[0],
        wall=took[1],
        size=size,
        compressed=0,
    )


def _if_drawn(event: Event, discard: Callable[[], Any]) -> None:
    """Discard the draft of the last round where there is one."""
    event.refresh_from_db()
    if event.rounds.filter(number=ROUNDS).exists():
        discard()


def _unpublished(event: Event, director: User) -> None:
    """Take the last round back where it is published."""
    event.refresh_from_db()
    if event.rounds.filter(number=ROUNDS, state="published").exists():
        withdraw_round(event, director, ROUNDS)


class _Done:
    """An answer in place of that of a page, for an act that is done without one."""

    status_code, content = 200, b""


def _answered(act: Callable[[], Any]) -> _Done:
    """Do an act, and return an answer for it."""
    act()
    return _Done()
