"""The positions of a game event by event, for a viewer, each with its working; computed only when asked for."""

from games.acquire.replay.views.positions import HandView, TurnView
from games.acquire.replay.views.steps import Placed, StepKind, StepView, Walk, positions, walk_through

__all__ = ["HandView", "Placed", "StepKind", "StepView", "TurnView", "Walk", "positions", "walk_through"]
