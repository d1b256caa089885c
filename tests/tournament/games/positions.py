"""Games that stand at a position at once: acts of a game that was played in memory, put into the database with a phone at every seat."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import lru_cache
from random import Random

from django.test import Client
from django.utils import timezone

from games.acquire.actions import Action, ActKind
from games.acquire.play.devices.deeds import Terms, deed_document, terms_document
from games.acquire.play.devices.session import Session, pending_question
from games.acquire.record import Header, Player
from tests.games.acquire.play.devices.tables import played
from tests.tournament.games.phones import Hall
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.pages.browser import HOST, SEAT, host_proof
from tournament.record.devices import LETTERS, hash_of, new_token
from tournament.record.vocabulary import CODE_LENGTH

NAMES = ("Ann", "Bea", "Cyd", "Dan", "Eve", "Fay")


@lru_cache(maxsize=16)
def walk(edition: str, seats: int = 3, seed: int = 1) -> tuple[Session, ...]:
    """Every session of a game played at random without clocks, in which nobody calls the end before he must."""
    players = tuple(Player(f"P{place}", f"Player {place}") for place in range(1, seats + 1))
    terms = Terms(Header(edition, players), None, code="standing", lists_legal=True)
    return tuple(played(terms, Random(f"{edition} {seats} {seed}"), calls_end=False))


def position(edition: str, is_wanted: Callable[[Session], bool], seats: int = 3, seeds: int = 20) -> Session:
    """The first session that is as wanted, in one of some games."""
    for seed in range(1, seeds + 1):
        for session in walk(edition, seats, seed):
            if is_wanted(session):
                return session
    raise AssertionError(f"no game of {edition} comes to this")


def asking(phase: str) -> Callable[[Session], bool]:
    """Whether somebody is asked for this."""
    return lambda session: (ask := pending_question(session)) is not None and ask.phase.value == phase


def asking_at(phase: str, place: int) -> Callable[[Session], bool]:
    """Whether the seat at a place is asked for this."""
    return lambda session: (
        (ask := pending_question(session)) is not None and (ask.phase.value, ask.seat) == (phase, place)
    )


def paid(session: Session) -> bool:
    """Whether a merger has just paid, and somebody disposes."""
    last = session.deeds[-1].what if session.deeds else None
    return asking("dispose")(session) and isinstance(last, Action) and last.act is ActKind.BONUS


def put(session: Session, names: Sequence[str] = NAMES, *, seconds_ago: int = 60) -> tuple[Hall, list[str]]:
    """A game in the database that stands there since so many seconds, with the token of each seat."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    last = timedelta(milliseconds=session.deeds[-1].at if session.deeds else 0)
    begun = timezone.now() - last - timedelta(seconds=seconds_ago)
    game = Game.objects.create(
        code=code,
        terms={**terms_document(session.terms), "code": code},
        opened_at=begun,
        begun_at=begun,
        state="over" if session.is_over else "playing",
        ended_at=timezone.now() if session.is_over else None,
        last=session.number,
    )
    beside = {"n", "at", "lag"}
    GameAct.objects.bulk_create(
        GameAct(
            game=game,
            number=deed.number,
            at_ms=deed.at,
            lag=deed.lag,
            body={key: value for key, value in deed_document(deed, session.terms).items() if key not in beside},
        )
        for deed in session.deeds
    )
    tokens = [new_token() for _ in session.terms.ids]
    GameSeat.objects.bulk_create(
        GameSeat(game=game, place=place, name=name, token_hash=hash_of(token), hello_at=begun)
        for place, (name, token) in enumerate(zip(names, tokens, strict=False))
    )
    hall = Hall(code, Client())
    hall.host.cookies[HOST] = host_proof(code)
    for token in tokens:
        phone = Client()
        phone.cookies[SEAT] = token
        hall.phones.append(phone)
    return hall, tokens
