"""What players and chains are called in one log beside their names: colours and nicknames that its header declares, and seats by number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.acquire.errors import LogError
from games.acquire.logs.language.cursor import cursor_of
from games.acquire.logs.language.names import Chains, Players, Sureness
from games.acquire.logs.language.spelling import fold, plain_signs
from games.acquire.logs.language.tokens import SourceLine, Token, folded_tokens
from games.acquire.record import Header
from games.sentences import gettext_lazy as _

#: One declaration: a nickname and what it stands for.
_DECLARED: Final = re.compile(
    r"\s*+([^\s:=,;][^:=,;]{0,23}?)\s*(?:=|:|->|→|\bis\b|\bfor\b|\s-\s)\s*+([^\s:=,;][^:=,;]*+)\Z"
)
#: The most words of a nickname, which has 24 letters at most.
_MOST_WORDS: Final = 2
#: A head with a seat in place of a name: "P2:", "Seat 2:", "Player 2:".
_SEAT_WORDS: Final = ("seat", "player", "spieler", "sitz", "platz", "joueur", "jugador", "speler")
_SEAT_HEAD: Final = re.compile(rf"\s*(?:\d+\s*[.):]?\s+)?(p|{'|'.join(_SEAT_WORDS)})\s?([1-9])\b", re.IGNORECASE)


@dataclass(slots=True)
class Nicknames:
    """Further names by their folded spelling: the seats of players, and the numbers of chains."""

    players: dict[str, int] = field(default_factory=dict)
    chains: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A nickname and what it stands for, as a line of the header has them; ``is_certain`` if the line can be nothing else."""

    place: Token
    name: str
    stands_for: str
    is_certain: bool


def declarations(value: SourceLine, *, is_certain: bool) -> list[Declaration]:
    """Return the declarations of a list such as ``red = Luxor, blue = Tower``, or none if a part of it is none."""
    found = []
    for part in _parts(value):
        match = _DECLARED.match(plain_signs(part.text))
        if match is None or len(match[1].split()) > _MOST_WORDS:
            return []
        found.append(Declaration(part.trimmed(), match[1], match[2].rstrip(), is_certain))
    return found


def _parts(value: SourceLine) -> Iterable[SourceLine]:
    """Yield the parts of a list between commas or semicolons."""
    sign = ";" if ";" in value.text else ","
    return (part for part in value.parts(sign) if part.text.strip())


def resolved(told: Sequence[Declaration], header: Header) -> tuple[Nicknames, list[LogError]]:
    """Return the nicknames that declarations make with the players and chains of a header, and an error for each that makes none."""
    names, errors = Nicknames(), []
    players, chains = Players(header.players), Chains(header.labels())
    for one in told:
        for name, known in ((one.name, one.stands_for), (one.stands_for, one.name)):
            seat, chain = _player(known, players), _chain(known, chains)
            if (
                (seat is None) == (chain is None)
                or _player(name, players) is not None
                or fold(name) in _full_names(header)
            ):
                continue
            if seat is not None:
                names.players[folded_tokens(name)] = seat
            elif chain is not None:
                names.chains[fold(name)] = chain
            break
        else:
            if one.is_certain:
                expected = _("a nickname and a player or a chain, as in 'chain red = Luxor' or 'player Blue = Ann'")
                errors.append(one.place.wrong(_("{word!r} does not declare a nickname", word=one.place.text), expected))
    return names, errors


def _full_names(header: Header) -> set[str]:
    """The folded names of all chains."""
    return {fold(name) for name in header.labels().names}


def _player(text: str, players: Players) -> int | None:
    """Return the seat of the player whom a whole text names."""
    cursor = cursor_of(SourceLine(text, 1))
    found = players.at(cursor, 0, Sureness.NAME)
    return found.seat if found is not None and found.length == len(cursor.tokens) else None


def _chain(text: str, chains: Chains) -> int | None:
    """Return the chain that a whole text names."""
    tokens = cursor_of(SourceLine(text, 1)).tokens
    return chains.find(tokens[0]) if len(tokens) == 1 and len(text) > 1 else None


def with_seats(names: Nicknames, lines: Iterable[SourceLine], header: Header) -> Nicknames:
    """Return nicknames with the seats of players, if turns of the log begin with them and no player is called so."""
    count = len(header.players)
    known = Players(header.players)
    has_seats = False
    for line in lines:
        found = _SEAT_HEAD.match(line.text)
        if (
            found is not None
            and _player(found[1] + found[2], known) is None
            and _player(f"{found[1]} {found[2]}", known) is None
        ):
            has_seats = has_seats or int(found[2]) <= count
    if has_seats:
        for seat in range(count):
            for name in (f"p{seat + 1}", *(f"{word} {seat + 1}" for word in _SEAT_WORDS)):
                if _player(name, known) is None:
                    names.players.setdefault(name, seat)
    return names
