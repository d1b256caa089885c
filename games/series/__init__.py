"""Series of games between programs: strangers' on their standard input and output, and ours in this process.

`play_series` plays the games of a `Series` and gives the rows of the table; `document` is that as JSON. `check_program` plays one
game and says what a program does wrong. `commands` are the commands ``series`` and ``bots``.
"""

from games.series.checking import check_program, sentences
from games.series.programs import NoProgramError, Program
from games.series.running import Series, SeriesError, play_series
from games.series.table import document
from games.series.tracing import Trace

__all__ = [
    "NoProgramError",
    "Program",
    "Series",
    "SeriesError",
    "Trace",
    "check_program",
    "document",
    "play_series",
    "sentences",
]
