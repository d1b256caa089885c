"""The pages of a published game: its replay, what follows from what, and what it was worth turn by turn."""
