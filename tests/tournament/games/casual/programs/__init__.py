"""Programs at seats of casual games: how they come there, what they may, and the processes that play."""
