"""A seat of a server's game played by a program: view in, act out, until the game is over.

A `Client` is a loop cut into steps, so that one process serves several seats, each by its own door and with its own knowledge.
What was not answered is sent again under the same id; an id follows from the number of its act, so a client that was killed and
comes back cannot act twice. While the server is away it waits longer and longer, and goes on when it is back.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from games.opponents.transport import NoAnswerError, SeatRefusedError, Transport

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import Player

#: How long (s) after it is asked a program of ours acts, so that people can follow.
PACE: Final = 1.2
#: How long (s) it thinks at most.
TO_THINK: Final = 2.0
#: How often (s) it looks for news while others are asked.
TO_LOOK: Final = 0.5
#: How long (s) it waits before it tries a server again that was away: at first and at most.
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 10.0
#: After so many refusals in a row it does anything legal instead.
MOST_REFUSED: Final = 2

Clock = Callable[[], float]


class Client:
    """One seat of one game.

    ``pace`` is how many seconds after it is asked it acts at the earliest, ``to_think`` how many it thinks at most, ``to_look`` how
    often it looks. ``hear`` is told every refusal, and the last view; ``refused`` those where nothing was done of what was sent;
    ``away`` a sentence when the server stops answering.
    """

    def __init__(
        self,
        door: Transport,
        token: str,
        player: Player,
        *,
        pace: float = PACE,
        to_think: float = TO_THINK,
        to_look: float = TO_LOOK,
        hear: Callable[[Mapping[str, Any]], None] | None = None,
        refused: Callable[[Mapping[str, Any]], None] | None = None,
        away: Callable[[str], None] | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._door, self._token, self._player = door, token, player
        self._pace, self._to_think, self._to_look = pace, to_think, to_look
        self._hear, self._refused, self._away = hear, refused, away
        self._clock = clock
        self._random = Random(token)
        self._view: dict[str, Any] | None = None
        self._asked_at = 0.0
        self._unsent: dict[str, Any] | None = None
        self._wait = 0.0
        self._refusals = 0

    @property
    def view(self) -> Mapping[str, Any] | None:
        """The last view that came; None before the first."""
        return self._view

    @property
    def asked_at(self) -> float:
        """The moment of its clock at which the last view came."""
        return self._asked_at

    @property
    def is_to_choose(self) -> bool:
        """Whether the next step thinks: the seat is asked, and has chosen nothing yet."""
        return self._unsent is None and self._view is not None and not self._view["over"] and _is_asked(self._view)

    def step(self) -> float | None:
        """Do what is due: in how many seconds the next step is, None once the game is over and agreed to.

        Raises:
            SeatRefusedError: if the server refuses the seat.
        """
        try:
            waits = self._stepped()
        except NoAnswerError as problem:
            if self._away is not None and not self._wait:
                self._away(str(problem))
            self._wait = min(LONGEST_WAIT, 2 * self._wait or FIRST_WAIT)
            return self._wait
        self._wait = 0.0
        return waits

    def _stepped(self) -> float | None:
        if self._unsent is not None:
            return self._sent()
        view = self._view
        if view is None:
            self._take(self._door.send({"t": "hello", "v": 1, "token": self._token, "legal": True}))
            return 0.0
        if view["over"]:
            self._door.send({"t": "agree"})
            if self._hear is not None:
                self._hear(view)
            return None
        if _is_asked(view):
            chosen = self._chosen(view)
            number = view["n"] + 1
            self._unsent = {"t": "act", "id": f"bot-{number}", "n": number, **chosen}
            return max(0.0, self._asked_at + self._pace - self._clock())
        news = self._door.look(view["n"])
        if news is None:
            return self._to_look
        self._take([news])
        return 0.0 if _is_asked(news) or news["over"] else self._to_look

    def _chosen(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        legal = view["ask"].get("legal")
        if legal and self._refusals >= MOST_REFUSED:
            chosen: Mapping[str, Any] = self._random.choice(legal)
            return chosen
        return self._player.choose(view, self._clock() + self._to_think)

    def _sent(self) -> float:
        """Send the act that was chosen; it stays to be sent again where no answer comes."""
        unsent = self._unsent or {}
        answer = self._door.send(unsent)
        self._unsent = None
        refusals = [message for message in answer if message.get("t") == "no"]
        self._refusals = self._refusals + 1 if refusals else 0
        was_done = any(message.get("t") == "ack" for message in answer)
        for refusal in refusals:
            if self._hear is not None:
                self._hear(refusal)
            if self._refused is not None and not was_done:
                self._refused(refusal)
        self._take(answer)
        return 0.0

    def _take(self, answer: Iterable[Mapping[str, Any]]) -> None:
        """Take the view of an answer for what is so now."""
        for message in answer:
            if message.get("t") == "view":
                self._view = dict(message)
                self._asked_at = self._clock()


def _is_asked(view: Mapping[str, Any]) -> bool:
    """Whether a view asks its own seat for an act; in a pause nobody is."""
    ask = view["ask"]
    return bool(ask) and ask["who"] == view.get("you") and not view["paused"]


def serve(
    clients: Iterable[Client],
    *,
    sleep: Callable[[float], None] = time.sleep,
    clock: Clock = time.monotonic,
    shut: Callable[[Client, SeatRefusedError], None] | None = None,
) -> None:
    """Let all these seats play in this thread until their games are over; ``shut`` is told of a seat that is let in no more.

    Raises:
        SeatRefusedError: of such a seat, where nobody is told.
    """
    due = [(0.0, place, client) for place, client in enumerate(clients)]
    while due:
        moment, place, client = heapq.heappop(due)
        if (left := moment - clock()) > 0:
            sleep(left)
        try:
            waits = client.step()
        except SeatRefusedError as problem:
            if shut is None:
                raise
            shut(client, problem)
            continue
        if waits is not None:
            heapq.heappush(due, (clock() + waits, place, client))
