"""The day and its people: the next thing to do, what leaving does, the pasted roster."""
