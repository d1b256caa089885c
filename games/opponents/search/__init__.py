"""Search in trees of moves over worlds that fit what a seat knows.

`tree` has the nodes, `priors` puts purchases and disposals in order, `iterating` runs iterations, which are called looks, `evaluation`
evaluates a position, and `thinking` looks until its budget of seconds or iterations is used or the choice is clear.
"""
