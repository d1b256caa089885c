"""Archives: an event as one file and back, and an event brought back from a snapshot."""
