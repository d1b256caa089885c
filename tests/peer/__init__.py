"""Tournaments of somebody else's program for pods, with the points and ranks that it computes of them."""
