"""Pages about players: entered, found, checked in, coming late, leaving."""
