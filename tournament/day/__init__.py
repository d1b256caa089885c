"""The day of a director: the next thing to do, arrivals and departures, seats that move, corrections, lists of players."""
