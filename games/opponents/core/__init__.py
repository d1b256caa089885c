"""The rules on flat arrays: the same as `games.acquire.rules`, made to play thousands of games a second.

A position is one array of whole numbers (`layout`), an edition another (`parameters`), an act one number (`acts`). In all functions
``s`` is a position, ``e`` an edition, ``r`` a random source (`chance`), and ``out`` or ``to`` an array that is written. Seats are in
turn order. Whatever leaves nobody a choice is done at once: draws, dead tiles, shown hands, the market's tile. The same source runs as
plain Python on lists, and compiled on arrays where numba is installed (`compiled`).
"""
