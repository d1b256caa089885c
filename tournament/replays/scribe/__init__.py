"""A log that is written at the table while the game is played, entry by entry, and the board that asks for what comes next.

1. `LogEntry` is one tap of a scribe, who writes down the game: events of the log, or the removal of the entry before. `fold_entries`
   combines all entries of a table into one record, which the strict reader can read and the replay judges.
2. `objections` is what the rules have against what was written; it was written down all the same.
3. `board_document` is what the board shows: position, legal taps by factor, the log turn by turn.
"""
