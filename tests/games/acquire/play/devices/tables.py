"""Games on devices played at random by their own words, for the tests of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import Phase as HypothesisPhase

from games.acquire.actions import ActKind
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import IllegalActionError
from games.acquire.logs.json import event_document
from games.acquire.play.devices import deciding, session
from games.acquire.play.devices.asking import PendingQuestion, QuestionKind
from games.acquire.play.devices.deciding import ARBITER, decide, write_timeout
from games.acquire.play.devices.deeds import Deed, Holdings, Terms
from games.acquire.play.devices.questions import legal_documents
from games.acquire.play.devices.session import Session, add_deed, open_session, pending_question, settle, time_up
from games.acquire.record import Header, Player
from games.acquire.rules.legal import iter_legal

NAMES = tuple(EDITIONS)
#: For properties of whole games played from a seed, which is no simpler for being smaller.
BY_SEED = (HypothesisPhase.explicit, HypothesisPhase.reuse, HypothesisPhase.generate)
PEOPLE = ("Ann", "Ben", "Cai", "Dot", "Eva", "Fay")


def asked(session: Session) -> PendingQuestion:
    """What somebody is asked; there is nobody only where a test is wrong."""
    question = pending_question(session)
    assert question is not None
    return question


def terms(
    edition: str, seats: int, *, minutes: int | None = 20, rules: Mapping[str, object] | None = None, **others: Any
) -> Terms:
    """Terms for the first of the people."""
    people = tuple(Player(name, f"{name} Demo") for name in PEOPLE[:seats])
    return Terms(Header(edition, people, rules=dict(rules or {})), minutes, **{"lists_legal": True, **others})


def seats_of(edition: str) -> range:
    """How many may play an edition here, from two to six."""
    return range(max(2, EDITIONS[edition].min_players), min(6, EDITIONS[edition].max_players) + 1)


def sizes_of(edition: str) -> list[int]:
    """The fewest that may play an edition, the most, and a number between them that is another one for the next edition."""
    every = seats_of(edition)
    between = every[1:-1] or every
    return sorted({every[0], between[NAMES.index(edition) % len(between)], every[-1]})


def played(game: Terms, random: Random, *, calls_end: bool = True, pace: int = 3_000) -> Iterator[Session]:
    """The session after each deed of a random game up to its end; without ``calls_end`` nobody calls it while he can do else."""
    at = 0

    def go_on(session: Session) -> tuple[Deed, ...]:
        nonlocal at
        at += random.randrange(pace)
        return _next(session, at, random, calls_end)

    return _through(game, random, go_on)


def _through(game: Terms, random: Random, go_on: Callable[[Session], tuple[Deed, ...]]) -> Iterator[Session]:
    """The session at the start and after each deed up to the end; ``go_on`` says what is done wherever the server has done all."""
    session = open_session(game)
    yield session
    _, deeds = settle(session, 0, random.choice)
    made: dict[int, tuple[Session, Session]] = {}
    while True:
        for deed in deeds:
            before, then = made.get(id(deed), (None, session))
            # What was decided from here was worked out as far as its last deed already; it is not worked out twice.
            session = then if before is session else add_deed(session, deed)
            yield session
        if session.is_over:
            return
        with _remembering(made):
            deeds = go_on(session)


@contextmanager
def _remembering(made: dict[int, tuple[Session, Session]]) -> Iterator[None]:
    """Keep what each deed that is decided here was found to make of its session, by the deed's identity."""
    made.clear()

    def remembered(session: Session, deed: Deed) -> Session:
        then = add_deed(session, deed)
        made[id(deed)] = session, then
        return then

    with pytest.MonkeyPatch.context() as patch:
        for module in (deciding, session):
            patch.setattr(module, "add_deed", remembered)
        yield


def _next(session: Session, at: int, random: Random, calls_end: bool) -> tuple[Deed, ...]:
    ask = pending_question(session)
    assert ask is not None
    over = time_up(session, at)
    if over is not None and not over.names_open:
        return write_timeout(session, at, random.choice)
    request = _any_act(session, ask, random, calls_end)
    return decide(session, ask.seat, request, at=at, choose=random.choice, lag=random.randrange(600))


def _any_act(session: Session, ask: PendingQuestion, random: Random, calls_end: bool) -> dict[str, Any]:
    """One of the acts that `legal_documents` lists, in its order, without writing all the others."""
    if ask.phase in (QuestionKind.START, QuestionKind.DRAW):
        listed = legal_documents(session, ask)
        return random.choice(listed if calls_end else [act for act in listed if act["act"] != "end"] or listed)
    actions = list(iter_legal(session.state))
    if not calls_end:
        actions = [action for action in actions if action.act is not ActKind.END] or actions
    document = event_document(random.choice(actions), session.terms.ids, session.terms.names)
    return {key: value for key, value in document.items() if key != "player"}


def disturbed(game: Terms, random: Random, *, most: int = 6) -> Iterator[Session]:
    """A random game in which the arbiter pauses, gives time, looks into hands, lets take back and goes back now and then."""
    at = orders = 0

    def go_on(session: Session) -> tuple[Deed, ...]:
        nonlocal at, orders
        at += random.randrange(3_000)
        order = _order(session, random) if orders < most and random.random() < 0.15 else None
        if session.paused:
            order = {"act": "resume"}
        if order is not None:
            try:
                deeds = decide(session, ARBITER, order, at=at, choose=random.choice)
            except ValueError:
                pass
            else:
                orders += 1
                return deeds
        return _next(session, at, random, True)

    return _through(game, random, go_on)


def _order(session: Session, random: Random) -> dict[str, Any]:
    player = random.choice(session.terms.ids)
    back = max(0, session.number - random.randrange(1, 30))
    return random.choice(
        (
            {"act": "pause"},
            {"act": "time", "player": player, "seconds": random.choice((-120, 60))},
            {"act": "peek", "player": player},
            {"act": "takeback"},
            {"act": "redraw", "player": player},
            {"act": "rewind", "to": back, "reason": "a wrong tile"},
            {"act": "timeout", "player": player},
            {"act": "end"},
        )
    )


@lru_cache(maxsize=64)
def walk(edition: str, seats: int, seed: int, closed: bool = False) -> tuple[Session, ...]:
    """Every session of one disturbed game of an edition, from its start to its end."""
    holdings = Holdings.CLOSED if closed else Holdings.OPEN
    game = terms(edition, seats, holdings=holdings, opens_hands=seed % 2 == 0)
    return tuple(disturbed(game, Random(f"{edition} {seats} {seed}")))


def moments(edition: str, seed: int = 0) -> list[Session]:
    """The settled sessions of a game of each number of players: those in which somebody is asked, and the last."""
    found = []
    for seats in seats_of(edition):
        found += [
            session
            for session in walk(edition, seats, seed)
            if pending_question(session) is not None or session.is_over
        ]
    return found


def started(name: str = "mso", seats: int = 3, **others: Any) -> Session:
    """A game whose first turn begins: of three it is Cai's, who drew 12G after Ann 12I and Ben 12H."""
    session = open_session(terms(name, seats, **others))
    session, _ = settle(session, 0, min)
    while (ask := pending_question(session)) is not None and ask.phase is QuestionKind.START:
        for deed in decide(session, ask.seat, {"act": "start"}, at=0, choose=max):
            session = add_deed(session, deed)
    return session


def done(session: Session, who: int, request: object, at: int = 0) -> Session:
    """The session after a request; the lowest tile is drawn."""
    for deed in decide(session, who, request, at=max(at, session.at), choose=min):
        session = add_deed(session, deed)
    return session


def refusal(session: Session, who: int, request: object) -> str:
    """The code with which a request is refused, in a sentence and without a trace."""
    before = session.state.copy()
    with pytest.raises(IllegalActionError) as caught:
        decide(session, who, request, at=session.at, choose=min)
    assert session.state == before
    assert str(caught.value).endswith(".")
    return caught.value.code
