"""Act in a game: one transaction under the lock of its row. What is acknowledged is in the database, and nothing acts twice.

1. A message whose ID was used before gets the answer to the first one, whatever it holds now.
2. A time-out that is due is written first.
3. A message is stale if the game has moved on since the view it was made from; a pause, given time or a look into a hand do not count.
4. Legal acts are stored together with the acts of the server that follow. Of several acts in a message, those before the first
illegal one are stored, and the answer says why the rest was refused.

Ruling: of a message that was refused nothing is stored, so its ID may be used again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deciding import ARBITER, decide, decide_turn, is_stale, write_timeout
from games.acquire.play.devices.deeds import Deed, deed_document
from games.acquire.play.devices.messages import Acts, ack, refusal_answer, stale_answer
from games.acquire.play.devices.session import Session, add_deed, log_of, time_up
from games.acquire.play.devices.views import seat_view
from games.acquire.record import GameRecord
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.sessions import (
    ANSWERED,
    ARRIVALS,
    LOCKED,
    REACHED,
    RULED,
    announce_change,
    cache_session,
    chooser_of,
    session_of,
)
from tournament.play.games.tables.event import event_of, fill_seats, is_drawing_starts
from tournament.record.vocabulary import GameState
from wording import gettext as _

_BESIDE_THE_BODY = frozenset({"n", "at", "lag"})


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent an act: the place of the seat (None for the arbiter), the message's ID, which the client chose, and the answer to it."""

    seat: int | None = None
    client_id: str = ""
    answer: list[dict[str, Any]] | None = None


SERVER = Sender()
"""The sender of acts that the server does by itself."""


def locked_game(game: int) -> Game:
    """Return the row of a game (by primary key), locked until the transaction ends; Game.DoesNotExist where there is none."""
    row = LOCKED.first(game)
    if row is None:
        raise Game.DoesNotExist
    return row


def moment_in(game: Game, now: datetime | None = None) -> int:
    """The ms since a game began, by the server's clock; 0 before its beginning."""
    if game.begun_at is None:
        return 0
    return max(0, round(((now or timezone.now()) - game.begun_at).total_seconds() * 1000))


def write(game: Game, session: Session, deeds: Sequence[Deed], sender: Sender = SERVER) -> Session:
    """Store acts that follow a session, and return the new session. The first is stored as sent by ``sender``, the others by the server.

    The game must be locked. Its row is brought up to date: the number of the last act, and whether it is over.
    """
    rows: list[GameAct] = []
    for deed in deeds:
        session = add_deed(session, deed)
        body = {key: value for key, value in deed_document(deed, session.terms).items() if key not in _BESIDE_THE_BODY}
        by = SERVER if rows else sender
        rows.append(
            GameAct(
                game=game,
                number=deed.number,
                at_ms=deed.at,
                lag=deed.lag,
                seat=by.seat,
                client_id=by.client_id,
                body=body,
                answer=by.answer,
            )
        )
    GameAct.objects.bulk_create(rows)
    game.last = session.number
    if session.is_over is not (game.state == GameState.OVER.value):  # it has ended, or was rewound after its end
        game.state = (GameState.OVER if session.is_over else GameState.PLAYING).value
        game.ended_at = timezone.now() if session.is_over else None
        if not session.is_over:  # players agreed to an end that was undone
            game.seats.update(agreed_at=None, refused_at=None, accepted_by=None, accepted_by_name="")
        game.save(update_fields=["last", "state", "ended_at"])
    else:
        REACHED.each([(game.last, game.pk)])
    cache_session(game, session)
    announce_change(game.pk)
    return session


def is_timeout_due(session: Session, at: int) -> bool:
    """Whether the server has to write a time-out at a moment (ms). If the player has to name a chain, the arbiter does that first (R31)."""
    over = time_up(session, at)
    return over is not None and not over.names_open and not session.paused


def write_due(game: Game, session: Session, at: int) -> Session:
    """Write the time-outs that are due at a moment (ms); return the session with them. The game must be locked."""
    while is_timeout_due(session, at):
        session = write(game, session, write_timeout(session, at, chooser_of(game.seed)))
    return session


@dataclass(frozen=True, slots=True)
class ActResult:
    """The result of a message with acts: the frames that answer it, the game and its session afterwards."""

    answer: list[dict[str, Any]]
    game: Game
    session: Session


def act(seat: GameSeat, sent: Acts, *, now: datetime | None = None) -> ActResult:
    """Do what a seat sent, or answer why not. ``now`` replaces the current time in tests.

    Raises IllegalActionError ``act-unreadable`` for an ID that cannot be stored, ``seat-handed-on`` for a seat whose token was revoked
    since it was read.
    """
    return _act(seat.game, seat, sent, now)


def rule_by_arbiter(game: Game, sent: Acts, *, now: datetime | None = None) -> ActResult:
    """Do what the arbiter of a game orders, such as a pause, more time or a rewind, or answer why not."""
    return _act(game, None, sent, now)


def _act(game: Game, seat: GameSeat | None, sent: Acts, now: datetime | None) -> ActResult:
    """Act in one transaction; ``seat`` is None for the arbiter. Starting tiles of an event's game are also entered in the event."""
    if not sent.id.isprintable():
        raise IllegalActionError("'id' is a line of text; leave out what no page shows.", "act-unreadable")
    with transaction.atomic():
        if game.table_id is None or not is_drawing_starts(session_of(game)):
            return _act_for(locked_game(game.pk), seat, sent, now)
        event = event_of(game)  # before the game, as every act of the event locks it
        done = _act_for(locked_game(game.pk), seat, sent, now)
        if not is_drawing_starts(done.session):
            fill_seats(event, done.game, done.session)
        return done


def _act_for(game: Game, seat: GameSeat | None, sent: Acts, now: datetime | None) -> ActResult:
    """Act in a locked game, for the arbiter or for a seat, or return the first answer to the same message.

    Refused where the token of the seat has changed since it was read.
    """
    if seat is None:
        answered = RULED.of(game.pk, sent.id)
    else:
        answered = ANSWERED.of(sent.id, seat.pk, seat.token_hash)
        if not answered:
            raise IllegalActionError(
                _("This seat has been given to another device; nothing was done."), "seat-handed-on"
            )
    first = answered[0][0] if answered else None
    return _act_on(game, seat, sent, now) if first is None else ActResult(first, game, session_of(game))


def _storable_refusal(refusal: dict[str, Any]) -> dict[str, Any]:
    """Return a refusal with "?" for unprintable characters; it may quote what a client sent, and databases do not store all of them."""
    words = "".join(letter if letter.isprintable() else "?" for letter in refusal["message"])
    return {**refusal, "message": words}


def _act_on(game: Game, sender: GameSeat | None, sent: Acts, now: datetime | None) -> ActResult:
    """Act in a locked game by a message that was not answered before, as the beginning of this module describes."""
    seat = None if sender is None else sender.place
    lag = 0 if sender is None else sender.lag
    session = session_of(game)
    if game.state == GameState.LOBBY.value:
        not_begun = IllegalActionError(_("The game will begin once everybody is here."), "game-not-begun")
        return ActResult([refusal_answer(sent.id, not_begun, session.number)], game, session)
    if game.reported_at is not None:
        handed_in = IllegalActionError(
            _("Everyone has agreed, and the result has been handed in."),
            "game-handed-in",
        )
        return ActResult([refusal_answer(sent.id, handed_in, session.number)], game, session)
    if game.state == GameState.LEFT.value:
        left = IllegalActionError(_("The game was left unfinished; resume it first."), "game-left")
        return ActResult([refusal_answer(sent.id, left, session.number)], game, session)
    at = moment_in(game, now)
    session = write_due(game, session, at)
    if sent.number > session.number + 1 or is_stale(session, sent.number):
        return ActResult([stale_answer(sent.id, session.number)], game, session)
    choose = chooser_of(game.seed)
    who = ARBITER if seat is None else seat
    refusal: IllegalActionError | None = None
    if len(sent.requests) == 1:
        try:
            deeds = decide(session, who, sent.requests[0], at=at, choose=choose, lag=lag)
        except IllegalActionError as problem:
            deeds, refusal = (), problem
    else:
        turn = decide_turn(session, who, sent.requests, at=at, choose=choose, lag=lag)
        deeds, refusal = turn.deeds, turn.refusal
    if not deeds:
        why = refusal or IllegalActionError(_("Nothing was chosen. Choose again."), "act-unreadable")
        return ActResult([refusal_answer(sent.id, why, session.number)], game, session)
    answer = [ack(sent.id, deeds[-1].number)]
    if refusal is not None:
        answer.append(_storable_refusal(refusal_answer(sent.id, refusal, deeds[-1].number)))
    session = write(game, session, deeds, Sender(seat, sent.id, answer))
    return ActResult(answer, game, session)


def game_now(game: Game, now: datetime | None = None) -> tuple[Game, Session]:
    """A game and its session at a moment, after writing a time-out that is due."""
    session = session_of(game)
    if not is_timeout_due(session, moment_in(game, now)):
        return game, session
    with transaction.atomic():
        game = locked_game(game.pk)
        return game, write_due(game, session_of(game), moment_in(game, now))


def arrivals_of(game: Game) -> dict[int, bool]:
    """Return whether the player agrees to the result, by the places of the seats whose players have come; one query."""
    return {place: agreed is not None for place, agreed in ARRIVALS.of(game.pk)}


def view_for(
    seat: GameSeat, game: Game, session: Session, *, since: int = 0, legal: bool = False, now: datetime | None = None
) -> dict[str, Any]:
    """Return the view of a seat now, with the acts after number ``since`` as news; one query.

    In it ``here`` tells who has come and ``agreed`` who agrees to the result; ``legal`` asks for the list of legal acts.
    """
    return view_at(seat.place, game, session, arrivals_of(game), since=since, legal=legal, now=now)


def view_at(
    place: int,
    game: Game,
    session: Session,
    came: Mapping[int, bool],
    *,
    since: int = 0,
    legal: bool = False,
    now: datetime | None = None,
) -> dict[str, Any]:
    """Return the view as `view_for`, where ``came`` is already known (see `arrivals_of`). Before all have come it holds no question."""
    agreed = [place for place, agrees in came.items() if agrees]
    view = seat_view(session, place, at=moment_in(game, now), since=since, connected=came, agreed=agreed, legal=legal)
    if game.state == GameState.LOBBY.value:
        view["ask"] = None
    return view


def log_now(game: Game) -> GameRecord:
    """The log of a game as it stands, in the form that the replay reads, with the names of an event's players."""
    return with_names_entered(log_of(game_now(game)[1]), game.seats.select_related("entry"))


def with_names_entered(record: GameRecord, seats: Iterable[GameSeat]) -> GameRecord:
    """Return the log of a game with the names of an event's players, whom its terms have by number."""
    names = {f"P{seat.entry.number}": seat.entry.name for seat in seats if seat.entry is not None}
    players = tuple(replace(player, name=names.get(player.id, player.name)) for player in record.header.players)
    return replace(record, header=replace(record.header, players=players))
