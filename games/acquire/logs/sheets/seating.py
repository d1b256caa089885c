"""Finding the players of a log that does not list them: by the line of starting tiles, or by the turns of the first rounds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from games.acquire.logs.header import is_player_id
from games.acquire.logs.language.cursor import cursor_of
from games.acquire.logs.language.spelling import plain_signs
from games.acquire.logs.language.tokens import SourceLine

_TILE: Final = r"(?:1[0-2]|[1-9])\s?-?[a-iA-I]|[a-iA-I]-?(?:1[0-2]|[1-9])"
_NAME: Final = r"[^\W\d_]\w*"
#: A player and his starting tile, in either order.
_STARTING: Final = re.compile(rf"({_NAME})\s*[:=]?\s*\(?(?:{_TILE})\b\)?|\b(?:{_TILE})\s*[:=]?\s*({_NAME})")
_SEPARATORS: Final = " ,;.+&/"
#: A turn with its number, and with a tile or a pass behind the name.
_TURN: Final = re.compile(
    rf"\s*(?:turn\s*)?(\d{{1,3}})\s*[.):|,\t-]?\s*\(?({_NAME})\)?\s*[:.,|)\t-]*\s*(?:(?:{_TILE})\b|pass)", re.IGNORECASE
)
#: A line that begins with a player and a tile, perhaps behind the number of the turn.
_HEAD: Final = re.compile(
    rf"\s*(?:(?:{_NAME}\.?\s*)?\d{{1,3}}\s*[.):|,;/\t-]?\s*)?\(?({_NAME})\)?\s*[:.,|;)\t-]*\s*(?:{_TILE})\b"
)
#: The most characters of a line that are looked at.
_LONGEST: Final = 120
_FEWEST, _MOST = 2, 6


def turn_heads(lines: Iterable[SourceLine]) -> frozenset[str]:
    """Return the names that stand before a tile at the beginning of lines."""
    found = (_HEAD.match(plain_signs(line.text[:_LONGEST])) for line in lines)
    return frozenset(match[1] for match in found if match is not None)


def start_players(lines: Iterable[SourceLine]) -> list[str]:
    """Return the players of a line of starting tiles, in its order; none if it has anything else or no such line is there."""
    for line in lines:
        cursor = cursor_of(line)
        meaning, length = cursor.line_word()
        if meaning != "start" or cursor.peek(length).text not in (":", "=", "-"):
            continue
        rest = plain_signs(line.text)[cursor.peek(length).end - 1 - line.start :]
        names = [first or second for first, second in _STARTING.findall(rest)]
        if _are_players(names) and not _STARTING.sub("", rest).strip(_SEPARATORS):
            return names
    return []


def turn_players(lines: Iterable[SourceLine]) -> list[str]:
    """Return the players of the first turns, in their order, if the same follow each other in every round; else none."""
    turns = [(int(found[1]), found[2]) for line in lines if (found := _TURN.match(plain_signs(line.text))) is not None]
    names = list(dict.fromkeys(name for _, name in turns))
    is_in_order = all(later == number + 1 for (number, _), (later, _) in pairwise(turns))
    is_in_rounds = all(name == names[place % len(names)] for place, (_, name) in enumerate(turns))
    return names if _are_players(names) and is_in_order and is_in_rounds and len(turns) > len(names) else []


def _are_players(names: list[str]) -> bool:
    """Whether names are those of the players of a game: two to six, each once, none a word that begins a line."""
    return _FEWEST <= len(names) <= _MOST and len(set(names)) == len(names) and all(map(is_player_id, names))
