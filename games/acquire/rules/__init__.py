"""The rules of Acquire as an engine; `games.acquire.play` is its front door."""

from games.acquire.rules.ending import ChainPayout, Outcome, end_condition, payouts, worths
from games.acquire.rules.game import apply, final_cash, is_legal, is_over, outcome, push, push_trusted, refusal_of
from games.acquire.rules.legal import interventions, iter_legal, legal_actions
from games.acquire.rules.lenient import start

__all__ = [
    "ChainPayout",
    "Outcome",
    "apply",
    "end_condition",
    "final_cash",
    "interventions",
    "is_legal",
    "is_over",
    "iter_legal",
    "legal_actions",
    "outcome",
    "payouts",
    "push",
    "push_trusted",
    "refusal_of",
    "start",
    "worths",
]
