"""What the floor reads: prices and bonuses, and the rules needed at a table."""
