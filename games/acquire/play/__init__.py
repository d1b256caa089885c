"""The engine's interface for games under way, programs and scribes.

A `State` is a position. `push` changes it by an action and `apply` returns a changed copy; an action that is not possible
raises an `IllegalActionError` with a code and a sentence. `actor` returns who acts, `iter_legal` lists what may be done,
`question` gives the same as ranges, and `sample` picks an action at random; `chance_outcomes` are the draws of the bag.
`observe` returns what one seat may know and `determinize` a position that agrees with it. Positions can be compared, hashed,
packed (`State.key`) and written as JSON or as a line of text, both ways; `position_at` returns the position of a recorded game
after any of its events.
"""
