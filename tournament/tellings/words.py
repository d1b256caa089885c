"""Short words for values of the record, as pages and paper write them."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.record.event import ApartRecord


def strength(rule: ApartRecord) -> str:
    """How firmly players are kept apart."""
    return "never" if rule.is_hard else "if it can be avoided"


def listed(names: Sequence[str]) -> str:
    """Names as they are read out: "A", "A and B", "A, B and C"; empty for none."""
    return " and ".join([*([", ".join(names[:-1])] if names[1:] else []), *names[-1:]])


def tables_named(numbers: Sequence[int]) -> str:
    """Tables as they are read out: "table 3", "tables 3 and 5"."""
    return f"table{'s' if len(numbers) > 1 else ''} {listed([str(number) for number in numbers])}"
