"""A replay with what everybody was worth turn by turn, and the decisions that a search can be asked about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from games.acquire.logs import read_log, write_text
from games.acquire.record import GameRecord
from games.opponents.insight.deciding import Decision, decisions_of
from games.opponents.insight.worth import Worth, worth_by_turn
from tournament.replays.reading import READ_LOGS_KEPT, GameReading
from tournament.replays.renaming import called
from wording import gettext as _
from wording import gettext_noop, ngettext


@dataclass(frozen=True, slots=True)
class GameInsight:
    """What players were worth turn by turn, and the decisions that can be analysed; turns are numbered as in the replay.

    ``text`` is the log with placeholders for the names of its players, and ``digest`` its SHA-256 in hexadecimal, under which answers are
    cached. ``worth`` is empty if the replay has other turns than the log. ``decisions`` are those for which the player's hand is known;
    `reason` says why there are none, by ``lack`` and by ``unread``, the number of places that cannot be read.
    """

    text: str
    digest: str
    worth: tuple[Worth, ...]
    decisions: tuple[Decision, ...]
    lack: str = ""
    unread: int = 0

    @property
    def reason(self) -> str:
        """Why nothing can be analysed; empty if something can."""
        if self.unread:
            return ngettext(
                "{n} place of the log could not be read, so nobody can say what the position was before each decision.",
                "{n} places of the log could not be read, so nobody can say what the position was before each decision.",
                self.unread,
            )
        return _(self.lack)

    def in_turn(self, turn: int) -> tuple[Decision, ...]:
        """Return the decisions of a turn."""
        return tuple(decision for decision in self.decisions if decision.turn == turn)

    def decision_at(self, event: int) -> Decision | None:
        """Return the decision at index ``event`` of the log's events; None if there is none."""
        return next((decision for decision in self.decisions if decision.event == event), None)


NO_HANDS = gettext_noop("The log does not record the hands, so nobody can say what a player could have done.")
OTHER_TURNS = gettext_noop(
    "The turns of this log do not follow each other by the rules, "
    "so nobody can say what the position was before each decision."
)
NO_CHOICE = gettext_noop("Nobody had a choice in this game.")


def insight_of(reading: GameReading) -> GameInsight:
    """Return the insight into a game; it does not depend on the names of the players."""
    unread = len(reading.problems)
    if unread:
        return GameInsight("", "", (), (), unread=unread)
    record = reading.record
    text = write_text(called(record, [f"P{place}" for place in range(1, len(record.header.players) + 1)]))
    found = _insight_of_text(text)
    turns = reading.turns[-1].place
    if len(found.worth) - 1 != turns or any(decision.turn > turns for decision in found.decisions):
        return GameInsight("", "", (), (), OTHER_TURNS)
    return found


@lru_cache(maxsize=READ_LOGS_KEPT)
def _insight_of_text(text: str) -> GameInsight:
    """Return the insight into a log with placeholders for names; it is cached by the text."""
    record: GameRecord = read_log(text)
    decisions = decisions_of(record)
    known = tuple(decision for decision in decisions if decision.is_known)
    lack = "" if known else NO_HANDS if decisions else NO_CHOICE
    return GameInsight(text, sha256(text.encode()).hexdigest(), worth_by_turn(record), known, lack)
