"""Insight into a finished game: the cash of all players if it had ended at each turn, and what a search would have decided.

`worth` and `deciding` only use the rules, so pages may call them. `judging` searches; `worker` runs it in a child process, and `searcher`
is the client of that process.
"""
