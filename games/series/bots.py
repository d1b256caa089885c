"""The bots that sit at the seats of a series: our players in this process, and users' programs, which a transport joins to it.

All transports run in one thread of their own, so no program can block the series. None fills its memory either: a transport reads little
that was not asked for, and messages that a program does not read are dropped.

One decision of a bot: it is sent a view and has a limited time; if it gives no legal act, one is done for it.

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

import asyncio
import json
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Queue
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from games.acquire.editions import TimeoutPolicy
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.asking import QuestionKind
from games.acquire.play.devices.deciding import ARBITER, decide, decide_turn
from games.acquire.play.devices.deeds import Deed
from games.acquire.play.devices.messages import refusal_answer, stale_answer
from games.acquire.play.devices.session import Chooser, Session, add_deed, pending_question
from games.acquire.play.devices.views import seat_view
from games.acquire.rules.legal import clocked_player
from games.series.lines import id_of, parse_acts
from games.series.table import Conduct
from games.series.tracing import Trace

if TYPE_CHECKING:
    from games.opponents.players import GamePlayer


#: The most bytes that wait for a program that does not read.
MOST_UNREAD: Final = 262_144
#: The most lines of a program that wait to be read; until they are, no further ones are.
MOST_WAITING: Final = 64
#: The seconds that a program has to read what was sent, and to end by itself, once nothing follows.
TO_END: Final = 2.0
#: The seconds between two looks whether it has.
A_MOMENT: Final = 0.01

_Result = TypeVar("_Result")


class SeriesError(ValueError):
    """A series that cannot be played as it was asked for; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds: the limit of each decision, how much later an answer still counts, and what a first decision may take besides.

    The first decision of a program includes the time that it takes to start.
    """

    decision: float = 2.0
    grace: float = 0.25
    to_start: float = 10.0


@dataclass(frozen=True, slots=True)
class NoReply:
    """Says that a bot gave no answer, with the reason as a code and a sentence."""

    code: str
    sentence: str


#: The answer of a bot: a line (cut if it is too long), or why there is none.
BotAnswer: TypeAlias = bytes | NoReply


class SeriesBot:
    """A bot at a seat of a series. `tell`, `close_input` and `end` do nothing here; programs override them."""

    #: Whether it is sent views with the acts of others although it has nothing to decide.
    is_program = False
    #: Whether it is one from elsewhere that is not connected now.
    is_away = False

    def ask(self, view: Mapping[str, Any]) -> None:
        """Send a view that asks for an act; what the bot said before no longer counts."""
        raise NotImplementedError

    def answer(self) -> BotAnswer:
        """Wait for the answer to the view, until the limit, which counts from the call of `ask`."""
        raise NotImplementedError

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message that asks for nothing, such as a refusal."""

    def close_input(self) -> None:
        """Let the bot know that no message follows."""

    def end(self, patience: float = TO_END) -> bool:
        """End the bot after at most ``patience`` seconds, and return whether it had ended by itself."""
        return True


class OwnBot(SeriesBot):
    """One of our players, asked in this process; it knows nothing but its views."""

    def __init__(self, player: GamePlayer, limits: Limits) -> None:
        self._player, self._limits = player, limits
        self._view: Mapping[str, Any] = {}
        self._until = 0.0

    def ask(self, view: Mapping[str, Any]) -> None:
        """Store the view for `answer`."""
        self._view, self._until = view, time.monotonic() + self._limits.decision

    def answer(self) -> BotAnswer:
        """Let the player choose; an act that comes after limit and grace does not count."""
        chosen = self._player.choose(self._view, self._until)
        is_late = time.monotonic() > self._until + self._limits.grace
        return _too_late(self._limits) if is_late else json.dumps({"t": "act", **chosen}).encode()


class ProgramBot(SeriesBot):
    """A user's program. A transport puts what it says into `_lines`, and sends it what is in `_unsent`, both in the thread of the loop.

    ``_life`` is done once the program has ended, with a sentence that tells how.
    """

    is_program = True

    def __init__(self, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        self._loop, self._limits = loop, limits
        self._to_start, self._until = limits.to_start, 0.0
        self._lines: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._unsent: deque[bytes] = deque()
        self._has_unsent = asyncio.Event()
        self._is_stuck = False
        self._life: asyncio.Future[str] = loop.create_future()

    def ask(self, view: Mapping[str, Any]) -> None:
        """Send the view, after dropping messages that the program does not read and lines that were not read."""
        self._until = time.monotonic() + self._limits.decision + self._limits.grace + self._to_start
        self._to_start = 0.0
        self._in_loop(self._ask(view))

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message as soon as the program reads it."""
        self._in_loop(self._tell(message))

    def answer(self) -> BotAnswer:
        """Wait for the next line of the program."""
        return self._in_loop(self._answer())

    def _in_loop(self, what: Coroutine[Any, Any, _Result]) -> _Result:
        """Run a coroutine in the thread of the loop and return what it returns."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    async def _ask(self, view: Mapping[str, Any]) -> None:
        """See `ask`."""
        self._drop_lines()
        if self._is_stuck:
            self._unsent.clear()
        await self._tell(view)

    async def _tell(self, message: Mapping[str, Any]) -> None:
        """See `tell`; if too many bytes wait to be sent, the messages before it are dropped."""
        if sum(map(len, self._unsent)) > MOST_UNREAD:
            self._unsent.clear()
        self._unsent.append(json.dumps(message, separators=(",", ":")).encode())
        self._has_unsent.set()

    async def _answer(self) -> BotAnswer:
        """See `answer`."""
        line = asyncio.ensure_future(self._lines.get())
        left = max(0.0, self._until - time.monotonic())  # nothing counts later, however much it says
        await asyncio.wait((line, self._life), timeout=left, return_when=asyncio.FIRST_COMPLETED)
        if line.done() and left:
            return line.result()
        line.cancel()
        return NoReply("program-ended", self._life.result()) if self._life.done() else _too_late(self._limits)

    def _drop_lines(self) -> None:
        """Drop the lines that were not read."""
        while not self._lines.empty():
            self._lines.get_nowait()

    async def _send_all(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is to be sent, as it comes, until this is cancelled."""
        while True:
            while self._unsent:
                self._is_stuck = True
                await send(self._unsent.popleft())
                self._is_stuck = False
            self._has_unsent.clear()
            await self._has_unsent.wait()


@contextmanager
def loop_of_programs() -> Iterator[asyncio.AbstractEventLoop]:
    """Yield a loop that runs in a thread of its own within this context."""
    begun: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Queue()

    async def run() -> None:
        over = asyncio.Event()
        begun.put((asyncio.get_running_loop(), over))
        await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="programs", daemon=True)
    thread.start()
    loop, over = begun.get()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()


def _too_late(limits: Limits) -> NoReply:
    """Return the answer that says that nothing came within the limit."""
    return NoReply("out-of-time", f"Nothing was answered within {limits.decision:g} seconds.")


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
        decided = self._session_after(session, seat, view)
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

    def _session_after(self, session: Session, seat: SeriesSeat, view: Mapping[str, Any]) -> Session:
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
            self._send(seat, refusal_answer(id_of(line), problem, session.number))
            return session, problem
        if sent is None:
            return session, None
        if sent.number != session.number + 1:
            self._send(seat, stale_answer(sent.id, session.number))
            return session, None
        turn = decide_turn(session, seat.place, sent.requests, at=self._now(session), choose=self.bag)
        if turn.refusal is not None:
            self._send(seat, refusal_answer(sent.id, turn.refusal, turn.session.number))
        return turn.session, turn.refusal

    def _out_of_time(self, session: Session, seat: SeriesSeat, view: Mapping[str, Any], why: NoReply) -> Session:
        """Do an act for a seat that gave none, tell it so, and return the session after that; ``why`` is counted as a fault."""
        seat.conduct.timeouts += 1
        seat.conduct.note(str(view["ask"]["phase"]), why.code, why.sentence)
        self.trace.add(seat.trace_fields, "about", {"code": why.code, "message": why.sentence})
        lost = IllegalActionError(f"{why.sentence} The decision is made for you.", why.code)
        self._send(seat, refusal_answer("", lost, session.number))
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
