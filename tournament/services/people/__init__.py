"""Acts about players and their entries: attendance, leaving and coming back, keep-apart rules, requests by phone."""
