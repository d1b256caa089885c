"""Enumerations of the vocabulary as choices of a column."""

from __future__ import annotations

from enum import StrEnum


def choices_of(words: type[StrEnum]) -> list[tuple[str, str]]:
    """List (stored value, words for people) pairs of an enumeration."""
    return [(word.value, word.value.replace("_", " ").replace("-", " ")) for word in words]
