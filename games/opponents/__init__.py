"""Opponents: programs that play Acquire from what a seat may know, and the measure of their strength.

`players` is the door: a view of the protocol goes in, an act comes out. `core` plays whole games on flat arrays.
"""
