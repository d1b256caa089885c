"""The front of `serve`: what it reads, whom it lets go first, and how it passes requests and sockets on."""
