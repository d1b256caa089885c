"""What an act asks of the database: the queries in SQL read what the ORM reads, and there are few of them."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.acts.games import play_on
from tests.tournament.games.tables import hello, one, opened, seat_at, spoken
from tests.tournament.record.test_plain_sql import is_same
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.pages.page_context import _drawn
from tournament.play.games.services.acting import act, rule_by_arbiter
from tournament.play.games.services.sessions import (
    ACTED_SINCE,
    ACTS_AFTER,
    ANSWERED,
    ARRIVALS,
    FEW,
    GAME_WITH,
    LOCKED,
    LOOKED_AT,
    NEWEST_ACT,
    RULED,
    SEAT_WITH,
    SEATS_OF,
    fingerprint_of,
    fingerprints_now,
    fingerprints_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]
SETTLED = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
OF_AN_ACT = 7
"""The seat of the token, the game's row, whether the seat holds it yet and the id was answered, the act, the row again, who has come; and
the acts that this process does not know yet, which here, where no transaction is ever committed, are all of them."""


def played(players: int = 4) -> tuple[Game, dict[str, str]]:
    made = opened(players=players)
    for token in made.tokens.values():
        spoken(token, hello(token))
    return play_on(Game.objects.get(pk=made.game.pk), Random(4), 20), made.tokens


def asked_for(act: Any) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        act()
    return [query["sql"] for query in queries if not query["sql"].startswith(SETTLED)]


def test_every_query_of_a_game_reads_what_the_orm_reads() -> None:
    game, _ = played()
    other, _ = played(3)
    mark = game.seats.all()[1].token_hash
    seats, games = GameSeat.objects.order_by("place"), Game.objects.all()
    for each, many in ((mark, 1), ("no hash", 0)):
        assert is_same(SEAT_WITH, seats.select_related("game").filter(token_hash=each), each) == many
    for each, many in ((game.code, 1), ("no code", 0)):
        assert is_same(GAME_WITH, games.select_related("table__round__event").filter(code=each), each) == many
    assert [is_same(SEATS_OF, seats.filter(game=each), each.pk) for each in (game, other)] == [4, 3]
    assert [ARRIVALS.of(each.pk) for each in (game, other)] == [
        [(place, None) for place in range(4)],
        [(place, None) for place in range(3)],
    ]
    seat = SEATS_OF.of(game.pk)[0]
    assert [ANSWERED.of("no id", seat.pk, mark) for mark in (seat.token_hash, "another")] == [[(None,)], []]
    acts = GameAct.objects.filter(game=game, number__gt=3, number__lt=game.last).order_by("number")
    assert is_same(ACTS_AFTER, acts, game.pk, 3, game.last - 1) == game.last - 4
    with transaction.atomic():
        assert [is_same(LOCKED, games.filter(pk=key), key) for key in (game.pk, 0)] == [1, 0]
    assert [is_same(LOOKED_AT, games.filter(pk=key), key) for key in (game.pk, 0)] == [1, 0]


def test_the_first_answer_is_found_of_a_seat_and_of_the_arbiter_each_by_its_own_id() -> None:
    game, _ = played()
    done = rule_by_arbiter(game, one("p", game.last + 1, act="pause"))
    seat = seat_at(game, 0)
    assert RULED.of(game.pk, "p") == [(done.answer,)]
    assert (ANSWERED.of("p", seat.pk, seat.token_hash), RULED.of(game.pk, "q")) == ([(None,)], [])
    row = game.acts.exclude(client_id="").exclude(seat=None)[0]
    seat = seat_at(game, row.seat or 0)
    assert ANSWERED.of(row.client_id, seat.pk, seat.token_hash) == [(row.answer,)]
    again = act(seat_at(game, row.seat or 0), one(row.client_id, 1, act="end"))
    assert again.answer == row.answer


def test_an_act_at_a_table_of_four_asks_seven_queries_and_a_look_few() -> None:
    game, tokens = played()
    views = {token: spoken(token, hello(token), "?legal").json()[-1] for token in tokens.values()}
    token, view = next((token, view) for token, view in views.items() if view["ask"]["who"] == view["you"])
    message = {"t": "act", "id": "x", "n": view["n"] + 1, **view["ask"]["legal"][0]}
    asked = asked_for(lambda: spoken(token, message))
    assert len(asked) == OF_AN_ACT, asked
    assert Game.objects.get(pk=game.pk).last > view["n"]
    assert len(asked_for(lambda: spoken(token, hello(token)))) <= 3


def test_a_board_is_drawn_once_for_all_who_look_at_it() -> None:
    game, _ = played()
    _drawn.cache_clear()
    pages = [Client().get(f"/game/{game.code}/").content for _ in range(3)]
    assert (_drawn.cache_info().misses, _drawn.cache_info().hits) == (1, 2)
    assert all(b'class="board"' in page for page in pages)
    play_on(game, Random(1), 6)
    Client().get(f"/game/{game.code}/")
    assert _drawn.cache_info().misses == 2, "another board is drawn where a tile was laid"


def test_the_mark_of_rows_that_were_read_is_the_mark_that_one_query_counts() -> None:
    game, _ = played()
    seats = list(game.seats.all())
    now = timezone.now()
    marks = {fingerprints_of([game.pk], now)[game.pk]}
    for change in (
        {"agreed_at": now},
        {"refused_at": now},
        {"claimed_at": now},
        {"accepted_by_name": "Desk"},
        {"asked_at": now},
        {"seen_at": now - timedelta(minutes=5)},
        {"hello_at": None},
    ):
        GameSeat.objects.filter(pk=seats[1].pk).update(**change)
        marks.add(fingerprints_of([game.pk], now)[game.pk])
        assert (
            fingerprint_of(LOOKED_AT.of(game.pk)[0], SEATS_OF.of(game.pk), now)
            == fingerprints_of([game.pk], now)[game.pk]
        )
    other, _ = played(3)
    Game.objects.filter(pk=other.pk).update(before=game)
    marks.add(fingerprint_of(LOOKED_AT.of(game.pk)[0], SEATS_OF.of(game.pk), now))
    assert (
        fingerprint_of(LOOKED_AT.of(game.pk)[0], SEATS_OF.of(game.pk), now) == fingerprints_of([game.pk], now)[game.pk]
    )
    assert len(marks) == 9
    several = [game.pk, other.pk, *(opened(players=3).game.pk for _ in range(FEW))]
    for games in (several[:2], several, [several[0], 0]):
        assert fingerprints_now(games) == fingerprints_of(games)


def test_new_acts_tell_their_games_and_how_far_they_are() -> None:
    newest = max((key for (key,) in NEWEST_ACT.of()), default=0)
    assert ACTED_SINCE.of(newest) == []
    game, _ = played()
    other, _ = played(3)
    told = {key: number for key, number, _ in ACTED_SINCE.of(newest)}
    assert told == {game.pk: game.last, other.pk: other.last}
    assert max(key for _, _, key in ACTED_SINCE.of(newest)) == NEWEST_ACT.of()[0][0]
