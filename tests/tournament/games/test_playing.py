"""What the services of a game hold, who is there, and what an act asks of the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deeds import terms_from
from games.acquire.play.devices.messages import Acts
from games.acquire.play.devices.questions import legal_documents
from games.acquire.play.devices.session import pending_question, rebuild
from tests.acts.games import play_on
from tests.tournament.games.phones import Hall, opened_by
from tests.tournament.games.tables import begun, hello, one, opened, seat_at, spoken, starts
from tests.tournament.record.test_plain_sql import is_same
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.pages.page_context import _board_drawing
from tournament.play.games.services import presence
from tournament.play.games.services.acting import act, game_now, rule_by_arbiter, view_for
from tournament.play.games.services.agreeing import agree
from tournament.play.games.services.presence import away_since, note_all_seen, note_lags, note_seen
from tournament.play.games.services.seats import say_hello, seat_with
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
    forget_sessions,
    session_of,
)
from tournament.play.games.sockets.programs import _answer_hello, page_of
from tournament.record.devices import hash_of
from tournament.services.changes.refusals import RefusedError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


def rows(game: Game) -> list[tuple[Any, ...]]:
    return list(game.acts.values_list("number", "at_ms", "seat", "client_id", "body", "answer"))


def asked_seat(game: Game) -> tuple[GameSeat, dict[str, Any]]:
    """Whoever is asked, with the view in which the legal acts stand."""
    game, session = game_now(Game.objects.get(pk=game.pk))
    for seat in game.seats.all():
        view = view_for(seat, game, session, legal=True)
        if view["ask"]["who"] == view["you"]:
            return seat_at(game, seat.place), view
    raise AssertionError("nobody is asked")


def test_a_game_begins_when_every_seat_has_said_hello_and_nobody_is_asked_before() -> None:
    game = opened(players=3).game
    states = []
    for place in range(3):
        come = say_hello(seat_at(game, place))
        view = view_for(seat_at(game, place), *game_now(come))
        states.append((come.state, view["ask"], [row["here"] for row in view["players"]]))
    assert states == [
        ("lobby", None, [True, False, False]),
        ("lobby", None, [True, True, False]),
        ("playing", {"who": "P1", "phase": "start"}, [True, True, True]),
    ]
    before = Game.objects.get(pk=game.pk).begun_at
    say_hello(seat_at(game, 2))
    assert Game.objects.get(pk=game.pk).begun_at == before


def test_nobody_acts_before_the_game_begins() -> None:
    game = opened().game
    done = act(seat_at(game, 0), one("a", 1, act="start"))
    assert (done.answer[0]["t"], done.answer[0]["code"], GameAct.objects.count()) == ("no", "game-not-begun", 0)


def test_the_same_id_again_gets_the_first_answer_whatever_it_holds_and_acts_once() -> None:
    game = begun()
    first = act(seat_at(game, 0), one("a", 1, act="start"))
    stored = rows(game)
    again = act(seat_at(game, 0), one("a", 77, act="end"))
    assert first.answer == again.answer == [{"t": "ack", "id": "a", "n": 1}]
    assert rows(game) == stored
    other = act(seat_at(game, 1), one("a", 2, act="start"))
    assert other.answer[0]["t"] == "ack", "another seat's ids are its own"


def test_an_act_that_was_refused_leaves_its_id_free() -> None:
    game = begun()
    refused = act(seat_at(game, 1), one("a", 1, act="start"))
    act(seat_at(game, 0), one("b", 1, act="start"))
    done = act(seat_at(game, 1), one("a", 2, act="start"))
    assert (refused.answer[0]["code"], done.answer[0]["t"]) == ("act-out-of-turn", "ack")


@pytest.mark.parametrize("number", [1, 99])
def test_an_act_with_the_number_of_another_is_stale_and_does_nothing(number: int) -> None:
    game = begun()
    act(seat_at(game, 0), one("a", 1, act="start"))
    stored = rows(game)
    done = act(seat_at(game, 1), one("b", number, act="start"))
    assert (done.answer[0]["code"], done.answer[0]["n"], rows(game)) == ("stale", 1, stored)


def test_a_pause_and_its_end_move_no_number_out_of_its_place() -> None:
    game = begun()
    for number, word in enumerate(("pause", "resume"), start=1):
        assert rule_by_arbiter(game, one(word, number, act=word)).answer[0]["t"] == "ack"
    done = act(seat_at(game, 0), one("a", 1, act="start"))
    assert (done.answer, [row[2:4] for row in rows(game)]) == (
        [{"t": "ack", "id": "a", "n": 3}],
        [(None, "pause"), (None, "resume"), (0, "a")],
    )


def test_a_paused_game_refuses_its_players_and_only_the_arbiter_goes_back() -> None:
    game = begun()
    starts(game)
    rule_by_arbiter(game, one("p", Game.objects.get(pk=game.pk).last + 1, act="pause"))
    seat, view = asked_seat(game)
    refused = act(seat, one("x", view["n"] + 1, **view["ask"]["legal"][0]))
    mine = act(seat, one("y", view["n"] + 1, act="rewind", to=0, reason="again"))
    back = rule_by_arbiter(game, one("r", view["n"] + 1, act="rewind", to=0, reason="wrong tiles"))
    assert [done.answer[0].get("code") for done in (refused, mine, back)] == ["paused", "act-arbiter", None]
    assert len(back.session.standing) < back.session.number


def test_a_whole_turn_is_done_as_far_as_it_is_legal_and_answered_alike_again() -> None:
    game = begun()
    starts(game)
    seat, view = asked_seat(game)
    tile = next(each["tile"] for each in view["hand"] if each["does"] == "lone")
    turn = Acts("t", view["n"] + 1, ({"act": "play", "tile": tile}, {"act": "draw\x00"}, {"act": "draw"}))
    done = act(seat, turn)
    stored = rows(game)
    assert [each["t"] for each in done.answer] == ["ack", "no"]
    assert done.answer[1]["code"] in {"act-unreadable", "act-out-of-turn"}
    assert act(seat, turn).answer == done.answer
    assert rows(game) == stored
    whole = [row for row in stored if row[3] == "t"]
    assert [row[4]["act"] for row in whole] == ["play"]


def test_a_session_is_the_same_kept_and_read_from_the_rows_another_process_wrote() -> None:
    game = begun()
    starts(game)
    kept = session_of(Game.objects.get(pk=game.pk))
    forget_sessions()
    fresh = Game.objects.get(pk=game.pk)
    assert session_of(fresh) == kept
    assert rebuild(terms_from(fresh.terms), kept.deeds) == kept


def test_a_seed_draws_the_same_tiles_in_every_game_and_none_does_not() -> None:
    played = []
    for seed in ("s", "s", "t"):
        game = begun(seed=seed)
        starts(game)
        played.append([row[4] for row in rows(game)])
    assert played[0] == played[1] != played[2]


def test_whoever_looks_after_zero_writes_the_time_out_once() -> None:
    game = begun(minutes=1)
    starts(game)
    seat, _ = asked_seat(game)
    began = Game.objects.get(pk=game.pk).begun_at
    assert began is not None
    just_before, after_zero = began + timedelta(seconds=59), began + timedelta(seconds=75)
    stands = game.acts.count()
    game_now(Game.objects.get(pk=game.pk), just_before)
    assert game.acts.count() == stands
    for _ in range(2):
        game_now(Game.objects.get(pk=game.pk), after_zero)
    outs = [row[4] for row in rows(game) if row[4]["act"] == "timeout"]
    assert outs == [{"act": "timeout", "player": f"P{seat.place + 1}"}]
    late = act(seat, one("late", stands + 1, act="pass"), now=after_zero)
    assert late.answer[0]["code"] == "stale"


def test_whoever_acts_after_zero_finds_the_time_out_written_before_his_act() -> None:
    game = begun(minutes=1)
    starts(game)
    seat, view = asked_seat(game)
    began = Game.objects.get(pk=game.pk).begun_at
    assert began is not None
    message = one("late", view["n"] + 1, **view["ask"]["legal"][0])
    late = act(seat, message, now=began + timedelta(seconds=75))
    assert (late.answer[0]["code"], rows(game)[view["n"]][4]["act"]) == ("stale", "timeout")


@pytest.mark.alike
@pytest.mark.django_db(transaction=True)  # a session is kept once its acts are committed
def test_everybody_agrees_only_when_the_game_is_over() -> None:
    game = begun("mso", 3)
    with pytest.raises(IllegalActionError) as refusal:
        agree(seat_at(game, 0))
    assert refusal.value.code == "game-under-way"
    play_to_end(game)
    over = Game.objects.get(pk=game.pk)
    assert (over.state, over.ended_at is not None) == ("over", True)
    assert [agree(seat_at(game, place)) for place in (2, 0, 2)] == [[2], [0, 2], [0, 2]]
    view = view_for(seat_at(game, 1), *game_now(over))
    assert (view["over"], view["ask"]) == (True, None)
    late = act(seat_at(game, 0), one("late", over.last + 1, act="draw"))
    assert late.answer[0]["code"] == "game-over"


def play_to_end(game: Game) -> None:
    """Play the first of the acts that are legal, and call the end as soon as it can be."""
    while Game.objects.get(pk=game.pk).state != "over":
        seat, view = asked_seat(game)
        legal = view["ask"]["legal"]
        chosen = next((each for each in legal if each["act"] == "end"), legal[0])
        done = act(seat, one(f"i{view['n']}", view["n"] + 1, **chosen))
        assert done.answer[0]["t"] == "ack", done.answer


def test_no_token_is_stored_and_each_opens_its_own_seat() -> None:
    made = opened(players=4)
    found = {player: seat_with(token) for player, token in made.tokens.items()}
    assert {player: seat and seat.place for player, seat in found.items()} == {"P1": 0, "P2": 1, "P3": 2, "P4": 3}
    stored = repr(list(GameSeat.objects.values())) + repr(list(Game.objects.values()))
    assert [token for token in made.tokens.values() if token in stored] == []
    assert all(hash_of(token) in stored and len(token) == 26 for token in made.tokens.values())
    assert seat_with("") is None


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"edition": "ludo"}, "ludo"),
        ({"players": 2}, "2"),
        ({"players": 9}, "9"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": 601}, "minutes"),
        ({"holdings": "secret"}, "one of the options"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_in_a_sentence(how: dict[str, Any], words: str) -> None:
    with pytest.raises(RefusedError, match=words):
        opened(**how)
    assert Game.objects.count() == 0


def test_an_installation_opens_games_only_where_it_is_set_to_and_only_so_many(settings: Settings) -> None:
    settings.GAMES_AT_ONCE = 2
    for _ in range(2):
        game = opened().game
    with pytest.raises(RefusedError, match="TOPTABLE_GAMES_AT_ONCE"):
        opened()
    Game.objects.filter(pk=game.pk).update(state="over", begun_at=game.opened_at, ended_at=game.opened_at)
    opened()
    settings.GAMES = False
    with pytest.raises(RefusedError, match="TOPTABLE_GAMES=on"):
        opened()


NOON = datetime.fromisoformat("2026-05-01T12:00:00+00:00")


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def silent_for(seconds: float, *seats: GameSeat) -> datetime:
    """Let seats have been silent for so long; since when."""
    since = timezone.now() - timedelta(seconds=seconds)
    GameSeat.objects.filter(pk__in=[seat.pk for seat in seats]).update(seen_at=since)
    return since


def test_a_seat_is_away_after_45_seconds_without_news_and_back_with_the_next() -> None:
    seat = seat_at(begun(), 1)
    note_all_seen([seat.pk], after(0))
    seat.seen_at = None
    note_seen(seat, after(20))
    assert [away_since(seat, after(moment)) for moment in (20, 65, 65.001)] == [None, None, after(20)]
    note_seen(seat, after(70))
    assert away_since(seat, after(70)) is None


def test_a_seat_that_has_not_come_is_not_away() -> None:
    seat = seat_at(opened().game, 0)
    note_seen(seat, after(0))
    assert away_since(seat, after(3_600)) is None


def test_a_seat_is_written_at_most_once_in_15_seconds() -> None:
    seat = seat_at(begun(), 0)
    note_seen(seat, after(60 * 60 * 24 * 365))  # long after the game began
    at = seat.seen_at
    assert at is not None
    asked = []
    for seconds in (0, 14.999, 15, 16, 29.999, 30):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            note_seen(seat, at + timedelta(seconds=seconds))
        asked.append(len(queries))
    assert asked == [0, 0, 1, 0, 0, 1]
    other_process = GameSeat(pk=seat.pk)
    note_seen(other_process, at + timedelta(seconds=44))
    assert GameSeat.objects.get(pk=seat.pk).seen_at == at + timedelta(seconds=30)


def test_nobody_waits_for_a_note_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object) -> None:
        raise DatabaseError("database is locked")

    seat = seat_at(begun(), 0)
    before = seat.seen_at
    monkeypatch.setattr(presence, "note_all_seen", locked)
    note_seen(seat, timezone.now() + timedelta(hours=1))
    assert seat.seen_at == before


def looks_at_its_page(hall: Hall) -> None:
    hall.phones[1].get(hall.hand)


def opens_the_socket_of_its_page(hall: Hall) -> None:
    assert page_of(hall.code, hall.phones[1].cookies["seat"].value) == (hall.game.pk, [seat_at(hall.game, 1).pk])


@pytest.mark.parametrize("comes", [looks_at_its_page, opens_the_socket_of_its_page])
def test_a_phone_is_heard_of_by_its_page_and_by_its_socket(comes: Callable[[Hall], None]) -> None:
    hall = opened_by()
    silent_for(60, *hall.game.seats.all())
    comes(hall)
    assert [away_since(seat) is None for seat in hall.game.seats.all()] == [False, True, False]


@pytest.mark.parametrize("by_socket", [False, True])
def test_a_program_is_heard_of_by_what_it_sends(by_socket: bool) -> None:
    made = opened()
    for token in made.tokens.values():
        spoken(token, hello(token))
    silent_for(60, *made.game.seats.all())
    token = made.tokens["P3"]
    if by_socket:
        _answer_hello(f'{{"t": "hello", "v": 1, "token": "{token}"}}')
    else:
        spoken(token, {"t": "ping", "at": 1})
    assert [away_since(seat) is None for seat in made.game.seats.all()] == [False, False, True]


def test_the_board_notes_nobody_and_tells_who_is_away_once_it_is_so() -> None:
    hall = opened_by()
    board = f"/game/{hall.code}/"
    there = Client().get(board)
    stamp, mark = there.context["stamp"], fingerprints_of([hall.game.pk])
    assert "away since" not in there.content.decode()
    assert Client().get(f"{board}?s={stamp}", headers={"HX-Request": "true"}).status_code == 204
    silent_for(46, seat_at(hall.game, 2))
    changed = Client().get(f"{board}?s={stamp}", headers={"HX-Request": "true"})
    assert (changed.status_code, changed.content.decode().count("away since")) == (200, 1)
    assert fingerprints_of([hall.game.pk]) != mark
    assert away_since(seat_at(hall.game, 2)) is not None


def test_the_lags_of_many_seats_are_noted_by_two_queries() -> None:
    seats = list(begun(players=4).seats.order_by("place"))
    with CaptureQueriesContext(connection) as queries:
        note_lags({seat.pk: 45 * seat.place for seat in seats})
    noted = GameSeat.objects.filter(pk__in=[seat.pk for seat in seats]).order_by("place").values_list("lag", flat=True)
    assert (list(noted), len(queries)) == ([0, 40, 80, 120], 2)


def test_lag_is_noted_in_steps_and_credited_to_the_next_act_as_far_as_the_quota_goes() -> None:
    game = begun(minutes=20)
    for place in range(3):
        act(
            seat_at(game, place),
            one(f"start {place}", session_of(Game.objects.get(pk=game.pk)).number + 1, act="start"),
        )
    game = Game.objects.get(pk=game.pk)
    session = session_of(game)
    ask = pending_question(session)
    assert ask is not None
    assert game.begun_at is not None
    seat = seat_at(game, ask.seat)
    noted = []
    for measured in (19, 319, 310, 519):
        with CaptureQueriesContext(connection) as queries:
            note_lags({seat.pk: measured})
        noted.append((seat_at(game, ask.seat).lag, len(queries)))
    assert noted == [(0, 1), (300, 2), (300, 1), (500, 2)]
    later = game.begun_at + timedelta(milliseconds=session.at + 5_000)
    act(seat_at(game, ask.seat), one("late", session.number + 1, **legal_documents(session, ask)[0]), now=later)
    assert GameAct.objects.get(game=game, number=session.number + 1).lag == 400


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
    _board_drawing.cache_clear()
    pages = [Client().get(f"/game/{game.code}/").content for _ in range(3)]
    assert (_board_drawing.cache_info().misses, _board_drawing.cache_info().hits) == (1, 2)
    assert all(b'class="board"' in page for page in pages)
    play_on(game, Random(1), 6)
    Client().get(f"/game/{game.code}/")
    assert _board_drawing.cache_info().misses == 2, "another board is drawn where a tile was laid"


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
