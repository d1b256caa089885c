"""Sockets of games, as clients meet them: real servers of several processes, real frames."""
