"""What the services of a game hold: nothing acts twice, what is stale does nothing, time-outs are written once, rows stay."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import rebuild, terms_from
from games.acquire.play.devices.messages import Acts
from tests.tournament.games.tables import begun, one, opened, seat_at, starts
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.acting import act, game_now, rule_by_arbiter, view_for
from tournament.play.games.services.agreeing import agree
from tournament.play.games.services.seats import say_hello, seat_with
from tournament.play.games.services.sessions import forget_sessions, session_of
from tournament.record.devices import hash_of
from tournament.services.changes import RefusedError

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
