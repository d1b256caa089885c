"""Games under way, for programs and scribes, on top of the rules.

`chance` says who acts and picks actions at random, `questions` gives purchases and disposals as ranges, `notation` writes a position
as a line of text and reads it, and `positions` returns the position of a recorded game after any of its events.
"""
