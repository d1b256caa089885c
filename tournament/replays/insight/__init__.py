"""Insight into a game that was played: its worth and decisions beside its replay, and what a search made of them in words."""

from tournament.replays.insight.following import GameInsight, insight_of
from tournament.replays.insight.words import Look, TurningPoint, act_words, decision_words, told_look, turning_points

__all__ = [
    "GameInsight",
    "Look",
    "TurningPoint",
    "act_words",
    "decision_words",
    "insight_of",
    "told_look",
    "turning_points",
]
