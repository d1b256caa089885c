"""The words that lists use in many languages: headings, titles, marks of juniors, people who are not coming; they are in words.csv.

Each line of words.csv is the name of a set and its words, parted by commas; a set has as many lines as it needs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def _sets_by_name() -> Mapping[str, tuple[str, ...]]:
    """Return every set by its name."""
    sets: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for line in Path(__file__).with_name("words.csv").read_text(encoding="utf-8").splitlines():
        name, _, words = line.partition(";")
        sets[name] = (*sets[name], *words.split(","))
    return sets


def words(name: str) -> tuple[str, ...]:
    """Return the words of a set as they stand; KeyError for a set that is not there."""
    return dict(_sets_by_name())[name]
