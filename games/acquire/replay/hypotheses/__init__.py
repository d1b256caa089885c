"""What a log may have been meant to say: one generator for each kind of single human error.

`hypothesis` is the value; `turns`, `gaps`, `clauses` and `values` make them: whole turns, a missing turn, clauses, single values.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.acquire.record import GameRecord
from games.acquire.replay.hypotheses.clauses import lost_choices, lost_purchases, moved_purchases
from games.acquire.replay.hypotheses.gaps import missing_turns
from games.acquire.replay.hypotheses.hypothesis import Clue, Hypothesis, Kind, where
from games.acquire.replay.hypotheses.turns import doubled_turns, exchanged_players, exchanged_turns, swapped_turns
from games.acquire.replay.hypotheses.values import other_values


def whole_turns(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Turns near what was found that stand wrong as a whole."""
    yield from doubled_turns(record, clue.place)
    yield from swapped_turns(record, clue.place)
    yield from exchanged_turns(record, clue.place)
    yield from exchanged_players(record, clue.place)


def single_slips(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Clauses and values that may explain what was found, likeliest first."""
    if clue.may_be_of_shares:
        yield from moved_purchases(record, clue)
    yield from other_values(record, clue)
    if clue.may_be_of_silence:
        yield from lost_purchases(record, clue)
    yield from lost_choices(record, clue)


__all__ = ["Clue", "Hypothesis", "Kind", "missing_turns", "single_slips", "where", "whole_turns"]
