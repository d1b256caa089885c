"""The director's pages about an event as a whole: making, its own page, who may see it and how long it is kept, practice."""
