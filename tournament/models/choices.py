"""Enumerations of the vocabulary as choices of a column."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from django.db import models


def choices_of(words: type[StrEnum]) -> list[tuple[str, str]]:
    """List (stored value, words for people) pairs of an enumeration."""
    return [(word.value, word.value.replace("_", " ").replace("-", " ")) for word in words]


def kept_name() -> models.CharField[str, str]:
    """The text column beside the key of an account, named like it with `_name` added: who it was, where a restored event has no account."""
    return models.CharField(max_length=150, blank=True, default="", db_default="")


def who(row: Any, by: str) -> str:
    """The name of the account behind a key of a row, such as ``made_by``, or the stored name in its place; empty for nobody."""
    account = getattr(row, by)
    return str(account.get_username()) if account else str(getattr(row, f"{by}_name"))
