"""Game logs at the desk: a log read and replayed, its players found at the table, and what a ruling may rest on (R11).

1. `read_game` reads a log in either spelling and replays it: the position after every turn, and every finding beside its turn.
2. `find_seats` proposes which player of the table each player of the log is; the director confirms.
3. `compare` sets the computed final cash against the entered, seat by seat; `obstacles` says why it cannot be applied.
4. `propose_ruling` writes the findings and the amounts down, for the director to change and to sign.
"""

from tournament.replays.reading import MAX_EVENTS, GameReading, Turn, UnreadableLogError, read_game
from tournament.replays.rulings import (
    LARGEST_CASH,
    Comparison,
    compare,
    doubts_of,
    obstacles,
    propose_ruling,
    spoken_value,
)
from tournament.replays.seats import Likeness, SeatGuess, find_seats

__all__ = [
    "LARGEST_CASH",
    "MAX_EVENTS",
    "Comparison",
    "GameReading",
    "Likeness",
    "SeatGuess",
    "Turn",
    "UnreadableLogError",
    "compare",
    "doubts_of",
    "find_seats",
    "obstacles",
    "propose_ruling",
    "read_game",
    "spoken_value",
]
