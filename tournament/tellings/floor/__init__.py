"""What players read on the floor: prices and bonuses, and the rules needed at a table."""
