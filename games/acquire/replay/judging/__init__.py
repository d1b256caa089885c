"""Weighing what may have happened where a log has mistakes: edits of the log, the search among them, and what is certain."""
