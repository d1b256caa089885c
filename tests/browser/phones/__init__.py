"""Phones of tables in a real browser."""
