"""An event as values: its vocabulary, its rules, the whole event at one moment, and its archive."""
