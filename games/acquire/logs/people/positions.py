"""The position from which a log starts, or which is all that it has, as people write it: board, shares, cash, whose turn it is.

Each line becomes lines of the notation. ``Board Tower: 1A, 2A``, ``Tower: 1A 2A``, ``holdings Ann: 5 Tower``, ``cash in hand: Ann $4,200``
and ``Ann: Tower 5, cash 4200`` are such lines, if they stand above the first turn and a board is told.

The key of a log, in which its scribe says what his signs and abbreviations stand for: ``Lx = Luxor``, ``f. = fonda``, ``Q=Quentin``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

from games.acquire.board import TILE_NAMES
from games.acquire.logs.language.spelling import fold, plain_signs, words
from games.acquire.logs.language.tokens import TILE_SIGN, SourceLine, Token
from games.acquire.logs.people.lexicon import Lexicon, Word

#: A line of a position in the notation: the words between "position" and the colon, and what stands behind it.
PositionLine: TypeAlias = tuple[tuple[str, ...], str]

#: Words by the part of a position of which they speak.
_PARTS: Final = {
    **dict.fromkeys(words("board chains brett ketten plateau tablero bord hotels"), "board"),
    **dict.fromkeys(
        words("shares share holdings holding stocks stock aktien actions acciones aandelen holds"), "shares"
    ),
    **dict.fromkeys(words("loose lone single singles alone einzeln lose"), ""),
    **dict.fromkeys(words("dead inert tot"), "dead"),
}
#: Words that say nothing of the position beside its parts.
_IDLE: Final = words("position final end closing the tiles tile starting of in hand left")
_TO_PLAY: Final = re.compile(r"\b(?:next(?:\s+to\s+play)?|to[\s_]play|am\s+zug|turn)\b", re.IGNORECASE)
#: A chain on the board has at least so many tiles, and a chain that begins a line so many letters.
_LEAST_TILES: Final = 2
_LETTERS: Final = 3


def tells_board(line: SourceLine, lexicon: Lexicon) -> bool:
    """Whether a line tells the tiles of a chain."""
    return any(named[0] == "board" for named, _ in position_lines(line, lexicon, is_whole_log=False))


def position_lines(line: SourceLine, lexicon: Lexicon, *, is_whole_log: bool) -> list[PositionLine]:
    """Return a line as lines of a position, empty if it is none; ``is_whole_log`` says that the log has no turns.

    Without turns, a player's name with shares and cash behind it tells what he has.
    """
    ids, names = [player.id for player in lexicon.header.players], lexicon.header.labels().names
    whole = lexicon.words(line)
    found = [word for word in whole if not (word.is_sign or fold(word.text) in _IDLE)]
    said = {part for word in found if (part := _part(word)) is not None}
    if _TO_PLAY.search(line.text):
        rest = lexicon.words(line._replace(text=_TO_PLAY.sub("", line.text)))
        seats = [word.player for word in rest if word.player is not None]
        is_alone = all(word.is_sign or word.player is not None or fold(word.text) in _IDLE for word in rest)
        return [(("to_play",), ids[seats[0]])] if len(seats) == 1 and is_alone else []
    if any(word.tile is not None and not word.tile_cost for word in found) and not said & {"cash", "shares"}:
        return _board(found, names, has_word="board" in said)
    if any(word.act == "final" for word in whole) or not (said & {"cash", "shares"} or is_whole_log):
        return []
    return _holdings(found, ids, names, said)


def _part(word: Word) -> str | None:
    """Return the part of a position of which a word speaks, None if it speaks of none."""
    return _PARTS.get(fold(word.text), "cash" if word.act == "cash" else None)


def _board(found: Sequence[Word], names: Sequence[str], *, has_word: bool) -> list[PositionLine]:
    """Return the chains, lone tiles and dead tiles that words tell."""
    told: list[tuple[str, list[str]]] = [("", [])] if has_word else []
    for word, behind in pairwise((*found, Word("", 0, 0))):
        part = _part(word)
        if word.tile is not None and told:
            told[-1][1].append(TILE_NAMES[word.tile])
        elif part in ("", "dead"):
            told.append((part, []))
        elif len(word.chains) == 1 and (len(word.text) >= _LETTERS or has_word):
            told.append((names[word.chains[0]], []))
        elif not (word.inside == "noise" or part == "board" or (word.number is not None and behind.tile is not None)):
            return []
    told = [one for one in told if one[0] or one[1]]
    is_chain = {name: name not in ("", "dead") for name, _ in told}
    if any(len(tiles) < (_LEAST_TILES if is_chain[name] else 1) for name, tiles in told):
        return []
    return [(("board", name) if name else ("board",), " ".join(tiles)) for name, tiles in told]


def _holdings(found: Sequence[Word], ids: Sequence[str], names: Sequence[str], said: set[str]) -> list[PositionLine]:
    """Return the shares and the cash of players that words tell, each behind his name."""
    seat, chain, count = None, None, None
    is_cash = False
    cash: dict[int, int] = {}
    shares: dict[int, dict[int, int]] = {}
    for word in found:
        part = _part(word)
        share: tuple[int, int] | None = word.share if seat is not None else None
        if word.player is not None and not word.chains:
            seat, chain, count = word.player, None, None
            if "shares" in said:
                shares.setdefault(seat, {})
        elif part in ("cash", "shares"):
            is_cash = part == "cash"
        elif seat is not None and word.number is not None and (is_cash or word.is_amount) and not word.chains:
            cash[seat] = word.number
        elif seat is not None and (word.number is not None or len(word.chains) == 1 or share is not None):
            chain = share[0] if share else word.chains[0] if word.chains else chain
            count = share[1] if share else word.number if word.number is not None else count
            if chain is not None and count is not None:
                shares.setdefault(seat, {})[chain] = count
                chain, count = None, None
        elif not word.inside:
            return []
    if chain is not None or count is not None or not (cash or shares):
        return []
    held: list[PositionLine] = [(("shares", ids[owner]), _shares(owned, names)) for owner, owned in shares.items()]
    return [(("cash",), ", ".join(f"{ids[owner]} {amount}" for owner, amount in cash.items())), *held] if cash else held


def _shares(owned: dict[int, int], names: Sequence[str]) -> str:
    """Return a player's shares in the notation."""
    return ", ".join(f"{names[chain]} {count}" for chain, count in owned.items()) or "-"


def as_tokens(line: SourceLine, found: Sequence[PositionLine]) -> list[tuple[list[Token], SourceLine]]:
    """Return lines of a position as the reader of a header takes them, at the place of the line from which they come."""
    return [
        ([Token(word, line.number, line.start + 1) for word in named], SourceLine(rest, line.number, line.start))
        for named, rest in found
    ]


#: A sign or a short word, and what it stands for, up to the end of the list's item.
_PAIR: Final = re.compile(
    r"([^\s=,;()«»\"]{1,12})\s*=\s*([^=,;()«»|]{1,40}?)(?=\s*[,;()«»|]|\s*\.?\s*\Z|\s{2,}|\s+\S{1,12}\s*=)"
)
#: A line with a single pair: ``chain red = Luxor``, ``red: Luxor``.
_ONE: Final = re.compile(r"\s*(?:[^\W\d_]+\s+)?([^\s=:,;]+)\s*(?:=|->|→|:)\s*([^\W\d_]+)\s*\Z")
#: A short word and the name of a chain behind it: ``Lx Luxor, Tw Tower``.
_BARE: Final = re.compile(r"(?<![^\W\d_])([^\W\d_]{1,3})\s+([^\W\d_]{4,})(?=\s*[,;.)]|\s*\Z|\s{2,})")
#: A sign of which a word says that it stands for something: ``= means kept``.
_MEANS: Final = re.compile(
    r"(?<!\S)([^\w\s,;.:()\"|]{1,2})\s+(?:means|heißt|bedeutet|signifie|veut dire|significa|quiere decir|betekent|oznacza|znamená)"
    r"\s+([^,;()]{1,30}?)(?=\s{2,}|[,;()]|\s*\Z)"
)
_TILE: Final = re.compile(rf"(?<!\w){TILE_SIGN}(?!\w)")
#: A sign and the words behind it: ``● nechal si, ○ nekoupil``.
_SIGN: Final = re.compile(
    r"(?:^|[,;(]|\s{2,})\s*([^\w\s,;.:()\"|]{1,2})\s+([^\W\d_][^,;()]{1,30}?)(?=\s{2,}|[,;()]|\s*\Z)"
)
#: The lines above the game in which a key is looked for.
_FIRST_LINES: Final = 15
#: Those at its end.
_LAST_LINES: Final = 5
_FEWEST: Final = 2


@dataclass(slots=True)
class Legend:
    """What a log's own words stand for: seats, chains, and the meanings of acts; ``lines`` are those that say nothing else."""

    players: dict[str, int] = field(default_factory=dict)
    chains: dict[str, int] = field(default_factory=dict)
    acts: dict[str, str] = field(default_factory=dict)
    lines: set[int] = field(default_factory=set)


def legend_of(lines: Sequence[SourceLine], lexicon: Lexicon) -> Legend:
    """Return what the key of a log declares."""
    legend = Legend()
    is_above = True
    for line in [*lines[:_FIRST_LINES], *lines[_FIRST_LINES:][-_LAST_LINES:]]:
        if _TILE.search(line.text):
            is_above = False
            continue
        one = _ONE.match(line.text) if is_above else None
        if one is not None and _first_known_word(one[1], lexicon) is None:
            legend.lines |= {line.number} if _declare(one[1], one[2], legend, lexicon) else set()
            continue
        pairs = [(found[1], found[2]) for kind in (_PAIR, _MEANS) for found in kind.finditer(line.text)]
        pairs = [one for short, said in pairs for one in _declarations_of(short, said)]
        bare = [(found[1], found[2]) for found in _BARE.finditer(line.text)]
        declared = sum(_declare(short, said, legend, lexicon) for short, said in pairs)
        if not pairs and sum(_chain(said, lexicon) is not None for _, said in bare) > _FEWEST:
            declared = sum(
                _declare(short, said, legend, lexicon) for short, said in bare if _chain(said, lexicon) is not None
            )
        signs = [(found[1], found[2]) for found in _SIGN.finditer(plain_signs(line.text))]
        if not pairs and len(signs) >= _FEWEST:
            declared = sum(_declare(short, said, legend, lexicon) for short, said in signs)
        if declared >= _FEWEST:
            legend.lines.add(line.number)
    return legend


def _declarations_of(short: str, said: str) -> list[tuple[str, str]]:
    """Return the declarations of one item of a key, each of several that are joined by strokes: ``V/T/B = sold/traded/kept``."""
    shorts, meanings = short.split("/"), said.split("/")
    return [*zip(shorts, meanings, strict=True)] if len(shorts) == len(meanings) > 1 else [(short, said)]


def _declare(short: str, said: str, legend: Legend, lexicon: Lexicon) -> bool:
    """Add one declaration; returns whether it is one."""
    for name, meant in ((short, said), (said, short)):
        known = _first_known_word(meant, lexicon)
        key = fold(name.strip().rstrip("."))
        if known is None or not key or len(key.split()) > 1 or key.isdigit():
            continue
        if known.chains and known.player is None:
            legend.chains[key] = known.chains[0]
        elif known.player is not None:
            legend.players[key] = known.player
        elif known.act or known.inside == "none":
            legend.acts[key] = known.act or "nothing"
        return True
    return False


def _first_known_word(said: str, lexicon: Lexicon) -> Word | None:
    """Return the first word of a text that surely is a chain, a player or an act."""
    words = [word for word in lexicon.words(SourceLine(said.strip().strip("."), 1)) if not word.is_sign]
    for word in words[:3]:
        is_chain = bool(word.chains) and not word.chain_cost and len(word.text) > 3
        is_player = word.player is not None and not word.player_cost
        if is_chain or is_player or (word.act and not word.act_cost) or (word.inside == "none" and len(words) == 1):
            return word
    return None


def _chain(said: str, lexicon: Lexicon) -> int | None:
    """Return the chain that a text names in full."""
    known = _first_known_word(said, lexicon)
    return known.chains[0] if known is not None and known.chains else None


def with_legend(lexicon: Lexicon, legend: Legend, answers: Mapping[str, str]) -> Lexicon:
    """Return the lexicon with what a log's own key declares."""
    return Lexicon(
        lexicon.header,
        {**legend.players, **lexicon.nicknames[0]},
        {**legend.chains, **lexicon.nicknames[1]},
        {**legend.acts, **answers},
        is_letter_first=lexicon.is_letter_first,
    )
