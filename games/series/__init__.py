"""Series of games between bots: programs of strangers on their standard input and output, and players of ours in this process.

`play_series` plays the games of a `SeriesOrder` and gives the rows of its table, `document` gives the table as JSON. `check_program` plays
one game and reports what a program does wrong. `commands` has the commands ``series`` and ``bots``.
"""

from games.series.checking import check_program, sentences
from games.series.programs import NoProgramError, Program
from games.series.running import SeriesError, SeriesOrder, play_series
from games.series.table import document
from games.series.tracing import Trace

__all__ = [
    "NoProgramError",
    "Program",
    "SeriesError",
    "SeriesOrder",
    "Trace",
    "check_program",
    "document",
    "play_series",
    "sentences",
]
