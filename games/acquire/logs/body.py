"""Reading the lines below the header of a text log: exactly by the notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.acquire.actions import Action, ActKind
from games.acquire.logs.language.tokens import SourceLine
from games.acquire.logs.notation import Notation, Statement
from games.acquire.record import GameRecord, Header, Spelling, Stamp, Unread, stamped


class Body:
    """Reads the lines of a game by the notation, and refuses the first line that is not in it."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.notation = Notation(header)
        self.events: list[Action] = []
        self.lines: list[int | None] = []
        self.stamps: list[Stamp | None] = []
        self.seat: int | None = None

    def read(self, lines: Iterable[SourceLine]) -> GameRecord:
        """Return the record of all lines.

        Raises:
            LogError: at the first place that is not in the notation.
        """
        for line in lines:
            self.add_exact(self.notation.line(line, self.seat, awaits_time=self.awaits_time), line.number)
        return self.record()

    def record(self, unread: Sequence[Unread] = ()) -> GameRecord:
        """Return the record of what was read so far, with the places that could not be read."""
        stamps = stamped(self.stamps)
        return GameRecord(self.header, self.events, self.lines, Spelling.TEXT, tuple(unread), stamps)

    @property
    def awaits_time(self) -> bool:
        """Whether the last event is the beginning of a turn, which has no time yet."""
        return bool(self.events) and self.events[-1].act is ActKind.TURN and self.stamps[-1] is None

    def add(self, action: Action, line: int, stamp: Stamp | None = None) -> None:
        """Add an event, its line and its time to the record."""
        self.events.append(action)
        self.lines.append(line)
        self.stamps.append(stamp)

    def add_exact(self, statements: Iterable[Statement], line: int) -> None:
        """Add the statements that the notation found in a line."""
        for action, stamp, _source in statements:
            if action is None:
                self.stamps[-1] = stamp
                continue
            if action.act is ActKind.TURN:
                self.seat = action.player
            self.add(action, line, stamp)
