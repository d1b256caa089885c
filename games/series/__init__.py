"""Series of games between bots: users' programs on their standard input and output, and our players in this process.

`play_series` plays a `SeriesOrder` and returns the rows of its table, `document` returns the table as JSON. `check_program` plays
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
