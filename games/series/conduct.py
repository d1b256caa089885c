"""How a bot behaved: how often it was asked, how long it took, and what it did wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

#: So many faults are kept with their sentences; the others are counted.
MOST_FAULTS: Final = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing done wrong: at which decision, counted from 1, what was asked, a code, and a sentence."""

    decision: int
    phase: str
    code: str
    sentence: str


@dataclass(slots=True)
class Conduct:
    """What a bot did in a series; ``slowest`` is in seconds, ``more`` the number of faults that are not kept."""

    decisions: int = 0
    slowest: float = 0.0
    timeouts: int = 0
    refused: int = 0
    faults: list[Fault] = field(default_factory=list)
    more: int = 0

    def note(self, phase: str, code: str, sentence: str) -> None:
        """Note what it did wrong at this decision."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(self.decisions, phase, code, sentence))
        else:
            self.more += 1
