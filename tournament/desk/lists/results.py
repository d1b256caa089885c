"""Amounts of a table by name in a line, as conflicts show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.record.event import EventRecord
from tournament.record.vocabulary import Dollars, format_dollars


def cash_by_name(record: EventRecord, amounts: Mapping[Any, Dollars | None]) -> str:
    """Amounts in a line: "Ada 41,200, Ben nothing"."""
    return ", ".join(
        f"{record.entry(player).name} {'nothing' if cash is None else format_dollars(cash)}"
        for player, cash in amounts.items()
    )
