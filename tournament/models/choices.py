"""Enumerations of the vocabulary as choices of a column."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from django.db import models


def choices_of(words: Iterable[StrEnum]) -> list[tuple[str, str]]:
    """Return the (stored value, words for people) pairs of an enumeration."""
    return [(word.value, word.value.replace("_", " ").replace("-", " ")) for word in words]


def kept_name() -> models.CharField[str, str]:
    """Return a text column for an account's name, beside the foreign key of the account.

    It is named like the key with `_name` added, and holds the name where a restored event has no account.
    """
    return models.CharField(max_length=150, blank=True, default="", db_default="")


def who(row: Any, by: str) -> str:
    """Return the name of the account behind a foreign key of a row, such as ``made_by``, else the stored name; empty for nobody."""
    account = getattr(row, by)
    return str(account.get_username()) if account else str(getattr(row, f"{by}_name"))
