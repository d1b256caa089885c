"""Short words for values of the record, as pages and paper write them."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.record.event import ApartRecord
from tournament.scores.retotals import Retotal
from tournament.tellings.figures import rank_text

MOST_PLACES = 6
"""Changes of place that are read out after an act; the standings have the others."""


def strength(rule: ApartRecord) -> str:
    """How firmly players are kept apart."""
    return "never" if rule.is_hard else "if it can be avoided"


def listed(names: Sequence[str]) -> str:
    """Names as they are read out: "A", "A and B", "A, B and C"; empty for none."""
    return " and ".join([*([", ".join(names[:-1])] if names[1:] else []), *names[-1:]])


def tables_named(numbers: Sequence[int]) -> str:
    """Tables as they are read out: "table 3", "tables 3 and 5"."""
    return f"table{'s' if len(numbers) > 1 else ''} {listed([str(number) for number in numbers])}"


def places_moved(moves: Sequence[Retotal]) -> str:
    """Whose place changed, in a sentence for the line after the act: "Places: Ada Demo 3 → 1."."""
    places = [
        f"{move.name} {_place(move.before, move.rank_before, is_shared=move.is_shared_before)} → "
        f"{_place(move.after, move.rank_after, is_shared=move.is_shared_after)}"
        for move in moves
        if move.rank_before != move.rank_after or not move.is_counted_both
    ]
    if not places:
        return "Nobody's place changed."
    more = f" and {len(places) - MOST_PLACES} more" if len(places) > MOST_PLACES else ""
    return f"Places: {', '.join(places[:MOST_PLACES])}{more}."


def _place(total: int | None, rank: int | None, *, is_shared: bool) -> str:
    return "not in the standings" if total is None else rank_text(rank, is_shared)


def round_head(number: int) -> str:
    """A round where there is room for little: "Rd 4", since "R4" is a rule."""
    return f"Rd {number}"
