"""Let a search judge decisions of finished games: one search at a time in an installation, every judgement stored.

A locked file gives the right to search; it is free again when its holder ends, however it ends. A director goes first: the time of a
second file tells when one last asked, and for a while then other searches are refused.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.db import transaction
from filelock import FileLock, Timeout

from games.opponents.insight.deciding import DOLLARS, SCORE
from games.opponents.insight.searcher import Searcher, SearchError
from tournament.installation.copies.automatic_snapshots import database_file
from tournament.models import GameLog
from tournament.play.games.models import Game
from tournament.play.programs.models import KeptLook
from tournament.replays.insight import GameInsight
from tournament.services.changes import RefusedError
from wording import gettext as _

PAUSE = 0.05
KEPT_FREE = 10.0
"""For this many seconds after a director asked, searches for everybody else are refused."""
_waiting = BoundedSemaphore(1)
"""At most one thread of a process waits for its turn to search, so that the others can serve pages."""


def place() -> Path:
    """The path of the locked file, the same for all processes of this installation on this machine.

    It lies beside an SQLite database; otherwise in the system's folder for passing files, by a name that nobody else can guess.
    """
    if file := database_file():
        return file.with_name(f"{file.name}-search")
    user = os.getuid() if hasattr(os, "getuid") else 0  # elsewhere each user has such a folder of their own
    named = hashlib.sha256(f"{settings.BASE_DIR} {settings.SECRET_KEY} {user}".encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"top-table-search-{named}"


@contextmanager
def one_at_once(patience: float = 0.0, *, goes_first: bool = False) -> Iterator[bool]:
    """Yield whether this process may search now, after waiting up to ``patience`` seconds for the search that goes on.

    One thread of a process waits at a time, and besides it one of a director (``goes_first``).

    Ruling: each of several machines has processors of its own, so there is one search on each machine.
    """
    if not goes_first and time.time() - _asked_last() < KEPT_FREE:
        yield False
        return
    turn = FileLock(place(), mode=0o600, thread_local=False)
    try:
        if goes_first:
            _first().touch(mode=0o600)
        is_ours = _is_locked_now(turn)
        if not is_ours and patience and (goes_first or _waiting.acquire(blocking=False)):
            try:
                last = time.monotonic() + patience
                while not is_ours and time.monotonic() < last:
                    time.sleep(PAUSE)
                    is_ours = _is_locked_now(turn)
            finally:
                if not goes_first:
                    _waiting.release()
        yield is_ours
    finally:
        turn.release()


def _first() -> Path:
    """The path of the file whose time tells when a director last asked."""
    return place().with_name(f"{place().name}-first")


def _asked_last() -> float:
    """When a director last asked, in seconds since the epoch; 0 if never."""
    try:
        return _first().stat().st_mtime
    except OSError:
        return 0.0


def _is_locked_now(turn: FileLock) -> bool:
    """Lock a file; return whether that was possible."""
    try:
        turn.acquire(blocking=False)
    except Timeout:
        return False
    return True


SECONDS = 0.9
"""How long one decision is searched; with everything else a request then takes about a second."""
PATIENCE, PATIENCE_OF_A_DIRECTOR = 1.5, 5.0
A_STRETCH = 6.0
"""How long one request to judge the whole game may take where no script sends the next one by itself."""

_searcher = Searcher()


class BusyError(RefusedError):
    """Another search is going on."""

    def __init__(self) -> None:
        super().__init__(_("The search is busy with another decision. Ask again in a moment."))


@dataclass(frozen=True, slots=True)
class SearchedGame:
    """A game on devices or an entered log whose decisions are judged, with the insight into it."""

    of: Game | GameLog
    insight: GameInsight
    goes_first: bool = False
    """Whether a director asks, whose searches go before those of everybody else."""

    @property
    def _key(self) -> dict[str, Any]:
        """The columns that tell the stored judgements of this log from all others."""
        kind = "game" if isinstance(self.of, Game) else "log"
        return {kind: self.of, "digest": self.insight.digest}

    @property
    def unit(self) -> str:
        """The unit of judgements: the score at a table of an event, cash elsewhere."""
        return SCORE if isinstance(self.of, GameLog) else DOLLARS

    def stored_judgements(self) -> Mapping[int, Mapping[str, Any]]:
        """The stored judgements by the number of the event in which the decision was made.

        Judgements of older versions are left out if they are in another unit or may prefer an act that has no effect.
        """
        rows = KeptLook.objects.filter(**self._key).values_list("event", "judged")
        return {
            event: judged for event, judged in rows if judged.get("unit", DOLLARS) == self.unit and _is_sound(judged)
        }

    def store(self, event: int, judged: Mapping[str, Any]) -> None:
        """Store a judgement, replacing one in another unit."""
        with transaction.atomic():
            KeptLook.objects.update_or_create(**self._key, event=event, defaults={"judged": dict(judged)})


def judge_decision(searched: SearchedGame, event: int, patience: float | None = None) -> None:
    """Let the search judge the decision at an event of the log, unless that is stored; takes about a second.

    Raises:
        BusyError: if another search goes on, in this or another process of the installation.
        SearchError: if the search gives no answer, or not yet; the message says why.
        RefusedError: if there is no decision with a known hand.
    """
    if searched.insight.decision_at(event) is None:
        raise RefusedError(_("No decision with a known hand was made here. Choose another turn."))
    if event in searched.stored_judgements():
        return
    if searched.goes_first:
        patience = PATIENCE_OF_A_DIRECTOR
    with one_at_once(PATIENCE if patience is None else patience, goes_first=searched.goes_first) as is_ours:
        if not is_ours:
            raise BusyError
        if event not in searched.stored_judgements():  # whoever searched before may have asked the same
            searched.store(event, _searcher.judged(searched.insight.text, event, SECONDS, searched.unit))


def judge_next(searched: SearchedGame, *, stretch: float = 0.0) -> bool:
    """Let the search judge the next decisions without a judgement: at least one, and as many as begin within ``stretch`` seconds.

    Return whether any is left. Judgements are stored one by one, so a call that was interrupted is continued by the next one.

    Raises:
        BusyError, SearchError: as `judge_decision`.
    """
    judged = searched.stored_judgements()
    left = [decision.event for decision in searched.insight.decisions if decision.event not in judged]
    last = time.monotonic() + stretch
    while left:
        judge_decision(searched, left.pop(0), patience=0.0)
        if time.monotonic() >= last:
            break
    return bool(left)


def end_search() -> None:
    """End the child process that searches, if there is one; the next request to judge starts another."""
    _searcher.end()


__all__ = ["BusyError", "SearchError", "SearchedGame", "end_search", "judge_decision", "judge_next"]


def _is_sound(judged: Mapping[str, Any]) -> bool:
    """Whether the search could not prefer an act without an effect when it judged; before 2.8 it could."""
    return bool(judged.get("leaves_out")) or judged["best"]["act"] not in ("card", "found", "survivor", "order")
