"""A log that is written at the table while the game is played: what was told, entry by entry, and what the board asks for next.

1. `Entry` is one tap of a scribe: events in the words of a log, or the taking back of the entry before. `Scribed` folds all entries
   of a table into the record that the strict reader reads and the judge replays.
2. `objections` says what the rules have against what was told; it was written down all the same.
3. `sheet_of` is what the board shows: position, legal taps by factor, the log turn by turn.
"""

from tournament.replays.scribe.asking import ask_of
from tournament.replays.scribe.checking import objection_to, objections
from tournament.replays.scribe.entries import (
    Entry,
    Scribed,
    UntoldError,
    open_log,
    read_entries,
    read_entry,
    read_line,
    scribed,
    text_of,
)
from tournament.replays.scribe.showing import game_of, sheet_of, standing_of

__all__ = [
    "Entry",
    "Scribed",
    "UntoldError",
    "ask_of",
    "game_of",
    "objection_to",
    "objections",
    "open_log",
    "read_entries",
    "read_entry",
    "read_line",
    "scribed",
    "sheet_of",
    "standing_of",
    "text_of",
]
