"""Notions."""
