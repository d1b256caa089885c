"""What was written twice: one turn by two scribes in one log.

`statements` compares two writings of a turn, `doubles` finds turns that a log has twice.
"""
