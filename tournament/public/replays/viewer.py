"""The context of a replay's viewer at one step: board, holdings, the rule that decided, findings, and links to other steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.acquire.actions import ActKind
from games.acquire.board import tile_name, tile_names
from games.acquire.replay import Finding, HandView, Severity, StepView
from games.acquire.replay.calculations import PurchaseCalculation
from games.acquire.svg import board_svg, chain_class, chain_letters
from tournament.replays import GameReading, GameTurn, spoken_calculation, spoken_message, spoken_step, spoken_value

SIGNS = {Severity.ERROR: "loss", Severity.WARNING: "doubt", Severity.NOTE: "note"}
"""The class of a severity's tag, which brings its sign."""

_GRAVEST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player holds after a step: cash in words, shares in the order of the chains, and the tiles that are known."""

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
    """A finding with the class of its sign, its two values, and the rule that decides in words.

    ``told`` is its message without the judge's hint, ``whole`` with it.
    """

    finding: Finding
    told: str
    whole: str
    sign: str
    expected: str
    recorded: str
    workings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step of the current turn: its words, and the query string of its address."""

    words: str
    query: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class TurnLink:
    """A turn in the list: ``words`` say how it begins, ``severity`` is that of its gravest finding, empty for none."""

    place: int
    title: str
    words: str
    severity: str
    sign: str
    count: int
    is_current: bool


def step_asked(reading: GameReading, turn: int | None, step: int | None = None) -> int:
    """The index of the step in an address: turn from 0 and step within it from 1; without a step the turn's last one.

    Without a turn, or with one that the game does not have, it is the last step of the game.
    """
    last = len(reading.turns) - 1
    turn_shown = reading.turns[last if turn is None else min(turn, last)]
    return min(turn_shown.first + step - 1, turn_shown.last) if step else turn_shown.last


def step_query(reading: GameReading, at: int) -> str:
    """The query string of a step: "turn=50" for the end of a turn, "turn=50&step=2" within one."""
    turn = reading.turns[reading.steps[at].turn]
    return f"turn={turn.place}" if at == turn.last else f"turn={turn.place}&step={at - turn.first + 1}"


def viewer(reading: GameReading, at: int, names: Mapping[str, str]) -> dict[str, Any]:
    """The context of components/_replay.html at the step of that index; ``names`` are the players' names by the log's IDs."""
    step = reading.steps[at]
    turn = reading.turns[step.turn]
    ends = [row.last for row in reading.turns]
    last = len(reading.turns) - 1
    is_whole = at == turn.last
    in_turn = [number for number, found in enumerate(reading.findings) if found[0].place == turn.place]
    shown_numbers = [number for number in in_turn if is_whole or reading.placed[number].step == at]
    return {
        "turn": turn,
        "at": at,
        "end": ends[-1],
        "ends": ",".join(map(str, ends)),
        "is_whole": is_whole,
        "is_first": at == 0,
        "is_last": at == ends[-1],
        "what": _what(reading, step),
        "place": turn.place,
        "last": last,
        "is_counted": turn.view.number == turn.place,
        "back": max(turn.place - 1, 0),
        "following": min(turn.place + is_whole, last),
        "earlier": step_query(reading, max(at - 1, 0)),
        "later": step_query(reading, min(at + 1, ends[-1])),
        "steps": [
            StepLink(_what(reading, reading.steps[index]), step_query(reading, index), index == at)
            for index in range(turn.first, turn.last + 1)
        ],
        "workings": [
            spoken_calculation(calculation)
            for calculation in step.calculations
            if not isinstance(calculation, PurchaseCalculation)
        ],
        "view": step.view,
        "board": board_at(reading, at),
        "chains": _columns(reading, step),
        "holdings": _holdings(reading, step, names),
        "found": [shown_finding(reading, number, step) for number in shown_numbers],
        "turns": [_link(row, turn.place) for row in reading.turns],
    }


def _what(reading: GameReading, step: StepView) -> str:
    return spoken_step(step, reading.players, reading.chains)


def shown_finding(reading: GameReading, number: int, step: StepView) -> ShownFinding:
    """A finding in words, with its calculation unless the current step shows the same."""
    finding = reading.answer.findings[number]
    workings = [working for working in reading.placed[number].calculations if working not in step.calculations]
    return ShownFinding(
        finding,
        spoken_message(finding, with_hint=False),
        spoken_message(finding),
        SIGNS[finding.severity],
        spoken_value(finding.expected),
        spoken_value(finding.recorded),
        tuple(spoken_calculation(working) for working in workings if finding.severity is not Severity.NOTE),
    )


def board_at(reading: GameReading, at: int) -> SafeString:
    """The board after the step of that index, as a picture titled by its moment."""
    step = reading.steps[at]
    turn = reading.turns[step.turn]
    is_whole = at == turn.last
    after = f"The board after turn {turn.title}" if turn.place else "The board at the start"
    title = after if is_whole else f"The board in turn {turn.title}: {_what(reading, step)}"
    # The library escapes every name it writes; nothing else of the log stands in the picture.
    return SafeString(board_svg(step.view.cells, reading.chains, title, step.view.placed))


def _columns(reading: GameReading, step: StepView) -> list[ChainColumn]:
    letters = chain_letters(reading.chains)
    view = step.view
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


def _holdings(reading: GameReading, step: StepView, names: Mapping[str, str]) -> list[Holding]:
    view = step.view
    return [
        Holding(
            player.id,
            _beside(player.id, names.get(player.id, player.name)),
            spoken_value(view.cash[player.id]),
            tuple(view.shares[player.id].get(chain, 0) for chain in reading.chains),
            hand_words(view.hands[player.id]),
            step.turn > 0 and view.player == player.id,
        )
        for player in reading.players
    ]


def _beside(log_id: str, name: str) -> str:
    """The name to show beside the ID; empty where both are the same."""
    return "" if name == log_id else name


def hand_words(hand: HandView) -> str:
    """A hand as far as it is known: "2D, 4E and 1 unknown", or "no tiles"."""
    unknown = f"{hand.unknown} unknown" if hand.unknown else ""
    known = tile_names(hand.known) if hand.known else ""
    return " and ".join(part for part in (known, unknown) if part) or "no tiles"


def _opening(turn: GameTurn) -> str:
    """How a turn begins: its tile, or what is done instead."""
    tile = turn.opening.value if turn.opening is not None and turn.opening.act is ActKind.PLAY else turn.view.placed
    if tile is not None:
        return tile_name(tile)
    return turn.opening.act.name.lower() if turn.opening is not None else ""


def _link(turn: GameTurn, place: int) -> TurnLink:
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
