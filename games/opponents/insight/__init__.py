"""What programs make of a game that was played: the worth of everybody turn by turn, and what a search would have done.

`worth` and `deciding` need the engine alone, so a server may ask them. `advising` and `judging` search: `worker` does it in a process
of its own, and `searcher` talks to that process.
"""
