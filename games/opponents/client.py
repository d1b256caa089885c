"""A client of a server's game that plays one seat: it gets views and sends acts until the game is over.

A `Client` does one step at a time, so that one process can play several seats, each with its own transport and its own knowledge.
An act that got no answer is sent again under the same id. The id follows from the number of the act, so a client that was killed and
started again cannot act twice. While the server does not answer, the client waits longer each time before it tries again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from games.opponents.transport import NoAnswerError, Transport

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import GamePlayer

#: The least seconds from a question to the act of one of our programs, so that people can follow.
PACE: Final = 1.2
#: The most seconds that a program thinks.
TO_THINK: Final = 2.0
#: The seconds between two requests for news while other seats have to act.
TO_LOOK: Final = 0.5
#: The seconds before the client tries again if the server did not answer: at first and at most.
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 10.0
#: The number of refusals in a row after which the client sends a random legal act instead of the player's.
MOST_REFUSED: Final = 2

Clock = Callable[[], float]


class Client:
    """The client of one seat in one game.

    Times are in seconds: ``pace`` is the least time from a question to the act, ``to_think`` the most time for thinking, ``to_look`` the
    time between two requests for news. ``on_message`` is called with every refusal and with the last view.
    """

    def __init__(
        self,
        transport: Transport,
        token: str,
        player: GamePlayer,
        *,
        pace: float = PACE,
        to_think: float = TO_THINK,
        to_look: float = TO_LOOK,
        on_message: Callable[[Mapping[str, Any]], None] | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._transport, self._token, self._player = transport, token, player
        self._pace, self._to_think, self._to_look = pace, to_think, to_look
        self._on_message = on_message
        self._clock = clock
        self._random = Random(token)
        self._view: dict[str, Any] | None = None
        self._asked_at = 0.0
        self._unsent: dict[str, Any] | None = None
        self._wait = 0.0
        self._refusals = 0

    @property
    def view(self) -> Mapping[str, Any] | None:
        """The last view; None before the first one."""
        return self._view

    @property
    def asked_at(self) -> float:
        """The moment of the client's clock at which the last view arrived."""
        return self._asked_at

    @property
    def is_to_choose(self) -> bool:
        """Whether the next step chooses an act: the seat is asked and has not chosen yet."""
        return self._unsent is None and self._view is not None and not self._view["over"] and _is_asked(self._view)

    def step(self) -> float | None:
        """Do the next step, and return the seconds until the step after it; None once the game is over and its result agreed to.

        Raises:
            SeatRefusedError: if the server refuses the seat.
        """
        try:
            waits = self._do_step()
        except NoAnswerError:
            self._wait = min(LONGEST_WAIT, 2 * self._wait or FIRST_WAIT)
            return self._wait
        self._wait = 0.0
        return waits

    def _do_step(self) -> float | None:
        """Say hello, send a chosen act, choose one, ask for news or agree, whichever is next; return as `step`."""
        if self._unsent is not None:
            return self._send_act()
        view = self._view
        if view is None:
            self._store_view(self._transport.send({"t": "hello", "v": 1, "token": self._token, "legal": True}))
            return 0.0
        if view["over"]:
            self._transport.send({"t": "agree"})
            if self._on_message is not None:
                self._on_message(view)
            return None
        if _is_asked(view):
            chosen = self._chosen(view)
            number = view["n"] + 1
            self._unsent = {"t": "act", "id": f"bot-{number}", "n": number, **chosen}
            return max(0.0, self._asked_at + self._pace - self._clock())
        news = self._transport.look(view["n"])
        if news is None:
            return self._to_look
        self._store_view([news])
        return 0.0 if _is_asked(news) or news["over"] else self._to_look

    def _chosen(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """The act of the player, or after several refusals a random legal act."""
        legal = view["ask"].get("legal")
        if legal and self._refusals >= MOST_REFUSED:
            chosen: Mapping[str, Any] = self._random.choice(legal)
            return chosen
        return self._player.choose(view, self._clock() + self._to_think)

    def _send_act(self) -> float:
        """Send the chosen act and store the view that answers it; if no answer comes, the next step sends it again."""
        unsent = self._unsent or {}
        answer = self._transport.send(unsent)
        self._unsent = None
        refusals = [message for message in answer if message.get("t") == "no"]
        self._refusals = self._refusals + 1 if refusals else 0
        for refusal in refusals:
            if self._on_message is not None:
                self._on_message(refusal)
        self._store_view(answer)
        return 0.0

    def _store_view(self, answer: Iterable[Mapping[str, Any]]) -> None:
        """Store the view in an answer, if there is one, as the newest view."""
        for message in answer:
            if message.get("t") == "view":
                self._view = dict(message)
                self._asked_at = self._clock()


def _is_asked(view: Mapping[str, Any]) -> bool:
    """Whether a view asks its own seat for an act; in a paused game nobody is asked."""
    ask = view["ask"]
    return bool(ask) and ask["who"] == view.get("you") and not view["paused"]
