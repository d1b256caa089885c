"""Insight into finished games: a search that judges decisions, its verdicts in words, and their pages."""
