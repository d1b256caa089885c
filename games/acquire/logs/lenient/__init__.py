"""Logs as people write them, read before the strict reader would refuse them."""

from games.acquire.logs.lenient.reading import read_people
from games.acquire.logs.lenient.remarks import Note, Reading

__all__ = ["Note", "Reading", "read_people"]
