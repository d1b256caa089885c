"""What a director decides in an event: penalties, disputes with the logs about them, ties, and who is kept apart."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tournament.record.vocabulary import DisputeState, Dollars, PenaltyKind, PlayerId, Subject, Thousandths


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty or warning (R23-R27); ``amount`` in dollars, zero but for a fine; a cancelled one is kept and does not count."""

    player: PlayerId
    round: int
    kind: PenaltyKind
    amount: Dollars
    reason: str
    subject: Subject = Subject.OTHER
    key: int = 0
    given_at: datetime | None = None
    given_by: str = ""
    is_cancelled: bool = False
    cancel_reason: str = ""


@dataclass(frozen=True, slots=True)
class ApartRecord:
    """Players who are not to share a table: never (hard), or if it can be avoided."""

    key: int
    players: tuple[PlayerId, ...]
    is_hard: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DisputeRecord:
    """A question about a table's game and, once it is ruled, what the players were told (R11)."""

    key: int
    round: int
    table: int
    question: str
    state: DisputeState
    ruling: str
    opened_at: datetime
    settled_at: datetime | None = None
    log: int | None = None


@dataclass(frozen=True, slots=True)
class LogRecord:
    """A log of a table's game, without its text: ``title`` in words, whether its replay is public."""

    key: int
    round: int
    table: int
    title: str
    is_public: bool
    attached_at: datetime
    attached_by: str = ""


@dataclass(frozen=True, slots=True)
class TieRuling:
    """The director's decision on a tie for a medal (R65): players in the order decided, best first, with the reason logged.

    ``places`` stand beside ``players``, equal for those who share one; they are empty where everybody has a place of their own. ``total``
    is that on which they were equal, None where a version before 2.8 did not keep it; ``is_told`` whether everybody may read the reason.
    """

    players: tuple[PlayerId, ...]
    reason: str
    total: Thousandths | None = None
    places: tuple[int, ...] = ()
    is_told: bool = True

    def is_about(self, players: Collection[PlayerId], total: Thousandths) -> bool:
        """Whether it was made for this tie: these players and nobody else, on this total."""
        return set(self.players) == set(players) and self.total in (None, total)

    def blocks(self, among: Collection[PlayerId]) -> tuple[tuple[PlayerId, ...], ...]:
        """Those of the players named, best first, with everybody who shares a place in one block."""
        by_place: dict[int, list[PlayerId]] = {}
        for player, place in zip(self.players, self.places or range(1, len(self.players) + 1), strict=True):
            if player in among:
                by_place.setdefault(place, []).append(player)
        return tuple(tuple(by_place[place]) for place in sorted(by_place))
