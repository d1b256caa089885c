"""Pages of series between programs, and of games against programs."""
