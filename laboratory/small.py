"""The small requests of a round, measured one by one: phones that ask and report, devices that play, a director who logs in.

Each that writes is sent as often as the others, and what it wrote is taken back each time, so that it is always sent from the same state.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F
from django.http import JsonResponse
from django.test import Client
from django.urls import reverse

from laboratory.desk import ROUNDS, SEED, PageFigures, measured, rolled_back, taken_back, undoubted_cash
from laboratory.hall.browsers import form_with
from laboratory.playing.measuring import MeasuredGame, opened_games
from laboratory.playing.people import chosen
from tournament.access.devices import codes_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import game_now, view_for
from tournament.play.games.sockets.hub import WantedView, read_news
from tournament.record.devices import table_subject
from tournament.services.attendance import check_in
from tournament.services.rounds import publish_round
from tournament.slices.practice.playing import draft_next, make_practice_event

PASSWORD = "of a database that is thrown away"  # noqa: S105
QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]
"""The setting of a hasher that takes no time, so that a log-in is measured without what makes passwords hard to guess."""


def measure_small(players: int, times: int) -> Iterator[PageFigures]:
    """Make a practice event and a game in the current database, and measure the small requests of its first round.

    ``times`` is how often each is measured.
    """
    director = User.objects.create_user(f"phones-{players}", password=PASSWORD)
    event = make_practice_event(director, f"Measured with {players} phones", players, ROUNDS)
    Event.objects.filter(pk=event.pk).update(
        players_report=True, is_shown=True, version=F("version") + 1, public_version=F("version") + 1
    )
    check_in(event, director, range(1, players + 1))
    draft_next(event, director, random.Random(SEED))
    publish_round(event, director, 1)
    visitor = Client(SERVER_NAME="127.0.0.1")
    polled = f"{reverse('live', args=[event.slug])}?v={event.public_version}"
    yield measured("poll, nothing new", partial(visitor.get, polled), times)
    form = {"username": director.get_username(), "password": PASSWORD}

    def log_in() -> Any:
        visitor.cookies.clear()
        return visitor.post(reverse("login"), form)

    yield measured("log-in", log_in, times, taken_back)
    yield from _of_a_phone(event, times)
    yield from _of_a_game(opened_games(1, SEED)[0], times)
    Game.objects.all().delete()  # so that another number of players is measured beside no other game


def _of_a_phone(event: Event, times: int) -> Iterator[PageFigures]:
    """Measure the phone that table 1 shares: its page, what it asks while others report, its form, and its report."""
    subject, table = table_subject(1, 1), record_of(event).round(1).tables[0]
    phone = Client(SERVER_NAME="127.0.0.1")
    phone.post(reverse("claim_table", args=[event.slug, 1, 1, codes_of(event, [subject])[subject]]), {"holder": "0"})
    page = reverse("mine", args=[event.slug, 1, 1])
    yield measured("phone's table", partial(phone.get, page), times)
    yield measured("phone asks what is new", partial(phone.get, f"{page}now/?v=0"), times)
    yield measured("phone's form", partial(phone.get, f"{page}report/"), times)
    form = form_with(phone.get(f"{page}report/").content.decode(), "cash-")
    typed = {
        f"cash-{seat.player}": str(cash) for seat, cash in zip(table.seats, undoubted_cash(table.size), strict=True)
    }
    sent = form | typed | {"player": [str(seat.player) for seat in table.seats]}
    yield measured(
        "phone's report", partial(phone.post, f"{page}report/", sent), times, taken_back, partial(phone.get, page)
    )


def _of_a_game(game: MeasuredGame, times: int) -> Iterator[PageFigures]:
    """Measure a device of a game of four amid its course: an act by POST, its view by GET, and the views of four sockets."""
    row = Game.objects.get(code=game.code)
    seats = list(GameSeat.objects.filter(game=row).order_by("place"))
    now, session = game_now(row)
    views = [view_for(seat, now, session) for seat in seats]
    place = next(at for at, view in enumerate(views) if view["ask"] and view["ask"]["who"] == view["you"])
    act = {"t": "act", "id": "measured", "n": row.last + 1, **chosen(views[place], random.Random(SEED))}
    device, headers = Client(SERVER_NAME="127.0.0.1"), {"Authorization": f"Bearer {game.tokens[place]}"}
    address = reverse("game_protocol")
    send = partial(device.post, address, json.dumps(act), content_type="application/json", headers=headers)
    yield measured("act on a device", send, times, rolled_back)
    yield measured("device's view", partial(device.get, address, headers=headers), times)
    wanted = [WantedView(seat.place, seat.token_hash, row.last, legal=False) for seat in seats]
    yield measured("views of 4 sockets", lambda: JsonResponse(read_news(row.pk, wanted).views, safe=False), times)
