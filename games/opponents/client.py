"""A client of a server's game: it plays some of its seats until the game is over, each by its own transport and with its own knowledge.

An act that got no answer is sent again under the same id. The id follows from the number of the act, so a client that was killed and
started again cannot act twice. While the server does not answer, the client waits longer each time before it tries again.

The transport between one seat and a server's game: it sends a message by POST and returns the messages that answer it.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

if TYPE_CHECKING:
    from games.opponents.players import GamePlayer


#: The path at which a server takes messages where its address has no path.
USUAL_PATH: Final = "/game/protocol/"
#: The seconds for which an answer is waited for.
TO_ANSWER: Final = 20.0
_LATER: Final = (408, 429, 500, 502, 503, 504)
_LONGEST: Final = 1_048_576


class NoAnswerError(Exception):
    """The server did not answer; the same message may be sent again. The text is a sentence."""


class SeatRefusedError(Exception):
    """The server refuses this seat for good. The text is a sentence."""


def address_of(address: str) -> str:
    """Return the address to which messages are sent, for a server's address with or without a path.

    Raises:
        SeatRefusedError: if it is no address of a server.
    """
    try:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            path = parts.path if parts.path.strip("/") else USUAL_PATH
            return urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    except ValueError:
        pass
    raise SeatRefusedError(f"{address!r} is no address of a server; write http://host:port.")


class PostTransport:
    """Sends messages of the seat with a token by POST, each in a request of its own."""

    def __init__(self, address: str, token: str) -> None:
        self.token = token
        self._address = address_of(address)

    def send(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Send a message by POST, and return the messages that answer it, the view last.

        Raises:
            NoAnswerError: if nothing came back, so that it is not known whether the server read the message.
            SeatRefusedError: if the server refuses the seat.
        """
        return self._answer({"legal": ""}, json.dumps(message).encode())

    def look(self, number: int) -> list[dict[str, Any]]:
        """Ask for the newest view by GET; nothing is returned if there is no act after ``number``. Raises as `send`."""
        return self._answer({"n": str(number), "legal": ""}, None)

    def _answer(self, query: Mapping[str, str], body: bytes | None) -> list[dict[str, Any]]:
        """Send a request (POST with a body, GET without) and return the messages of the answer."""
        heads = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(  # noqa: S310  http or https, by the constructor
            f"{self._address}?{urlencode(query)}", body, heads
        )
        try:
            with urllib.request.urlopen(request, timeout=TO_ANSWER) as answer:  # noqa: S310
                read = json.loads(answer.read(_LONGEST) or b"[]")
        except urllib.error.HTTPError as problem:
            with problem:
                raise _status_error(problem.code, problem.read(_LONGEST)) from None
        except (OSError, http.client.HTTPException) as problem:
            raise NoAnswerError(f"The server does not answer: {getattr(problem, 'reason', None) or problem}.") from None
        except ValueError:
            read = None
        messages = read if isinstance(read, list) else [read]
        if not all(isinstance(message, dict) and "t" in message for message in messages):
            raise NoAnswerError("What came back is no answer of a game.")
        return messages


def _status_error(status: int, body: bytes) -> Exception:
    """Return the error that a status other than success means; its text is the server's refusal if ``body`` holds one."""
    try:
        words = str(json.loads(body)[0]["message"])
    except (ValueError, LookupError, TypeError):
        words = f"The server answers with status {status}."
    return NoAnswerError(words) if status in _LATER else SeatRefusedError(words)


#: The least seconds from a question to the act of one of our programs, so that people can follow.
PACE: Final = 1.2
#: The most seconds that a program thinks, and the least, even if its limit passed while it waited for others.
TO_THINK: Final = 2.0
LEAST: Final = 0.05
#: The most seconds for which a seat is not heard of.
TO_LOOK: Final = 20.0
#: The seconds before the client tries again if the server did not answer: at first and at most.
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 10.0
#: The number of refusals in a row after which the client sends a random legal act instead of the player's.
MOST_REFUSED: Final = 2

Clock = Callable[[], float]
Answer = list[dict[str, Any]]


@dataclass
class ClientSeat:
    """A seat of a client: its transport, and its player, who thinks ``limit`` seconds at most. Its last answer came at ``heard_at``."""

    transport: PostTransport
    player: GamePlayer
    limit: float = TO_THINK
    view: Mapping[str, Any] = field(default_factory=dict)
    heard_at: float = 0.0
    refusals: int = 0


class Client:
    """The client of some seats of one game.

    ``pace`` is the least time in seconds from a question to the act. ``tell`` is called with each seat that is refused something and the
    refusal. ``thinking`` returns how many programs have to think now and share the time.
    """

    def __init__(
        self,
        seats: Sequence[ClientSeat],
        *,
        pace: float = PACE,
        tell: Callable[[ClientSeat, str], None] = lambda seat, words: None,
        thinking: Callable[[], int] = lambda: 1,
        clock: Clock = time.monotonic,
    ) -> None:
        self.seats, self._pace, self._tell, self._thinking, self._clock = seats, pace, tell, thinking, clock
        self._random = Random(seats[0].transport.token)
        #: Whether something happened in the game that no view tells yet; set by whoever knows.
        self.is_behind = False
        #: Whether it waits for others, so that its next step is best done as soon as something happens.
        self.is_idle = False
        #: Whether the next step chooses an act.
        self.is_to_choose = False

    @property
    def newest(self) -> Mapping[str, Any]:
        """The newest view of all seats; empty before the first one."""
        return max((seat.view for seat in self.seats), key=lambda view: int(view.get("n", -1)))

    def steps(self) -> Iterator[float]:
        """Play until the game is over and its result agreed to; yield after each step the seconds until the next one.

        Raises:
            SeatRefusedError: if the server refuses a seat.
        """
        for seat in self.seats:
            hello = {"t": "hello", "v": 1, "token": seat.transport.token, "legal": True}
            yield from self._hear(seat, partial(seat.transport.send, hello))
        while not (newest := self.newest)["over"]:
            who = newest["ask"]["who"] if newest["ask"] and not newest["paused"] else None
            asked = next((seat for seat in self.seats if seat.view["you"] == who), None)
            if asked is None:
                yield from self._wait()
            elif asked.view["n"] < newest["n"]:
                yield from self._look(asked)
            else:
                yield from self._act(asked)
        for seat in self.seats:
            yield from self._hear(seat, partial(seat.transport.send, {"t": "agree"}))

    def _wait(self) -> Iterator[float]:
        """Wait for what others do, then look from the seat that was not heard of for longest."""
        seat = min(self.seats, key=lambda seat: seat.heard_at)
        self.is_idle = True
        yield 0.0 if self.is_behind else max(0.0, seat.heard_at + TO_LOOK - self._clock())
        self.is_idle = False
        yield from self._look(seat)

    def _look(self, seat: ClientSeat) -> Iterator[float]:
        """Ask for the view of a seat."""
        yield from self._hear(seat, partial(seat.transport.look, seat.view["n"]))

    def _act(self, seat: ClientSeat) -> Iterator[float]:
        """Choose an act for a seat that is asked, and send it once its pace allows that."""
        view = seat.view
        self.is_to_choose = True
        yield 0.0
        now = self._clock()
        left = max(LEAST, seat.heard_at + seat.limit - now)
        is_lost = seat.refusals >= MOST_REFUSED and view["ask"].get("legal")
        chosen = (
            self._random.choice(view["ask"]["legal"])
            if is_lost
            else seat.player.choose(view, now + left / max(1, self._thinking()))
        )
        self.is_to_choose = False
        yield max(0.0, seat.heard_at + self._pace - self._clock())
        number = view["n"] + 1
        act = {"t": "act", "id": f"bot-{number}", "n": number, **chosen}
        answer = yield from self._hear(seat, partial(seat.transport.send, act))
        seat.refusals = seat.refusals + 1 if any(message["t"] == "no" for message in answer) else 0

    def _hear(self, seat: ClientSeat, ask: Callable[[], Answer]) -> Generator[float, None, Answer]:
        """Ask the server until it answers, store the view in the answer, and return it."""
        wait = FIRST_WAIT
        while True:
            self.is_behind = False
            try:
                answer = ask()
                break
            except NoAnswerError:
                yield wait
                wait = min(LONGEST_WAIT, 2 * wait)
            except SeatRefusedError as refusal:
                self._tell(seat, str(refusal))
                raise
        seat.heard_at = self._clock()
        for message in answer:
            if message.get("t") == "view":
                seat.view = message
            elif message.get("t") == "no":
                self._tell(seat, str(message.get("message", "")))
        yield 0.0
        return answer
