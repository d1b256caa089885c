"""The engine's interface for games under way, programs and scribes.

A `State` is a position. `push` changes it by an action and `apply` returns a changed copy; an action that is not possible
raises an `IllegalActionError` with a code and a sentence. `actor` returns who acts, `iter_legal` lists what may be done,
`question` gives the same as ranges, and `sample` picks an action at random; `chance_outcomes` are the draws of the bag.
`observe` returns what one seat may know and `determinize` a position that agrees with it. Positions can be compared, hashed,
packed (`State.key`) and written as JSON or as a line of text, both ways; `position_at` returns the position of a recorded game
after any of its events.
"""

from games.acquire.play.chance import CHANCE, actor, chance_outcomes, draw_tile, play_out, sample
from games.acquire.play.documents import observation_document, observation_from, state_document, state_from
from games.acquire.play.notation import position_text, state_from_text
from games.acquire.play.observation import Observation, deal_hidden, determinize, observe
from games.acquire.play.positions import position_at
from games.acquire.play.questions import DecisionRange, DisposalRange, PurchaseRange, question
from games.acquire.rules.ending import worths
from games.acquire.rules.game import (
    DOOR_CODES,
    apply,
    final_cash,
    is_legal,
    is_over,
    outcome,
    push,
    push_trusted,
    refusal_of,
)
from games.acquire.rules.legal import interventions, iter_legal, legal_actions
from games.acquire.rules.lenient import start
from games.acquire.state import EndReason, Merger, Phase, State

__all__ = [
    "CHANCE",
    "DOOR_CODES",
    "DecisionRange",
    "DisposalRange",
    "EndReason",
    "Merger",
    "Observation",
    "Phase",
    "PurchaseRange",
    "State",
    "actor",
    "apply",
    "chance_outcomes",
    "deal_hidden",
    "determinize",
    "draw_tile",
    "final_cash",
    "interventions",
    "is_legal",
    "is_over",
    "iter_legal",
    "legal_actions",
    "observation_document",
    "observation_from",
    "observe",
    "outcome",
    "play_out",
    "position_at",
    "position_text",
    "push",
    "push_trusted",
    "question",
    "refusal_of",
    "sample",
    "start",
    "state_document",
    "state_from",
    "state_from_text",
    "worths",
]
