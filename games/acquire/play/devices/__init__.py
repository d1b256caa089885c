"""A game on devices: the board on a common screen, a hand on each phone.

A game is its `Terms` and its `Deed`s, which are numbered and dated acts; a `Session` is computed from them. `decide` returns
the deeds that an act of a seat or of the arbiter leads to, including everything the server then does itself; `add_deed` adds one
deed to a session, `rebuild` adds all. `seat_view` and the other views return what one recipient may know, `time_up` whose time
is over, and `log_of` the log for the replay. Nothing here reads a clock or draws a random number: callers pass moments and a
chooser of tiles.
"""
