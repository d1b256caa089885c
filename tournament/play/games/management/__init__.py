"""Where Django finds the commands of this room."""
