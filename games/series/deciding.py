"""One decision of a bot: it gets a view and has its limit; its act counts, or what the edition's rule does in its place.

1. The limit counts from the view; a refusal gives no more time.
2. The second refused act in one decision, and too many lines, count as out of time.
3. A line for another number than the next is stale: it is answered, and has no effect.
4. Of a whole turn what comes add_deed an act that was done is refused without being counted, for the game may have gone on
   otherwise than its sender thought.

Where a bot is out of time and the edition places a random tile (`TimeoutPolicy.RANDOM_TILE`): before the tile the turn is played for
it, else nothing is bought, all shares are sold, and a chain is named at random. Everywhere else any legal act is done at random.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.acquire.editions import TimeoutPolicy
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import (
    ARBITER,
    Chooser,
    QuestionKind,
    Session,
    add_deed,
    decide,
    decide_turn,
    pending_question,
    seat_view,
)
from games.acquire.play.devices.deeds import Deed
from games.acquire.play.devices.messages import refused, stale
from games.acquire.rules.legal import clocked_player
from games.series.bots import BotReply, NoReply, SeriesBot, ServerReply
from games.series.programs import id_of, parse_acts
from games.series.table import Conduct
from games.series.tracing import MessageDirection, Trace

#: The most lines that are read in one decision.
MOST_LINES: Final = 50
#: The number of refused acts in one decision that counts as out of time.
MOST_REFUSED: Final = 2
#: A program that was sent nothing for more deeds than these gets a view, so that it misses little of the news.
MOST_UNSEEN: Final = 10


@dataclass(slots=True)
class SeriesSeat:
    """A seat of one game: its place, bot and conduct, the fields of its messages in the trace, and the number of the last view sent."""

    place: int
    bot: SeriesBot
    conduct: Conduct
    trace_fields: Mapping[str, Any]
    last_seen: int = 0


@dataclass(slots=True)
class RunningGame:
    """A game while it is played: its seats, its bag, the random source for bots out of time, the trace, and when it began (monotonic)."""

    seats: tuple[SeriesSeat, ...]
    bag: Chooser
    random: Random
    trace: Trace
    began_at: float

    def decide_next(self, session: Session) -> Session:
        """The session after the next decision of the seat that is asked; the same session where none is."""
        ask = pending_question(session)
        if ask is None:
            return session
        seat = self.seats[ask.seat]
        view = self._view(session, seat, legal=True)
        seat.conduct.decisions += 1
        self.trace.add(seat.trace_fields, MessageDirection.TO, view)
        seat.bot.ask(view)
        began_at = time.monotonic()
        decided = self._answered(session, seat, view)
        seat.conduct.slowest = max(seat.conduct.slowest, time.monotonic() - began_at)
        return decided

    def send_news(self, session: Session) -> None:
        """Send a view to every program that has not seen many deeds, and to each program at the end of the game."""
        for seat in self.seats:
            if seat.bot.is_program and (session.is_over or session.number - seat.last_seen > MOST_UNSEEN):
                self._send(seat, self._view(session, seat))

    def _view(self, session: Session, seat: SeriesSeat, *, legal: bool = False) -> dict[str, Any]:
        """The view of a seat with the news since its last one; it counts as seen."""
        everybody = range(len(self.seats))
        view = seat_view(
            session, seat.place, at=self._now(session), since=seat.last_seen, connected=everybody, legal=legal
        )
        seat.last_seen = session.number
        return view

    def _now(self, session: Session) -> int:
        """The moment of the game in milliseconds; never before the session's last one."""
        return max(session.at, int((time.monotonic() - self.began_at) * 1000))

    def _send(self, seat: SeriesSeat, message: Mapping[str, Any]) -> None:
        self.trace.add(seat.trace_fields, MessageDirection.TO, message)
        seat.bot.tell(message)

    def _answered(self, session: Session, seat: SeriesSeat, view: Mapping[str, Any]) -> Session:
        """The session add_deed the answer of a seat to its view, or add_deed what is done in its place."""
        refusals = 0
        for _ in range(MOST_LINES):
            answer = seat.bot.answer()
            if isinstance(answer, NoReply):
                return self._out_of_time(session, seat, view, answer)
            self.trace.add(seat.trace_fields, MessageDirection.FROM, answer.line)
            if isinstance(answer, ServerReply):
                decided, refusal = self._server_reply(session, seat, answer)
            else:
                decided, refusal = self._bot_reply(session, seat, answer)
            if decided is not session:
                return decided
            if refusal is None:
                continue
            refusals += 1
            seat.conduct.refused += 1
            seat.conduct.note(str(view["ask"]["phase"]), refusal.code, str(refusal))
            if refusals == MOST_REFUSED:
                twice = NoReply("refused-twice", f"{MOST_REFUSED} acts were refused in one decision.")
                return self._out_of_time(session, seat, view, twice)
            self._send(seat, view)
        many = NoReply("too-many-lines", f"More than {MOST_LINES} lines were written in one decision.")
        return self._out_of_time(session, seat, view, many)

    def _bot_reply(
        self, session: Session, seat: SeriesSeat, reply: BotReply
    ) -> tuple[Session, IllegalActionError | None]:
        """The session add_deed a line, the same one where the line had no effect, and the refusal of what was not done."""
        try:
            sent = parse_acts(reply.line, session.number + 1)
        except IllegalActionError as problem:
            self._send(seat, refused(id_of(reply.line), problem, session.number))
            return session, problem
        if sent is None:
            return session, None
        if sent.number != session.number + 1:
            self._send(seat, stale(sent.id, session.number))
            return session, None
        turn = decide_turn(session, seat.place, sent.requests, at=self._now(session), choose=self.bag)
        if turn.refusal is not None:
            self._send(seat, refused(sent.id, turn.refusal, turn.session.number))
        return turn.session, turn.refusal

    def _server_reply(
        self, session: Session, seat: SeriesSeat, reply: ServerReply
    ) -> tuple[Session, IllegalActionError | None]:
        """The session add_deed what a server did for a seat, and why it refused what it did not do."""
        if reply.refusal is not None:
            self._send(seat, refused(id_of(reply.line), reply.refusal, session.number))
        return reply.session or session, reply.refusal

    def _out_of_time(self, session: Session, seat: SeriesSeat, view: Mapping[str, Any], why: NoReply) -> Session:
        """The session add_deed what is done in the place of a seat, which is told so."""
        seat.conduct.timeouts += 1
        seat.conduct.note(str(view["ask"]["phase"]), why.code, why.sentence)
        self.trace.add(seat.trace_fields, MessageDirection.ABOUT, {"code": why.code, "message": why.sentence})
        lost = IllegalActionError(f"{why.sentence} The decision is made for you.", why.code)
        self._send(seat, refused("", lost, session.number))
        at = self._now(session)
        for deed in stand_in(session, seat.place, view, at=at, random=self.random, choose=self.bag):
            session = add_deed(session, deed)
        return session


def stand_in(
    session: Session, seat: int, view: Mapping[str, Any], *, at: int, random: Random, choose: Chooser
) -> Sequence[Deed]:
    """The deeds that are done in the place of a seat that is out of time; its view lists the legal acts."""
    if session.state.edition.timeout_policy is not TimeoutPolicy.RANDOM_TILE:
        return decide(session, seat, random.choice(view["ask"]["legal"]), at=at, choose=choose)
    if clocked_player(session.state) == seat:
        hand = session.state.hands[seat]

        def choose_of_hand(tiles: Sequence[int]) -> int:
            return random.choice(tiles) if hand.issuperset(tiles) else choose(tiles)

        call = {"act": "timeout", "player": session.terms.ids[seat]}
        return decide(session, ARBITER, call, at=at, choose=choose_of_hand)
    return decide(session, seat, _cheapest_act(view["ask"], random), at=at, choose=choose)


def _cheapest_act(ask: Mapping[str, Any], random: Random) -> Mapping[str, Any]:
    """An act without a purchase and with all shares sold, else a tile or any legal act at random."""
    phase = ask["phase"]
    if phase == QuestionKind.DISPOSE:
        return {"act": "dispose", "chain": ask["chain"], "sell": ask["owned"], "trade": 0}
    if phase in (QuestionKind.BUY, QuestionKind.CARD):
        return {"act": "buy", "shares": {}}
    tiles = [act for act in ask["legal"] if act["act"] == "play"]
    return random.choice(tiles or ask["legal"])
