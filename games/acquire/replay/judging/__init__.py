"""Weighing what may have happened where a log has mistakes: hypotheses about the log, their search, and what is certain."""
