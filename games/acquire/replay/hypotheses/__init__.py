"""What a log may have been meant to say: one generator for each kind of single human error.

`hypothesis` is the value; `turns`, `gaps`, `clauses` and `values` make them: whole turns, a missing turn, clauses, single values.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.acquire.record import GameRecord
from games.acquire.replay.hypotheses.clauses import lost_choices, lost_purchases, moved_purchases
from games.acquire.replay.hypotheses.gaps import missing_turns
from games.acquire.replay.hypotheses.hypothesis import Hypothesis, Kind, where
from games.acquire.replay.hypotheses.turns import doubled_turns, exchanged_players, swapped_turns
from games.acquire.replay.hypotheses.values import other_values


def hypotheses(record: GameRecord, found_at: int, since: int, earliest: int) -> Iterator[Hypothesis]:
    """All hypotheses for a first finding at an event, likeliest first; tiles placed before ``since`` are left alone.

    Numbers and chains written before ``earliest`` are left alone too.
    """
    yield from doubled_turns(record, found_at)
    yield from swapped_turns(record, found_at)
    yield from exchanged_players(record, found_at)
    yield from moved_purchases(record, found_at, earliest)
    yield from other_values(record, found_at, since, earliest)
    yield from lost_purchases(record, found_at, earliest)
    yield from lost_choices(record, found_at)


__all__ = ["Hypothesis", "Kind", "hypotheses", "missing_turns", "where"]
