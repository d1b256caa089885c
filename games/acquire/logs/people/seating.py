"""Finding the players of a log that does not list them: by the line of starting tiles, or by the turns of the first rounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from games.acquire.logs.header import is_player_id
from games.acquire.logs.language.spelling import fold, plain_signs, words
from games.acquire.logs.language.tokens import SourceLine
from games.acquire.record import Header

_TILE: Final = r"(?:1[0-2]|[1-9])\s?-?[a-iA-I]|[a-iA-I]-?(?:1[0-2]|[1-9])"
_NAME: Final = r"[^\W\d_]\w*"
#: A turn with its number, and with a tile or a pass behind the name.
_TURN: Final = re.compile(
    rf"\s*(?:turn\s*)?(\d{{1,3}})\s*[.):|,\t-]?\s*\(?({_NAME})\)?\s*[:.,|)\t-]*\s*(?:(?:{_TILE})\b|pass)", re.IGNORECASE
)
#: A line that begins with a player and a tile, perhaps behind the number of the turn.
_HEAD: Final = re.compile(
    rf"(?:\s*\d{{1,2}}:\d\d(?::\d\d)?\s+)?\s*(?:(?:{_NAME}\.?\s*)?\d{{1,3}}\s*[.):|,;/\t-]?\s*)?\(?({_NAME})\)?\s*[:.,|;)\t-]*\s*(?:{_TILE})\b"
)
#: The most characters of a line that are looked at.
_LONGEST: Final = 120
#: Names one after the other, with the signs or words between them; the signs that make a list of them; words before a list without any.
_BETWEEN: Final = r"(?:\s*[,/&+>|]\s*|\s*->\s*|\s+(?:-|and|und|et|y|e|en|vs\.?|oraz)\s+|-|\s+)"
_LISTED: Final = re.compile(rf"{_NAME}(?:{_BETWEEN}{_NAME})+")
_SEPARATED: Final = re.compile(
    r"\s*,\s*(?:and|und|et)\s+|\s*[,/&+>|]\s*|\s*->\s*|\s+(?:-|and|und|et|y|e|en|vs\.?|oraz)\s+|-|\s+"
)
_SIGNS: Final = re.compile(r"[,/&+>|-]")
_SEATED: Final = re.compile(
    r"\b(?:seats?|seated|seating|order|players?|spieler|sitz\w*|play(?:ing)?)\b\W*(?:is\W+)?\Z", re.IGNORECASE
)
#: A head with a seat in place of a name: "P2:", "Seat 2:", "Player 2:".
_SEAT_WORDS: Final = words("seat player spieler sitz platz joueur jugador speler")
_SEAT_HEAD: Final = re.compile(rf"\s*(?:\d+\s*[.):]?\s+)?(p|{'|'.join(_SEAT_WORDS)})\s?([1-9])\b", re.IGNORECASE)
_TILED: Final = re.compile(rf"\b(?:{_TILE})\b")
#: The lines above the game that are looked at, and what stands between the cells of a table.
_BEFORE_GAME: Final = 12
_LONGEST_ROW: Final = 400
_BETWEEN_CELLS: Final = ("|", "\t", ";", ",")
#: The folded headings of a column of players.
PLAYER_HEADINGS: Final = words("who name player spieler joueur jugador speler gracz giocatore hrac")
_FEWEST, _MOST = 2, 6


def seats_called(lines: Iterable[SourceLine], header: Header) -> dict[str, int]:
    """Return the seats of players by what they may be called, ``P2`` or ``Seat 2``, if turns of the log begin so and no player is."""
    seats = range(len(header.players))
    taken = {fold(name) for player in header.players for name in (player.id, player.name)}
    heads = [found for line in lines if (found := _SEAT_HEAD.match(line.text[:_LONGEST]))]
    if not any(int(found[2]) in (seat + 1 for seat in seats) for found in heads):
        return {}
    called = {f"{word}{seat + 1}": seat for seat in seats for word in ("p", *(f"{word} " for word in _SEAT_WORDS))}
    return {name: seat for name, seat in called.items() if name not in taken}


def turn_heads(lines: Iterable[SourceLine]) -> frozenset[str]:
    """Return the names that stand before a tile at the beginning of lines."""
    found = (_HEAD.match(plain_signs(line.text[:_LONGEST])) for line in lines)
    return frozenset(match[1] for match in found if match is not None)


def listed_players(lines: Sequence[SourceLine]) -> tuple[list[str], SourceLine | None]:
    """Return the players whom a line without a key lists, ``Ann, Ben and Cai played on Tuesday``, and the line if it says nothing else.

    Each of them must begin turns of the log, or be named in a column of players.
    """
    heads = {name.casefold() for name in turn_heads(lines)} | {name.casefold() for name in column_players(lines)}
    for line in lines[:_BEFORE_GAME]:
        text = plain_signs(line.text[:_LONGEST])
        for found in _LISTED.finditer(text):
            names = [name for name in _SEPARATED.split(found[0]) if name]
            is_whole = text.strip() == found[0].strip()
            has_sign = _SIGNS.search(found[0]) is not None
            is_told = has_sign or is_whole or _SEATED.search(text[: found.start()]) is not None
            while names and names[0].casefold() not in heads and (not has_sign or _SEATED.search(names[0])):
                del names[0]
            if is_told and _are_players(names) and all(name.casefold() in heads for name in names):
                return names, None if _TILED.search(text) else line
    return [], None


def column_players(lines: Iterable[SourceLine]) -> list[str]:
    """Return the players in the column of a table whose heading says so, in the order in which they come; none if there is none."""
    place, sign, names = -1, "", []
    for line in lines:
        text = line.text[:_LONGEST_ROW].strip().strip("|")
        if place < 0:
            sign = next((sign for sign in _BETWEEN_CELLS if sign in text), "")
            cells = [fold(cell.strip()) for cell in text.split(sign)] if sign else []
            place = next((at for at, cell in enumerate(cells) if cell in PLAYER_HEADINGS), -1)
            continue
        cells = [cell.strip() for cell in text.split(sign)]
        if len(cells) > place and is_player_id(cells[place]):
            names.append(cells[place])
    found = list(dict.fromkeys(names))
    is_in_rounds = all(name == found[at % len(found)] for at, name in enumerate(names))
    return found if is_in_rounds and len(names) >= len(found) and _FEWEST <= len(found) <= _MOST else []


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
