"""What an edit of a log is: one slip of whoever wrote it, and the log without it.

The changed log is replayed, and the edit is judged by the findings that remain.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord


class EditKind(StrEnum):
    """What was done wrong when the log was written."""

    RETOLD = "other-writing"
    NUMBERED = "turns-numbered"
    SWAPPED = "turns-swapped"
    EXCHANGED = "turns-exchanged"
    PLAYER = "other-player"
    MISSING = "turn-missing"
    LOST = "clause-lost"
    TWICE = "clause-twice"
    MOVED = "clause-moved"
    VALUE = "other-value"
    PURCHASES = "purchases-exchanged"
    DISPOSALS = "disposals-exchanged"
    TILES = "tiles-exchanged"
    UNIT = "unit-of-cash"
    FINALS = "finals-exchanged"
    TRADES = "trades-as-received"
    SEATS = "players-exchanged"
    CHAINS = "chains-exchanged"


#: What a scribe did through the whole log, or from one place on.
MANNERS: Final = frozenset({EditKind.UNIT, EditKind.FINALS, EditKind.TRADES, EditKind.SEATS, EditKind.CHAINS})


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a log: from the event at ``index`` on, ``removed`` events are replaced by the events ``put``.

    ``at`` is the index of the event where the error was made, and ``other`` that of a second event concerned, -1 for none. ``clause`` is
    the event that was left out or meant otherwise, None for an error of whole turns. ``pair`` are the two players or chains that were
    exchanged, or twice the unit in which cash was written, in dollars; (-1, -1) for none. ``cost`` is 0 for the most likely slips.
    """

    kind: EditKind
    index: int
    removed: int
    put: tuple[Action, ...]
    at: int
    other: int = -1
    clause: Action | None = None
    pair: tuple[int, int] = (-1, -1)
    cost: int = 0

    @property
    def chooses_shares(self) -> bool:
        """Whether the edit chooses freely what was bought, sold or traded; some purchase or sale explains almost any cash."""
        is_of_shares = self.clause is not None and self.clause.act in (ActKind.BUY, ActKind.DISPOSE)
        return self.kind is EditKind.MISSING or (is_of_shares and self.kind in (EditKind.LOST, EditKind.VALUE))

    def applied(self, record: GameRecord) -> GameRecord:
        """Return the record as it was meant by this edit, whose events keep their lines.

        ``record`` has a line, or None, for each of its events.
        """
        after, added = self.index + self.removed, len(self.put) - self.removed
        events, lines = [*record.events], [*record.lines]
        here = lines[min(self.index, len(lines) - 1)] if lines else None
        events[self.index : after] = self.put
        lines[self.index : after] = [*[here] * added, *lines[self.index : min(after, self.index + len(self.put))]]
        unread = tuple(
            replace(gap, before=gap.before + added) if gap.before > self.index else gap for gap in record.unread
        )
        return GameRecord(record.header, events, lines, record.spelling, unread)

    def place_as_written(self, place: int) -> int:
        """Return the index, in the log as written, of the event at an index in the changed log; added events count as at ``index``."""
        added = len(self.put) - self.removed
        first = self.index if added > 0 else self.index + len(self.put)
        return place if place < first else max(self.index, place - added)
