"""The event as values: its words, its rules, the whole of it at one moment, and its archive."""
