"""Search in trees of moves over worlds that fit what a seat knows.

`tree` keeps what was found, `priors` puts purchases and disposals in order, `iterating` is one look into the future, `thinking`
looks until its budget of seconds or iterations is used or the choice is clear.
"""
