"""Installations as docs/running/deployment.md puts them together, of real servers of each kind."""
