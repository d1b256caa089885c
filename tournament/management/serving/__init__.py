"""The parts of `serve`: its sockets, its web servers, which can be replaced while running, and its messages at the terminal."""
