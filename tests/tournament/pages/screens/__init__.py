"""Screens of a hall, and the prize-giving."""
