"""The front of `serve`: what it reads, whom it lets go first, and what it passes on."""
