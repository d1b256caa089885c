"""The replay of a game log by the rules: findings, final cash and the positions on the way."""

from games.acquire.replay.findings import CODES, Code, Finding, Severity
from games.acquire.replay.judging.certainty import Fact, MissingFact, Possible
from games.acquire.replay.judging.judge import Replay, replay
from games.acquire.replay.judging.telling import Story
from games.acquire.replay.proof import UNCONFIRMED, UNCONFIRMED_PROOFS, Proof, proof_of
from games.acquire.replay.steps import HandView, Placed, StepKind, StepView, TurnView, Walk, positions, walk_through

__all__ = [
    "CODES",
    "UNCONFIRMED",
    "UNCONFIRMED_PROOFS",
    "Code",
    "Fact",
    "Finding",
    "HandView",
    "MissingFact",
    "Placed",
    "Possible",
    "Proof",
    "Replay",
    "Severity",
    "StepKind",
    "StepView",
    "Story",
    "TurnView",
    "Walk",
    "positions",
    "proof_of",
    "replay",
    "walk_through",
]
