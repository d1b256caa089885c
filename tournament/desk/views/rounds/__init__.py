"""The pages of a round: its draw, its movement chart, the round itself and its seats."""
