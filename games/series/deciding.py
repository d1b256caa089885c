"""One decision of a bot: it is sent a view and has a limited time; if it gives no legal act, one is done for it.

1. The limit counts from the moment the view is sent; a refusal gives no more time.
2. A second refused act in one decision counts as out of time.
3. A line for another number than the next is stale: it is answered, and has no effect.
4. Of several acts in one message, what follows an act that was done may be refused without counting as a fault, because the game may
have gone on differently from what the sender expected.

Where a bot is out of time and the edition places a random tile (`TimeoutPolicy.RANDOM_TILE`): if it has not placed its tile, the whole
turn is played for it; otherwise nothing is bought, all shares are sold, and a chain is named at random. In all other editions a random
legal act is done.
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
from games.series.bots import NoReply, SeriesBot
from games.series.lines import id_of, parse_acts
from games.series.table import Conduct
from games.series.tracing import Trace

#: The number of refused acts in one decision that counts as out of time.
MOST_REFUSED: Final = 2


@dataclass(slots=True)
class SeriesSeat:
    """A seat of one game: its place from 0, its bot, and the statistics of the bot (`Conduct`).

    ``trace_fields`` are added to each of its messages in the trace; ``last_seen`` is the number of the last act in the last view sent.
    """

    place: int
    bot: SeriesBot
    conduct: Conduct
    trace_fields: Mapping[str, Any]
    last_seen: int = 0


@dataclass(slots=True)
class RunningGame:
    """A game while it is played.

    ``bag`` chooses the tiles that are drawn, ``random`` the acts for bots out of time; ``began_at`` is a moment of `time.monotonic`.
    """

    seats: tuple[SeriesSeat, ...]
    bag: Chooser
    random: Random
    trace: Trace
    began_at: float

    def decide_next(self, session: Session) -> Session:
        """Ask the seat that has to act, and return the session after its decision; the same session where nobody has to act."""
        ask = pending_question(session)
        if ask is None:
            return session
        seat = self.seats[ask.seat]
        view = self._view(session, seat, legal=True)
        seat.conduct.decisions += 1
        self.trace.add(seat.trace_fields, "to", view)
        seat.bot.ask(view)
        began_at = time.monotonic()
        decided = self._answered(session, seat, view)
        seat.conduct.slowest = max(seat.conduct.slowest, time.monotonic() - began_at)
        return decided

    def send_end(self, session: Session) -> None:
        """Send the view of a game that is over to all programs."""
        for seat in self.seats:
            if seat.bot.is_program:
                self._send(seat, self._view(session, seat))

    def _view(self, session: Session, seat: SeriesSeat, *, legal: bool = False) -> dict[str, Any]:
        """Return the view of a seat with the news since its last one, and note that it has been sent these."""
        everybody = range(len(self.seats))
        view = seat_view(
            session, seat.place, at=self._now(session), since=seat.last_seen, connected=everybody, legal=legal
        )
        seat.last_seen = session.number
        return view

    def _now(self, session: Session) -> int:
        """The time since the game began in milliseconds; never earlier than the session's last act."""
        return max(session.at, int((time.monotonic() - self.began_at) * 1000))

    def _send(self, seat: SeriesSeat, message: Mapping[str, Any]) -> None:
        """Send a message other than a question to a bot, and add it to the trace."""
        self.trace.add(seat.trace_fields, "to", message)
        seat.bot.tell(message)

    def _answered(self, session: Session, seat: SeriesSeat, view: Mapping[str, Any]) -> Session:
        """Wait for a legal act of a seat and return the session after it, or after what is done for the seat instead."""
        refusals = 0
        while True:
            answer = seat.bot.answer()
            if isinstance(answer, NoReply):
                return self._out_of_time(session, seat, view, answer)
            self.trace.add(seat.trace_fields, "from", answer)
            decided, refusal = self._after_line(session, seat, answer)
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

    def _after_line(self, session: Session, seat: SeriesSeat, line: bytes) -> tuple[Session, IllegalActionError | None]:
        """Do what a line of a bot asks for. Return the session after it (the same one if nothing was done), and a refusal or None."""
        try:
            sent = parse_acts(line, session.number + 1)
        except IllegalActionError as problem:
            self._send(seat, refused(id_of(line), problem, session.number))
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

    def _out_of_time(self, session: Session, seat: SeriesSeat, view: Mapping[str, Any], why: NoReply) -> Session:
        """Do an act for a seat that gave none, tell it so, and return the session after that; ``why`` is counted as a fault."""
        seat.conduct.timeouts += 1
        seat.conduct.note(str(view["ask"]["phase"]), why.code, why.sentence)
        self.trace.add(seat.trace_fields, "about", {"code": why.code, "message": why.sentence})
        lost = IllegalActionError(f"{why.sentence} The decision is made for you.", why.code)
        self._send(seat, refused("", lost, session.number))
        at = self._now(session)
        for deed in stand_in(session, seat.place, view, at=at, random=self.random, choose=self.bag):
            session = add_deed(session, deed)
        return session


def stand_in(
    session: Session, seat: int, view: Mapping[str, Any], *, at: int, random: Random, choose: Chooser
) -> Sequence[Deed]:
    """Return the acts that are done for a seat that is out of time, as the beginning of this module says.

    ``view`` is the seat's view with the list of legal acts, ``at`` the moment of the game in ms, ``choose`` draws tiles.
    """
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
    """Return an act that answers a question: buy nothing, sell all shares; for other questions a random tile or random legal act."""
    phase = ask["phase"]
    if phase == QuestionKind.DISPOSE:
        return {"act": "dispose", "chain": ask["chain"], "sell": ask["owned"], "trade": 0}
    if phase in (QuestionKind.BUY, QuestionKind.CARD):
        return {"act": "buy", "shares": {}}
    tiles = [act for act in ask["legal"] if act["act"] == "play"]
    return random.choice(tiles or ask["legal"])
