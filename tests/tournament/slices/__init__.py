"""Slices of the desk: what they add by the seams, and that the day runs without them."""
