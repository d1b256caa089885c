"""Insight into a game that was played: what everybody would have had turn by turn, and what a search would have done.

`worth` and `deciding` use the engine alone, so pages may call them. `judging` searches: `worker` does that in a process of its own, and
`searcher` is the client of that process.
"""
