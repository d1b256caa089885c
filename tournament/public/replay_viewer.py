"""The context of a replay's viewer at one step: board, holdings, calculations, and links to other steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.acquire.actions import ActKind
from games.acquire.board import tile_name, tile_names
from games.acquire.replay.calculations import PurchaseCalculation
from games.acquire.replay.findings import Severity
from games.acquire.replay.steps import HandView, StepView
from games.acquire.svg import board_svg, chain_class, chain_letters
from tournament.replays.reading import GameReading, GameTurn
from tournament.replays.steps import spoken_step
from tournament.replays.workings import spoken_calculation, spoken_value
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext

SIGNS = {Severity.ERROR: "loss", Severity.WARNING: "doubt", Severity.NOTE: "note"}
"""The CSS class of the tag for each severity; the style sheet adds a sign to it."""


def severity_word(severity: Severity) -> str:
    """Return a severity in a word; a warning of the replay is not one that a player gets."""
    words = {Severity.ERROR: _("error"), Severity.WARNING: pgettext("a finding", "warning"), Severity.NOTE: _("note")}
    return words[severity]


OPENINGS = {
    ActKind.FOUND: gettext_noop("chain founded"),
    ActKind.SURVIVOR: gettext_noop("surviving chain"),
    ActKind.ORDER: gettext_noop("order of chains"),
    ActKind.BONUS: gettext_noop("bonus paid"),
    ActKind.DISPOSE: gettext_noop("shares disposed of"),
    ActKind.BUY: gettext_noop("shares bought"),
    ActKind.DRAW: gettext_noop("tile drawn"),
    ActKind.PASS: gettext_noop("no tile played"),
    ActKind.SHOW: gettext_noop("tiles shown"),
    ActKind.DEAD: gettext_noop("dead tiles"),
    ActKind.RETURN: gettext_noop("tiles returned"),
    ActKind.CARD: gettext_noop("card played"),
    ActKind.CASH: gettext_noop("cash counted"),
    ActKind.END: gettext_noop("game ended"),
    ActKind.FINAL: gettext_noop("final cash"),
}
"""What a turn begins with instead of a played tile, in words."""

_GRAVEST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player holds after a step: cash in words, shares in the order of the chains, and the known tiles in words."""

    log_id: str
    name: str
    cash: str
    shares: tuple[int, ...]
    hand: str
    is_on_turn: bool


@dataclass(frozen=True, slots=True)
class ChainColumn:
    """A chain at a step: its letter and name, its number of tiles, its price in words, shares left in the bank, its CSS class."""

    letter: str
    name: str
    size: int
    price: str
    bank: int
    tint: str


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step of the current turn: its words, and the query string of its address."""

    words: str
    query: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class TurnLink:
    """A turn in the list of turns: ``words`` say how it begins, ``severity`` is that of its gravest finding (empty for none).

    ``count`` is the number of its findings that are no notes.
    """

    place: int
    title: str
    words: str
    severity: str
    sign: str
    count: int
    is_current: bool


def step_asked(reading: GameReading, turn: int | None, step: int | None = None) -> int:
    """Return the index of a step of the game; ``turn`` counts from 0, ``step`` within the turn from 1.

    Without a step it is the last one of the turn; without a turn, or beyond the last turn, it is one of the last turn.
    """
    last = len(reading.turns) - 1
    turn_shown = reading.turns[last if turn is None else min(turn, last)]
    return min(turn_shown.first + step - 1, turn_shown.last) if step else turn_shown.last


def step_query(reading: GameReading, at: int) -> str:
    """Return the query string of the step with index ``at``: "turn=50" for the end of a turn, "turn=50&step=2" within one."""
    turn = reading.turns[reading.steps[at].turn]
    return f"turn={turn.place}" if at == turn.last else f"turn={turn.place}&step={at - turn.first + 1}"


def viewer(reading: GameReading, at: int, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of components/_replay.html at the step with index ``at``; ``names`` are names of players by ID of the log."""
    step = reading.steps[at]
    turn = reading.turns[step.turn]
    ends = [row.last for row in reading.turns]
    last = len(reading.turns) - 1
    is_whole = at == turn.last
    told = [working for place in reading.placed if place.step == at for working in place.calculations]
    return {
        "turn": turn,
        "at": at,
        "end": ends[-1],
        "ends": ",".join(map(str, ends)),
        "is_whole": is_whole,
        "is_first": at == 0,
        "is_last": at == ends[-1],
        "what": _step_in_words(reading, step),
        "place": turn.place,
        "last": last,
        "back": max(turn.place - 1, 0),
        "following": min(turn.place + is_whole, last),
        "earlier": step_query(reading, max(at - 1, 0)),
        "later": step_query(reading, min(at + 1, ends[-1])),
        "steps": [
            StepLink(_step_in_words(reading, reading.steps[index]), step_query(reading, index), index == at)
            for index in range(turn.first, turn.last + 1)
        ],
        "workings": [
            spoken_calculation(calculation)
            for calculation in step.calculations
            if not isinstance(calculation, PurchaseCalculation) and calculation not in told  # the cause tells it
        ],
        "view": step.view,
        "board": board_at(reading, at),
        "chains": _columns(reading, step),
        "holdings": _holdings(reading, step, names),
        "turns": [_link(row, turn.place) for row in reading.turns],
    }


def _step_in_words(reading: GameReading, step: StepView) -> str:
    """Return in words what happens in a step."""
    return spoken_step(step, reading.players, reading.chains)


def board_at(reading: GameReading, at: int) -> SafeString:
    """Return a picture of the board after the step with index ``at``; its title names that moment."""
    step = reading.steps[at]
    turn = reading.turns[step.turn]
    is_whole = at == turn.last
    if not is_whole:
        title = _("The board in turn {turn}: {what}", turn=turn.title, what=_step_in_words(reading, step))
    elif turn.place:
        title = _("The board after turn {turn}", turn=turn.title)
    else:
        title = _("The board at the start")
    # The library escapes every name that it writes, and the picture contains nothing else from the log.
    return SafeString(board_svg(step.view.cells, reading.chains, title, step.view.placed))


def _columns(reading: GameReading, step: StepView) -> list[ChainColumn]:
    """Return every chain as it is after a step."""
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
    """Return what every player holds after a step."""
    view = step.view
    return [
        Holding(
            player.id,
            _name_beside_id(player.id, names.get(player.id, player.name)),
            spoken_value(view.cash[player.id]),
            tuple(view.shares[player.id].get(chain, 0) for chain in reading.chains),
            hand_words(view.hands[player.id]),
            step.turn > 0 and view.player == player.id,
        )
        for player in reading.players
    ]


def _name_beside_id(log_id: str, name: str) -> str:
    """Return the name to show beside the ID of the log; empty where both are the same."""
    return "" if name == log_id else name


def hand_words(hand: HandView) -> str:
    """Return a hand in words, as far as it is known: "2D, 4E and 1 unknown", or "no tiles"."""
    known = tile_names(hand.known) if hand.known else ""
    if not hand.unknown:
        return known or _("no tiles")
    unknown = ngettext("{n} unknown", "{n} unknown", hand.unknown)
    return _("{tiles} and {unknown}", tiles=known, unknown=unknown) if known else unknown


def _opening(turn: GameTurn) -> str:
    """Return how a turn begins: the played tile, or in a word what is done instead."""
    tile = turn.opening.value if turn.opening is not None and turn.opening.act is ActKind.PLAY else turn.view.placed
    if tile is not None:
        return tile_name(tile)
    words = OPENINGS.get(turn.opening.act) if turn.opening is not None else None
    return _(words) if words else ""


def _link(turn: GameTurn, place: int) -> TurnLink:
    """Return a turn for the list of turns; ``place`` is that of the current turn."""
    found = [finding.severity for finding in turn.findings if finding.severity is not Severity.NOTE]
    gravest = next((severity for severity in _GRAVEST_FIRST if severity in found), None)
    return TurnLink(
        turn.place,
        turn.title,
        _opening(turn),
        severity_word(gravest) if gravest else "",
        SIGNS[gravest] if gravest else "",
        len(found),
        turn.place == place,
    )
