"""Pages about an event as a whole: who sees it, how long it is kept, how it is found, and practice."""
