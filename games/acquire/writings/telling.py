"""A comparison of two logs of one table, in lines for people and as a JSON document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

from games.acquire.writings.comparing import Clause, Comparison, TurnPair
from games.acquire.writings.statements import Agreement


def document(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as a JSON object."""
    return {"agreement": comparison.agreement.value, **asdict(comparison)}


def lines(comparison: Comparison, names: tuple[str, str]) -> Iterator[str]:
    """Yield a comparison of the logs with these names in words: where they part, and then what only one of them says."""
    parted = [turn for turn in comparison.turns if turn.agreement is Agreement.PARTED]
    count = len(comparison.turns) - 1
    if not parted:
        yield f"{names[0]} and {names[1]}: {count} turns, they contradict each other nowhere"
    else:
        turns = "1 turn" if len(parted) == 1 else f"{len(parted)} turns"
        yield f"{names[0]} and {names[1]}: {count} turns, they part in {turns}, first in {_title(parted[0])}"
    for turn in parted:
        for pair in turn.clauses:
            if pair.agreement is Agreement.PARTED:
                yield f"  {_title(turn)}: {names[0]} {_said(pair.first)}; {names[1]} {_said(pair.second)}"
    for (in_first, in_second), group in groupby(comparison.turns, lambda turn: (turn.in_first, turn.in_second)):
        alone = list(group)
        if not (in_first and in_second):
            last = f" to {_title(alone[-1])}" if len(alone) > 1 else ""
            yield f"  only in {names[0] if in_first else names[1]}: {_title(alone[0])}{last}"


def _title(turn: TurnPair) -> str:
    """Return the name of a turn."""
    return f"turn {turn.number} of {turn.player}" if turn.player is not None else "the start"


def _said(clause: Clause | None) -> str:
    """Return what a log says, with its line."""
    if clause is None:
        return "says nothing"
    where = f" (line {clause.line})" if clause.line is not None else ""
    return f"says {clause.text}{where}"
