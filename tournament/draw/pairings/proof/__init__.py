"""What can be proved of a draw before it is made: the least number of repeat meetings."""
