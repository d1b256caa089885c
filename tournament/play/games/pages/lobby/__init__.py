"""Before a game and between games: open one, alone or against programs, give seats and links, find one's games again."""
