"""Phones at the tables of an event, and games there that are played by chance through the services."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone

from games.acquire.play.devices.messages import Acts
from games.acquire.play.devices.session import pending_question
from games.acquire.play.devices.views import seat_view
from tests.build import director_of
from tests.tournament.devices.phones import code_of_table
from tournament.access.devices import claim
from tournament.models import Device, Event
from tournament.models.queries import record_of
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.acting import act
from tournament.play.games.services.agreeing import agree
from tournament.play.games.services.sessions import session_of
from tournament.play.games.tables.seating import take_hand
from tournament.record.devices import hash_of, table_subject

LONGEST = 1_500
"""Acts after which a game that does not end is given up."""


def game_of(event: Event, table: int = 1, number: int = 1) -> Game:
    """The game of a table."""
    return Game.objects.get(table__round__event=event, table__round__number=number, table__number=table)


def phone_at(event: Event, player: int, table: int = 1, number: int = 1) -> Device:
    """The own phone of a player at a table, let in by the code of the slip."""
    token = claim(event, table_subject(number, table), code_of_table(event, table, number), player)
    return Device.objects.select_related("event", "entry").get(token_hash=hash_of(token))


def seated(event: Event, table: int = 1, number: int = 1) -> list[GameSeat]:
    """Everybody at a table takes the own hand; the seats."""
    players = [seat.player for seat in record_of(event).table(number, table).seats]
    return [take_hand(phone_at(event, player, table, number)) for player in players]


def seat_now(game: Game, place: int) -> GameSeat:
    """A seat as a request would find it."""
    return GameSeat.objects.select_related("game__table__round").get(game=game, place=place)


def choices(game: Game, chance: Random) -> Iterator[dict[str, Any]]:
    """What whoever is asked does next, by chance; the end is called as soon as it may be."""
    while True:
        session = session_of(Game.objects.get(pk=game.pk))
        ask = pending_question(session)
        if ask is None:
            return
        told = replace(session, terms=replace(session.terms, lists_legal=True))
        legal = seat_view(told, ask.seat, at=session.at, legal=True)["ask"]["legal"]
        ends = [each for each in legal if each["act"] == "end"]
        yield {"seat": ask.seat, "n": session.number + 1, **(ends or [chance.choice(legal)])[0]}


def play(game: Game, seed: int = 1, most: int = LONGEST) -> Game:
    """Play a game on to its end, or so many acts; the game then."""
    chance = Random(seed)
    for count, chosen in enumerate(choices(game, chance)):
        if count >= most:
            break
        assert count < LONGEST
        seat, number = chosen.pop("seat"), chosen.pop("n")
        with TestCase.captureOnCommitCallbacks(execute=True):  # a session is kept once it is in the database
            done = act(seat_now(game, seat), Acts(f"{seat}-{number}", number, (chosen,)))
        assert done.answer[0]["t"] == "ack", done.answer
    return Game.objects.get(pk=game.pk)


_ended: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {}
"""Games that were played out in this process: the row of each, and its acts, under its terms."""
_OF_A_ROW = ("state", "last", "begun_at", "ended_at")
_OF_AN_ACT = ("number", "at_ms", "lag", "seat", "client_id", "body", "answer")


def ended(game: Game) -> Game:
    """A game to which all have come, played out: by the services once in a process, then copied act by act."""
    terms = repr({name: value for name, value in game.terms["header"].items() if name != "event"})
    if terms not in _ended:
        over = play(game, seed=3)
        _ended[terms] = {name: getattr(over, name) for name in _OF_A_ROW}, list(over.acts.values(*_OF_AN_ACT))
        return over
    row, acts = _ended[terms]
    Game.objects.filter(pk=game.pk).update(**row | {"begun_at": game.begun_at, "ended_at": timezone.now()})
    GameAct.objects.bulk_create(GameAct(game=game, **values) for values in acts)
    copied = Game.objects.get(pk=game.pk)
    with TestCase.captureOnCommitCallbacks(execute=True):
        session_of(copied)
    return copied


def all_agree(game: Game) -> None:
    """Everybody at a table agrees."""
    for place in range(game.seats.count()):
        agree(seat_now(game, place))


def play_table(event: Event, table: int = 1, number: int = 1, seed: int = 1) -> Game:
    """Seat a table, play its game out and let all agree; the game then."""
    seated(event, table, number)
    game = play(game_of(event, table, number), seed)
    all_agree(game)
    return Game.objects.get(pk=game.pk)


def hands_of(event: Event, table: int = 1, number: int = 1) -> dict[int, Client]:
    """A browser for everybody at a table, let in by the slip, by number."""
    found = {}
    for seat in record_of(event).table(number, table).seats:
        browser = Client()
        address = reverse("claim_table", args=[event.slug, number, table, code_of_table(event, table, number)])
        answer = browser.post(address, {"holder": str(seat.player)})
        assert answer.status_code == 302, answer.content.decode()
        found[int(seat.player)] = browser
    return found


def desk_of(event: Event) -> Client:
    """The director's browser."""
    browser = Client()
    browser.force_login(director_of(event))
    return browser
