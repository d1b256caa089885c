"""A client from elsewhere at a seat of a series. It plays through the server; this process reads from the rows what it did.

Its seat is an ordinary one of a server's game: the server decides what it is sent, and the series waits for it as for any bot.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from games.acquire.errors import IllegalActionError
from games.series.bots import BotAnswer, Limits, NoReply, SeriesBot, ServerReply, too_late
from tournament.play.games.models import Game, GameAct
from tournament.play.games.services.sessions import session_of
from tournament.play.programs.models import SeriesGame, SeriesMessage
from tournament.record.gaming import MessageWay
from tournament.record.letin import hash_of, new_token


class RemoteBot(SeriesBot):
    """A client that connects to the server and plays there. Once ``standing_in`` is set, that bot plays instead of it.

    ``wait`` is called between two looks for the client's act, and may end the series.
    """

    def __init__(self, name: str, limits: Limits, wait: Callable[[], None]) -> None:
        self.name, self._limits, self._wait = name, limits, wait
        self.token = new_token()
        self.standing_in: SeriesBot | None = None
        self._series_game: SeriesGame | None = None
        self._place = 0
        self._view: Mapping[str, Any] = {}
        self._until = 0.0
        self._to_start = 0.0
        self._done = 0

    @property
    def token_hash(self) -> str:
        """The hash of the token that opens its seat."""
        return hash_of(self.token)

    def sit(self, series_game: SeriesGame, place: int) -> None:
        """Take the seat of a game. The first decision may take longer, as the client comes from another game."""
        self._series_game, self._place, self._view = series_game, place, {}
        self._to_start = self._limits.to_start

    def ask(self, view: Mapping[str, Any]) -> None:
        """Begin to wait for the client's act; the server has sent it the view. Refusals of earlier decisions no longer count."""
        self._done = self._view.get("n", -1) + 1
        self._view = view
        self._until = self._limits.last_moment(self._to_start)
        self._to_start = 0.0
        if self.standing_in is not None:
            self.standing_in.ask(view)

    def answer(self) -> BotAnswer:
        """Wait for the client and return its act as the server stored it, or a refusal, or that nothing came within the limit."""
        if self.standing_in is not None:
            return self.standing_in.answer()
        assert self._series_game is not None  # noqa: S101  nobody is asked before a game
        while True:
            is_late = time.monotonic() >= self._until
            refused = self._refused()
            if refused is not None:
                return refused
            game = Game.objects.get(pk=self._series_game.game_id)
            if game.last > self._view["n"]:
                return ServerReply(self._stored_act(game), session_of(game))
            if is_late:
                silence: NoReply = too_late(self._limits)
                return silence
            self._wait()

    def _refused(self) -> ServerReply | None:
        """Delete and return the oldest stored refusal of this decision, None if there is none; those of earlier ones are deleted too."""
        for row in SeriesMessage.objects.filter(played=self._series_game, seat=self._place, way=MessageWay.SENT.value):
            row.delete()
            line = row.body["line"]
            if isinstance(line, dict) and line["n"] <= self._done:
                continue
            sent = line if isinstance(line, dict) else {"t": "act", "cut": line}
            return ServerReply(sent, None, IllegalActionError(row.body["message"], row.code))
        return None

    def _stored_act(self, game: Game) -> Mapping[str, Any]:
        """The act that moved the game, as it was stored."""
        number = self._view["n"] + 1
        act = GameAct.objects.get(game=game, number=number)
        return {"t": "act", "id": act.client_id, "n": number, **act.body}
