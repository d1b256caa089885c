"""Games on devices at the desk: what whoever directs may rule in the game of a table."""
