"""Game logs at the desk: read and replay a log, find its players at the table, and prepare a ruling (R11).

1. `read_table_log` reads a log as people write it, with what `header_of` takes from the table; `read_game` replays it: the position
   after every turn, and every finding beside its turn.
2. `find_seats` proposes which player of the table each player of the log is; the director confirms.
3. `compare` sets the log's own final, the entered cash, the cash by the log as written and the proved cash side by side, seat by seat;
   `obstacles` are the reasons why it cannot be applied, and `offers` the amounts to choose from for a player whose cash is not proved.
4. `verdict_of` says in a sentence what happened and for whom the cash is proved, and what to ask the table.
5. `causes_in` has what went wrong, as sentences with the money that moved, and folds what only follows from it.
6. `propose_ruling` writes the causes and the amounts down, for the director to change and to sign.
"""

from tournament.replays.causes import causes_in
from tournament.replays.money import CashComparison, Offer, asks_for_sums_only, compare, offers, unproved_players
from tournament.replays.reading import GameReading, GameTurn, read_game
from tournament.replays.rulings import (
    LARGEST_CASH,
    doubts_of,
    names_by_event,
    obstacles,
    propose_question,
    propose_ruling,
)
from tournament.replays.steps import SeatEvidence, SeatGuess, find_seats, spoken_step
from tournament.replays.table_log import (
    MAX_EVENTS,
    NO_TABLE,
    TableHeader,
    UnreadableLogError,
    header_of,
    read_table_log,
)
from tournament.replays.verdict import Correction, ToldStory, Verdict, correction_of, stories_of, verdict_of
from tournament.replays.workings import (
    MEANINGS,
    AccountLine,
    account_lines,
    judge_words,
    spoken_calculation,
    spoken_fact,
    spoken_possible,
    spoken_value,
)

__all__ = [
    "LARGEST_CASH",
    "MAX_EVENTS",
    "MEANINGS",
    "NO_TABLE",
    "AccountLine",
    "CashComparison",
    "Correction",
    "GameReading",
    "GameTurn",
    "Offer",
    "SeatEvidence",
    "SeatGuess",
    "TableHeader",
    "ToldStory",
    "UnreadableLogError",
    "Verdict",
    "account_lines",
    "asks_for_sums_only",
    "causes_in",
    "compare",
    "correction_of",
    "doubts_of",
    "find_seats",
    "header_of",
    "judge_words",
    "names_by_event",
    "obstacles",
    "offers",
    "propose_question",
    "propose_ruling",
    "read_game",
    "read_table_log",
    "spoken_calculation",
    "spoken_fact",
    "spoken_possible",
    "spoken_step",
    "spoken_value",
    "stories_of",
    "unproved_players",
    "verdict_of",
]
