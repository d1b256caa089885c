"""What a game on devices is called by: how far it is, and its code."""

from __future__ import annotations

from enum import StrEnum

CODE_LENGTH = 8
"""Letters of a game's code, as of every code that is typed (`tournament.record.letin`)."""


class GameState(StrEnum):
    """How far a game is: its players come together, it is played, it has ended."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
