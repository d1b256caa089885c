"""The front door of the game, for tables under way, opponents and scribes.

A `State` is a position; `push` changes it by an action, `apply` gives a changed copy, and every action that is not
possible is an `IllegalActionError` with a code and a sentence. `actor` says who acts; `iter_legal` lists what may be
done, `question` says it by factor, `sample` picks at random; `chance_outcomes` are the bag's. `observe` is what one
seat may know, `determinize` a position that fits it. Positions are compared, hashed, packed (`State.key`) and written
as JSON both ways; `position_at` is that of a recorded game at any event.
"""

from games.acquire.play.chance import CHANCE, actor, chance_outcomes, draw_tile, play_out, sample
from games.acquire.play.documents import observation_document, observation_from, state_document, state_from
from games.acquire.play.notation import position_text, state_from_text
from games.acquire.play.observation import Observation, deal_hidden, determinize, known_state, observe
from games.acquire.play.positions import position_at
from games.acquire.play.questions import DisposalRange, PurchaseRange, Question, question
from games.acquire.play.table import OpenMerger, Table, table_of
from games.acquire.rules.codes import DOOR_CODES
from games.acquire.rules.ending import worths
from games.acquire.rules.game import apply, final_cash, is_legal, is_over, outcome, push, push_trusted, refusal_of
from games.acquire.rules.legal import interventions, iter_legal, legal_actions
from games.acquire.rules.opening import start
from games.acquire.state import EndReason, Merger, Phase, State

__all__ = [
    "CHANCE",
    "DOOR_CODES",
    "DisposalRange",
    "EndReason",
    "Merger",
    "Observation",
    "OpenMerger",
    "Phase",
    "PurchaseRange",
    "Question",
    "State",
    "Table",
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
    "known_state",
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
    "table_of",
    "worths",
]
