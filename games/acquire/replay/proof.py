"""What a page, a command or a file says of a final cash: that it is proved, only as the log is written, or not proved."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.acquire.replay.judging.judge import Replay
from games.sentences import gettext_noop

UNCONFIRMED: Final = gettext_noop("Nothing in the log contradicts or confirms this cash.")
"""Why a final cash is not called proved although nothing was found against it: the log does not state the player's final cash."""


class Proof(StrEnum):
    """How far a player's final cash is proved, as the word that people read."""

    PROVED = gettext_noop("proved")
    AS_WRITTEN = gettext_noop("as written")  # the log says nothing else, and does not state the final cash itself
    AS_EXPLAINED = gettext_noop("as explained")  # the same, of a log with an error that only one explanation fits
    NOT_PROVED = gettext_noop("not proved")


UNCONFIRMED_PROOFS: Final = frozenset({Proof.AS_WRITTEN, Proof.AS_EXPLAINED})
"""What is said of cash that nothing contradicts and nothing confirms."""


def proof_of(answer: Replay, player: str) -> Proof:
    """Return how far the final cash of a player, named by his ID in the log, is proved."""
    cash = answer.final.get(player)
    if cash is None:
        return Proof.NOT_PROVED
    if player in answer.confirmed:
        return Proof.PROVED
    return Proof.AS_WRITTEN if answer.as_written.get(player, cash) == cash else Proof.AS_EXPLAINED
