"""A reader of lists: the files of a registration program, which begin with %ROS and have a player a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournament.day.office.sources.added import ListReader
from tournament.day.office.sources.texts import FileError


def _recognises(_name: str, content: bytes) -> bool:
    return content.startswith(b"%ROS")


def _rows(name: str, content: bytes) -> Iterator[Sequence[str]]:
    try:
        _first, *lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise FileError(f"“{name}” is damaged. Write it again and send that.") from None
    yield ("Name", "Country")
    for line in lines:
        surname, given, country = line.split("|")
        yield (f"{given} {surname}", country)


ROS = ListReader(name="ros", title="a list of Ros", recognises=_recognises, rows=_rows, suffixes=(".ros",))
