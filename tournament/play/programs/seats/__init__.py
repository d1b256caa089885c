"""Programs at seats of casual games: sit one down, open a game against some, find what they have to play. Never in an event."""
