"""Pages about people as such: lists read in, one more player, the same person twice, who is kept apart, and finding anybody."""
