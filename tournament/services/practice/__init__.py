"""Practice events: made with invented players, and played round by round or up to a stage of the day."""

from tournament.services.practice.making import make_practice_event
from tournament.services.practice.rounds import draw_tiles, plausible_cash, play_round, play_to_end
from tournament.services.practice.stages import play_step, play_to_stage, steps_to
from tournament.services.practice.steps import stand_of, steps_of

__all__ = [
    "draw_tiles",
    "make_practice_event",
    "plausible_cash",
    "play_round",
    "play_step",
    "play_to_end",
    "play_to_stage",
    "stand_of",
    "steps_of",
    "steps_to",
]
