"""Every sheet of paper, a module each: the event's values in blocks."""
