"""What can be proved about a draw before it is made: the least number of repeats."""
