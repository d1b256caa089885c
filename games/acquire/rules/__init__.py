"""The rules of Acquire as an engine: start, legal actions, apply, end and outcome."""

from games.acquire.rules.ending import ChainPayout, Outcome, end_condition, payouts
from games.acquire.rules.game import apply, final_cash, interventions, is_over, legal_actions, outcome
from games.acquire.rules.start import start

__all__ = [
    "ChainPayout",
    "Outcome",
    "apply",
    "end_condition",
    "final_cash",
    "interventions",
    "is_over",
    "legal_actions",
    "outcome",
    "payouts",
    "start",
]
