"""Everything the hall runs on, on paper: the sheets as values, their print as PDF, and how what was printed compares with today."""
