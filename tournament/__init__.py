"""The tournament: what a director computes on paper, and the application around it."""
