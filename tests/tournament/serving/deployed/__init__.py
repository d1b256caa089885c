"""Installations as docs/deployment.md and docs/hosts.md put them together, of real servers of each kind."""
