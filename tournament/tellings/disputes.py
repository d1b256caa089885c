"""That a result is disputed, in one sentence for every page that shows what follows from it (R11)."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.draw.naming import name_of
from tournament.record.event import RoundRecord
from tournament.tellings.words import listed, tables_named


def disputed_in(rounds: Iterable[RoundRecord]) -> str:
    """The sentence on the disputed tables of these rounds: "Round 1, table 3 is disputed; its result may change."; empty for none."""
    disputed = [(name_of(round_), [table.number for table in round_.disputed]) for round_ in rounds if round_.disputed]
    if not disputed:
        return ""
    places = listed([f"{name}, {tables_named(tables)}" for name, tables in disputed])
    is_one = sum(len(tables) for _, tables in disputed) == 1
    ending = "is disputed; its result may change." if is_one else "are disputed; their results may change."
    return f"{places[:1].upper()}{places[1:]} {ending}"
