"""The management commands about people."""
