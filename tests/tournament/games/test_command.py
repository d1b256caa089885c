"""`manage.py game`: what it opens and prints, where, and what it refuses."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

from games.acquire.logs.reading import read_log
from games.acquire.replay.judging.judge import replay
from tests.tournament.games.tables import begun, one, seat_at
from tests.tournament.serving.running import command, put_migrated
from tournament.installation.lookups import has_game
from tournament.installation.serve_folder import DATABASE
from tournament.play.games.models import Game
from tournament.play.games.services.acting import act
from tournament.play.games.services.seats import seat_with
from tournament.play.games.services.sessions import forget_sessions


@pytest.fixture
def games(db: None, settings: Settings) -> Iterator[None]:
    """Games may be opened."""
    settings.GAMES = True
    forget_sessions()
    yield
    forget_sessions()


def said(*words: str) -> str:
    out = io.StringIO()
    call_command("game", *words, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("games")
def test_a_game_is_opened_and_its_tokens_and_address_are_told() -> None:
    words = ("--edition", "ah2008", "--players", "3", "--holdings", "closed", "--seed", "5", "--json")
    told = json.loads(said(*words, "--port", "8123"))
    game = Game.objects.get()
    assert (told["code"], told["post"], told["pages"], list(told["tokens"])) == (
        game.code,
        "http://127.0.0.1:8123/game/protocol/",
        {"board": f"http://127.0.0.1:8123/game/{game.code}/", "hands": {}},
        ["P1", "P2", "P3"],
    )
    assert told["socket"] == "ws://127.0.0.1:8123/live/"
    assert set(told) == {"code", "socket", "post", "pages", "tokens"}
    assert (game.seed, game.terms["holdings"], game.terms["minutes"], game.state) == ("5", "closed", None, "lobby")
    assert [getattr(seat_with(token), "place", None) for token in told["tokens"].values()] == [0, 1, 2]
    assert json.loads(said("--json"))["post"] == "http://testserver/game/protocol/"


@pytest.mark.usefixtures("games")
def test_a_game_is_told_to_people_too() -> None:
    first, *addresses, one_token, two, three = said("--players", "3", "--minutes", "20").splitlines()
    game = Game.objects.get()
    assert first == f"Game {game.code} is open; it begins when every token has said hello."
    assert addresses == [
        "Socket ws://testserver/live/",
        "POST http://testserver/game/protocol/",
        f"Board http://testserver/game/{game.code}/",
    ]
    assert [line.split()[0] for line in (one_token, two, three)] == ["P1", "P2", "P3"]
    assert game.terms["minutes"] == 20


@pytest.mark.usefixtures("games")
def test_the_log_is_printed_at_any_moment_and_read_by_the_replay() -> None:
    game = begun(players=3)
    moments = []
    for place in range(3):
        moments.append((said(game.code, "--log"), said(game.code, "--log", "--json")))
        act(seat_at(game, place), one("a", place + 1, act="start"))
    moments.append((said(game.code, "--log"), said(game.code, "--log", "--json")))
    for text, document in moments:
        assert read_log(text) == read_log(document)
        assert replay(read_log(document)).document()["findings"] == []
    assert [len(read_log(document).events) for _, document in moments[:3]] == [0, 1, 2]
    assert len(read_log(moments[-1][1]).events) > 6


REFUSED: tuple[tuple[tuple[str, ...], str], ...] = (
    (("--players", "0"), "A game has 1 to 10 players, not 0."),
    (("--players", "x"), '"x" is not a whole number; enter one like 17.'),
    (("--edition", "ludo"), "ludo"),
    (("--minutes", "700"), "The minutes for each player must be from 1 to 600 or null, not 700."),
    (("--port", "99999"), "There is no port 99999; use one from 1024 to 65535."),
    (("--seed", ""), "A seed has 1 to 40 letters or digits."),
    (("--log",), "Which game? Add its code: python3 manage.py game CODE --log."),
    (("nosuchga", "--log"), "There is no game “nosuchga”."),
    (("nosuchga",), "To print the log of a game, enter: python3 manage.py game nosuchga --log."),
)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as refusal:
        said(*words)
    assert sentence in str(refusal.value)
    assert Game.objects.count() == 0


@pytest.mark.django_db
def test_an_installation_that_opens_no_games_says_so() -> None:
    with pytest.raises(CommandError, match="TOPTABLE_GAMES=on"):
        said()


@pytest.mark.server
def test_a_game_is_opened_in_the_installation_that_the_environment_names_and_found_there(
    tmp_path: Path, kept_database: Path
) -> None:
    there: dict[str, Any] = {
        "DATABASE_URL": f"sqlite:///{tmp_path / DATABASE}",
        "TOPTABLE_DEBUG": "on",
        "TOPTABLE_GAMES": "on",
    }
    before = command(tmp_path, "game", **there)
    assert (before.returncode, before.stderr.count("\n")) == (2, 1)
    assert "The database has no table of games yet" in before.stderr
    put_migrated(kept_database, tmp_path / DATABASE)
    told = json.loads(command(tmp_path, "game", "--json", **there).stdout)
    assert has_game(tmp_path / DATABASE, told["code"])
    assert not has_game(tmp_path / DATABASE, "nosuchga")
    assert command(tmp_path, "game", told["code"], "--log", **there).stdout.startswith("edition: mso\n")
