"""Sockets for games on devices: programs play by them, pages learn by them that something is new. They carry news and decide nothing."""
