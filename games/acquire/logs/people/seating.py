"""Finding the players of a log that does not list them: by the line of starting tiles, or by the turns of the first rounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from games.acquire.editions.labels import LABEL_SETS
from games.acquire.logs.header import is_player_id
from games.acquire.logs.language.spelling import fold, plain_signs, words
from games.acquire.logs.language.tokens import SourceLine
from games.acquire.logs.language.words import COLUMN_WORDS, LINE_WORDS
from games.acquire.record import Header

_TILE: Final = r"(?:1[0-2]|[1-9])\s?-?[a-iA-I]|[a-iA-I]-?(?:1[0-2]|[1-9])"
_NAME: Final = r"[^\W\d_]\w*"
#: A line that begins with a player and a tile, perhaps behind the number of the turn.
_HEAD: Final = re.compile(
    rf"[\s|>*]*(?:\d{{1,2}}:\d\d(?::\d\d)?\s+)?(?:(?:{_NAME}\.?\s*)?(?:\d{{1,3}}\s*[.):|,;/\t-]\s*)?\d{{1,3}}\s*[.):|,;/\t-]?\s*)?\(?({_NAME})\)?\s*[:.,|;)\t-]*\s*(?:[a-zà-ž]+\s+)?(?:{_TILE})\b"
)
#: The most characters of a line that are looked at.
_LONGEST: Final = 120
#: Names one after the other, with the signs or words between them; the signs that make a list of them; words before a list without any.
_BETWEEN: Final = r"(?:\s*[,/&+>|]\s*|\s*->\s*|\s+(?:-|and|und|et|y|e|en|vs\.?|oraz)\s+|-|\s+)"
_LISTED: Final = re.compile(rf"(?<!\w){_NAME}(?:{_BETWEEN}{_NAME})+")
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
#: The lines above the game that are looked at.
_BEFORE_GAME: Final = 12
_FEWEST, _MOST = 2, 6
#: A word, and in how many lines one that may be a player is at least.
_WORD: Final = re.compile(_NAME)
_SEVERAL: Final = 2
_NUMBERED: Final = re.compile(rf"\s*(?:player|seat|spieler|sitz|p)\s*([1-9])\s*[:=.)]\s*({_NAME})\s*\Z", re.IGNORECASE)
#: Folded words that are no players: chains, and words of headings.
_NO_PLAYERS: Final = frozenset(fold(name) for labels in LABEL_SETS.values() for name in labels.names) | {
    *map(fold, COLUMN_WORDS),
    *LINE_WORDS,
}


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
    """Return the players whom a line lists, ``Ann, Ben and Cai played on Tuesday``, and the line if it says nothing else.

    Each of them must begin turns of the log, or be named in several of its lines.
    """
    known = {name.casefold() for name in turn_heads(lines)}
    counts = Counter(word for line in lines for word in {*_WORD.findall(plain_signs(line.text[:_LONGEST]))})
    known |= {word.casefold() for word, count in counts.items() if count > _SEVERAL and word[0].isupper()} - _NO_PLAYERS
    best: tuple[list[str], SourceLine | None] = [], None
    for line in lines[:_BEFORE_GAME]:
        text = plain_signs(line.text[:_LONGEST])
        for found in _LISTED.finditer(text):
            names = [name for name in _SEPARATED.split(found[0]) if name]
            is_seated = _SEATED.search(text[: found.start()]) is not None
            run = _longest_run(names, known | {name.casefold() for name in names if is_seated and name[0].isupper()})
            begin = found[0].find(run[0]) if run else 0
            is_told = _SIGNS.search(found[0], begin) or text.strip() == found[0].strip()
            is_told = is_told or _SEATED.search(text[: found.start() + begin])
            if is_told and len(run) > len(best[0]) and _are_players(run):
                best = run, None if _TILED.search(text) else line
    return best


def _longest_run(names: Sequence[str], known: Collection[str]) -> list[str]:
    """Return the longest run of names that are known."""
    runs: list[list[str]] = [[]]
    for name in names:
        if name.casefold() in known:
            runs[-1].append(name)
        elif runs[-1]:
            runs.append([])
    return max(runs, key=len)


def grid_players(lines: Sequence[SourceLine]) -> list[str]:
    """Return the players at the head of a grid of rounds: behind a heading for their numbers, with a tile below each."""
    for at, line in enumerate(lines[:_BEFORE_GAME]):
        for sign in "\t|;,":
            first, *names = [cell.strip() for cell in plain_signs(line.text).strip("| ").split(sign)]
            below = [other.text.strip("| ").split(sign) for other in lines[at + 1 : at + 3]]
            tiles = (len(row) == len(names) + 1 and all(map(_TILED.search, row[1:])) for row in below)
            if COLUMN_WORDS.get(first.casefold()) == "number" and _are_players(names) and any(tiles):
                return names
    return []


def numbered_players(lines: Iterable[SourceLine]) -> list[str]:
    """Return the players of lines that count them: ``Player 1: Ann``, ``Seat 2 = Ben``."""
    found = [match for line in lines if (match := _NUMBERED.match(plain_signs(line.text[:_LONGEST])))]
    names = [match[2] for at, match in enumerate(found, 1) if int(match[1]) == at]
    return names if _are_players(names) else []


def turn_players(lines: Iterable[SourceLine]) -> list[str]:
    """Return the players of the first turns, in their order, if the same follow each other in every round; else none."""
    turns = [found[1] for line in lines if (found := _HEAD.match(plain_signs(line.text[:_LONGEST]))) is not None]
    turns = [name for name in turns if fold(name) not in _NO_PLAYERS]
    names = list(dict.fromkeys(turns))
    is_in_rounds = all(name == names[place % len(names)] for place, name in enumerate(turns))
    return names if _are_players(names) and is_in_rounds and len(turns) > len(names) else []


def _are_players(names: Sequence[str]) -> bool:
    """Whether names are those of the players of a game: two to six, each once, none a word that begins a line."""
    is_known = any(fold(name) in _NO_PLAYERS for name in names)
    return (
        _FEWEST <= len(names) <= _MOST
        and len(set(names)) == len(names)
        and all(map(is_player_id, names))
        and not is_known
    )
