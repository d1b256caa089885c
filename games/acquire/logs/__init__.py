"""Logs of games in two spellings with the same content, text for people and JSON for programs.

`read_log` reads logs in the notation and refuses all others; `read_people` takes liberties with what people write, and notes each.
"""
