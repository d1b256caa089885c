"""A draw told, the movement chart, and who met whom."""
