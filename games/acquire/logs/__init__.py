"""Logs of games in two spellings with the same content: text for people, JSON for programs."""
