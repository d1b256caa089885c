"""Where a replay stands in the course of the turns."""

from __future__ import annotations

from games.acquire.editions import Money
from games.acquire.state import NO_TILE, State


class Course:
    """The turns as the log counts them, and what the turn at hand has brought.

    - ``number``: the turn's number in the log, 0 before the first; ``wrong_number``: the latest one that was found wrong;
    - ``started``: whether the first turn has begun; ``past_end``: whether the game was found to go on after its end;
    - ``wound_up``: everybody's final cash at that end, in order of seats, None while no game went on after its end;
    - ``passed_over``: the player whose turn another one took, while he may still take it; ``too_early``: that other one;
    - ``called``: the player whose time was called while he had a chain to name, until it is named (R31);
    - ``clocked``: whether the clock ended the turn; ``drawn``: the tiles drawn last;
    - ``kept``: dead tiles already found to be kept; ``laid``: the number of dead tiles replaced in the turn;
    - ``paused``: whether the director has stopped the game;
    - ``undo``: the position before the turn's tile, where the log takes tiles back; ``doubted_at_undo``: whether it was in doubt.
    """

    __slots__ = (
        "called", "clocked", "doubted_at_undo", "drawn", "kept", "laid", "number", "passed_over", "past_end", "paused", "started",
        "too_early", "undo", "wound_up", "wrong_number",
    )  # fmt: skip

    def __init__(self) -> None:
        self.number = 0
        self.wrong_number = 0
        self.started = False
        self.past_end = False
        self.wound_up: tuple[Money, ...] | None = None
        self.passed_over = NO_TILE
        self.too_early = NO_TILE
        self.called = NO_TILE
        self.clocked = False
        self.drawn: tuple[int, ...] = ()
        self.kept: set[int] = set()
        self.laid = 0
        self.paused = False
        self.undo: State | None = None
        self.doubted_at_undo = False

    def copy(self) -> Course:
        """An independent copy."""
        twin = Course.__new__(Course)
        # Name by name, for a search copies it with every trial.
        twin.number, twin.wrong_number = self.number, self.wrong_number
        twin.started, twin.past_end, twin.wound_up = self.started, self.past_end, self.wound_up
        twin.passed_over, twin.too_early = self.passed_over, self.too_early
        twin.clocked, twin.drawn, twin.kept, twin.laid = self.clocked, self.drawn, self.kept.copy(), self.laid
        twin.paused, twin.called = self.paused, self.called
        twin.undo = self.undo.copy() if self.undo is not None else None
        twin.doubted_at_undo = self.doubted_at_undo
        return twin
