"""Lists for pairing programs of chess (TRF, the report file of FIDE): fixed columns, a row for each player."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tournament.day.office.sources.texts import as_text, one_line

_HEADINGS = ("No.", "Title", "Name", "Rating", "Federation", "FIDE ID", "Birth")  # not said
_COLUMNS = ((4, 8), (10, 13), (14, 47), (48, 52), (53, 56), (57, 68), (69, 79))
_PLAYER = re.compile(r"001 [ 0-9]{3}[0-9] [ mfw][ a-zA-Z]{3} \S.*")
_SQUEEZED = re.compile(
    r"001\s+(?P<number>\d{1,4})\s+(?:[mfw]\s+)?(?:(?P<title>W?(?:GM|IM|FM|CM)|[gmfc]|w[gmfc])\s+)?(?P<name>[^\d\s]\D*?)"
    r"(?:\s+(?P<rating>\d{1,4}))?(?:\s+(?P<federation>[A-Z]{3}))?(?:\s+(?P<fide>\d{5,11}))?"
    r"(?:\s+(?P<birth>\d{4}(?:[/.-]\d\d[/.-]\d\d)?))?(?:\s+\d+\.\d\b.*)?"
)
"""A line of a player whose runs of blanks became one, as when it was copied from a page."""
_HOLDS = tuple(
    map(re.compile, (r"\d+", r"[A-Za-z]*", r"\D+", r"\d*", r"[A-Za-z]*", r"\d*", r"(?:\d{4}(?:[/.-]\d\d[/.-]\d\d)?)?"))
)
LONGEST_LINE = 1_000
_OTHER = re.compile(r"(?:0[0-9]{2}|1[0-9]{2}|2[0-9]{2}|3[0-9]{2}|XX[A-Z])(?: .*|)|#.*|")


def is_trf(text: str) -> bool:
    """Whether a text is such a list: every line begins with its kind, and some are of players."""
    lines = [line.rstrip() for line in text.lstrip("\ufeff").splitlines()]
    players = [line for line in lines if line.startswith("001 ")]
    if (
        not players
        or max(map(len, players)) > LONGEST_LINE
        or sum(_OTHER.fullmatch(line) is not None for line in lines) < 0.9 * len(lines)
    ):
        return False
    return all(_PLAYER.fullmatch(line) or _SQUEEZED.fullmatch(one_line(line)) for line in players)


def text_of_trf(text: str) -> str:
    """Return the players of such a list as rows below headings; raises FileError if there are too many."""
    return as_text([_HEADINGS, *_players(text)])


def _players(text: str) -> Iterator[list[str]]:
    """Yield the fields of each player."""
    for line in text.lstrip("\ufeff").splitlines():
        if not line.startswith("001 "):
            continue
        fields = [line[first:last].strip() for first, last in _COLUMNS]
        found = None if _is_in_columns(line) else _SQUEEZED.fullmatch(one_line(line))
        if found:
            fields = [
                found[part] or "" for part in ("number", "title", "name", "rating", "federation", "fide", "birth")
            ]
        yield fields


def _is_in_columns(line: str) -> bool:
    """Whether a line keeps the fixed columns: there are blanks between them, and each holds what it should."""
    if not _PLAYER.fullmatch(line.rstrip()) or any(
        line[at : at + 1] not in ("", " ") for at in (8, 13, 47, 52, 56, 68, 79)
    ):
        return False
    fields = [line[first:last].strip() for first, last in _COLUMNS]
    return all(pattern.fullmatch(field) for pattern, field in zip(_HOLDS, fields, strict=True))
