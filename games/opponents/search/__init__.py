"""Search in trees of acts over worlds (complete positions) that fit what a seat knows.

`tree` has the nodes, `priors` puts purchases and disposals in order, `iterating` runs iterations, which are called looks, `evaluation`
evaluates a position, and `thinking` runs looks until its budget of seconds or iterations is used up or the choice is clear.
Parameters are named as in `core`; besides, ``o`` are the options of a search (`options`), and ``seat`` is the seat that searches.
"""
