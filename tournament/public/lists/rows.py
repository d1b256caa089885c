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
    """The tags of a column whose cells have these attributes; with ``scope`` the cells are row heads (th)."""
    given = {name: value for name, value in wanted.items() if value}
    tag = "th" if "scope" in given else "td"
    return Wrap(f"<{tag}{attributes(given)}>", f"</{tag}>")


def attributes(wanted: Mapping[str, Any], record: Any = None) -> str:
    """Attributes as text for a tag, each after a space; None is left out, and a function is called with ``record``."""
    values = ((name, value(record) if callable(value) else value) for name, value in wanted.items())
    return "".join(f' {name}="{conditional_escape(value)}"' for name, value in values if value is not None)


def write_rows(wraps: Sequence[Wrap], rows: Iterable[tuple[str, Iterable[str]]]) -> SafeString:
    """The rows of a table's body, each from its attributes and its cells, which are escaped markup already."""
    lines = (
        f"<tr{given}>{''.join([f'{each.opening}{cell}{each.closing}' for each, cell in zip(wraps, cells, strict=True)])}</tr>"
        for given, cells in rows
    )
    return mark_safe("\n".join(lines))  # noqa: S308  every cell and every attribute is escaped where it is written
