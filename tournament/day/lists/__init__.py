"""Lists of players as people send them: from a text to columns, rows and people, each with its doubts."""
