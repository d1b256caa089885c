"""Writes the rows of all lists on pages as markup.

The tags of a column are made once, so that 250 rows cost little more than their texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe


@dataclass(frozen=True, slots=True)
class Wrap:
    """The tags around each cell of a column."""

    opening: str
    closing: str


def wrap(wanted: Mapping[str, Any]) -> Wrap:
    """Return the tags around cells with these attributes; with ``scope`` the cells are row heads (th). Empty values are left out."""
    given = {name: value for name, value in wanted.items() if value}
    tag = "th" if "scope" in given else "td"
    return Wrap(f"<{tag}{attributes(given)}>", f"</{tag}>")


def attributes(wanted: Mapping[str, Any], record: Any = None) -> str:
    """Return attributes as text for a tag, each after a space; None is left out, and a function is called with ``record``."""
    values = ((name, value(record) if callable(value) else value) for name, value in wanted.items())
    return "".join(f' {name}="{conditional_escape(value)}"' for name, value in values if value is not None)


def write_rows(wraps: Sequence[Wrap], rows: Iterable[tuple[str, Iterable[str]]]) -> SafeString:
    """Return the rows of a table's body; each of ``rows`` has its attributes and its cells, both already as escaped markup."""
    lines = (
        f"<tr{given}>{''.join([f'{each.opening}{cell}{each.closing}' for each, cell in zip(wraps, cells, strict=True)])}</tr>"
        for given, cells in rows
    )
    return mark_safe("\n".join(lines))  # noqa: S308  every cell and every attribute is escaped where it is written
