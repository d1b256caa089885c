"""The pages of a published game: its replay, causes of errors with their consequences, and what players owned turn by turn."""
