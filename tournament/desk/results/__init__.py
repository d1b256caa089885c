"""What the pages of a round's results show: the grid and its rows, pending reports, the versions of a result."""
