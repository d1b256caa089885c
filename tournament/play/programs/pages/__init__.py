"""The page of a series between programs: its board, its table, its messages, and for whoever controls it what it is wished to do."""
