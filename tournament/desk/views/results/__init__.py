"""The pages of results: the grid of a round, and one table with its score and its versions."""
