"""Screens for a hall: pages for a projector that turn by themselves, need no mouse, and say when they are no longer fresh."""
