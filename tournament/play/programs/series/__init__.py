"""Series between programs: their rows, and the command's side of a series."""
