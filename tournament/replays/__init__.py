"""Game logs at the desk: a log read and replayed, its players found at the table, and what a ruling may rest on (R11).

1. `read_sheet` reads a log as people write it, with what `header_of` takes from the table; `read_game` replays it: the position
   after every turn, and every finding beside its turn.
2. `find_seats` proposes which player of the table each player of the log is; the director confirms.
3. `compare` sets the computed final cash against the entered, seat by seat; `obstacles` says why it cannot be applied.
4. `propose_ruling` writes the findings and the amounts down, for the director to change and to sign.
"""

from tournament.replays.reading import GameReading, Turn, read_game
from tournament.replays.rulings import (
    LARGEST_CASH,
    Comparison,
    compare,
    doubts_of,
    obstacles,
    propose_question,
    propose_ruling,
    spoken_value,
)
from tournament.replays.seats import Likeness, SeatGuess, find_seats
from tournament.replays.sheet import MAX_EVENTS, NO_TABLE, Sheet, TableHeader, UnreadableLogError, header_of, read_sheet

__all__ = [
    "LARGEST_CASH",
    "MAX_EVENTS",
    "NO_TABLE",
    "Comparison",
    "GameReading",
    "Likeness",
    "SeatGuess",
    "Sheet",
    "TableHeader",
    "Turn",
    "UnreadableLogError",
    "compare",
    "doubts_of",
    "find_seats",
    "header_of",
    "obstacles",
    "propose_question",
    "propose_ruling",
    "read_game",
    "read_sheet",
    "spoken_value",
]
