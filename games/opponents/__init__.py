"""Opponents: programs that play Acquire from what a seat may know.

`players` has them: each gets a view of the protocol and chooses an act. `core` plays whole games on flat arrays.
"""
