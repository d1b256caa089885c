"""What is new: times to come, printed sheets that are out of date, what a correction after the end changes, what is done in a game."""
