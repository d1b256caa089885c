"""What the draw says when it cannot go on.

PairingError               anything wrong with what was asked, in one sentence
├── ImpossibleDrawError    well formed, but no seating can satisfy it; names the players
└── DrawCancelledError     the caller's progress callback said stop
"""

from __future__ import annotations


class PairingError(ValueError):
    """A refusal in one sentence: what is wrong, with names and numbers, then what to do."""


class ImpossibleDrawError(PairingError):
    """The wishes contradict each other: locks over a table's size, more mutual conflicts than tables, nobody left to sit out."""


class DrawCancelledError(PairingError):
    """The draw was stopped before it ended; nothing was drawn."""
