"""The management commands of games on devices."""
