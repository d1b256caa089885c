"""Rulings of the director: penalties, disputes with their logs, ties, and players who are kept apart."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tournament.record.vocabulary import DisputeState, Dollars, PenaltyKind, PlayerId, Subject, Thousandths
from wording import gettext


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty or warning (R23-R27); ``amount`` is in dollars, zero unless it is a fine.

    A cancelled penalty is kept and does not count.
    """

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
    """A question about a table's game, and once there is a ruling, what the players were told (R11)."""

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
    """A log of a table's game without its text: ``title`` as it was typed, which may be empty, and whether its replay is public."""

    key: int
    round: int
    table: int
    title: str
    is_public: bool
    attached_at: datetime
    attached_by: str = ""

    @property
    def name(self) -> str:
        """The title, or the log's key, in the reader's language."""
        return self.title or gettext("Log {number}", number=self.key)


@dataclass(frozen=True, slots=True)
class TieRuling:
    """The director's decision on a tie for a medal (R65): players in the order decided, best first, with the reason.

    ``places`` has the place of each of ``players``, equal for those who share one; empty if nobody shares a place. ``total`` is their
    equal total, None if a version before 2.8 did not store it; ``is_told`` says whether the reason is public.
    """

    players: tuple[PlayerId, ...]
    reason: str
    total: Thousandths | None = None
    places: tuple[int, ...] = ()
    is_told: bool = True

    def is_about(self, players: Collection[PlayerId], total: Thousandths) -> bool:
        """Return whether the ruling was made for this tie: exactly these players with this total."""
        return set(self.players) == set(players) and self.total in (None, total)

    def blocks(self, among: Collection[PlayerId]) -> tuple[tuple[PlayerId, ...], ...]:
        """Return the players of the ruling who are in ``among``, best first; players who share a place are one block."""
        by_place: dict[int, list[PlayerId]] = {}
        for player, place in zip(self.players, self.places or range(1, len(self.players) + 1), strict=True):
            if player in among:
                by_place.setdefault(place, []).append(player)
        return tuple(tuple(by_place[place]) for place in sorted(by_place))
