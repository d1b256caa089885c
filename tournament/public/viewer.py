"""The viewer of a replay: the board after one turn, who holds what, what was found, and the ways to the other turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.acquire.actions import Act
from games.acquire.board import tile_name, tile_names
from games.acquire.replay import Finding, HandView, Severity
from games.acquire.svg import board_svg, chain_class, chain_letters
from tournament.replays import GameReading, Turn, spoken_value

SIGNS = {Severity.ERROR: "loss", Severity.WARNING: "doubt", Severity.NOTE: "note"}
"""The class of a severity's tag, which brings its sign."""

_GRAVEST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player has after a turn: cash in words, shares in the order of the chains, the hand as far as it is known."""

    log_id: str
    name: str
    cash: str
    shares: tuple[int, ...]
    hand: str
    is_on_turn: bool


@dataclass(frozen=True, slots=True)
class ChainColumn:
    """A chain at a step: its letter and name, tiles, dollars a share in words, shares left in the bank, the class of its colour."""

    letter: str
    name: str
    size: int
    price: str
    bank: int
    tint: str


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding with the class of its sign and its two values in words."""

    finding: Finding
    sign: str
    expected: str
    recorded: str


@dataclass(frozen=True, slots=True)
class TurnLink:
    """A line of the list of turns: ``words`` say what it begins with, ``severity`` is the gravest finding's, empty for none."""

    place: int
    title: str
    words: str
    severity: str
    sign: str
    count: int
    is_current: bool


def viewer(reading: GameReading, asked: int | None, names: Mapping[str, str]) -> dict[str, Any]:
    """What components/_replay.html needs; ``asked`` is the turn of the address, ``names`` are people's by the log's IDs.

    Without a turn, or with one that the game does not have, the last turn is shown.
    """
    last = len(reading.turns) - 1
    place = last if asked is None else min(asked, last)
    turn = reading.turns[place]
    return {
        "turn": turn,
        "place": place,
        "last": last,
        "previous": max(place - 1, 0),
        "following": min(place + 1, last),
        "board": _board(reading, turn),
        "chains": _columns(reading, turn),
        "holdings": _holdings(reading, turn, names),
        "found": [shown_finding(finding) for finding in turn.findings],
        "turns": [_link(row, place) for row in reading.turns],
    }


def shown_finding(finding: Finding) -> ShownFinding:
    """A finding in words."""
    return ShownFinding(
        finding, SIGNS[finding.severity], spoken_value(finding.expected), spoken_value(finding.recorded)
    )


def _board(reading: GameReading, turn: Turn) -> SafeString:
    title = f"The board after turn {turn.title}" if turn.place else "The board at the start"
    # The library escapes every name it writes; nothing else of the log stands in the picture.
    return SafeString(board_svg(turn.view.cells, reading.chains, title, turn.view.placed))


def _columns(reading: GameReading, turn: Turn) -> list[ChainColumn]:
    letters = chain_letters(reading.chains)
    view = turn.view
    return [
        ChainColumn(
            letters[name],
            name,
            view.sizes.get(name, 0),
            spoken_value(view.prices.get(name)),
            view.bank[name],
            chain_class(name),
        )
        for name in reading.chains
    ]


def _holdings(reading: GameReading, turn: Turn, names: Mapping[str, str]) -> list[Holding]:
    view = turn.view
    return [
        Holding(
            player.id,
            _beside(player.id, names.get(player.id, player.name)),
            spoken_value(view.cash[player.id]),
            tuple(view.shares[player.id].get(chain, 0) for chain in reading.chains),
            _hand(view.hands[player.id]),
            turn.place > 0 and view.player == player.id,
        )
        for player in reading.players
    ]


def _beside(log_id: str, name: str) -> str:
    """The name that stands beside the ID; nothing where it says the same."""
    return "" if name == log_id else name


def _hand(hand: HandView) -> str:
    unknown = f"{hand.unknown} unknown" if hand.unknown else ""
    known = tile_names(hand.known) if hand.known else ""
    return " and ".join(part for part in (known, unknown) if part) or "no tiles"


def _opening(turn: Turn) -> str:
    """What a turn begins with: the tile that is laid, or what is done instead of laying one."""
    tile = turn.opening.value if turn.opening is not None and turn.opening.act is Act.PLAY else turn.view.placed
    if tile is not None:
        return tile_name(tile)
    return turn.opening.act.name.lower() if turn.opening is not None else ""


def _link(turn: Turn, place: int) -> TurnLink:
    found = [finding.severity for finding in turn.findings]
    gravest = next((severity for severity in _GRAVEST_FIRST if severity in found), None)
    return TurnLink(
        turn.place,
        turn.title,
        _opening(turn),
        gravest.value if gravest else "",
        SIGNS[gravest] if gravest else "",
        len(found),
        turn.place == place,
    )
