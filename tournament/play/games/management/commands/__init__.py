"""The commands of this room."""
