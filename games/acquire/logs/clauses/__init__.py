"""Clauses as people write them: their forms, their values, and what the log has told so far, by which they are read."""
