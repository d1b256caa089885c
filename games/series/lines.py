"""Lines out of a stream of bytes that nobody vouches for: no line is kept that is longer than a message may be."""

from __future__ import annotations

from collections import deque

from games.acquire.play.devices.messages import LONGEST


class Lines:
    """Complete lines of what is fed in, in order; of one that is too long its beginning, a byte more than there may be."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._begun = bytearray()
        self._passing_over = False
        self.waiting: deque[bytes] = deque()

    def feed(self, piece: bytes) -> None:
        """Take in what was read."""
        *ended, last = piece.split(b"\n")
        for part in ended:
            self._take(part)
            if not self._passing_over and self._begun.strip():
                self.waiting.append(bytes(self._begun))
            self._begun.clear()
            self._passing_over = False
        self._take(last)

    def _take(self, part: bytes) -> None:
        """Take in a part of a line, unless that is too long already."""
        if self._passing_over:
            return
        self._begun += part
        if len(self._begun) > self._longest:
            self.waiting.append(bytes(self._begun[: self._longest + 1]))
            self._begun.clear()
            self._passing_over = True

    def forget(self) -> None:
        """Forget the complete lines that nobody has taken."""
        self.waiting.clear()
