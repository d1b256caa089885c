"""Refusals that many acts share: what comes first, whose turn it is, and which tiles are expected."""

from __future__ import annotations

from typing import TypeAlias

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.errors import IllegalActionError
from games.acquire.rules.hands import lies_open
from games.acquire.state import Phase, State
from games.sentences import Said
from games.sentences import gettext_lazy as _

Refusal: TypeAlias = IllegalActionError | None

WAITS_FOR = {
    Phase.START: _("a starting tile"),
    Phase.DEAL: _("a tile for the first hands"),
    Phase.PLAY: _("a tile or a pass"),
    Phase.FOUND: _("the name of the new chain"),
    Phase.SURVIVOR: _("the surviving chain"),
    Phase.ORDER: _("the defunct chain to settle next"),
    Phase.MARKET: _("the market's tile"),
    Phase.DISPOSE: _("a disposal"),
    Phase.BUY: _("a purchase"),
    Phase.DRAW: _("tiles to be drawn"),
    Phase.REPLACE: _("dead tiles to be set aside"),
    Phase.SHOW: _("the hand to be shown"),
    Phase.LAY: _("dead tiles to be laid out"),
    Phase.EXCHANGE: _("tiles to be drawn"),
    Phase.RETURN: _("the exposed tiles to be put back"),
    Phase.TURN_OVER: _("the next turn"),
    Phase.OVER: _("nothing"),
}


def not_now(state: State, act: ActKind) -> IllegalActionError:
    """Return the refusal of an act that the present phase does not ask for."""
    if state.phase is Phase.OVER:
        return IllegalActionError(_("The game is over."), "game-over")
    return IllegalActionError(
        _("{clause} is not possible now; expected {expected}.", clause=act.word, expected=WAITS_FOR[state.phase]),
        "not-now",
    )


def not_yours(player: int, right: int) -> IllegalActionError:
    """Return the refusal of an act by ``player`` where ``right`` would have to act (negative for nobody)."""
    message = _("Nobody has to act now, not even player {number}.", number=player)
    if right >= 0:
        message = _("Player {right} has to act now, not player {number}.", right=right, number=player)
    return IllegalActionError(message, "act-out-of-turn")


def not_in_bag(state: State, tile: int) -> IllegalActionError:
    """Return the refusal of a tile that is to come from the bag but is not in it."""
    if lies_open(state, tile):
        return IllegalActionError(
            _("{tile} is on the board or out of the game.", tile=TILE_NAMES[tile]), "tile-on-board"
        )
    return IllegalActionError(_("{tile} is not in the bag.", tile=TILE_NAMES[tile]), "tile-not-in-bag")


def _tiles_or_none(tiles: tuple[int, ...]) -> Said:
    """Return the names of tiles, or that there is none."""
    return " ".join(TILE_NAMES[tile] for tile in tiles) or _("no tile")


def differs(act: ActKind, tiles: tuple[int, ...], right: tuple[int, ...], rule: str) -> Refusal:
    """Return the refusal of ``tiles`` if they are not ``right``, which must be open or in the hand of the player who acts; else None."""
    if tiles == right:
        return None
    given, wanted = _tiles_or_none(tiles), _tiles_or_none(right)
    return IllegalActionError(
        _("{clause} must name {wanted}, not {given}.", clause=act.word, wanted=wanted, given=given),
        f"{act.word}-differs",
        rule,
    )
