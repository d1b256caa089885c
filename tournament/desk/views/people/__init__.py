"""Pages about people as such: lists read in, one more player, the same person twice, and finding anybody."""
