"""Games on devices at tables of an event, played some acts on at a time by whoever is asked, each act chosen by lot."""

from __future__ import annotations

from random import Random

from django.test import override_settings

from games.acquire.play.devices.messages import Acts
from games.acquire.play.devices.questions import legal_documents
from games.acquire.play.devices.session import pending_question
from tests.acts.choosing import PLAYING, table_of
from tournament.models import Event, Table
from tournament.play.games.models import Game
from tournament.play.games.services.acting import act
from tournament.play.games.services.opening import GameOrder, open_game
from tournament.play.games.services.seats import say_hello
from tournament.play.games.services.sessions import session_of
from tournament.record.event import EventRecord

ACTS_AT_A_TIME = 12


def game_at(table: Table, *, edition: str = "mso", seed: str = "", has_names: bool = True) -> Game:
    """The game of a table, opened for its seats and begun; with names in its terms, as before 4.3, or with numbers."""
    seats = list(table.seats.select_related("entry").order_by("position"))
    called = [seat.entry.name if has_names else f"P{seat.entry.number}" for seat in seats]
    with override_settings(GAMES=True, GAMES_AT_ONCE=10_000):
        game = open_game(GameOrder(edition, called, seed=seed)).game
    Game.objects.filter(pk=game.pk).update(table=table)
    for place, seat in enumerate(seats):
        game.seats.filter(place=place).update(entry=seat.entry)
    for seat_of_game in game.seats.all():
        say_hello(seat_of_game)
    return Game.objects.get(pk=game.pk)


def play_on(game: Game, chance: Random, most: int = ACTS_AT_A_TIME) -> Game:
    """The game after so many further acts, or at its end."""
    seats = {seat.place: seat for seat in game.seats.all()}
    for _ in range(most):
        game = Game.objects.get(pk=game.pk)
        session = session_of(game)
        ask = pending_question(session)
        if ask is None:
            break
        wanted = chance.choice(legal_documents(session, ask))
        act(seats[ask.seat], Acts(f"a{game.last + 1}", game.last + 1, (wanted,)))
    return Game.objects.get(pk=game.pk)


def play_on_devices_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    """A table of a round that is being played begins on devices, or plays on."""
    played, table = table_of(record, chance, PLAYING)
    row = Table.objects.get(round__event=event, round__number=played.number, number=table.number)
    game = Game.objects.filter(table=row).first() or game_at(row, seed=str(chance.random()), has_names=False)
    play_on(game, chance)
