"""Copies of a whole installation: snapshots and backups, where they are kept, and another laptop that continues from one."""
