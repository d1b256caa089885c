"""Installations as docs/deployment.md, docs/hosts.md and docs/standby.md put them together, of real servers of each kind."""
