"""Practice events: made with invented players, and played round by round."""

from tournament.services.practice.making import make_practice_event
from tournament.services.practice.rounds import draw_tiles, plausible_cash, play_round, play_to_end

__all__ = ["draw_tiles", "make_practice_event", "plausible_cash", "play_round", "play_to_end"]
