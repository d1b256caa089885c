"""Every act on an event: one verb each, atomic, with its Change; refusals are sentences."""
