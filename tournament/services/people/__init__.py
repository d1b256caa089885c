"""Acts about players and their entries: attendance, leaving and coming back, who is kept apart."""
