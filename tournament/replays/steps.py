"""The steps of a turn in a few words of the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from games.acquire.actions import Action, ActKind
from games.acquire.board import tile_name
from games.acquire.record import Player
from games.acquire.replay import StepKind, StepView
from games.acquire.replay.calculations import DisposalCalculation
from games.acquire.rewinding import Rewound
from tournament.record.lengths import quoted
from wording import gettext as _
from wording import gettext_noop, ngettext

_OTHER = {
    ActKind.PASS: gettext_noop("{player} passes"),
    ActKind.TIMEOUT: gettext_noop("{player} is out of time"),
    ActKind.TAKEBACK: gettext_noop("{player} takes the tile back"),
    ActKind.REDRAW: gettext_noop("{player} draws a new hand"),
    ActKind.END: gettext_noop("{player} ends the game"),
}
_DIRECTORS = frozenset({ActKind.PAUSE, ActKind.RESUME, ActKind.TIME, ActKind.PEEK, ActKind.REWIND})
"""Events of the director."""

_KINDS = {
    StepKind.START: gettext_noop("start"),
    StepKind.BONUSES: gettext_noop("bonuses"),
    StepKind.SALE: gettext_noop("final sale"),
}


def spoken_step(step: StepView, players: Sequence[Player], chains: Sequence[str]) -> str:
    """Return a step in a few words: "6F, founds Luxor", "bonuses", "Ann sells 2", "buys 1 Tower", "final sale"."""
    if step.kind is StepKind.TILE:
        return _spoken_tile(step.events, chains)
    if step.kind is StepKind.DISPOSAL:
        calculation = next(
            (calculation for calculation in step.calculations if isinstance(calculation, DisposalCalculation)), None
        )
        return _spoken_disposal(calculation) if calculation is not None else _("disposes")
    if step.kind is StepKind.PURCHASE:
        return _spoken_shares(step.events, chains)
    if step.kind is StepKind.OTHER:
        named = [event for event in step.events if event.act in _OTHER or event.act in _DIRECTORS][:1]
        parts = [*(_spoken_other(event, players) for event in named), _spoken_tile(step.events, chains)]
        return "; ".join(filter(None, parts)) or _("the rest")
    return _(_KINDS[step.kind])


def _spoken_other(event: Action, players: Sequence[Player]) -> str:
    """Return an event beside tiles, shares and bonuses in words."""
    if event.act in _OTHER:
        return _(_OTHER[event.act], player=players[event.player].id)
    if event.act is ActKind.TIME:
        values = {"player": players[event.player].id, "time": spoken_seconds(abs(event.value))}
        return _("{player} gets {time}", **values) if event.value >= 0 else _("{player} loses {time}", **values)
    if event.act is ActKind.PEEK:
        return _("the director looks at {player}'s hand", player=players[event.player].id)
    if event.act is ActKind.REWIND:
        return _spoken_rewind(event.value)
    return _("the director stops the game") if event.act is ActKind.PAUSE else _("the game goes on")


def _spoken_rewind(rewound: Rewound) -> str:
    """Return a rewind in words: "the director takes the game back to statement 41, “wrong tile”"."""
    if not rewound.is_possible:
        said = _(
            "the game cannot go back to statement {number}, as it does not come before this one", number=rewound.to
        )
    elif rewound.to:
        said = _("the director takes the game back to statement {number}", number=rewound.to)
    else:
        said = _("the director takes the game back to the start")
    return f"{said}, {quoted(rewound.reason)}" if rewound.reason else said


def spoken_seconds(seconds: int) -> str:
    """Return seconds of a clock in words: "2 minutes", "1 minute 30 seconds", "45 seconds"."""
    whole, rest = divmod(seconds, 60)
    minutes = ngettext("{n} minute", "{n} minutes", whole) if whole else ""
    parts = [minutes, ngettext("{n} second", "{n} seconds", rest) if rest else ""]
    return " ".join(filter(None, parts)) or _("no time")


def _spoken_tile(events: Sequence[Action], chains: Sequence[str]) -> str:
    """Return a tile, and the chains founded or surviving by it, in words."""
    parts = []
    for event in events:
        if event.act is ActKind.PLAY:
            parts.append(tile_name(event.value))
        elif event.act is ActKind.FOUND:
            parts.append(_("founds {chain}", chain=chains[event.value]))
        elif event.act is ActKind.SURVIVOR:
            parts.append(_("{chain} survives", chain=chains[event.value]))
    return ", ".join(parts)


def _spoken_disposal(calculation: DisposalCalculation) -> str:
    """Return what a player does with shares in a merger in a few words."""
    does = [_("sells {count}", count=calculation.sell)] if calculation.sell else []
    does += [_("trades {count}", count=calculation.trade)] if calculation.trade else []
    does = does or [_("holds")]
    return f"{calculation.player} {', '.join(does)}"


def _spoken_shares(events: Sequence[Action], chains: Sequence[str]) -> str:
    """Return purchases in a few words."""
    bought = [pair for event in events if event.act is ActKind.BUY for pair in event.value]
    if bought:
        return _("buys {shares}", shares=", ".join(f"{count} {chains[chain]}" for chain, count in bought))
    return _("swaps shares") if any(event.act is ActKind.SWAP for event in events) else _("buys nothing")
