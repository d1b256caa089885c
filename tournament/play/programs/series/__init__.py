"""Series between programs: their rows, the command's side of a series, and clients from elsewhere."""
