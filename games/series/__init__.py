"""Series of games between bots: users' programs on standard input and output or from elsewhere, and our players in this process.

`running.play_series` plays a `SeriesOrder` and returns the rows of its table, `table.document` returns the table as JSON.
`checking` says what a program does wrong in one game. `commands` has the commands ``series`` and ``bots``.
"""
