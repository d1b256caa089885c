"""Reading a game as people write it: words with what they may mean, a beam over readings, and the game beside it that chooses."""
