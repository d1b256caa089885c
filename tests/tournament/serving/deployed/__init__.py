"""Installations as docs/deployment.md puts them together, of real servers of each kind."""
