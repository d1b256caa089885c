"""The key of a log, in which its scribe says what his signs and abbreviations stand for: ``Lx = Luxor``, ``f. = fonda``, ``Q=Quentin``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.acquire.logs.language.spelling import fold, plain_signs
from games.acquire.logs.language.tokens import TILE_SIGN, SourceLine
from games.acquire.logs.people.lexicon import Lexicon, Word

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
        if one is not None and _known(one[1], lexicon) is None:
            legend.lines |= {line.number} if _declare(one[1], one[2], legend, lexicon) else set()
            continue
        pairs = [(found[1], found[2]) for kind in (_PAIR, _MEANS) for found in kind.finditer(line.text)]
        pairs = [one for short, said in pairs for one in _each(short, said)]
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


def _each(short: str, said: str) -> list[tuple[str, str]]:
    """Return the declarations of one item of a key, each of several that are joined by strokes: ``V/T/B = sold/traded/kept``."""
    shorts, meanings = short.split("/"), said.split("/")
    return [*zip(shorts, meanings, strict=True)] if len(shorts) == len(meanings) > 1 else [(short, said)]


def _declare(short: str, said: str, legend: Legend, lexicon: Lexicon) -> bool:
    """Add one declaration; returns whether it is one."""
    for name, meant in ((short, said), (said, short)):
        known = _known(meant, lexicon)
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


def _known(said: str, lexicon: Lexicon) -> Word | None:
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
    known = _known(said, lexicon)
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
